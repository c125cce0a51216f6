import ALACCodec
import AudioBase
import Bitstream
import Foundation
import TestSupport
import Testing

/// Packets that FFmpeg made, against a check of the PCM that went into them.
@Suite struct FixtureTests {
  @Test(arguments: [
    ("ffmpeg_16_stereo", "000010000010280a0e02000000004004001588800000ac44", 2, UInt32(0xB4B0_E39D)),
    ("ffmpeg_24_mono", "000010000018280a0e01000000003004001026600000ac44", 4, 0x87AC_6FBD),
    ("ffmpeg_16_51", "000010000010280a0e0600000000c004004099800000ac44", 2, 0x1EE6_7645),
  ])
  func thePCMComesBack(name: String, cookieText: String, byteCount: Int, check: UInt32) throws {
    let digits = Array(cookieText)
    let cookie = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0 }
    let packets = packetsOfDump(
      SharedFiles.bytes(SharedFiles.fixtures.appending(path: "ALAC").appending(path: "\(name).dump")))
    let channels = try decode(cookie: cookie, packets)
    let depth = Int32(cookie[5])
    var pcm: [UInt8] = []
    for index in channels[0].indices {
      for channel in ALACChannels.layout(channelCount: channels.count).waveOrder {
        let word = channels[channel][index] << (Int32(8 * byteCount) - depth)
        if byteCount == 2 { pcm.append(littleEndian: Int16(word)) } else { pcm.append(littleEndian: word) }
      }
    }
    expectEqual(Self.crc32(pcm), check)
  }

  /// The check of zlib and PNG.
  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var register = UInt32.max
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~register
  }
}
