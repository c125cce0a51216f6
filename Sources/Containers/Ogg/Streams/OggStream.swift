import AudioBase
import Bitstream
import VorbisComments
import XiphAudio

/// The codec of one stream of a file, according to its header packets.
enum OggMapping: Equatable {
  /// Opus, RFC 7845.
  case opus(OpusHeader)
  /// Vorbis I, A.
  case vorbis(VorbisHeaders, cookie: [UInt8])
  /// "FLAC to Ogg mapping", RFC 9639, 10.1: the body of `STREAMINFO`.
  case flac(OggFLACHeader)
  /// Speex, according to its manual, 7. Read only.
  case speex(SpeexHeader)

  /// The data format.
  var formatID: FourCharacterCode {
    switch self {
    case .opus: .opus
    case .vorbis: .vorbis
    case .flac: .flac
    case .speex: "spex"
    }
  }

  /// The granule positions and decoded frames per second, in Hz.
  var sampleRate: Int {
    switch self {
    case .opus: OpusPacket.sampleRate
    case .vorbis(let headers, _): headers.sampleRate
    case .flac(let header): header.sampleRate
    case .speex(let header): header.sampleRate
    }
  }

  /// The number of channels.
  var channelCount: Int {
    switch self {
    case .opus(let header): header.channelCount
    case .vorbis(let headers, _): headers.channelCount
    case .flac(let header): header.channelCount
    case .speex(let header): header.channelCount
    }
  }

  /// The magic cookie.
  var cookie: [UInt8] {
    switch self {
    case .opus(let header): header.bytes
    case .vorbis(_, let cookie): cookie
    case .flac(let header): header.streamInfo
    case .speex(let header): header.bytes
    }
  }

  /// The part of the magic cookie that identifies the stream.
  var identification: [UInt8] {
    guard case .vorbis = self else { return cookie }
    return XiphLacing.split(cookie)?.first ?? cookie
  }

  /// The loudspeakers; `nil` if the decoder derives them from the number of channels.
  var layout: ChannelLayout? {
    switch self {
    case .opus(let header): header.layout
    case .vorbis(let headers, _): headers.layout
    case .flac, .speex: nil
    }
  }

  /// Returns true if a decoder can continue with the packets of another stream.
  func agrees(with other: OggMapping) -> Bool {
    switch (self, other) {
    case (.opus(let first), .opus(let second)): first.agrees(with: second)
    case (.vorbis(_, let first), .vorbis(_, let second)): first == second
    case (.flac(let first), .flac(let second)): first.agrees(with: second)
    case (.speex(let first), .speex(let second)): first == second
    default: false
    }
  }

  /// Returns the number of frames that a packet adds; `nil` for bytes that are not a packet of sound.
  ///
  /// - Parameter previousBlock: The block size of the Vorbis packet before, `nil` if there was none; set to that of
  ///   this packet.
  func frameCount(_ packet: Span<UInt8>, previousBlock: inout Int?) -> Int? {
    switch self {
    case .opus: return OpusPacket.frameCount(packet)
    case .vorbis(let headers, _):
      guard let size = headers.blockSize(packet) else { return nil }
      defer { previousBlock = size }
      return VorbisHeaders.frameCount(blockSize: size, previous: previousBlock)
    case .flac: return FLACPacket.frameCount(packet)
    case .speex(let header): return packet.isEmpty ? nil : header.soundFramesPerPacket
    }
  }
}

/// The first packet of FLAC in Ogg, RFC 9639, 10.1.
struct OggFLACHeader: Equatable {
  /// The bytes that it begins with.
  static let magic: [UInt8] = [0x7F] + Array("FLAC".utf8)
  /// The bytes before `STREAMINFO`'s body: the magic, a version, the number of headers, `fLaC` and a block's header.
  static let streamInfoOffset = 5 + 2 + 2 + 4 + 4
  static let streamInfoByteCount = 34

  /// The body of `STREAMINFO`.
  let streamInfo: [UInt8]
  /// The number of header packets after the first; `nil` if it is not stated.
  let headerCount: Int?

  /// Reads the packet; `nil` if it is malformed.
  init?(_ packet: [UInt8]) {
    let end = Self.streamInfoOffset + Self.streamInfoByteCount
    guard packet.count >= end, packet.starts(with: Self.magic), packet[5] == 1,
      packet[9...].starts(with: Array("fLaC".utf8)), packet[13] & 0x7F == 0,
      packet[14...].starts(with: [0, 0, UInt8(Self.streamInfoByteCount)])
    else { return nil }
    let count = Int(packet[7]) << 8 | Int(packet[8])
    headerCount = count > 0 ? count : nil
    streamInfo = Array(packet[Self.streamInfoOffset..<end])
    guard sampleRate > 0 else { return nil }
  }

  /// Returns the header packet for a new file with the given number of further headers.
  static func packet(streamInfo: [UInt8], headerCount: Int) -> [UInt8] {
    var bytes = magic + [1, 0]
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: headerCount))
    return bytes + Array("fLaC".utf8) + [0, 0, 0, UInt8(streamInfoByteCount)] + streamInfo
  }

  /// RFC 9639, 8.2.
  var sampleRate: Int { Int(streamInfo[10]) << 12 | Int(streamInfo[11]) << 4 | Int(streamInfo[12] >> 4) }
  var channelCount: Int { Int(streamInfo[12] >> 1 & 7) + 1 }
  var bitDepth: Int { (Int(streamInfo[12] & 1) << 4 | Int(streamInfo[13] >> 4)) + 1 }

  /// The number of frames of each packet except the last, if all blocks have one size; otherwise 0.
  var fixedBlockSize: Int {
    let (least, most) = (Int(streamInfo[0]) << 8 | Int(streamInfo[1]), Int(streamInfo[2]) << 8 | Int(streamInfo[3]))
    return least == most ? most : 0
  }

  func agrees(with other: OggFLACHeader) -> Bool {
    sampleRate == other.sampleRate && channelCount == other.channelCount && bitDepth == other.bitDepth
  }
}
