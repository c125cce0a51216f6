import AudioBase
import MP4Container
import TestSupport
import Testing

/// What lies at the top of a file, and files that are still arriving.
struct ArrivalTests {
  @Test func boxesAtTheTopAreListed() throws {
    var builder = MovieBuilder(packets: makePackets(5))
    builder.leading = box("free", number(0, 20)) + box("uuid", number(0, 16))
    let bytes = builder.bytes() + box("skip")
    let reader = try MP4Reader(MemoryByteSource(bytes))
    expectEqual(reader.chunks.map { "\($0.identifier)" }, ["ftyp", "free", "uuid", "moov", "mdat", "skip"])
    let start = bytes.count - 8 - builder.packets.joined().count
    expectEqual(reader.chunks.map { Int($0.bodyOffset) }, [8, 24, 52, 76, start, bytes.count])
    expectEqual(reader.chunks.map(\.byteCount).reduce(0, +), Int64(bytes.count - 6 * 8))
    #expect(reader.isOptimized)
  }

  @Test func anIndexBehindThePacketsOrMuchSpaceIsNotOptimized() throws {
    var builder = MovieBuilder(packets: makePackets(5))
    builder.isMovieInFront = false
    #expect(try !MP4Reader(MemoryByteSource(builder.bytes())).isOptimized)
    builder.isMovieInFront = true
    builder.leading = box("free", number(0, 8)) + box("free", [UInt8](repeating: 0, count: 4000))
    #expect(try MP4Reader(MemoryByteSource(builder.bytes())).isOptimized)
    builder.leading += box("skip", [UInt8](repeating: 0, count: 100))
    #expect(try !MP4Reader(MemoryByteSource(builder.bytes())).isOptimized)
  }

  @Test func manyBoxesAreListedUpToABound() throws {
    let bytes = MovieBuilder(packets: makePackets(2)).bytes() + (0..<3000).flatMap { _ in box("free") }
    let reader = try MP4Reader(MemoryByteSource(bytes))
    expectEqual(reader.chunks.count, 1024)
  }

  @Test func anIndexBehindThePacketsCannotBeStreamed() {
    var builder = MovieBuilder(packets: makePackets(5))
    builder.isMovieInFront = false
    let bytes = builder.bytes()
    let error = #expect(throws: ContainerError.self) {
      // The header of mdat is enough to say so.
      try MP4Reader(PartialSource(bytes, arrivedCount: 24))
    }
    expectEqual(error?.kind, .notStreamable)
    let segment = box("styp", typeBytes("msdh"), number(0, 4)) + box("moof") + box("mdat")
    let other = #expect(throws: ContainerError.self) { try MP4Reader(PartialSource(segment, arrivedCount: 24)) }
    expectEqual(other?.kind, .unsupported)
  }

  /// Feeds a file byte by byte: a copy of the reader is tried, and thrown away where bytes are missing.
  private func stream(_ bytes: [UInt8]) throws -> [[UInt8]] {
    let source = PartialSource(bytes, arrivedCount: 0)
    var reader: MP4Reader?
    var packets: [[UInt8]] = []
    var hasEnded = false
    for count in 0...bytes.count {
      source.arrivedCount = count
      if reader == nil {
        do throws(ContainerError) { reader = try MP4Reader(source) } catch {
          expectEqual(error.kind, .inputOutput, "\(error)")
        }
      }
      while !hasEnded, var trial = reader {
        var batch = PacketBatch(maximumPacketCount: 1)
        do throws(ContainerError) {
          guard try trial.readPackets(ofTrack: 0, into: &batch) else {
            hasEnded = true
            break
          }
        } catch {
          expectEqual(error.kind, .inputOutput, "\(error)")
          break
        }
        expectGreaterOrEqual(batch.fileOffsets[0], reader?.lowestNeededOffset ?? 0)
        packets.append([UInt8](batch.packet(0)))
        reader = trial
      }
    }
    #expect(hasEnded)
    let end = try required(reader)
    expectGreaterOrEqual(end.lowestNeededOffset, end.tracks[0].dataOffset)
    #expect(end.isOptimized)
    return packets
  }

  @Test func packetsComeAsSoonAsTheirBytesDo() throws {
    let all = makePackets(20)
    let builder = MovieBuilder(packets: all, packetsPerChunk: [3, 1])
    try expectEqual(stream(builder.bytes()), all)
    var fragments = FragmentBuilder()
    fragments.fragments = [
      [(7, [TestRun(packets: Array(all[..<5])), TestRun(packets: Array(all[5..<9]), hasOffset: false)])],
      [(7, [TestRun(packets: Array(all[9...]), hasDurations: true)])],
    ]
    try expectEqual(stream(fragments.bytes(after: FragmentBuilder.movie().bytes())), all)
  }

  @Test func whatLiesBeforeTheNextPacketIsNotNeeded() throws {
    let all = makePackets(20)
    let bytes = MovieBuilder(packets: all, packetsPerChunk: [4]).bytes()
    var reader = try MP4Reader(PartialSource(bytes, arrivedCount: bytes.count))
    let start = Int64(bytes.count - all.joined().count)
    expectEqual(reader.tracks[0].dataOffset, start)
    expectEqual(reader.lowestNeededOffset, start)
    var batch = PacketBatch(maximumPacketCount: 7)
    _ = try reader.readPackets(ofTrack: 0, into: &batch)
    expectEqual(reader.lowestNeededOffset, start + Int64(all[..<7].joined().count))
    // A file that is there forgets nothing.
    try expectEqual(MP4Reader(MemoryByteSource(bytes)).lowestNeededOffset, 0)
  }

  @Test func theFragmentOfThePacketIsNeeded() throws {
    let all = makePackets(12)
    var fragments = FragmentBuilder()
    fragments.fragments = [
      [(7, [TestRun(packets: Array(all[..<6]))])], [(7, [TestRun(packets: Array(all[6...]))])],
    ]
    let front = FragmentBuilder.movie().bytes()
    let bytes = fragments.bytes(after: front)
    var reader = try MP4Reader(PartialSource(bytes, arrivedCount: bytes.count))
    // The movie ends where the empty mdat of the builder begins.
    expectEqual(reader.tracks[0].dataOffset, Int64(front.count - 8))
    var batch = PacketBatch(maximumPacketCount: 4)
    _ = try reader.readPackets(ofTrack: 0, into: &batch)
    expectEqual(reader.lowestNeededOffset, Int64(front.count))
    _ = try reader.readPackets(ofTrack: 0, into: &batch)
    let second = try required((front.count..<bytes.count).last { Array(bytes[$0...].prefix(4)) == typeBytes("moof") })
    expectEqual(reader.lowestNeededOffset, Int64(second - 4))
  }

  @Test func chunksThatGoBackKeepEverything() throws {
    let builder = MovieBuilder(packets: makePackets(4, sizes: { _ in 6 }), packetsPerChunk: [2])
    var bytes = builder.bytes()
    let place = try required((0..<bytes.count).first { Array(bytes[$0...].prefix(4)) == typeBytes("stco") })
    let first = Array(bytes[(place + 12)..<(place + 16)])
    let second = Array(bytes[(place + 16)..<(place + 20)])
    bytes.replaceSubrange((place + 12)..<(place + 20), with: second + first)
    var reader = try MP4Reader(PartialSource(bytes, arrivedCount: bytes.count))
    let found = readAll(&reader)
    expectEqual(found.packets, Array(builder.packets[2...] + builder.packets[..<2]))
    expectLessOrEqual(reader.lowestNeededOffset, reader.tracks[0].dataOffset)
  }
}

