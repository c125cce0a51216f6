public import AudioBase
import AudioConversion
import SignalProcessing

/// A request of a conversion in addition to its data format. Each is fulfilled, or the job is refused by its name.
public enum ConversionRequest: Sendable, Hashable {
  /// A setting of the encoder.
  case encoder(EncoderSetting)
  /// A number of channels other than the input's.
  case channelCount
  /// A layout of the channels other than the input's.
  case layout
  /// The number of an input channel for each output channel, or gains.
  case channelMap
  /// The mixing of channels that the output lacks.
  case mixing
  /// A change of level: a gain, a loudness, fades.
  case level
  /// The rounding of integers.
  case dithering
  /// The method of rate conversion.
  case resampling
  /// All decoded frames, priming and remainder included.
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
  /// The configuration of packets that describe themselves.
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
  /// True if decoding packets of the format requires a configuration; others describe themselves.
  var takesConfiguration: Bool {
    let others: [FourCharacterCode] = [
      .linearPCM, .mpegLayer1, .mpegLayer2, .mpegLayer3, .muLaw, .aLaw, .ima4, .dviADPCM, "ac-3", "ec-3",
    ]
    return !others.contains(self)
  }
}

extension FileConversion {
  /// Returns the requests of the job that packets of a track, if copied unchanged, would not fulfil.
  ///
  /// - Parameter decoded: The decoded format of the packets, where it is known.
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
    // Where nothing states which frames to leave out, copied packets decode to every frame.
    let isTrimmed =
      container.marksRecording && track.packetTable.map { $0.primingFrames + $0.remainderFrames > 0 } ?? false
    if decoding.trimming == .none, isTrimmed { requests.append(.untrimmed) }
    if decoding.isPart { requests.append(.part) }
    if !level.isNone { requests.append(.level) }
    if dataFormat?.formatFlags != nil { requests.append(.formatFlags) }
    return requests
  }

  /// True if the job has options that only an encoder with overlapping packets can use.
  var namesNeighbors: Bool { previousRecording != nil || nextRecording != nil }
}
