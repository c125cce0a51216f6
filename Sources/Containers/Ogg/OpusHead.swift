import AudioBase
import Bitstream

/// `OpusHead`, RFC 7845, 5.1.
struct OpusHead {
  /// The packet.
  var cookie: [UInt8]
  var channelCount: Int
  /// Frames at 48 kHz that are left out at the start.
  var preSkip: Int
  /// How the channels are made of streams.
  var mappingFamily: UInt8

  init(_ packet: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    cookie = packet.indices.map { packet[$0] }
    let version: UInt8
    do throws(EndOfBytes) {
      var reader = ByteReader(packet)
      try reader.skip(8)
      version = try reader.readUInt8()
      channelCount = Int(try reader.readUInt8())
      preSkip = Int(try reader.readUInt16LittleEndian())
      try reader.skip(6)
      mappingFamily = try reader.readUInt8()
    } catch {
      throw ContainerError(.truncated, "OpusHead has 19 bytes or more", at: offset, in: .opus)
    }
    guard version < 16 else {
      throw ContainerError(.unsupported, "only the first version of Opus in Ogg is read", at: offset, in: .opus)
    }
    guard channelCount > 0, mappingFamily != 0 || channelCount <= 2 else {
      throw ContainerError(.malformed, "Opus has one or two channels, or a mapping of more", at: offset, in: .opus)
    }
  }

  /// The loudspeakers.
  var layout: ChannelLayout {
    if mappingFamily <= 1 { return .vorbis(channelCount: channelCount) }
    return ChannelLayout(Array(repeating: .unknown, count: channelCount))
  }

  /// Frames at 48 kHz of a packet, RFC 6716, 3.1 and 3.2; 0 where it breaks a rule.
  static func frameCount(_ packet: Span<UInt8>) -> Int {
    guard packet.count > 0 else { return 0 }
    let configuration = Int(packet[0] >> 3)
    let frame =
      switch configuration {
      case 0..<12: [480, 960, 1920, 2880][configuration & 3]
      case 12..<16: configuration & 1 == 0 ? 480 : 960
      default: 120 << (configuration & 3)
      }
    let count: Int
    switch packet[0] & 3 {
    case 0: count = 1
    case 3: count = packet.count > 1 ? Int(packet[1] & 63) : 0
    default: count = 2
    }
    // No packet lasts longer than 120 ms.
    return frame * count <= 5760 ? frame * count : 0
  }
}
