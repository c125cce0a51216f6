package import AACSyntax
package import AudioBase
package import MPEG4Systems

/// A stream that this decoder can decode: a completely checked configuration.
package struct USACConfiguration: Sendable {
  /// An element of each packet, and its first output channel.
  package struct Slot: Sendable {
    package enum Kind: Sendable, BitwiseCopyable {
      case single, pair, lowFrequency, `extension`
    }

    package var kind: Kind
    package var firstChannel: Int
    package var hasNoiseFilling = false
    /// The band replication, or `nil` without.
    var replication: USACReplication?
    /// MPEG Surround 2-1-2, or `nil` without.
    var upmix: UpmixConfiguration?
    /// `usacExtElementType`; -1 for an element with sound.
    package var extensionType = -1
    /// `usacExtElementDefaultLength`.
    package var defaultByteCount = 0
    /// `usacExtElementPayloadFrag`.
    package var isFragmented = false

    /// True if two channels are coded, or MPEG Surround makes two.
    package var isPair: Bool { kind == .pair && upmix?.kind != .parametric }
    /// True if band replication works on two channels.
    var replicatesPair: Bool { kind == .pair && (upmix?.isFirst ?? true) }

    init(_ element: USACElement, firstChannel: Int) {
      self.firstChannel = firstChannel
      switch element {
      case .single(let core):
        (kind, hasNoiseFilling, replication) = (.single, core.hasNoiseFilling, core.replication)
      case .pair(let core, _): (kind, hasNoiseFilling, replication) = (.pair, core.hasNoiseFilling, core.replication)
      case .lowFrequency: kind = .lowFrequency
      case .extension(let config):
        kind = .extension
        extensionType = config.type
        defaultByteCount = config.defaultByteCount ?? 0
        isFragmented = config.isFragmented
      }
    }
  }

  package let config: USACConfig
  package let slots: [Slot]
  package let layout: ChannelLayout
  package let bands: BandLayout
  /// The loudness that the container states, used if the stream states none.
  package var containerLoudness: StatedLoudnessSet?

  /// The rate of the core, in Hz.
  var coreRate: Int { config.coreRate }
  /// True if the core's rate is one at which there is linear prediction.
  var hasLinearPrediction: Bool { PitchRange.rates.contains(coreRate) }
  /// The ratio of the output rate to the core's rate with band replication; `nil` without it.
  var ratio: SBREnhancement.Ratio? { USACConfiguration.ratio(config) }

  private static func ratio(_ config: USACConfig) -> SBREnhancement.Ratio? {
    switch config.frameLength.ratioIndex {
    case 1: .quadruple
    case 2: .eightThirds
    case 3: .double
    default: nil
    }
  }
  /// True if an element has a harmonic transposer; then the output of all channels is delayed by one packet, so that
  /// they stay aligned.
  var hasTransposer: Bool { slots.contains { $0.replication?.isHarmonic == true } }
  /// The number of lines of the core: 768 or 1024.
  package var coreFrameLength: Int { config.frameLength.coreFrameLength }
  package var format: DecodedFormat {
    DecodedFormat(
      sampleRate: Double(config.sampleRate), layout: layout, framesPerPacket: config.frameLength.outputFrameLength)
  }

  /// Checks a configuration.
  ///
  /// - Throws: `CodecError`, unsupported with the name of the missing feature, or malformed.
  package init(_ config: USACConfig) throws(CodecError) {
    try USACConfiguration.checkTools(config)
    guard config.elementsFitChannels else {
      throw CodecError(
        .malformed, "the elements have other channels than the configuration states", clause: "ISO/IEC 23003-3, 5.2")
    }
    layout = config.layout
    guard layout.channelCount <= ResourceLimits().channelCount else {
      throw CodecError(.limitExceeded, "the configuration has more than 64 channels")
    }
    guard config.elements.count <= USACConfiguration.maximumElementCount else {
      throw CodecError(.limitExceeded, "the configuration has more than 256 elements")
    }
    self.config = config
    var channel = 0
    var slots: [Slot] = []
    for element in config.elements {
      var slot = Slot(element, firstChannel: channel)
      if case .pair(_, let stereo) = element {
        slot.upmix = try UpmixConfiguration(
          stereo, USACConfiguration.ratio(config), coreFrameLength: config.frameLength.coreFrameLength)
      }
      slots.append(slot)
      channel += element.channelCount
    }
    self.slots = slots
    bands = USACConfiguration.bands(config)
  }

  /// Elements of a packet: those with sound, limited by the number of channels, and a generous number of extensions.
  static let maximumElementCount = 256

  private static func checkTools(_ config: USACConfig) throws(CodecError) {
    guard config.sampleRate <= 96000 else {
      throw CodecError(.malformed, "the sampling frequency is above 96000 Hz", clause: "ISO/IEC 23003-3, 5.2")
    }
    for element in config.elements {
      switch element {
      case .single(let core): try check(core)
      case .pair(let core, _):
        try check(core)
      case .lowFrequency, .extension: break
      }
    }
  }

  private static func check(_ core: USACCore) throws(CodecError) {
    if core.isTimeWarped {
      throw CodecError(
        .unsupported, "the time-warped transform of USAC is not implemented", clause: "ISO/IEC 23003-3, 7.10")
    }
  }

  /// The bands of the core: those of the rate, and with 768 lines those of 4/3 of the rate.
  private static func bands(_ config: USACConfig) -> BandLayout {
    let isShort = config.frameLength.coreFrameLength == 768
    let index = SamplingFrequency(hertz: isShort ? config.coreRate * 4 / 3 : config.coreRate).tableIndex
    return BandLayout(
      samplingFrequencyIndex: index,
      shortFrames: isShort ? (ShortFrameBandTables.long768(index), ShortFrameBandTables.short96(index)) : nil,
      shapedBands: (shapedBandLimitsLong[index], shapedBandLimitsShort[index]))
  }
}
