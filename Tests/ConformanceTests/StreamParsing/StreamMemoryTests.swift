import AudioBase
import AudioFiles
import TestSupport
import Testing

/// Streams of ten hours: what is held in memory does not grow.
@Suite struct StreamMemoryTests {
  /// How much may be held beside one piece of the stream: a reader's look ahead.
  static let allowance = 1 << 15

  @Test("ten hours pass through a bounded buffer", arguments: EndlessStream.all)
  func tenHours(_ stream: EndlessStream) throws {
    guard StreamRuns.containers.contains(where: { $0.fileType == stream.fileType && $0.open != nil }) else {
      print("memory: \(stream.fileType) is not in the catalog")
      return
    }
    var parser = StreamParser(containers: StreamRuns.containers)
    var batch = PacketBatch()
    try parser.append(stream.header.span)
    // Pieces that do not fit the units, so that every place of a unit is cut at some time.
    let unitsPerPiece = max(1, 40_000 / stream.unit.count)
    let piece = Array(repeatElement(stream.unit, count: unitsPerPiece).joined())
    var left = stream.count
    var largest = 0
    var cut = 0
    while left > 0 {
      let part = min(left, unitsPerPiece) * stream.unit.count
      cut = (cut &* 31 &+ 7919) % part
      try Self.feed(piece, 0..<cut, &parser, &batch, &largest)
      try Self.feed(piece, cut..<part, &parser, &batch, &largest)
      left -= min(left, unitsPerPiece)
    }
    try parser.finish()
    while try parser.nextPackets(into: &batch) {}
    let total = Int64(stream.count) * Int64(stream.packetsPerUnit)
    expectEqual(parser.delivered.packetCount, total)
    expectEqual(parser.delivered.frameCount, total * Int64(stream.framesPerPacket))
    expectLessOrEqual(largest, Self.allowance + stream.header.count, "\(stream.fileType)")
    print(
      "memory: \(stream.fileType), \(parser.nextByteOffset) bytes, \(total) packets,",
      "at most \(largest) bytes held between the pieces")
  }

  private static func feed(
    _ piece: [UInt8], _ range: Range<Int>, _ parser: inout StreamParser, _ batch: inout PacketBatch,
    _ largest: inout Int
  ) throws(AudioError) {
    try parser.append(piece.span.extracting(range))
    while try parser.nextPackets(into: &batch) {}
    largest = max(largest, parser.bufferedByteCount)
  }
}
