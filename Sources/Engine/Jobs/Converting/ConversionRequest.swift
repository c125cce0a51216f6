public import AudioBase
import AudioConversion
import SignalProcessing

/// A thing that a conversion is asked for beyond its data format. Each is done, or the job is refused by its name.
public enum ConversionRequest: Sendable, Hashable {
  /// A setting of the encoder.
  case encoder(EncoderSetting)
  /// A number of channels other than the input's.
  case channelCount
  /// A layout of the channels other than the input's.
  case layout
  /// For each output channel the number of an input channel, or gains.
  case channelMap
  /// The mixing of channels that the output lacks.
  case mixing
  /// Another level: a gain, a loudness, fades.
  case level
  /// The rounding of integers.
  case dithering
  /// The way in which rates are converted.
  case resampling
  /// Every decoded frame, priming and remainder included.
  case untrimmed
  /// A part of the input.
  case part
  /// A sampling rate together with ``OutputDataFormat/Kind/keep``.
  case sampleRate
  /// The flags of a data format.
  case formatFlags
  /// The recordings before and after, for the borders of packets.
  case neighbors
  /// Another priming and remainder than the encoder's.
  case trimOverride
  /// A choice of spectral band replication.
  case spectralBandReplication
  /// The configuration of packets that say themselves what they are.
  case configuration
}

extension ConversionRequest: CustomStringConvertible {
  /// The request in words, as in "there is no …".
  public var description: String {
    switch self {
    case .encoder(let setting): setting.description
    case .channelCount: "other number of channels"
    case .layout: "other channel layout"
    case .channelMap: "channel map"
    case .mixing: "mixing"
    case .level: "change of level"
    case .dithering: "dither"
    case .resampling: "rate conversion"
    case .untrimmed: "untrimmed result"
    case .part: "part"
    case .sampleRate: "other sampling rate"
    case .formatFlags: "choice by format flags"
    case .neighbors: "packet that reaches into a neighbouring recording"
    case .trimOverride: "statement of priming and remainder"
    case .spectralBandReplication: "choice of spectral band replication"
    case .configuration: "configuration from outside"
    }
  }
}

extension FourCharacterCode {
  /// Whether packets of the format need a configuration to be decoded; others say themselves what they are.
  var takesConfiguration: Bool {
    let others: [FourCharacterCode] = [
      .linearPCM, .mpegLayer1, .mpegLayer2, .mpegLayer3, .muLaw, .aLaw, .ima4, .dviADPCM, "ac-3", "ec-3",
    ]
    return !others.contains(self)
  }
}

extension FileConversion {
  /// What the job asks for that packets of a track, copied as they are, would not have.
  ///
  /// - Parameter decoded: What the packets decode to, where that is known.
  func requestsToEncode(
    _ track: TrackInfo, decoding decoded: DecodedFormat?, _ container: ContainerDescriptor
  ) -> [ConversionRequest] {
    var requests = (encoding?.asked ?? []).map { ConversionRequest.encoder($0) }
    if dataFormat?.framesPerPacket != nil, encoding?.framesPerPacket == nil {
      requests.append(.encoder(.framesPerPacket))
    }
    if spectralBandReplication != nil { requests.append(.spectralBandReplication) }
    let count = decoded?.layout.channelCount ?? track.format.channelsPerFrame
    if channelCount != 0, channelCount != count { requests.append(.channelCount) }
    if let layout, layout != decoded?.layout ?? track.layout { requests.append(.layout) }
    switch conversion.channels {
    case .rearranging: break
    case .mixing: requests.append(.mixing)
    case .map, .matrix: requests.append(.channelMap)
    }
    if conversion.dithering != .none { requests.append(.dithering) }
    // Where nothing says what is to be left out, copied packets give every frame.
    let isTrimmed =
      container.marksRecording && track.packetTable.map { $0.primingFrames + $0.remainderFrames > 0 } ?? false
    if decoding.trimming == .none, isTrimmed { requests.append(.untrimmed) }
    if decoding.isPart { requests.append(.part) }
    if !level.isNone { requests.append(.level) }
    if dataFormat?.formatFlags != nil { requests.append(.formatFlags) }
    return requests
  }

  /// Whether the job asks for what only an encoder with overlapping packets has a use for.
  var namesNeighbors: Bool { previousRecording != nil || nextRecording != nil }
}
