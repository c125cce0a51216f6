import AudioBase
import MP4Container
import TestSupport
import Testing

/// One `trun` of a test file, and how it is written.
struct TestRun {
  var packets: [[UInt8]]
  var hasSizes = true
  var hasDurations = false
  var hasOffset = true
}

/// How the offsets of a fragment count.
enum TestBase { case explicit, movieFragment, implied }

/// Builds fragmented files.
struct FragmentBuilder {
  var base = TestBase.movieFragment
  /// A fragment a `moof`: runs by track.
  var fragments: [[(track: Int, runs: [TestRun])]] = []
  var defaultSize = 0
  /// `baseMediaDecodeTime` of every fragment.
  var decodeTime = 0

  /// The header of a file without samples: one audio track, number 7, or with a second one, number 8.
  static func movie(defaultSize: Int = 0, defaultDuration: Int = 1024) -> MovieBuilder {
    var builder = MovieBuilder(brand: "iso5")
    builder.durations = []
    builder.movieExtension = box(
      "mvex",
      fullBox(
        "trex", number(7, 4), number(1, 4), number(defaultDuration, 4), number(defaultSize, 4), number(0, 4)))
    return builder
  }

  func bytes(after front: [UInt8]) -> [UInt8] {
    var whole = front
    for fragment in fragments {
      // Offsets depend on the size of the box, which does not depend on them: build twice.
      let size = moof(fragment, start: 0, size: 0).count
      whole += moof(fragment, start: whole.count, size: size)
      whole += box("mdat", fragment.flatMap { $0.runs.flatMap { $0.packets.flatMap { $0 } } })
    }
    return whole
  }

  private func moof(_ fragment: [(track: Int, runs: [TestRun])], start: Int, size: Int) -> [UInt8] {
    var data = size + 8
    var boxes = fullBox("mfhd", number(1, 4))
    for (track, runs) in fragment {
      let base = data
      var flags = defaultSize > 0 ? 0x10 : 0
      if self.base == .explicit { flags |= 1 }
      if self.base == .movieFragment { flags |= 0x2_0000 }
      let header = fullBox(
        "tfhd", flags: flags, number(track, 4), self.base == .explicit ? number(start + base, 8) : [],
        defaultSize > 0 ? number(defaultSize, 4) : [])
      var content: [UInt8] = header + fullBox("tfdt", number(decodeTime, 4))
      for run in runs {
        var runFlags = run.hasOffset ? 1 : 0
        if run.hasSizes { runFlags |= 0x200 }
        if run.hasDurations { runFlags |= 0x100 }
        // Offsets count from the base of each kind.
        let isFirst = track == fragment[0].track && content.count == header.count + 16
        let origin = self.base == .movieFragment || (self.base == .implied && isFirst) ? 0 : base
        content += fullBox(
          "trun", flags: runFlags, number(run.packets.count, 4), run.hasOffset ? number(data - origin, 4) : [],
          run.packets.flatMap { packet in
            (run.hasDurations ? number(1000 + packet.count, 4) : []) + (run.hasSizes ? number(packet.count, 4) : [])
          })
        data += run.packets.reduce(0) { $0 + $1.count }
      }
      boxes += box("traf", content)
    }
    return box("moof", boxes)
  }
}

struct FragmentTests {
  private let packets = makePackets(30)

  @Test func fragmentsReadBackUnderEveryRuleOfOffsets() throws {
    for base in [TestBase.explicit, .movieFragment, .implied] {
      var builder = FragmentBuilder(base: base)
      builder.fragments = [
        [(7, [TestRun(packets: Array(packets[..<5])), TestRun(packets: Array(packets[5..<9]), hasOffset: false)])],
        [(7, [TestRun(packets: Array(packets[9..<30]), hasDurations: true)])],
      ]
      let bytes = builder.bytes(after: FragmentBuilder.movie().bytes())
      for isPipe in [false, true] {
        var reader = try MP4Reader(WatchedSource(bytes, isPipe: isPipe))
        let found = readAll(&reader)
        expectEqual(found.packets, packets, "\(base)")
        expectNil(found.error)
        expectEqual(reader.tracks[0].packetCount, isPipe ? nil : 30)
        expectEqual(reader.tracks[0].audioByteCount, isPipe ? nil : Int64(packets.joined().count))
        if !isPipe {
          let frameCounts = packets.indices.map { index -> Int in index < 9 ? 1024 : 1000 + packets[index].count }
          expectEqual(found.frameCounts, frameCounts)
          expectEqual(reader.tracks[0].duration, Double(found.frameCounts.reduce(0, +)) / 44_100)
        }
      }
    }
  }

