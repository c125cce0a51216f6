import AudioBase
import Bitstream
import MPEG4Systems

/// A stream that this decoder can decode: an AudioSpecificConfig of which everything has been checked.
struct AACConfiguration: Sendable {
  /// The four kinds of stream, which differ in syntax, windows and tools.
  enum Profile: Sendable, BitwiseCopyable {
    /// Object type 2.
    case lowComplexity
    /// Object type 17: the tools of Low Complexity in the error-resilient syntax.
    case resilientLowComplexity
    /// Object type 23.
    case lowDelay
    /// Object type 39.
    case enhancedLowDelay

    /// Whether packets use the error-resilient syntax.
    var isErrorResilient: Bool { self != .lowComplexity }
    /// Whether a frame may be eight short windows.
    var hasBlockSwitching: Bool { self == .lowComplexity || self == .resilientLowComplexity }
  }

  /// A channel element of the stream, where its channels go, and its tag where tags identify it.
  struct Slot: Sendable, Equatable {
    var element: ChannelElement
    var firstChannel: Int
    /// The instance tag, or `nil` where elements are matched by their order.
    var tag: Int?

    var isPair: Bool { element == .pair }
    var isLowFrequency: Bool { element == .lowFrequency }
  }

  let systems: AudioSpecificConfig
  let profile: Profile
  let frameLength: Int
  let slots: [Slot]
  let layout: ChannelLayout
  let bands: BandLayout
  /// How spectral band replication is used, or `nil` where the output is the core's.
  let replication: SBRConfiguration?

  var channelCount: Int { layout.channelCount }
  /// The rate of the output, in Hz.
  var sampleRate: Double { Double(systems.samplingFrequency.hertz * (replication?.factor ?? 1)) }
  /// Frames of the output of one packet.
  var outputFrameLength: Int { frameLength * (replication?.factor ?? 1) }
  var resilience: ResilienceFlags { systems.resilience }

  /// Checks a configuration.
  ///
  /// - Parameter hasImplicitSBR: Whether packets are known to hold SBR data, which the configuration need not say.
  /// - Throws: ``CodecError``, unsupported with the name of what is not implemented, or malformed.
  init(_ systems: AudioSpecificConfig, hasImplicitSBR: Bool = false) throws(CodecError) {
    self.systems = systems
    profile = try AACConfiguration.profile(of: systems)
    frameLength = systems.coreFrameLength
    if systems.downscaledRate != nil {
      throw CodecError(
        .unsupported, "AAC-ELD with reduced-delay granules (256, 240, 128 or 120 samples) is not implemented",
        clause: "ISO/IEC 14496-3, 4.6.20")
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
      if layout.channelCount > Limits().channelCount {
        throw CodecError(.limitExceeded, "the program configuration has more than 64 channels")
      }
    } else {
      throw CodecError(
        .unsupported, "the channel configuration is reserved, or 0 without a program configuration",
        clause: "ISO/IEC 14496-3, Table 1.19")
    }
    bands = BandLayout(
      frameLength: frameLength, samplingFrequencyIndex: systems.samplingFrequency.tableIndex, profile: profile)
    replication = AACConfiguration.replication(of: systems, profile, hasImplicitSBR: hasImplicitSBR)
  }

  /// Checks a configuration together with the first packet, which shows what the configuration leaves unsaid.
  init(_ systems: AudioSpecificConfig, firstPacket: Span<UInt8>) throws(CodecError) {
    let plain = try AACConfiguration(systems)
    let found = plain.extensions(in: firstPacket)
    self = found.hasSpectralBandReplication ? try AACConfiguration(systems, hasImplicitSBR: true) : plain
  }

  /// What a packet carries besides its channels; nothing where it cannot be read.
  func extensions(in packet: Span<UInt8>) -> PacketExtensions {
    guard !packet.isEmpty else { return PacketExtensions() }
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
      coreFrameLength: systems.coreFrameLength)
    if profile == .enhancedLowDelay {
      guard let sbr = systems.lowDelaySBR else { return nil }
      configuration.isLowDelay = true
      configuration.isDownsampled = !sbr.isDualRate
      configuration.hasCRC = sbr.hasCRC
      return configuration
    }
    guard !profile.isErrorResilient, systems.extensionRate != nil || (hasImplicitSBR && systems.mayHaveImplicitSBR)
    else {
      return nil
    }
    configuration.isDownsampled = systems.extensionRate.map { $0 <= coreRate } ?? false
    return configuration
  }

  private static func profile(of systems: AudioSpecificConfig) throws(CodecError) -> Profile {
    switch systems.objectType {
    case .aacLC: return .lowComplexity
    case .erAACLC: return .resilientLowComplexity
    case .erAACLD: return .lowDelay
    case .erAACELD: return .enhancedLowDelay
    case .aacMain: throw CodecError(.unsupported, "AAC Main is not implemented", clause: "ISO/IEC 14496-3, 4.6.6")
    case .aacSSR: throw CodecError(.unsupported, "AAC SSR is not implemented", clause: "ISO/IEC 14496-3, 4.6.12")
    case .aacLTP: throw CodecError(.unsupported, "AAC LTP is not implemented", clause: "ISO/IEC 14496-3, 4.6.7")
    case .erAACLTP: throw CodecError(.unsupported, "ER AAC LTP is not implemented", clause: "ISO/IEC 14496-3, 4.6.7")
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
  /// Whether SBR data in the packets count: the configuration leaves open whether there are any.
  var mayHaveImplicitSBR: Bool { signalling == .implicit && objectType != .erAACELD }
}
