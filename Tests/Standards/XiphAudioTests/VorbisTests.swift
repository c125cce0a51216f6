import AudioBase
import TestSupport
import Testing
import XiphAudio

/// Writes bits as Vorbis has them: the lowest first. Vorbis I, 2.
private struct LowBitWriter {
  var bytes: [UInt8] = []
  private var count = 0

  mutating func write(_ value: Int, _ width: Int) {
    for bit in 0..<width {
      if count % 8 == 0 { bytes.append(0) }
      bytes[count / 8] |= UInt8(value >> bit & 1) << UInt8(count % 8)
      count += 1
    }
  }
}

@Suite struct VorbisHeaderTests {
  private static func identification(channels: Int = 2, rate: Int = 44_100, sizes: UInt8 = 0xB8) -> [UInt8] {
    let numbers = [0, rate, 0, 96_000, 0].enumerated().flatMap { index, value -> [UInt8] in
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return index == 0 ? bytes + [UInt8(channels)] : bytes
    }
    return [1] + Array("vorbis".utf8) + numbers + [sizes, 1]
  }

  /// A set-up header with every kind of part that Vorbis I, 4.2.4 has, and the given modes.
  private static func setup(_ modes: [Bool], channels: Int = 2) -> [UInt8] {
    var bits = LowBitWriter()
    for byte in [5] + Array("vorbis".utf8) { bits.write(Int(byte), 8) }
    bits.write(3, 8)
    // A code book of lengths in order, without values: 4 entries, two of length 1, two of length 2.
    writeBook(&bits, dimensions: 1, entries: 4)
    bits.write(1, 1)
    bits.write(0, 5)
    bits.write(2, 3)
    bits.write(2, 2)
    bits.write(0, 4)
    // A sparse one with a lattice of 3 values (3² ≤ 12 < 4²) of 5 bits.
    writeBook(&bits, dimensions: 2, entries: 12)
    bits.write(0b10, 2)
    for entry in 0..<12 {
      bits.write(entry % 2, 1)
      if entry % 2 == 1 { bits.write(3, 5) }
    }
    writeValues(&bits, kind: 1, count: 3)
    // A dense one with a value for each entry and dimension.
    writeBook(&bits, dimensions: 3, entries: 5)
    bits.write(0, 2)
    for _ in 0..<5 { bits.write(4, 5) }
    writeValues(&bits, kind: 2, count: 15)
    // A lattice of no dimension and no entry.
    writeBook(&bits, dimensions: 0, entries: 0)
    bits.write(0, 2)
    writeValues(&bits, kind: 1, count: 0)
    writeRest(&bits, channels: channels)
    bits.write(modes.count - 1, 6)
    for mode in modes {
      bits.write(mode ? 1 : 0, 1)
      bits.write(0, 32)
      bits.write(0, 8)
    }
    bits.write(1, 1)
    return bits.bytes
  }

  /// What stands between the code books and the modes.
  private static func writeRest(_ bits: inout LowBitWriter, channels: Int) {
    // Times, both kinds of floor.
    bits.write(0, 6)
    bits.write(0, 16)
    bits.write(1, 6)
    bits.write(0, 16)
    for (value, width) in [(10, 8), (44, 16), (64, 16), (6, 6), (20, 8), (1, 4), (0, 8), (1, 8)] {
      bits.write(value, width)
    }
    bits.write(1, 16)
    bits.write(3, 5)
    for number in [0, 1, 0] { bits.write(number, 4) }
    for (dimension, subclasses) in [(0, 0), (2, 2)] {
      bits.write(dimension, 3)
      bits.write(subclasses, 2)
      if subclasses > 0 { bits.write(1, 8) }
      for _ in 0..<(1 << subclasses) { bits.write(2, 8) }
    }
    bits.write(1, 2)
    bits.write(7, 4)
    // The dimensions of the three partitions' classes: 1, 3, 1.
    for value in 0..<5 { bits.write(value * 9, 7) }
    // A residue of two classes, with 2 and 3 books.
    bits.write(0, 6)
    bits.write(2, 16)
    for value in [0, 100, 31] { bits.write(value, 24) }
    bits.write(1, 6)
    bits.write(0, 8)
    bits.write(0b011, 3)
    bits.write(0, 1)
    bits.write(0b100, 3)
    bits.write(1, 1)
    bits.write(0b10001, 5)
    for _ in 0..<5 { bits.write(1, 8) }
    // A mapping of two submaps and one coupling.
    bits.write(0, 6)
    bits.write(0, 16)
    bits.write(1, 1)
    bits.write(1, 4)
    bits.write(1, 1)
    bits.write(0, 8)
    let width = Int.bitWidth - (channels - 1).leadingZeroBitCount
    bits.write(0, width)
    bits.write(min(1, channels - 1), width)
    bits.write(0, 2)
    for channel in 0..<channels { bits.write(channel % 2, 4) }
    for _ in 0..<6 { bits.write(0, 8) }
  }