struct ChapterTests {
  /// A movie whose audio track 7 has chapters in the text track 9.
  private func movie(_ names: [[UInt8]], durations: [Int], edits: [UInt8] = [], type: String = "text") -> MovieBuilder {
    var builder = MovieBuilder(packets: makePackets(23))
    let samples = names.map { number($0.count, 2) + $0 + box("encd", number(0x100, 4)) }
    builder.leading = box("free", samples.flatMap { $0 })
    builder.references = box("tref", box("chap", number(3, 4), number(9, 4)))
    let table =
      fullBox("stsd", number(1, 4), box(type, number(0, 6), number(1, 2), number(0, 51)))
      + fullBox("stts", number(durations.count, 4), durations.flatMap { number(1, 4) + number($0, 4) })
      + fullBox("stsc", number(1, 4), number(1, 4), number(names.count, 4), number(1, 4))
      + fullBox("stsz", number(0, 4), number(names.count, 4), samples.flatMap { number($0.count, 4) })
      + fullBox("stco", number(1, 4), number(24, 4))
    builder.moreTracks = box(
      "trak", fullBox("tkhd", number(0, 8), number(9, 4), number(0, 68)), edits.isEmpty ? [] : box("edts", edits),
      box(
        "mdia", fullBox("mdhd", number(0, 8), number(1000, 4), number(0, 4), number(0x55C4, 2), number(0, 2)),
        fullBox("hdlr", number(0, 4), typeBytes("text"), number(0, 13)), box("minf", box("stbl", table))))
    return builder
  }

  @Test func chaptersOfATextTrackAreMarkers() throws {
    let names = [Array("Début".utf8), [0xFE, 0xFF, 0x26, 0x3A], []]
    for type in ["text", "tx3g"] {
      let builder = movie(names, durations: [1500, 250, 10], type: type)
      let reader = try MP4Reader(MemoryByteSource(builder.bytes()))
      expectEqual(reader.metadata.markers.map(\.name), ["Début", "☺", ""])
      // Frames at 44.1 kHz.
      expectEqual(reader.metadata.markers.map(\.framePosition), [0, 66_150, 77_175])
      expectEqual(reader.metadata.markers.map(\.identifier), [1, 2, 3])
      expectEqual(reader.tracks.map(\.mediaKind), [.audio, .other])
    }
  }

  @Test func anEmptyEditDelaysTheChapters() throws {
    let edits = fullBox(
      "elst", number(2, 4), number(44_100, 4), number(-1, 4), number(0x1_0000, 4), number(44_100, 4), number(0, 4),
      number(0x1_0000, 4))
    let builder = movie([Array("a".utf8)], durations: [100], edits: edits)
    try expectEqual(MP4Reader(MemoryByteSource(builder.bytes())).metadata.markers.map(\.framePosition), [44_100])
  }

  @Test func chaptersAreLeftAsideWhileAFileArrives() throws {
    let bytes = movie([Array("a".utf8)], durations: [100]).bytes()
    #expect(try MP4Reader(PartialSource(bytes, arrivedCount: bytes.count)).metadata.markers.isEmpty)
  }

  @Test func brokenChapterTracksCostNothingElse() throws {
    let builder = movie([Array("one".utf8), Array("two".utf8)], durations: [100, 100])
    let good = builder.bytes()
    var random = SplitMix64(seed: 77)
    print("seed of the damaged chapters: 77")
    for _ in 0..<500 {
      var bytes = good
      bytes[Int.random(in: 24..<(good.count - 300), using: &random)] = UInt8.random(in: 0...255, using: &random)
      guard let reader = try? MP4Reader(MemoryByteSource(bytes)) else { continue }
      expectLessOrEqual(reader.metadata.markers.count, 4096)
    }
    try expectEqual(MP4Reader(MemoryByteSource(good)).metadata.markers.count, 2)
  }
}
