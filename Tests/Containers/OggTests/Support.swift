import AudioBase
import Foundation
import TestSupport
import Testing

/// A page by hand. RFC 3533, 6.
struct HandMadePage {
  var flags: UInt8 = 0
  var granule: Int64 = 0
  var serial: UInt32 = 7
  var sequence: UInt32 = 0
  var lacing: [UInt8] = []
  var body: [UInt8] = []

  /// A page of whole packets.
  init(_ packets: [[UInt8]], flags: UInt8 = 0, granule: Int64 = 0, sequence: UInt32 = 0, serial: UInt32 = 7) {
    (self.flags, self.granule, self.sequence, self.serial) = (flags, granule, sequence, serial)
    for packet in packets {
      lacing += [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
      body += packet
    }
  }

  /// The check by long division over single bits.
  static func check(_ bytes: [UInt8]) -> UInt32 {
    var register: UInt32 = 0
    for byte in bytes {
      for bit in 0..<8 {
        let feedback = register >> 31 ^ UInt32(byte) >> (7 - UInt32(bit)) & 1
        register = register << 1
        if feedback != 0 { register ^= 0x04C1_1DB7 }
      }
    }
    return register
  }

  static func little(_ value: UInt64, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  var bytes: [UInt8] {
    var head = Array("OggS".utf8) + [0, flags] + Self.little(UInt64(bitPattern: granule), 8)
    head += Self.little(UInt64(serial), 4) + Self.little(UInt64(sequence), 4) + [0, 0, 0, 0, UInt8(lacing.count)]
    var page = head + lacing + body
    page.replaceSubrange(22..<26, with: Self.little(UInt64(Self.check(page)), 4))
    return page
  }
}

/// A stream of Opus by hand. No one decodes its packets.
struct HandMadeOpus {
  /// Packets of 20 ms of CELT (configuration 31, mono, one frame), told apart by what follows.
  static func packet(_ number: Int, byteCount: Int = 20) -> [UInt8] {
    var random = SplitMix64(seed: UInt64(number) + 1)
    return [0xF8] + random.bytes(byteCount - 1)
  }

  static func head(preSkip: Int = 312) -> [UInt8] {
    Array("OpusHead".utf8) + [1, 1] + HandMadePage.little(UInt64(preSkip), 2) + [0x80, 0xBB, 0, 0, 0, 0, 0]
  }

  static func tags(_ texts: [String] = []) -> [UInt8] {
    Array("OpusTags".utf8) + [1, 0, 0, 0, 0x76] + HandMadePage.little(UInt64(texts.count), 4)
      + texts.flatMap { HandMadePage.little(UInt64($0.utf8.count), 4) + Array($0.utf8) }
  }

  /// The pages of a stream of so many pages of so many packets; `start` is the granule position of its beginning.
  static func pages(
    _ pageCount: Int, packetsPerPage: Int, start: Int64 = 0, cut: Int64 = 0, serial: UInt32 = 7
  ) -> [HandMadePage] {
    var pages = [
      HandMadePage([head()], flags: 2, serial: serial), HandMadePage([tags()], sequence: 1, serial: serial),
    ]
    for page in 0..<pageCount {
      let packets = (0..<packetsPerPage).map { packet(page * packetsPerPage + $0) }
      let isLast = page == pageCount - 1
      let granule = start + Int64((page + 1) * packetsPerPage * 960) - (isLast ? cut : 0)
      pages.append(
        HandMadePage(
          packets, flags: isLast ? 4 : 0, granule: granule, sequence: UInt32(page + 2), serial: serial))
    }
    return pages
  }
}

extension [HandMadePage] {
  var bytes: [UInt8] { flatMap(\.bytes) }
}

/// The fixtures and how many frames went into the encoders.
struct OggFixture: Sendable, CustomTestStringConvertible {
  var name: String
  var formatID: FourCharacterCode
  var frameCount: Int64
  var sampleRate: Double
  var channelCount: Int
  var packetCount: Int64

  var testDescription: String { name }
  var bytes: [UInt8] { SharedFiles.bytes(SharedFiles.fixtures.appending(path: "Ogg/\(name)")) }

  // Of 16 kHz, what was encoded is a third of what comes out. The numbers of packets are those of
  // `ffprobe -count_packets`.
  static let all = [
    OggFixture(
      name: "stereo.opus", formatID: .opus, frameCount: 14_401, sampleRate: 48_000, channelCount: 2, packetCount: 16),
    OggFixture(
      name: "mono-60ms.opus", formatID: .opus, frameCount: 14_403, sampleRate: 48_000, channelCount: 1, packetCount: 6),
    OggFixture(
      name: "mono-2.5ms.opus", formatID: .opus, frameCount: 14_403, sampleRate: 48_000, channelCount: 1,
      packetCount: 123),
    OggFixture(
      name: "surround.opus", formatID: .opus, frameCount: 9607, sampleRate: 48_000, channelCount: 6, packetCount: 11),
    OggFixture(
      name: "stereo.ogg", formatID: .vorbis, frameCount: 8821, sampleRate: 44_100, channelCount: 2, packetCount: 36),
    OggFixture(
      name: "mono-8000.ogg", formatID: .vorbis, frameCount: 4001, sampleRate: 8000, channelCount: 1, packetCount: 17),
    OggFixture(
      name: "mono-8000.oga", formatID: .flac, frameCount: 4001, sampleRate: 8000, channelCount: 1, packetCount: 8),
  ]
}
