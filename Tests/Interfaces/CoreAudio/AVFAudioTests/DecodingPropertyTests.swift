import AVFoundation
import TestSupport
import Testing

@Suite("AVAudioConverter: how it decodes")
struct DecodingPropertyTests {
  private func converter(_ formatID: AudioFormatID) throws -> AVAudioConverter {
    let format = try required(
      AVAudioFormat(settings: [AVFormatIDKey: formatID, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2]))
    return try required(AVAudioConverter(from: format, to: Make.format()))
  }

  @Test("AAC has every setting, which the converter's own properties show")
  func settings() throws {
    let converter = try converter(kAudioFormatMPEG4AAC)
    expectEqual(converter.decoderControlsDynamicRange, false)
    converter.decoderControlsDynamicRange = true
    expectEqual(converter.decoderControlsDynamicRange, true)
    (converter.decoderDynamicRangeBoost, converter.decoderDynamicRangeCut) = (0.25, 0.5)
    #expect(converter.decoderDynamicRangeBoost == 0.25 && converter.decoderDynamicRangeCut == 0.5)
    expectEqual(converter.decoderTargetLevel, 0)
    converter.decoderTargetLevel = -23.25
    // Out of its range, and passed over.
    converter.decoderTargetLevel = 3
    expectEqual(converter.decoderTargetLevel, -23.25)
    expectEqual(converter.decoderConceals, false)
    converter.decoderConceals = true
    (converter.decoderConcealmentHoldTime, converter.decoderConcealmentFadeTime) = (0.5, 0.25)
    expectEqual(converter.decoderConceals, true)
    #expect(converter.decoderConcealmentHoldTime == 0.5 && converter.decoderConcealmentFadeTime == 0.25)
    #expect(converter.decoderLookAhead == 0 && converter.decoderLatency == 0)
    converter.decoderLookAhead = 1
    #expect(converter.decoderLookAhead == 1 && converter.decoderLatency == 1024 / 44100.0)
    converter.decoderLookAhead = -1
    #expect(converter.decoderLookAhead == 0 && converter.decoderLatency == 0)
  }

  @Test("What a codec does not know is nil, and stays so")
  func absent() throws {
    let lossless = try converter(kAudioFormatAppleLossless)
    expectEqual(lossless.decoderConceals, false)
    lossless.decoderLookAhead = 1
    lossless.decoderControlsDynamicRange = true
    #expect(lossless.decoderLookAhead == nil && lossless.decoderControlsDynamicRange == nil)
    let linear = try required(AVAudioConverter(from: Make.format(), to: Make.format(.pcmFormatInt16)))
    #expect(linear.decoderConceals == nil && linear.decoderTargetLevel == nil && linear.decoderLatency == 0)
    #expect(linear.decoderDynamicRangeBoost == nil && linear.decoderConcealmentHoldTime == nil)
  }
}