  @Test func aFragmentWithoutABaseFollowsTheOneBeforeIt() throws {
    let other = makePackets(4, sizes: { _ in 9 })
    for base in [TestBase.explicit, .movieFragment, .implied] {
      var builder = FragmentBuilder(base: base)
      builder.fragments = [
        [
          (8, [TestRun(packets: other)]),
          (7, [TestRun(packets: Array(packets[..<6]), hasOffset: base != .implied)]),
        ]
      ]
      var reader = try MP4Reader(MemoryByteSource(builder.bytes(after: FragmentBuilder.movie().bytes())))
      expectEqual(readAll(&reader).packets, Array(packets[..<6]), "\(base)")
    }
  }

  @Test func aRunInFrontOfTheFileIsNoPlace() throws {
    var builder = FragmentBuilder()
    builder.fragments = [[(7, [TestRun(packets: packets)])]]
    var bytes = builder.bytes(after: FragmentBuilder.movie().bytes())
    // `data_offset` stands behind the box's type, flags and count.
    let type = try required(bytes.indices.first { Array(bytes[$0...].prefix(4)) == Array("trun".utf8) })
    bytes[type + 12] = 0x80
    var reader = try MP4Reader(MemoryByteSource(bytes))
    expectEqual(reader.tracks[0].dataOffset, 0)
    let found = readAll(&reader)
    #expect(found.packets.isEmpty && found.error != nil)
  }

  @Test func sizesComeFromTheDefaults() throws {
    let even = makePackets(12, sizes: { _ in 6 })
    for isInTrack in [false, true] {
      var builder = FragmentBuilder()
      builder.defaultSize = isInTrack ? 6 : 0
      builder.fragments = [[(7, [TestRun(packets: even, hasSizes: false)])]]
      let front = FragmentBuilder.movie(defaultSize: isInTrack ? 99 : 6).bytes()
      var reader = try MP4Reader(MemoryByteSource(builder.bytes(after: front)))
      expectEqual(readAll(&reader).packets, even)
      expectEqual(reader.tracks[0].format.framesPerPacket, 1024)
    }
  }

  @Test func packetsOfTablesComeBeforeThoseOfFragments() throws {
    var movie = MovieBuilder(packets: Array(packets[..<10]))
    movie.movieExtension = FragmentBuilder.movie().movieExtension
    var builder = FragmentBuilder()
    builder.fragments = [
      [(7, [TestRun(packets: Array(packets[10..<20]))])], [(7, [TestRun(packets: Array(packets[20...]))])],
    ]
    var reader = try MP4Reader(MemoryByteSource(builder.bytes(after: movie.bytes())))
    expectEqual(readAll(&reader).packets, packets)
    expectEqual(reader.tracks[0].packetCount, 30)
    var batch = PacketBatch(maximumPacketCount: 2)
    for target in [25, 3, 12, 29, 9, 10, 11, 30, 0] {
      try reader.seek(toPacket: Int64(target), ofTrack: 0)
      try expectEqual(reader.readPackets(ofTrack: 0, into: &batch), target < 30)
      if target < 30 { expectEqual([UInt8](batch.packet(0)), packets[target]) }
    }
  }

  @Test func runsThatOverlapEndWithAnErrorAndNotNever() throws {
    // One run without a table claims 2^32 − 1 samples of one byte, another of none.
    for size in [1, 0] {
      let front = FragmentBuilder.movie(defaultSize: size).bytes()
      let run = fullBox("trun", flags: 1, number(0xFFFF_FFFF, 4), number(0, 4))
      let moof = box("moof", box("traf", fullBox("tfhd", flags: 0x2_0000, number(7, 4)), run, run, run))
      var reader = try MP4Reader(MemoryByteSource(front + moof + moof))
      let found = readAll(&reader)
      expectLessOrEqual(found.packets.count, front.count + 2 * moof.count)
      expectEqual(found.error == nil, size == 0)
    }
  }

  @Test func fragmentsWithoutAMovieAreNamed() {
    let bytes = box("styp", typeBytes("msdh"), number(0, 4)) + box("moof") + box("mdat")
    let error = #expect(throws: ContainerError.self) { try MP4Reader(MemoryByteSource(bytes)) }
    expectEqual(error?.kind, .unsupported)
  }
}
