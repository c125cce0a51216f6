import AudioBase
import MP4Container
import TestSupport
import Testing

@Suite("Tracks of several sample descriptions")
struct DescriptionChangeTests {
  /// AAC-LC at 44.1 kHz in mono, where the first entry of the builder is stereo.
  private static let mono = MovieBuilder.soundEntry(
    children: fullBox("esds", MovieBuilder.chain.replacing([0x12, 0x10], with: [0x12, 0x08])))

  private static func builder() -> MovieBuilder {
    var builder = MovieBuilder(packets: makePackets(20), packetsPerChunk: [2])
    builder.moreEntries = [mono]
    builder.descriptionsOfChunks = [1, 1, 2, 2, 2, 1]
    return builder
  }

  private static func batches(_ reader: inout MP4Reader) throws -> [(packets: [[UInt8]], stream: Int)] {
    var batch = PacketBatch()
    var found: [(packets: [[UInt8]], stream: Int)] = []
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      found.append(((0..<batch.count).map { [UInt8](batch.packet($0)) }, batch.streamNumber))
    }
    return found
  }

  @Test("Packets of each are given, a batch is of one, and the table says where they begin")
  func tables() throws {
    let builder = Self.builder()
    var reader = try MP4Reader(MemoryByteSource(builder.bytes()))
    let known = reader.streamChanges(ofTrack: 0)
    #expect(known.changes.map(\.packet) == [4, 10] && known.changes.map(\.stream) == [1, 0])
    expectEqual(known.otherStreams.map(\.cookie), [[0x12, 0x08]])
    #expect(known.otherStreams[0].format.formatID == .aac && known.otherStreams[0].format.framesPerPacket == 1024)
    let found = try Self.batches(&reader)
    #expect(found.map(\.stream) == [0, 1, 0] && found.map(\.packets.count) == [4, 6, 10])
    expectEqual(found.flatMap(\.packets), builder.packets)
    #expect(reader.warnings.contains { $0.contains("1, 2 can be read") })
    for target in [19, 3, 9, 4, 10, 0, 5] {
      try reader.seek(toPacket: Int64(target), ofTrack: 0)
      try expectEqual(Self.batches(&reader).flatMap(\.packets), Array(builder.packets[target...]))
    }
    // Small batches end where the stream changes, and go on with the packet that was handed back.
    try reader.seek(toPacket: 0, ofTrack: 0)
    let small = readAll(&reader, batch: PacketBatch(maximumPacketCount: 3))
    expectEqual(small.packets, builder.packets)
    try expectEqual(reader.locate(.packet(4), ofTrack: 0)?.byteOffset, known.changes[0].byteOffset)
  }

  @Test("A track that changes too often is read by its first description alone")
  func bomb() throws {
    var limits = ResourceLimits()
    limits.streamChangeCount = 10
    var builder = MovieBuilder(packets: makePackets(60), packetsPerChunk: [1])
    builder.moreEntries = [Self.mono]
    builder.descriptionsOfChunks = (0..<60).map { 1 + $0 % 2 }
    var reader = try MP4Reader(MemoryByteSource(builder.bytes()), limits: limits)
    #expect(reader.streamChanges(ofTrack: 0).isEmpty)
    let found = readAll(&reader)
    #expect(found.packets.count == 1 && found.error?.kind == .unsupported)
  }

  @Test("Every byte of the description and of the tables may be wrong")
  func damage() throws {
    let bytes = Self.builder().bytes()
    for index in 0..<min(bytes.count, 900) {
      for value: UInt8 in [0, 1, 0xFF] {
        var damaged = bytes
        damaged[index] = value
        guard var reader = try? MP4Reader(MemoryByteSource(damaged)) else { continue }
        if reader.tracks.indices.contains(0) {
          let found = readAll(&reader)
          expectLessOrEqual(found.packets.joined().count, bytes.count * 2)
        }
      }
    }
  }
}

extension Array where Element == UInt8 {
  /// The bytes with the first place that holds others replaced by as many.
  fileprivate func replacing(_ old: [UInt8], with new: [UInt8]) -> [UInt8] {
    var bytes = self
    guard let start = indices.first(where: { self[$0...].starts(with: old) }) else { return bytes }
    bytes.replaceSubrange(start..<(start + old.count), with: new)
    return bytes
  }
}
