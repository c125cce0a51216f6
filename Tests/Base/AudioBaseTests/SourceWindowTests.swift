import AudioBase
import TestSupport
import Testing

/// A source that notes every read and fails on any byte asked for twice, as a pipe would.
private final class OnceSource: ByteSource {
  let bytes: [UInt8]
  private var next: Int64 = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var byteCount: Int64? { nil }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    guard offset >= next else { throw ContainerError(.inputOutput, "a pipe cannot go back", at: offset) }
    var count = 0
    while count < buffer.count, Int(offset) + count < bytes.count {
      buffer[count] = bytes[Int(offset) + count]
      count += 1
    }
    next = offset + Int64(count)
    return count
  }
}

struct SourceWindowTests {
  static let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 37) }

  @Test func anyStretchIsSeenAsItIs() throws {
    var window = SourceWindow(MemoryByteSource(Self.bytes), capacity: 64)
    for offset in [0, 3, 60, 64, 10, 990, 999, 1000, 0, 936, 937] {
      for wanted in [0, 1, 8, 63, 64] {
        let place = try window.load(wanted, at: Int64(offset))
        let expected = Array(Self.bytes.dropFirst(offset).prefix(wanted))
        expectEqual(Array(window.bytes[place]), expected)
      }
    }
  }

  @Test func movingForwardReadsEachByteOnce() throws {
    var window = SourceWindow(OnceSource(Self.bytes), capacity: 64)
    var offset = 0
    while offset < Self.bytes.count {
      let place = try window.load(40, at: Int64(offset))
      expectEqual(Array(window.bytes[place]), Array(Self.bytes.dropFirst(offset).prefix(40)))
      offset += 7
    }
  }

  @Test func offsetsOutsideTheSourceAreEmpty() throws {
    var window = SourceWindow(MemoryByteSource(Self.bytes), capacity: 16)
    for offset in [-1, Int64.min, 1000, 1001, Int64.max, Int64.max - 8] {
      #expect(try window.load(16, at: offset).isEmpty)
      #expect(throws: ContainerError.self) { try window.bigEndian(1, at: offset) }
      var copy: [UInt8] = []
      try expectEqual(window.append(100, at: offset, to: &copy), 0)
    }
  }

  @Test func numbersAreBigEndian() throws {
    var window = SourceWindow(MemoryByteSource([1, 2, 3, 4, 5, 6, 7, 8, 9]), capacity: 16)
    try expectEqual(window.bigEndian(1, at: 8), 9)
    try expectEqual(window.bigEndian(3, at: 1), 0x02_0304)
    try expectEqual(window.bigEndian(8, at: 1), 0x0203_0405_0607_0809)
    #expect(throws: ContainerError.self) { try window.bigEndian(2, at: 8) }
  }

  @Test func longCopiesPassThroughASmallWindow() throws {
    var window = SourceWindow(OnceSource(Self.bytes), capacity: 16)
    var copy: [UInt8] = [42]
    try expectEqual(window.append(700, at: 5, to: &copy), 700)
    expectEqual(copy, [42] + Self.bytes[5..<705])
    try expectEqual(window.append(700, at: 705, to: &copy), 295)
    expectEqual(copy, [42] + Self.bytes[5...])
  }
}

struct SparsePacketIndexTests {
  @Test func theNearestMarkBeforeAPacketIsFound() {
    var index = SparsePacketIndex(stride: 10, maximumCount: 100)
    for packet in 0..<95 { index.note(packet: Int64(packet), at: Int64(packet * 3)) }
    expectEqual(index.count, 10)
    for packet in 0..<200 {
      let expected = Int64(min(packet / 10, 9) * 10)
      expectEqual(index.mark(before: Int64(packet)), .init(packet: expected, offset: expected * 3))
    }
    expectNil(index.mark(before: -1))
    expectNil(SparsePacketIndex().mark(before: 5))
  }

  @Test func aFullIndexThinsOutAndStaysRight() throws {
    var index = SparsePacketIndex(stride: 1, maximumCount: 8)
    for packet in 0..<10_000 {
      index.note(packet: Int64(packet), at: Int64(packet * 3))
      expectLessOrEqual(index.count, 8)
    }
    for packet in stride(from: 0, to: 10_000, by: 77) {
      let mark = try required(index.mark(before: Int64(packet)))
      expectEqual(mark.offset, mark.packet * 3)
      #expect(mark.packet <= packet && packet - Int(mark.packet) < 4096)
    }
  }
}
