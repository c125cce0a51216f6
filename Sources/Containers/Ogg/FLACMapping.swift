import AudioBase
import Bitstream

/// The first packet of FLAC in Ogg, RFC 9639, 10.1, which ends with `STREAMINFO`.
struct FLACMapping {
  /// The body of `STREAMINFO`.
  var cookie: [UInt8]
  /// Packets of metadata that follow, 0 where that is not known.
  var headerPacketCount: Int
  var sampleRate: Int
  var channelCount: Int
  var bitsPerSample: Int
  /// Frames of the recording, 0 where that is not known.
  var totalFrameCount: Int64
  /// Frames of every packet but the last, or `nil` where they differ.
  var fixedBlockSize: Int?

  init(_ packet: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    guard packet.count >= 51 else {
      throw ContainerError(.truncated, "the first packet of FLAC has 51 bytes", at: offset, in: .flac)
    }
    guard packet[5] == 1 else {
      throw ContainerError(.unsupported, "only the first version of FLAC in Ogg is read", at: offset, in: .flac)
    }
    guard packet.extracting(9..<13).begins(with: "fLaC"), packet[13] & 0x7F == 0 else {
      throw ContainerError(.malformed, "the first packet of FLAC holds STREAMINFO", at: offset, in: .flac)
    }
    func number(_ place: Int, _ width: Int) -> UInt64 {
      (place..<(place + width)).reduce(0) { $0 << 8 | UInt64(packet[$1]) }
    }
    cookie = (17..<51).map { packet[$0] }
    headerPacketCount = Int(number(7, 2))
    let bits = number(27, 8)
    sampleRate = Int(bits >> 44)
    channelCount = Int(bits >> 41 & 7) + 1
    bitsPerSample = Int(bits >> 36 & 31) + 1
    totalFrameCount = Int64(bits & 0xF_FFFF_FFFF)
    let (smallest, largest) = (Int(number(17, 2)), Int(number(19, 2)))
    guard sampleRate > 0, smallest >= 16, largest >= smallest, bitsPerSample >= 4 else {
      throw ContainerError(
        .malformed, "a stream has a rate, blocks of 16 frames or more, and 4 bits a sample or more", at: offset,
        in: .flac)
    }
    fixedBlockSize = smallest == largest ? largest : nil
  }

  /// The loudspeakers.
  var layout: ChannelLayout { .flac(channelCount: channelCount) }

  /// Frames of a packet as its header says, RFC 9639, 9.1.1; 0 where it is not the header of a frame.
  static func frameCount(_ packet: Span<UInt8>) -> Int {
    guard packet.count >= 6, packet[0] == 0xFF, packet[1] & 0xFE == 0xF8 else { return 0 }
    let code = Int(packet[2] >> 4)
    switch code {
    case 0: return 0
    case 1: return 192
    case 2...5: return 576 << (code - 2)
    case 6, 7:
      // The size stands behind a number of one to seven bytes.
      let place = 4 + max(1, (~packet[4]).leadingZeroBitCount)
      guard place + 1 < packet.count else { return 0 }
      return 1 + (code == 6 ? Int(packet[place]) : Int(packet[place]) << 8 | Int(packet[place + 1]))
    default: return 256 << (code - 8)
    }
  }
}
