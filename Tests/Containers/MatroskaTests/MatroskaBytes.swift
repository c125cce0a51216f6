import AudioBase
import Foundation
import MatroskaContainer
import TestSupport

/// Writes Matroska by hand, element by element (RFC 8794, RFC 9559).
enum MatroskaBytes {
  static func hexadecimal(_ name: UInt32) -> [UInt8] {
    let bytes = (0..<4).reversed().map { place -> UInt8 in UInt8(truncatingIfNeeded: name >> UInt32(8 * place)) }
    return Array(bytes.drop { $0 == 0 })
  }

  /// An element, its size in as few bytes as it takes or in `width`.
  static func element(_ name: UInt32, _ body: [UInt8], width: Int? = nil) -> [UInt8] {
    hexadecimal(name) + size(body.count, width: width) + body
  }

  /// An element whose end is left open.
  static func open(_ name: UInt32, _ body: [UInt8], width: Int = 8) -> [UInt8] {
    hexadecimal(name) + size((1 << (7 * width)) - 1, width: width) + body
  }

  static func size(_ value: Int, width: Int? = nil) -> [UInt8] {
    let width = width ?? (1...8).first { count -> Bool in value < (1 << (7 * count)) - 1 } ?? 8
    let marked = UInt64(value) | 1 << UInt64(7 * width)
    return (0..<width).reversed().map { UInt8(truncatingIfNeeded: marked >> UInt64(8 * $0)) }
  }

  static func number(_ name: UInt32, _ value: UInt64) -> [UInt8] {
    let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    return element(name, Array(bytes.drop { $0 == 0 }))
  }

  static func signed(_ name: UInt32, _ value: Int32) -> [UInt8] {
    element(name, (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> Int32(8 * $0)) })
  }

  static func float(_ name: UInt32, _ value: Double) -> [UInt8] {
    element(name, (0..<8).reversed().map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(8 * $0)) })
  }

  static func text(_ name: UInt32, _ text: String) -> [UInt8] { element(name, Array(text.utf8)) }

  /// The header of a document.
  static func header(_ type: String = "matroska", version: UInt64 = 2) -> [UInt8] {
    element(0x1A45_DFA3, text(0x4282, type) + number(0x4287, 4) + number(0x4285, version))
  }

  /// A track of sound.
  static func track(
    _ number: UInt64 = 1, _ codec: String, configuration: [UInt8] = [], sound: [UInt8]? = nil, more: [UInt8] = []
  ) -> [UInt8] {
    let sound = sound ?? float(0xB5, 48_000) + self.number(0x9F, 2)
    let entry =
      self.number(0xD7, number) + self.number(0x73C5, 1000 + number) + self.number(0x83, 2) + text(0x86, codec)
      + (configuration.isEmpty ? [] : element(0x63A2, configuration)) + element(0xE1, sound) + more
    return element(0xAE, entry)
  }

  /// The first bytes of a block: track, time, flags.
  static func blockHead(track: Int = 1, time: Int16 = 0, flags: UInt8 = 0x80) -> [UInt8] {
    size(track) + [UInt8(truncatingIfNeeded: time >> 8), UInt8(truncatingIfNeeded: time), flags]
  }

  /// A `SimpleBlock` of one frame.
  static func simple(_ frame: [UInt8], track: Int = 1, time: Int16 = 0) -> [UInt8] {
    element(0xA3, blockHead(track: track, time: time) + frame)
  }

  static func cluster(_ blocks: [[UInt8]], time: UInt64 = 0) -> [UInt8] {
    element(0x1F43_B675, number(0xE7, time) + blocks.flatMap { $0 })
  }

  /// A file of tracks, and of what else follows in the segment.
  static func file(_ tracks: [[UInt8]], _ rest: [UInt8]) -> [UInt8] {
    header() + element(0x1853_8067, info + element(0x1654_AE6B, tracks.flatMap { $0 }) + rest)
  }

  static let info = element(0x1549_A966, number(0x2A_D7B1, 1_000_000))

  static func reader(_ bytes: [UInt8]) throws -> MatroskaReader { try MatroskaReader(MemoryByteSource(bytes)) }

  /// Packets that differ, of MPEG audio as far as the container cares.
  static func packets(_ count: Int, seed: UInt64 = 1) -> [[UInt8]] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { random.bytes(20 + ($0 * 37) % 300) }
  }

  static func fixture(_ name: String) -> [UInt8] {
    SharedFiles.bytes(SharedFiles.fixtures.appending(path: "Matroska/\(name)"))
  }
}
