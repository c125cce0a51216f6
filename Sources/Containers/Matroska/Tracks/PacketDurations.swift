import AudioBase
import XiphAudio

/// The number of packets in a frame of Matroska, and their durations.
enum PacketDurations {
  /// Packets of one size, with any number of packets in a frame.
  case constant(byteCount: Int, frameCount: Int)
  /// One packet a frame, all of one duration.
  case fixed(Int)
  case opus
  case vorbis(VorbisHeaders)
  case flac
  case appleLossless(framesPerPacket: Int)
  /// The first four bytes of a packet, little endian.
  case wavPack
  /// The header of DTS, which states the number of blocks of 32 frames; ETSI TS 102 114, 5.3.
  case dts
  /// One packet a frame, of unknown duration.
  case untold

  /// The bytes at the beginning of a packet that state its duration.
  var headByteCount: Int {
    switch self {
    case .constant, .fixed, .untold: 0
    case .opus: 2
    case .vorbis: 1
    case .flac: FLACPacket.headByteCount
    case .appleLossless: 7
    case .wavPack: 4
    case .dts: 6
    }
  }

  /// True if all packets have one size, so that a frame may hold several.
  var isConstant: Bool {
    if case .constant = self { true } else { false }
  }

  /// The packets and frames in a stored frame.
  struct Content: BitwiseCopyable {
    /// The number of packets.
    var packetCount: Int64
    /// The total number of frames of sound; 0 if it is not stated.
    var frameCount: Int64
  }

  /// Counts the packets of a frame and their frames of sound.
  ///
  /// - Parameters:
  ///   - head: The first ``headByteCount`` bytes, or all if there are fewer.
  ///   - byteCount: The number of bytes of the whole frame.
  ///   - previousBlock: The block size of the Vorbis packet before, `nil` if there was none; set to that of this
  ///     one.
  func content(head: Span<UInt8>, byteCount: Int, previousBlock: inout Int?) -> Content {
    switch self {
    case .constant(let size, let frames):
      let packets = Int64(byteCount / max(1, size))
      return Content(packetCount: packets, frameCount: packets * Int64(frames))
    case .fixed(let frames): return Content(packetCount: 1, frameCount: Int64(frames))
    case .opus: return Content(packetCount: 1, frameCount: Int64(OpusPacket.frameCount(head) ?? 0))
    case .flac: return Content(packetCount: 1, frameCount: Int64(FLACPacket.frameCount(head) ?? 0))
    case .vorbis(let headers):
      guard let size = headers.blockSize(head) else { return Content(packetCount: 1, frameCount: 0) }
      defer { previousBlock = size }
      let frames = VorbisHeaders.frameCount(blockSize: size, previous: previousBlock)
      return Content(packetCount: 1, frameCount: Int64(frames))
    case .appleLossless(let frames):
      return Content(packetCount: 1, frameCount: Int64(Self.partialFrameCount(head, atMost: frames) ?? frames))
    case .wavPack:
      let frames = head.count < 4 ? 0 : (0..<4).reduce(0) { $0 | Int(head[$1]) << (8 * $1) }
      return Content(packetCount: 1, frameCount: frames <= 1 << 18 ? Int64(frames) : 0)
    case .dts:
      let blocks = head.count < 6 ? 0 : (Int(head[4] & 1) << 6 | Int(head[5] >> 2)) + 1
      return Content(packetCount: 1, frameCount: Int64(32 * blocks))
    case .untold: return Content(packetCount: 1, frameCount: 0)
    }
  }

  /// True if descriptions of packets state their durations, because the format does not.
  var variesByPacket: Bool {
    switch self {
    case .opus, .vorbis, .flac, .wavPack, .dts: true
    default: false
    }
  }

  /// Returns the number of frames of a packet of Apple Lossless that has fewer than others: bit 19 of its first element
  /// says so, and the number follows in 32 bits (Apple's description of the format, "ALAC Bitstream Syntax").
  private static func partialFrameCount(_ head: Span<UInt8>, atMost most: Int) -> Int? {
    guard head.count >= 7, head[2] & 0x10 != 0 else { return nil }
    // From bit 19 on: 2 bits of shift, 1 of escape, then 32 from bit 23 on.
    var value = Int(head[2] & 1)
    for index in 3..<7 { value = value << 8 | Int(head[index]) }
    value >>= 1
    return (0...most).contains(value) ? value : nil
  }
}
