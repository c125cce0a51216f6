package import AudioBase
import Bitstream
package import MPEG4Systems

/// A stream that this decoder can decode: a fully checked AudioSpecificConfig.
package struct AACConfiguration: Sendable {
  /// The kinds of stream, which differ in syntax, windows and tools.
  package enum Profile: Sendable, BitwiseCopyable {
    /// Object type 1: Low Complexity with a predictor for each spectral line.
    case main
    /// Object type 2.
    case lowComplexity
    /// Object type 4: Low Complexity with prediction from earlier output.
    case longTermPrediction
    /// Object type 17: the tools of Low Complexity in the error-resilient syntax.
    case resilientLowComplexity
    /// Object type 19: the tools of object type 4 in the error-resilient syntax.
    case resilientLongTermPrediction
    /// Object type 23.
    case lowDelay
    /// Object type 39.
    case enhancedLowDelay

    /// True if packets use the error-resilient syntax.
    package var isErrorResilient: Bool { self != .main && self != .lowComplexity && self != .longTermPrediction }
    /// The coupling channels that a packet can have: one for each tag of four bits.
    package var couplingLimit: Range<Int> { 0..<(isErrorResilient ? 0 : 16) }
    /// True if a frame may consist of eight short windows.
    package var hasBlockSwitching: Bool { self != .lowDelay && self != .enhancedLowDelay }
    /// The kind of prediction that `predictor_data_present` announces.
    package var prediction: PredictionKind {
      switch self {
      case .main: .backward
      case .longTermPrediction, .resilientLongTermPrediction: .longTerm
      case .lowDelay: .lowDelayLongTerm
      case .lowComplexity, .resilientLowComplexity, .enhancedLowDelay: .none
      }
    }
  }

  /// The manner in which spectra are predicted from earlier ones.
  package enum PredictionKind: Sendable, BitwiseCopyable {
    case none
    /// A predictor for each spectral line: ISO/IEC 14496-3, 4.6.6.
    case backward
    /// From earlier output: ISO/IEC 14496-3, 4.6.7.
    case longTerm
    /// Predicted from earlier output, one frame further back, with a lag that may persist.
    case lowDelayLongTerm

    package var isLongTerm: Bool { self == .longTerm || self == .lowDelayLongTerm }
  }

  /// A channel element of the stream, its output channels, and its tag if tags identify it.
  package struct Slot: Sendable, Equatable {
    package var element: ChannelElement
    package var firstChannel: Int
    /// The instance tag, or `nil` where elements are matched by their order.
    package var tag: Int?

    package var isPair: Bool { element == .pair }
    package var isLowFrequency: Bool { element == .lowFrequency }
  }

  package let systems: AudioSpecificConfig
  package let profile: Profile
  /// Spectral lines of a channel in one packet.
  package let lineCount: Int
  /// The number of samples of the core in one packet: ``lineCount``, or a part of it in AAC-ELD with reduced delay.
  package let frameLength: Int
  package let slots: [Slot]
  /// The loudspeakers of the output: two with Parametric Stereo, for a core of one channel.
  package private(set) var layout: ChannelLayout
  package let bands: BandLayout
  /// The use of spectral band replication, or `nil` if the output is the core's.
  package let replication: SBRConfiguration?
  /// The configuration of LD MPEG Surround, which makes two channels from one in AAC-ELD version 2; `nil` in all
  /// others.
  package let surround: SurroundConfiguration?
  /// The user's settings.
  package var settings = AACDecoderSettings()

  package var channelCount: Int { layout.channelCount }
  /// The number of channels of the core: one for two output channels with Parametric Stereo or LD MPEG Surround.
  package var coreChannelCount: Int { slots.reduce(0) { $0 + $1.element.channelCount } }
  /// The rate of the output, in Hz.
  package var sampleRate: Double { Double(systems.coreRate * (replication?.factor ?? 1)) }
  /// The rate of the core's samples, in Hz.
  package var coreRate: Double { Double(systems.coreRate) }
  /// The factor by which AAC-ELD with reduced delay is reduced in rate and frame length.
  package var downscaleFactor: Int { lineCount / frameLength }
  /// The number of frames of the output of one packet.
  package var outputFrameLength: Int { frameLength * (replication?.factor ?? 1) }
  /// The delay of the tools that follow the core, in frames at the output's rate.
  package var toolDelay: Int {
    // The banks of LD MPEG Surround: 256 samples with 64 subbands, 128 with 32.
    surround.map { 4 * $0.subbandCount } ?? replication?.delay ?? 0
  }
  package var resilience: ResilienceFlags { systems.resilience }

  /// Checks a configuration.
  ///
  /// - Parameters:
  ///   - hasImplicitSBR: True if packets are known to hold SBR data that the configuration does not state.
  ///   - hasImplicitStereo: The same for Parametric Stereo.
  /// - Throws: ``CodecError``, unsupported with the name of the missing feature, or malformed.
  package init(
    _ systems: AudioSpecificConfig, hasImplicitSBR: Bool = false, hasImplicitStereo: Bool = false
  ) throws(CodecError) {
    self.systems = systems
    profile = try AACConfiguration.profile(of: systems)
    try AACConfiguration.checkReducedDelay(systems)
    lineCount = systems.lineCount
    frameLength = systems.coreFrameLength
    guard systems.samplingFrequency.hertz > 0 else {
      throw CodecError(.malformed, "the sampling frequency is 0 Hz", clause: "ISO/IEC 14496-3, 1.6.3.4")
    }
    if systems.errorProtection != 0 {
      throw CodecError(
        .unsupported, "error protection (epConfig 1) is not implemented", clause: "ISO/IEC 14496-3, 1.6.3.6")
    }
    if let elements = ChannelConfiguration.elements(systems.channelConfiguration),
      let layout = ChannelConfiguration.layout(systems.channelConfiguration)
    {
      self.layout = layout
      slots = AACConfiguration.slots(elements.map { ($0, nil) })
    } else if let program = systems.programConfig, !profile.isErrorResilient {
      layout = program.layout
      slots = AACConfiguration.slots(program.slots.map { ($0.element, $0.tag) })
      if layout.channelCount == 0 {
        throw CodecError(.malformed, "the program configuration has no channels", clause: "ISO/IEC 14496-3, 4.5.1.2")
      }
      if layout.channelCount > ResourceLimits().channelCount {
        throw CodecError(.limitExceeded, "the program configuration has more than 64 channels")
      }
    } else {
      throw CodecError(
        .unsupported, "the channel configuration is reserved, or 0 without a program configuration",
        clause: "ISO/IEC 14496-3, Table 1.19")
    }
    bands = BandLayout(
      frameLength: lineCount, samplingFrequencyIndex: systems.samplingFrequency.tableIndex, profile: profile)
    var replication = AACConfiguration.replication(of: systems, profile, hasImplicitSBR: hasImplicitSBR)
    if slots.count == 1, slots[0].element == .single, replication?.isLowDelay == false,
      systems.hasParametricStereo || hasImplicitStereo
    {
      replication?.hasParametricStereo = true
      layout = ChannelLayout([.left, .right])
    }
    surround = try systems.surround(outputFrameLength: frameLength * (replication?.factor ?? 1))
    if surround != nil {
      layout = ChannelLayout([.left, .right])
      replication?.hasSurround = true
    }
    self.replication = replication
  }

  /// Returns the payloads that a packet carries in addition to its channels; empty if they cannot be read, and for
  /// AAC-LD and AAC-ELD, whose configuration states them.
  package func extensions(in packet: Span<UInt8>) -> PacketExtensions {
    guard !packet.isEmpty, profile.hasBlockSwitching else { return PacketExtensions() }
    var unit = AccessUnit(self)
    var reader = BitReader(packet)
    do throws(AACError) {
      try unit.parse(&reader)
      return unit.extensions
    } catch {
      return PacketExtensions()
    }
  }

  private static func replication(
    of systems: AudioSpecificConfig, _ profile: Profile, hasImplicitSBR: Bool
  ) -> SBRConfiguration? {
    let coreRate = systems.samplingFrequency.hertz
    var configuration = SBRConfiguration(
      isLowDelay: false, isDownsampled: false, hasCRC: false, coreRate: coreRate,
      coreFrameLength: systems.coreFrameLength, downscaleFactor: systems.downscaleFactor)
    if profile == .enhancedLowDelay {
      guard let sbr = systems.lowDelaySBR else { return nil }
      configuration.isLowDelay = true
      configuration.isDownsampled = !sbr.isDualRate
      configuration.hasCRC = sbr.hasCRC
      return configuration
    }
    guard profile.hasBlockSwitching, systems.extensionRate != nil || (hasImplicitSBR && systems.mayHaveImplicitSBR)
    else {
      return nil
    }
    configuration.isDownsampled = systems.extensionRate.map { $0 <= coreRate } ?? false
    return configuration
  }

  /// Checks the extension of AAC-ELD with reduced delay.
  private static func checkReducedDelay(_ systems: AudioSpecificConfig) throws(CodecError) {
    guard case .enhancedLowDelay(let config) = systems.specific, try config.playbackRate() != nil else { return }
    guard !systems.hasLowDelaySurround else {
      throw CodecError(
        .malformed, "AAC-ELD with reduced delay has no LD MPEG Surround", clause: "ISO/IEC 14496-3, 4.6.20")
    }
  }

  private static func profile(of systems: AudioSpecificConfig) throws(CodecError) -> Profile {
    switch systems.objectType {
    case .aacMain: return .main
    case .aacLC: return .lowComplexity
    case .aacLTP: return .longTermPrediction
    case .erAACLC: return .resilientLowComplexity
    case .erAACLTP: return .resilientLongTermPrediction
    case .erAACLD: return .lowDelay
    case .erAACELD: return .enhancedLowDelay
    case .aacSSR: throw CodecError(.unsupported, "AAC SSR is not implemented", clause: "ISO/IEC 14496-3, 4.6.12")
    case .aacScalable, .erAACScalable: throw CodecError(.unsupported, "AAC Scalable is not implemented")
    case .twinVQ, .erTwinVQ: throw CodecError(.unsupported, "TwinVQ is not implemented")
    case .erBSAC: throw CodecError(.unsupported, "ER BSAC is not implemented")
    default: throw CodecError(.unsupported, "the audio object type is none of the AAC family")
    }
  }

  private static func slots(_ elements: [(ChannelElement, Int?)]) -> [Slot] {
    var channel = 0
    return elements.map { element, tag in
      defer { channel += element.channelCount }
      return Slot(element: element, firstChannel: channel, tag: tag)
    }
  }
}

extension AudioSpecificConfig {
  /// True if SBR data in the packets are used, because the configuration leaves open if there are any.
  ///
  /// AAC-LD has none, and AAC-ELD says in its configuration whether it has.
  package var mayHaveImplicitSBR: Bool { signalling == .implicit && objectType != .erAACLD && objectType != .erAACELD }
}
