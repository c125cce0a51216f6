import AudioBase
import MP4Container
import TestSupport
import Testing

struct HostileFileTests {
  /// A small file with most of the boxes there are, in front of and inside fragments.
  static let sample: [UInt8] = {
    var builder = MovieBuilder(packets: makePackets(12), packetsPerChunk: [3, 2])
    builder.edits = fullBox("elst", number(1, 4), number(5000, 4), number(1024, 4), number(0x1_0000, 4))
    builder.extraTables = fullBox("sgpd", version: 1, typeBytes("roll"), number(2, 4), number(1, 4), number(-1, 2))
    builder.movieExtension = FragmentBuilder.movie().movieExtension
    let item = box(
      "----", fullBox("mean", Array("com.apple.iTunes".utf8)), fullBox("name", Array("iTunSMPB".utf8)),
      box("data", number(1, 4), number(0, 4), Array(" 00000000 00000400 00000100 0000000000001000".utf8)))
    builder.userData = fullBox("meta", fullBox("hdlr", number(0, 25)), box("ilst", item))
    var fragments = FragmentBuilder()
    fragments.fragments = [
      [(7, [TestRun(packets: makePackets(4))])], [(7, [TestRun(packets: makePackets(3), hasDurations: true)])],
    ]
    return fragments.bytes(after: builder.bytes())
  }()

  @Test("a box of more boxes than the limit is given up; a file of as many is not")
  func manyBoxes() throws {
    var builder = MovieBuilder(packets: makePackets(3))
    let free = Array(repeatElement(box("free"), count: BoxSequence.maximumCount + 1).joined())
    expectGreater(Self.exhaust(builder.bytes() + free), 0)
    builder.extraTables = free
    let error = #expect(throws: ContainerError.self) { try MP4Reader(MemoryByteSource(builder.bytes())) }
    expectEqual(error?.kind, .limitExceeded)
  }

  /// Reads all there is and returns the packets, or −1 where the file was refused.
  @discardableResult
  static func exhaust(_ bytes: [UInt8]) -> Int {
    guard var reader = try? MP4Reader(MemoryByteSource(bytes)) else { return -1 }
    var total = 0
    for track in reader.tracks.indices {
      let found = readAll(&reader, track: track)
      total += found.packets.count
      // Packets of a track lie side by side in the file.
      expectLessOrEqual(found.packets.reduce(0) { $0 + $1.count }, 2 * bytes.count)
      try? reader.seek(toPacket: 5, ofTrack: track)
      total += readAll(&reader, track: track).packets.count
    }
    return total
  }

  /// The byte offsets of all boxes of a well-formed file, found by their names.
  private static func boxes(in bytes: [UInt8]) -> [Int] {
    let names = [
      "ftyp", "moov", "mvhd", "trak", "tkhd", "edts", "elst", "mdia", "mdhd", "hdlr", "minf", "stbl", "stsd", "mp4a",
      "esds", "stts", "stsc", "stsz", "stco", "sgpd", "mvex", "trex", "udta", "meta", "ilst", "----", "data", "mdat",
      "moof", "mfhd", "traf", "tfhd", "tfdt", "trun",
    ].map(typeBytes)
    return (4..<(bytes.count - 4)).filter { names.contains(Array(bytes[$0..<($0 + 4)])) }.map { $0 - 4 }
  }

  @Test func theSampleItselfIsSound() throws {
    expectEqual(Self.boxes(in: Self.sample).count, 29 + 2 * 7)
    var reader = try MP4Reader(MemoryByteSource(Self.sample))
    expectEqual(readAll(&reader).packets, makePackets(12) + makePackets(4) + makePackets(3))
    expectEqual(reader.warnings, [])
  }

  @Test func everySizeOneOffIsRefusedOrRead() {
    for place in Self.boxes(in: Self.sample) {
      for change in [-1, 1] {
        var bytes = Self.sample
        let size = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
        bytes.replaceSubrange((place + 2)..<(place + 4), with: number(size + change, 2))
        Self.exhaust(bytes)
      }
    }
  }

  @Test func absurdSizesAreRefusedOrRead() {
    for place in Self.boxes(in: Self.sample) {
      for size in [0, 1, 2, 7, 8, 9, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
        var bytes = Self.sample
        bytes.replaceSubrange(place..<(place + 4), with: number(size, 4))
        Self.exhaust(bytes)
      }
    }
  }

  @Test func everyWordCanBecomeTheLargestOrZero() {
    for place in 0..<(Self.sample.count - 4) {
      for value in [0, 0xFFFF_FFFF, 0x7FFF_FFFF] {
        var bytes = Self.sample
        bytes.replaceSubrange(place..<(place + 4), with: number(value, 4))
        Self.exhaust(bytes)
      }
    }
  }

