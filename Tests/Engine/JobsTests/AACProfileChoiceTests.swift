import AudioBase
import AudioJobs
import TestSupport
import Testing

@Suite struct AACProfileChoiceTests {
  private func choice(
    _ formatID: FourCharacterCode, _ kind: SpectralBandReplication, bitRate: Int? = nil, rate: Double = 44_100,
    frames: Int? = nil, _ layout: ChannelLayout = ChannelLayout([.left, .right])
  ) -> AACProfileChoice? {
    var settings = EncoderSettings(formatID: formatID, sampleRate: rate, layout: layout)
    (settings.bitRate, settings.framesPerPacket) = (bitRate, frames)
    return AACProfileChoice(settings, kind)
  }

  @Test(
    "A bit rate chooses the profile",
    arguments: [
      (8000, .aacHighEfficiencyV2), (40_000, .aacHighEfficiencyV2), (40_001, .aacHighEfficiency),
      (63_999, .aacHighEfficiency), (64_000, .aac), (.max, .aac),
    ] as [(Int, FourCharacterCode)])
  func pair(bitRate: Int, expected: FourCharacterCode) {
    expectEqual(choice(.aac, .automatic, bitRate: bitRate)?.formatID, expected)
    // Nothing is replicated below 32 kHz, nor where no bit rate is asked for.
    expectEqual(choice(.aac, .automatic, bitRate: bitRate, rate: 24_000)?.formatID, .aac)
    expectEqual(choice(.aac, .automatic)?.formatID, .aac)
  }

  @Test("One channel, and more than two, have bounds of their own; effects of low frequency do not count")
  func otherChannels() {
    let single = ChannelLayout([.center])
    expectEqual(choice(.aac, .automatic, bitRate: 47_999, single)?.formatID, .aacHighEfficiency)
    expectEqual(choice(.aac, .automatic, bitRate: 48_000, single)?.formatID, .aac)
    let surround = ChannelLayout([.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency])
    expectEqual(choice(.aac, .automatic, bitRate: 159_999, surround)?.formatID, .aacHighEfficiency)
    expectEqual(choice(.aac, .automatic, bitRate: 160_000, surround)?.formatID, .aac)
    expectEqual(choice(.aac, .automatic, bitRate: 40_000, surround)?.formatID, .aacHighEfficiency)
    expectEqual(choice(.aac, .automatic, bitRate: 1, ChannelLayout([]))?.formatID, .aacHighEfficiency)
  }

  @Test("AAC-ELD is replicated at dual rate below 96 kbit/s, with the transform that was asked for")
  func lowDelay() {
    let (eld, sbr) = (FourCharacterCode.aacEnhancedLowDelay, FourCharacterCode.aacEnhancedLowDelaySBR)
    let low = choice(eld, .automatic, bitRate: 95_999, frames: 480)
    #expect(low?.formatID == sbr && low?.framesPerPacket == 960)
    let high = choice(eld, .automatic, bitRate: 96_000, frames: 480)
    #expect(high?.formatID == eld && high?.framesPerPacket == 480)
    #expect(choice(eld, .dualRate)?.framesPerPacket == 1024 && choice(eld, .singleRate)?.framesPerPacket == 512)
    expectEqual(choice(sbr, .singleRate, frames: 960)?.framesPerPacket, 480)
    expectEqual(choice(eld, .off, frames: 512)?.formatID, eld)
    let surround = FourCharacterCode.aacEnhancedLowDelayV2
    #expect(choice(surround, .off)?.framesPerPacket == 512 && choice(surround, .dualRate)?.framesPerPacket == 1024)
  }

  @Test("A profile that was named stays with auto, and what it does not have is refused")
  func named() {
    for formatID: FourCharacterCode in [
      .aacHighEfficiency, .aacHighEfficiencyV2, .aacEnhancedLowDelaySBR, .aacEnhancedLowDelayV2,
    ] {
      let kept = choice(formatID, .automatic, bitRate: 320_000, frames: 7)
      #expect(kept?.formatID == formatID && kept?.framesPerPacket == 7)
    }
    expectEqual(choice(.aac, .dualRate, frames: 960)?.framesPerPacket, 1920)
    expectEqual(choice(.aac, .dualRate, frames: 1920)?.framesPerPacket, 1920)
    expectNil(choice(.aac, .dualRate)?.framesPerPacket)
    let refused: [(FourCharacterCode, SpectralBandReplication)] = [
      (.aac, .singleRate), (.aacHighEfficiency, .off), (.aacHighEfficiency, .singleRate), (.aacHighEfficiencyV2, .off),
      (.aacEnhancedLowDelaySBR, .off), (.aacEnhancedLowDelayV2, .singleRate), (.aacLowDelay, .off),
      (.appleLossless, .automatic), (.linearPCM, .off), (.mpegLayer3, .dualRate),
    ]
    for (formatID, kind) in refused { expectNil(choice(formatID, kind), "\(formatID) \(kind)") }
    expectNil(choice(.aacEnhancedLowDelayV2, .dualRate, rate: 24_000))
    expectNil(choice(.aacEnhancedLowDelayV2, .off, frames: 480))
  }
}
