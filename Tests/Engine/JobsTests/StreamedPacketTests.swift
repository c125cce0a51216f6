import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import TestSupport
import Testing

/// Packets of streams that nobody says the end of.
@Suite struct StreamedPacketTests {
  private func packets(_ parser: inout StreamParser) throws -> [[UInt8]] {
    var batch = PacketBatch()
    var packets: [[UInt8]] = []
    while try parser.nextPackets(into: &batch) {
      for index in 0..<batch.count { packets.append(Array(batch.packet(index))) }
    }
    return packets
  }

  @Test(
    "every packet of FLAC is given with its last byte, the last one too", arguments: [1, 13, 700, 1 << 20],
    [Kind.noise, .tone, .silence])
  func frames(portion: Int, kind: Kind) throws {
    let directory = try TemporaryDirectory()
    var random = SplitMix64(seed: 4)
    let samples: [Int16] = (0..<24_000).map { index in
      switch kind {
      case .noise: Int16(truncatingIfNeeded: random.next())
      case .tone: Int16(truncatingIfNeeded: (index / 2 % 100) * 300 + Int(random.next() % 16))
      case .silence: 0
      }
    }
    try directory.write("in.wav", wave(samples, rate: 44_100))
    try FileConversion(from: directory.file("in.wav"), to: directory.file("in.flac")).run()
    let bytes = try required(directory.read("in.flac"))
    var whole: [[UInt8]] = []
    var reader = try MediaFile(path: directory.file("in.flac"), containers: Catalog.standard.containers).reader
    var batch = PacketBatch()
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      for index in 0..<batch.count { whole.append(Array(batch.packet(index))) }
    }
    var parser = Catalog.standard.makeStreamParser()
    var streamed: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: portion) {
      try parser.append(Array(bytes[start..<min(start + portion, bytes.count)]).span)
      streamed += try packets(&parser)
    }
    #expect(streamed == whole && whole.count > 1)
    try parser.finish()
    #expect(try packets(&parser).isEmpty)
    expectEqual(parser.state, .ended)
  }

  enum Kind: Sendable { case noise, tone, silence }

  @Test("damage costs the packets that it costs in a file")
  func damage() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sawtooth(60_000), rate: 44_100))
    try FileConversion(from: directory.file("in.wav"), to: directory.file("in.flac")).run()
    let bytes = try required(directory.read("in.flac"))
    var random = SplitMix64(seed: 9)
    for _ in 0..<40 {
      var damaged = bytes
      let place = bytes.count / 4 + Int(random.next() % UInt64(bytes.count / 2))
      damaged[place] ^= 1 << UInt8(random.next() & 7)
      try directory.write("bad.flac", damaged)
      var reader = try MediaFile(path: directory.file("bad.flac"), containers: Catalog.standard.containers).reader
      var whole: [[UInt8]] = []
      var batch = PacketBatch()
      while try reader.readPackets(ofTrack: 0, into: &batch) {
        for index in 0..<batch.count { whole.append(Array(batch.packet(index))) }
      }
      var parser = Catalog.standard.makeStreamParser()
      try parser.append(damaged.span)
      var streamed = try packets(&parser)
      try parser.finish()
      streamed += try packets(&parser)
      expectEqual(streamed, whole, "byte \(place)")
    }
  }
}
