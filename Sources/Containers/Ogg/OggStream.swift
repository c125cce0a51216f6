import AudioBase
import Bitstream

/// What the first packet of a logical stream says.
enum OggStream {
  /// Opus, RFC 7845.
  case opus(OpusHead)
  /// FLAC, RFC 9639, 10.1.
  case flac(FLACMapping)

  /// Looks at a first packet, which begins at `offset`; `nil` where it is of a codec that is not read here.
  init?(_ packet: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    if packet.begins(with: "OpusHead") {
      self = .opus(try OpusHead(packet, at: offset))
    } else if packet.begins(with: "\u{7F}FLAC") {
      self = .flac(try FLACMapping(packet, at: offset))
    } else {
      return nil
    }
  }

  /// Why a stream is refused that begins with a packet of a known name.
  static func refusal(_ packet: Span<UInt8>) -> ContainerError {
    if packet.begins(with: "\u{01}vorbis") {
      return ContainerError(.unsupported, "Vorbis is not read from Ogg", at: 0, in: .ogg)
    }
    if packet.begins(with: "Speex   ") {
      return ContainerError(.unsupported, "Speex is not read from Ogg", at: 0, in: .ogg)
    }
    return ContainerError(.unsupported, "only Opus and FLAC are read from Ogg", at: 0, in: .ogg)
  }

  /// The stream's format, cookie and loudspeakers.
  var track: TrackInfo {
    switch self {
    case .opus(let head):
      let format = StreamFormat(formatID: .opus, sampleRate: 48000, channelsPerFrame: head.channelCount)
      var track = TrackInfo(format: format, cookie: head.cookie)
      track.layout = head.layout
      track.containerCookie = track.cookie
      return track
    case .flac(let mapping):
      let format = StreamFormat(
        formatID: .flac, sampleRate: Double(mapping.sampleRate), channelsPerFrame: mapping.channelCount,
        framesPerPacket: mapping.fixedBlockSize ?? 0)
      var track = TrackInfo(format: format, cookie: mapping.cookie)
      track.layout = mapping.layout
      track.containerCookie = track.cookie
      track.sourceBitDepth = mapping.bitsPerSample
      return track
    }
  }

  /// Frames that a decoder gives before the recording.
  var primingFrames: Int64 {
    switch self {
    case .opus(let head): Int64(head.preSkip)
    case .flac: 0
    }
  }

  /// Frames of the recording as the first packet states them, or `nil`.
  var statedFrameCount: Int64? {
    switch self {
    case .opus: nil
    case .flac(let mapping): mapping.totalFrameCount > 0 ? mapping.totalFrameCount : nil
    }
  }

  /// Frames of a packet, 0 where it cannot be decoded.
  func frameCount(_ packet: Span<UInt8>) -> Int {
    switch self {
    case .opus: OpusHead.frameCount(packet)
    case .flac: FLACMapping.frameCount(packet)
    }
  }
}

/// Loudspeakers by the number of channels, for the orders that FLAC and Vorbis define.
extension ChannelLayout {
  /// The order of WAVE, RFC 9639, 9.1.3.
  static func flac(channelCount: Int) -> ChannelLayout {
    switch channelCount {
    case 3: ChannelLayout([.left, .right, .center])
    case 4: ChannelLayout([.left, .right, .leftSurround, .rightSurround])
    case 5: ChannelLayout([.left, .right, .center, .leftSurround, .rightSurround])
    case 6: ChannelLayout([.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround])
    case 7: ChannelLayout([.left, .right, .center, .lowFrequency, .centerSurround, .leftSide, .rightSide])
    case 8:
      ChannelLayout([.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftSide, .rightSide])
    default: ChannelLayout(unlabelledChannelCount: channelCount)
    }
  }

  /// The order of Vorbis, RFC 7845, 5.1.1.2.
  static func vorbis(channelCount: Int) -> ChannelLayout {
    switch channelCount {
    case 3: ChannelLayout([.left, .center, .right])
    case 4: ChannelLayout([.left, .right, .leftSurround, .rightSurround])
    case 5: ChannelLayout([.left, .center, .right, .leftSurround, .rightSurround])
    case 6: ChannelLayout([.left, .center, .right, .leftSurround, .rightSurround, .lowFrequency])
    case 7: ChannelLayout([.left, .center, .right, .leftSide, .rightSide, .centerSurround, .lowFrequency])
    case 8:
      ChannelLayout([.left, .center, .right, .leftSide, .rightSide, .leftSurround, .rightSurround, .lowFrequency])
    default: ChannelLayout(unlabelledChannelCount: channelCount)
    }
  }
}
