import AACReplication
package import AACSyntax
package import AudioBase
import MPEG4Systems

/// A stream for the encoder to make: checked and completed settings.
package struct AACEncoderConfiguration: Sendable {
  package let stream: AACConfiguration
  let mode: EncoderSettings.RateControlMode
  /// The bit rate of all channels, in bits per second.
  let bitRate: Int
  /// The quality of variable bit rates, 0…127.
  let quality: Int
  /// The accuracy with which frames reach their number of bits.
  let search: RateSearch
  /// From this index on lines are not coded.
  let bandwidthLine: Int
  /// The part of the spectrum that SBR takes over from the core, or `nil` in a stream without it.
  let tuning: SBRTuning?

  /// The largest number of bits of a channel in one packet: ISO/IEC 14496-3, 4.5.3.2.
  static let bitsPerChannel = 6144

  /// The distance of the noise above the thresholds at a variable rate, as a base-2 logarithm of energies.
  ///
  /// In the distribution of low rates it goes from 21 dB at the lowest quality to 0 at the highest. In that of high
  /// rates, where thresholds begin higher, its terms leave the bits of each quality as they were.
  var noiseExcess: Float {
    let share = Float(quality) / 127
    let plenty = distribution.plenty
    let offset = 0.025 * distribution.lowDistance - 0.2 * distribution.nearness
    return (1 - plenty) * 7 * (1 - share) + plenty * (2.4 - 2.6 * share * (1 + share)) + offset
  }

  /// The ``noiseExcess`` below which more bits cannot be heard. It differs by distribution as the thresholds do, so
  /// that the noise is the same.
  var transparentExcess: Float { 1 - 5 * distribution.plenty - distribution.nearness / 3 }

  /// The number of frames of the core in a packet.
  package var frameLength: Int { stream.frameLength }
  /// The number of frames of the input in a packet: with SBR twice as many, except in LD-SBR at single rate.
  package var inputFrameLength: Int { stream.outputFrameLength }
  package var channelCount: Int { stream.channelCount }
  /// The number of channels of the core: one of two with Parametric Stereo.
  var coreChannelCount: Int { stream.coreChannelCount }
  /// Returns the positions of an input channel's core samples among those of a frame: with Parametric Stereo both
  /// channels share one position.
  func corePlaces(_ channel: Int) -> Range<Int> {
    let own = min(channel, coreChannelCount - 1)
    return (own * frameLength)..<((own + 1) * frameLength)
  }
  /// True if the core takes the input unchanged.
  var isDirect: Bool { stream.replication == nil && stream.surround == nil }
  /// The mean bits of a packet.
  var meanBits: Double { Double(bitRate) * Double(stream.frameLength) / stream.coreRate }

  /// The number of frames that transforms and filterbanks delay, decoder and encoder together, beyond the frame that is
  /// collected.
  var primingFrames: Int {
    let core = stream.profile == .enhancedLowDelay ? frameLength / 2 : frameLength
    if let surround = stream.surround {
      return inputFrameLength / frameLength * core + SurroundEncoder.delay(subbandCount: surround.subbandCount)
        + stream.toolDelay
    }
    guard let replication = stream.replication else { return core }
    let input =
      replication.isLowDelay ? LowDelayInputFilterbank.inputDelay(replication) : HalvingFilterbank.delay
    let stereo =
      replication.hasParametricStereo ? ParametricStereoEncoder.delayColumns * QuadratureMirrorMatrix.bandCount : 0
    return replication.factor * core + input + stereo + replication.delay
  }

  /// The bit rate of one channel, in bits per second; a low-frequency channel counts as a tenth of a channel.
  var bitRatePerChannel: Double { Double(bitRate) / max(1, AACBitRates(stream).weightedChannelCount) }
  /// True if most channels belong to pairs.
  var hasPair: Bool { stream.coreChannelCount > 1 }

  /// The distribution of the noise. Cores of SBR use the distribution of low rates, with which they were tuned.
  var distribution: NoiseDistribution {
    guard !isCore else { return .ofLowRates }
    return NoiseDistribution(
      bitRate: bitRatePerChannel, isPair: hasPair, hasLowDelay: !stream.profile.hasBlockSwitching)
  }

  /// True if the encoder codes only a part of the input: the low frequencies with SBR, or the mono mix of LD MPEG
  /// Surround.
  var isCore: Bool { stream.replication != nil || stream.surround != nil }

  /// The number of frames collected before the first packet: one more if attacks are looked for in advance.
  var lookAheadFrameCount: Int { stream.profile.hasBlockSwitching ? 1 : 0 }

  /// Checks settings and completes them.
  ///
  /// - Throws: ``CodecError`` that names the rule and the nearest legal values.
  package init(_ settings: EncoderSettings) throws(CodecError) {
    let systems = try AACEncoderConfiguration.systems(for: settings)
    guard !settings.hasReplicationCRC || systems.lowDelaySBR?.hasCRC == true else {
      throw CodecError(.unsupported, "only payloads of LD-SBR (aacf, and aacg with SBR) are encoded with a CRC")
    }
    let stream = try AACConfiguration(systems)
    mode = settings.rateControl ?? .constant
    let limits = AACBitRates(stream)
    try settings.options.check()
    quality = settings.quality ?? 64
    let wanted = settings.bitRate ?? limits.usual(quality: mode == .variable ? quality : nil, of: stream)
    guard limits.range.contains(wanted) || mode == .variable else {
      throw CodecError(
        .unsupported,
        wanted < limits.range.lowerBound
          ? "the bit rate is below the lowest of this sampling rate and layout (AACEncoding.bitRates)"
          : "the bit rate is above the highest of this sampling rate and layout (AACEncoding.bitRates)",
        clause: "ISO/IEC 14496-3, 4.5.3.2")
    }
    // A variable rate has no use for it but as an order of magnitude.
    bitRate = min(max(wanted, limits.range.lowerBound), limits.range.upperBound)
    search = RateSearch(effort: settings.effort ?? 64)
    let coreRate = Double(bitRate) - LowDelaySurroundConfiguration.bitRate(stream)
    let perChannel = coreRate / Double(max(1, limits.weightedChannelCount))
    tuning = try AACEncoderConfiguration.tuning(of: stream, bitRatePerChannel: perChannel, settings.bandwidth)
    // Which headers a configuration of LD-SBR holds follows from the bit rate.
    self.stream =
      try tuning.map { tuning throws(CodecError) in
        try AACConfiguration(systems.with(header: tuning.header))
      } ?? stream
    if let tuning {
      // The core ends where SBR begins: 32 of its subbands share its lines.
      bandwidthLine = stream.frameLength * tuning.bands.first / LowSubbands.bandCount
      return
    }
    let nyquist = stream.sampleRate / 2
    let automatic = Bandwidth.frequency(
      profile: stream.profile, sampleRate: stream.sampleRate, bitRatePerChannel: perChannel,
      isPair: stream.coreChannelCount > 1)
    let frequency = min(max(settings.bandwidth ?? automatic, 500), nyquist)
    bandwidthLine = min(stream.frameLength, max(4, Int(frequency / nyquist * Double(stream.frameLength))))
  }

  private static func tuning(
    of stream: AACConfiguration, bitRatePerChannel: Double, _ bandwidth: Double?
  ) throws(CodecError) -> SBRTuning? {
    guard let replication = stream.replication else { return nil }
    let share = replication.hasParametricStereo ? StereoTuning.share : 0
    return try SBRTuning(
      replication, bitRate: bitRatePerChannel * (1 - share), isPair: stream.coreChannelCount > 1,
      bandwidth: bandwidth)
  }

  private static func systems(
    for settings: EncoderSettings
  ) throws(CodecError) -> AudioSpecificConfig {
    if settings.formatID == .aacEnhancedLowDelaySBR {
      return try LowDelayReplicationConfiguration.systems(
        for: settings, channelConfiguration: try AACLayouts.channelConfiguration(of: settings.layout))
    }
    if settings.formatID == .aacEnhancedLowDelayV2 {
      return try LowDelaySurroundConfiguration.systems(
        for: settings, channelConfiguration: try AACLayouts.channelConfiguration(of: settings.layout))
    }
    if settings.formatID == .aacHighEfficiency || settings.formatID == .aacHighEfficiencyV2 {
      return try HighEfficiencyConfiguration.systems(
        for: settings, channelConfiguration: try AACLayouts.channelConfiguration(of: settings.layout))
    }
    let (type, lengths) = try objectType(of: settings.formatID)
    let rate = settings.sampleRate
    guard rate.rounded() == rate, AACBitRates.sampleRates(of: type).contains(Int(exactly: rate) ?? 0) else {
      throw CodecError(
        .unsupported,
        type == .aacLC
          ? "AAC-LC is encoded at 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200 and 96000 Hz"
          : "AAC-LD and AAC-ELD are encoded at 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100 and 48000 Hz")
    }
    let length = settings.framesPerPacket.flatMap { $0 > 0 ? $0 : nil } ?? lengths[0]
    let factors = type == .erAACELD ? [1, 2, 4] : [1]
    guard let factor = factors.first(where: { lengths.contains(length * $0) }) else {
      let rule: StaticString =
        switch type {
        case .aacLC: "packets of AAC-LC have 1024 or 960 frames"
        case .erAACELD: "packets of AAC-ELD have 512 or 480 frames, with reduced delay 256, 240, 128 or 120"
        default: "packets of AAC-LD have 512 or 480 frames"
        }
      throw CodecError(.unsupported, rule)
    }
    let program = type == .aacLC ? AACLayouts.program(of: settings.layout, sampleRate: Int(rate)) : nil
    var systems = AudioSpecificConfig(
      objectType: type, samplingFrequency: SamplingFrequency(hertz: factor * Int(rate)),
      channelConfiguration: program == nil ? try AACLayouts.channelConfiguration(of: settings.layout) : 0,
      hasShortFrames: length * factor == lengths[1])
    if let program, case .generalAudio(var config) = systems.specific {
      config.programConfig = program
      systems.specific = .generalAudio(config)
    }
    if factor > 1 { systems.setPlaybackRate(SamplingFrequency(hertz: Int(rate))) }
    return systems
  }

  private static func objectType(
    of formatID: FourCharacterCode
  ) throws(CodecError) -> (AudioObjectType, lengths: [Int]) {
    switch formatID {
    case .aac: (.aacLC, [1024, 960])
    case .aacLowDelay: (.erAACLD, [512, 480])
    case .aacEnhancedLowDelay: (.erAACELD, [512, 480])
    default:
      throw CodecError(
        .unsupported, "the encoder makes AAC-LC, HE-AAC, HE-AAC v2, AAC-LD, AAC-ELD, AAC-ELD with SBR, AAC-ELD v2")
    }
  }
}
