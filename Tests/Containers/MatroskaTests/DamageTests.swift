import AudioBase
import MatroskaContainer
import TestSupport
import Testing

@Suite("Damaged Matroska")
struct DamageTests {
  typealias Bytes = MatroskaBytes

  /// Forty packets in eight clusters; where each packet's block ends.
  static func stream(isOpen: Bool = false) -> (bytes: [UInt8], packets: [[UInt8]], ends: [Int], clusters: [Int]) {
    let packets = Bytes.packets(40)
    let front = Bytes.info + Bytes.element(0x1654_AE6B, Bytes.track(1, "A_MPEG/L3"))
    var body = front
    let base = Bytes.header().count + 4 + 8
    var (ends, clusters): ([Int], [Int]) = ([], [])
    for first in stride(from: 0, to: 40, by: 5) {
      clusters.append(base + body.count)
      let blocks = packets[first..<(first + 5)].map { Bytes.simple($0) }
      let content = Bytes.number(0xE7, UInt64(first * 24)) + blocks.flatMap { $0 }
      body += isOpen ? Bytes.open(0x1F43_B675, content) : Bytes.element(0x1F43_B675, content)
      var end = base + body.count - blocks.joined().count
      for block in blocks {
        end += block.count
        ends.append(end)
      }
    }
    return (Bytes.header() + Bytes.element(0x1853_8067, body, width: 8), packets, ends, clusters)
  }

  @Test("every prefix gives the whole packets in it", arguments: [false, true])
  func prefixes(isOpen: Bool) throws {
    let (bytes, packets, ends, clusters) = Self.stream(isOpen: isOpen)
    for count in 0...bytes.count {
      let prefix = Array(bytes[..<count])
      guard var reader = try? Bytes.reader(prefix) else {
        expectLess(count, clusters[0])
        continue
      }
      let whole = ends.count { $0 <= count }
      let found = readAll(&reader)
      #expect(found.packets.elementsEqual(packets[..<whole]) && found.error == nil, "\(count)")
      expectEqual(reader.tracks[0].packetCount, Int64(whole))
      // Within an element of a cluster a file is told to be cut.
      if count > ends[0], !ends.contains(count), !clusters.contains(where: { (0...16).contains(count - $0) }) {
        #expect(reader.warnings.contains { $0.contains("ends within a block") }, "\(count)")
      }
    }
  }

  @Test("garbage in a cluster costs that cluster's rest, with a remark", arguments: [false, true])
  func garbage(isOpen: Bool) throws {
    let (bytes, packets, ends, clusters) = Self.stream(isOpen: isOpen)
    for index in [0, 3, 12, 30] {
      var damaged = bytes
      // No element begins with a zero byte.
      damaged[ends[index]] = 0
      let next = (index + 1) / 5 * 5 + 5
      guard !clusters.contains(ends[index]) else { continue }
      var reader = try Bytes.reader(damaged)
      let found = readAll(&reader)
      #expect(found.packets.elementsEqual(packets[...index] + packets[min(40, next)...]), "\(index)")
      #expect(reader.warnings.contains { $0.contains("damaged bytes between blocks were skipped") })
    }
  }

  @Test("sizes that are off by one, or absurd, end in packets, remarks or errors")
  func sizes() throws {
    let (bytes, packets, ends, _) = Self.stream()
    let place = ends[6]
    // The size of the next block, in two bytes or one.
    for value in [0x00, 0x01, 0x40, 0x7F, 0x80, 0x81, 0xFF, 0x10, 0x08] {
      var damaged = bytes
      damaged[place + 1] = UInt8(value)
      var reader = try Bytes.reader(damaged)
      let found = readAll(&reader)
      #expect(found.packets.starts(with: packets[..<7]))
      expectLessOrEqual(found.packets.count, 41)
    }
  }

  @Test("no damage ends in anything but packets or an error")
  func randomDamage() throws {
    var inputs = ["movie.mkv", "mkvmerge-opus.mka", "mkvmerge-vorbis.mka", "mkvmerge-flac-zlib.mka", "pcm24.mka"].map {
      Bytes.fixture($0)
    }
    inputs.append(Self.stream().bytes)
    inputs.append(Self.stream(isOpen: true).bytes)
    var random = SplitMix64(seed: 21)
    for bytes in inputs {
      try #require(bytes.count > 1000)
      for _ in 0..<700 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...12, using: &random) {
          // The head is where structures are.
          let isEarly = Bool.random(using: &random)
          let place = Int.random(in: 0..<(isEarly ? min(700, damaged.count) : damaged.count), using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
          case 1: damaged.removeSubrange(place..<min(damaged.count, place + Int.random(in: 1...90, using: &random)))
          case 2: damaged[place] = [0, 0xFF, 0x80, 1].randomElement(using: &random) ?? 0
          default: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          }
          if damaged.count < 100 { break }
        }
        Self.exercise(damaged)
      }
    }
  }

  /// Reads, seeks and looks up whatever there is.
  private static func exercise(_ bytes: [UInt8]) {
    let source = WatchedSource(bytes)
    guard var reader = try? MatroskaReader(source) else { return }
    for track in reader.tracks.indices {
      let found = readAll(&reader, track: track)
      expectLessOrEqual(found.packets.count, bytes.count)
      if found.error == nil, let count = reader.tracks[track].packetCount, !reader.tracks[track].format.isConstant {
        expectEqual(Int64(found.packets.count), count)
      }
      try? reader.seek(toPacket: 7, ofTrack: track)
      _ = readAll(&reader, track: track, maximumPacketCount: 2)
      _ = try? reader.locate(.frame(3000), ofTrack: track)
    }
    _ = (reader.warnings, reader.lowestNeededOffset)
    expectLess(source.readByteCount, 400 * bytes.count + (1 << 20))
  }

  @Test("what number a packet has is not known from any byte on: clusters tell times, not counts")
  func resynchronization() throws {
    let (bytes, packets, _, clusters) = Self.stream()
    var reader = try Bytes.reader(bytes)
    let error = #expect(throws: ContainerError.self) {
      try reader.resynchronize(atOffset: Int64(clusters[2]), asPacket: 100)
    }
    expectEqual(error?.kind, .unsupported)
    try reader.seek(toPacket: 3, ofTrack: 0)
    #expect(readAll(&reader).packets.elementsEqual(packets[3...]))
  }

  @Test("a packet beyond the limit is refused, not allocated")
  func hugePacket() throws {
    var limits = ResourceLimits()
    limits.packetByteCount = 100
    let file = Bytes.file(
      [Bytes.track(1, "A_MPEG/L3")],
      Bytes.cluster([Bytes.simple([1]), Bytes.simple([UInt8](repeating: 0, count: 101))]))
    var reader = try MatroskaReader(MemoryByteSource(file), limits: limits)
    let found = readAll(&reader)
    #expect(found.packets == [[1]] && found.error?.kind == .limitExceeded)
    #expect(reader.warnings.contains { $0.contains("cannot be read to their end") })
  }

  @Test("another document behind the first is told")
  func chained() throws {
    let (bytes, packets, _, _) = Self.stream()
    var reader = try Bytes.reader(bytes + bytes)
    expectEqual(readAll(&reader).packets, packets)
    expectEqual(reader.warnings, ["another document follows in the file, and is not read"])
  }
}

extension StreamFormat {
  /// True if a packet of a batch may stand for many.
  fileprivate var isConstant: Bool { bytesPerPacket > 0 }
}