  @Test func everyShortenedFileIsRefusedOrGivesEarlierPackets() {
    let all = makePackets(12) + makePackets(4) + makePackets(3)
    for count in 0..<Self.sample.count {
      guard var reader = try? MP4Reader(MemoryByteSource(Array(Self.sample[..<count]))) else { continue }
      if reader.tracks.isEmpty { continue }
      let found = readAll(&reader)
      expectEqual(found.packets, Array(all.prefix(found.packets.count)))
    }
  }

  @Test func randomChangesNeverTrap() {
    let seed: UInt64 = 0x4D50_3441
    print("seed of the mutations: \(seed)")
    var random = SplitMix64(seed: seed)
    var readable = 0
    for _ in 0..<2000 {
      var bytes = Self.sample
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Self.exhaust(bytes) > 0 { readable += 1 }
    }
    expectGreater(readable, 0)
  }

  @Test func chunksThatAllLieOnTheSameBytesEndWithAnError() throws {
    // 1,000 chunks at offset 0, each of 2^32 − 1 samples of one byte.
    var builder = MovieBuilder(packets: makePackets(1000, sizes: { _ in 1 }), packetsPerChunk: [1])
    builder.sizes = fullBox("stsz", number(1, 4), number(0xFFFF_FFFF, 4))
    var bytes = builder.bytes()
    let runs = try required(Self.boxes(in: bytes).first { Array(bytes[($0 + 4)..<($0 + 8)]) == typeBytes("stsc") })
    bytes.replaceSubrange((runs + 20)..<(runs + 24), with: number(0xFFFF_FFFF, 4))
    var reader = try MP4Reader(MemoryByteSource(bytes))
    let found = readAll(&reader)
    expectEqual(found.error?.kind, .truncated)
    expectLessOrEqual(found.packets.count, bytes.count)
  }

  @Test func runsOfChunksWithoutSamplesArePassedOverAtOnce() throws {
    var builder = MovieBuilder(packets: makePackets(4), packetsPerChunk: [2])
    builder.extraTables = []
    var bytes = builder.bytes()
    let place = try required(Self.boxes(in: bytes).first { Array(bytes[($0 + 4)..<($0 + 8)]) == typeBytes("stsc") })
    // No samples in any chunk: reading ends with an error at once.
    bytes.replaceSubrange((place + 20)..<(place + 24), with: number(0, 4))
    var reader = try MP4Reader(MemoryByteSource(bytes))
    let found = readAll(&reader)
    #expect(found.packets.isEmpty)
    expectEqual(found.error?.structure, "stsc")
    // The failure stays until a seek, and then comes again.
    expectEqual(readAll(&reader).error?.structure, "stsc")
    try reader.seek(toPacket: 1, ofTrack: 0)
    expectEqual(readAll(&reader).error?.structure, "stsc")
  }

  @Test func claimsOfManyTracksAreBounded() {
    let bytes = box("moov", (0..<300).flatMap { _ in box("trak") })
    let error = #expect(throws: ContainerError.self) { try MP4Reader(MemoryByteSource(bytes)) }
    expectEqual(error?.kind, .limitExceeded)
  }

  @Test func deepNestingCostsNothing() {
    var bytes = [UInt8]()
    for _ in 0..<5000 { bytes = number(bytes.count + 8, 4) + typeBytes("moov") + bytes }
    expectEqual(Self.exhaust(bytes), 0)
  }

  @Test func aPacketBeyondTheLimitIsRefused() throws {
    var builder = MovieBuilder(packets: [[UInt8](repeating: 1, count: 100), [UInt8](repeating: 2, count: 3000)])
    builder.packetsPerChunk = [1]
    var limits = ResourceLimits()
    limits.packetByteCount = 1000
    var reader = try MP4Reader(MemoryByteSource(builder.bytes()), limits: limits)
    let found = readAll(&reader)
    expectEqual(found.packets.count, 1)
    expectEqual(found.error?.kind, .limitExceeded)
  }

  @Test func anHourIsDescribedWithFewReadsAndSmallMemory() throws {
    // 155,040 packets of 8 bytes in chunks of 21, as an hour of AAC at 44.1 kHz has.
    var builder = MovieBuilder(packets: [])
    builder.packets = [[UInt8]](repeating: [1, 2, 3, 4, 5, 6, 7, 8], count: 155_040)
    builder.packetsPerChunk = [21]
    let source = WatchedSource(builder.bytes())
    let clock = ContinuousClock()
    var reader: MP4Reader?
    let time = try clock.measure { reader = try MP4Reader(source) }
    print("an hour was described in \(time) with \(source.readCount) reads of \(source.readByteCount) bytes")
    let seconds = try required(reader?.tracks[0].duration)
    expectLess(abs(seconds - 3600.0), 0.1)
    // The table of sizes is read once, 620 KiB; nothing else grows with the file.
    expectLess(source.readByteCount, 700_000)
  }
}