  private static func writeBook(_ bits: inout LowBitWriter, dimensions: Int, entries: Int) {
    bits.write(0x564342, 24)
    bits.write(dimensions, 16)
    bits.write(entries, 24)
  }

  private static func writeValues(_ bits: inout LowBitWriter, kind: Int, count: Int) {
    bits.write(kind, 4)
    bits.write(0, 32)
    bits.write(0, 32)
    bits.write(4, 4)
    bits.write(0, 1)
    for value in 0..<count { bits.write(value, 5) }
  }

  @Test("the modes behind all parts of a set-up header are found", arguments: [1, 2, 6])
  func modes(channels: Int) throws {
    for modes in [[false, true], [true], [Bool](repeating: true, count: 64)] {
      let (first, last) = (Self.identification(channels: channels), Self.setup(modes, channels: channels))
      let headers = try VorbisHeaders(identification: first.span, setup: last.span)
      #expect(headers.modes == modes && headers.channelCount == channels && headers.sampleRate == 44_100)
      #expect(headers.shortBlockSize == 256 && headers.longBlockSize == 2048 && headers.nominalBitRate == 96_000)
    }
  }

  @Test("a packet's mode is its block, and blocks overlap by half")
  func blocks() throws {
    let (first, last) = (Self.identification(), Self.setup([false, true, true]))
    let headers = try VorbisHeaders(identification: first.span, setup: last.span)
    let packets: [(byte: UInt8, size: Int?)] = [
      (0b000, 256), (0b010, 2048), (0b100, 2048), (0b110, nil), (0b001, nil), (0b1111_1000, 256),
    ]
    for packet in packets {
      let bytes = [packet.byte]
      expectEqual(headers.blockSize(bytes.span), packet.size)
    }
    expectNil(headers.blockSize([UInt8]().span))
    expectEqual(VorbisHeaders.frameCount(blockSize: 256, previous: 2048), 576)
    expectEqual(VorbisHeaders.frameCount(blockSize: 2048, previous: nil), 1024)
  }

  @Test("every cut header is refused, and what no stream has")
  func refusals() {
    let (first, last) = (Self.identification(), Self.setup([false, true]))
    for count in 0..<(last.count) {
      let part = Array(last.prefix(count))
      #expect(throws: CodecError.self) { try VorbisHeaders(identification: first.span, setup: part.span) }
    }
    for count in 0..<(first.count) {
      let part = Array(first.prefix(count))
      #expect(throws: CodecError.self) { try VorbisHeaders(identification: part.span, setup: last.span) }
    }
    let wrong = [
      Self.identification(channels: 0), Self.identification(rate: 0), Self.identification(sizes: 0x8B),
      Self.identification(sizes: 0xE8), Self.identification(sizes: 0x55),
    ]
    for bytes in wrong {
      #expect(throws: CodecError.self) { try VorbisHeaders(identification: bytes.span, setup: last.span) }
    }
  }

  @Test("every changed byte of a set-up header is read or refused")
  func damage() {
    let (first, last) = (Self.identification(), Self.setup([false, true]))
    var outcomes: Set<Bool> = []
    for place in last.indices {
      for value in [0, 0xFF, last[place] ^ 1, last[place] ^ 0x80] as [UInt8] {
        var bytes = last
        bytes[place] = value
        let headers = try? VorbisHeaders(identification: first.span, setup: bytes.span)
        outcomes.insert(headers != nil)
        if let headers { #expect((1...64).contains(headers.modes.count)) }
      }
    }
    expectEqual(outcomes.count, 2)
  }
}

@Suite struct XiphLacingTests {
  @Test("packets come out as they went in, whatever their lengths")
  func roundTrip() {
    for lengths in [[30, 60, 4000], [0, 255, 0], [254, 510, 256], [7]] {
      let packets = lengths.enumerated().map { [UInt8](repeating: UInt8($0.offset), count: $0.element) }
      expectEqual(XiphLacing.split(XiphLacing.join(packets)), packets)
    }
    // 2 more packets, of 30 and 255 + 5 bytes.
    expectEqual(
      XiphLacing.join([[UInt8](repeating: 1, count: 30), [UInt8](repeating: 2, count: 260), [3]]).prefix(4),
      [
        2, 30, 255, 5,
      ])
    #expect(XiphLacing.split([]) == nil && XiphLacing.split([1]) == nil && XiphLacing.split([1, 5, 0]) == nil)
    expectNil(XiphLacing.split([1, 255, 255]))
  }
}
