import AudioBase
import AudioFiles
import Foundation
import MP4Container
import TestSupport
import Testing

/// Whole movies copied track by track.
struct RemuxTests {
  private struct Content: Equatable {
    var packets: [[UInt8]] = []
    var timings: [PacketTiming] = []
  }

  private func content(_ bytes: [UInt8], track: Int) throws -> Content {
    var reader = try MP4Reader(MemoryByteSource(bytes))
    var content = Content()
    var batch = PacketBatch()
    while try reader.readPackets(ofTrack: track, into: &batch) {
      for index in 0..<batch.count { content.packets.append([UInt8](batch.packet(index))) }
      content.timings += batch.timings
    }
    // Linear PCM comes in runs whose lengths are the reader's choice.
    if reader.tracks[track].format.formatID == .linearPCM {
      content = Content(packets: [Array(content.packets.joined())])
    }
    return content
  }

  private func remux(_ bytes: [UInt8], _ tracks: [Int], _ structure: FileStructure, _ fileType: FourCharacterCode)
    throws
    -> [UInt8]
  {
    var reader: any ContainerReader = try MP4Reader(MemoryByteSource(bytes))
    let sink = MemoryByteSink()
    var settings = WriterSettings(copying: tracks.map { reader.tracks[$0] }, metadata: reader.metadata)
    settings.structure = structure
    var writer: any ContainerWriter = try MP4Writer(sink, fileType: fileType, settings: settings)
    var copying = try PacketCopying(of: &reader, tracks: tracks)
    while try copying.copyNext(of: &reader, to: &writer) {}
    try writer.finish()
    return sink.bytes
  }

  @Test(.needs(.corpus)) func everyMovieOfTheCorpusIsCopiedWhole() throws {
    var movies = 0
    var copied = 0
    let suffixes = ["mp4", "m4a", "mov", "m4b", "3gp", "m4v"]
    for file in try SharedFiles.files(below: "corpus", where: { suffixes.contains($0.pathExtension) }) {
      let bytes = SharedFiles.bytes(file)
      guard bytes.count < 30 << 20, let reader = try? MP4Reader(MemoryByteSource(bytes)) else { continue }
      // Only tracks that read to their end can be compared.
      let tracks = reader.tracks.indices.filter { index in
        let info = reader.tracks[index]
        guard info.sampleDescription.count >= 16, info.timescale > 0 else { return false }
        return ((try? content(bytes, track: index)) ?? Content()).packets.isEmpty == false
      }
      if tracks.isEmpty { continue }
      movies += 1
      for structure in [FileStructure.indexFirst, .indexLast, .fragmented(seconds: 0.5)] {
        let made = try remux(bytes, tracks, structure, "MooV")
        let again = try MP4Reader(MemoryByteSource(made))
        for (place, track) in tracks.enumerated() {
          let (old, new) = (try content(bytes, track: track), try content(made, track: place))
          let isSame = old.packets == new.packets
          #expect(isSame, "\(file.path) \(structure) track \(track)")
          let first = old.timings.first?.decodeTime ?? 0
          let isTimed = zip(old.timings, new.timings).allSatisfy { one, other in
            one.decodeTime - first == other.decodeTime && one.presentationOffset == other.presentationOffset
              && one.isSync == other.isSync
          }
          #expect(
            isTimed && old.timings.count == new.timings.count, "\(file.path) \(structure) times of track \(track)")
          expectEqual(again.tracks[place].sampleDescription, reader.tracks[track].sampleDescription)
          expectEqual(again.tracks[place].mediaKind, reader.tracks[track].mediaKind)
          expectEqual(again.tracks[place].language, reader.tracks[track].language)
          expectEqual(again.tracks[place].picture, reader.tracks[track].picture)
          if structure == .indexLast {
            expectEqual(again.tracks[place].packetTable, reader.tracks[track].packetTable, "\(file.path)")
          }
        }
        copied += 1
      }
    }
    print("movies of the corpus: \(movies), copied \(copied) times")
    expectGreater(movies, 0)
  }

  @Test func copyingIsFast() throws {
    // A hundred megabytes of AAC in packets of 400 bytes, as at 140 kbit/s.
    let packets = [[UInt8]](repeating: [UInt8](repeating: 7, count: 400), count: 250_000)
    var settings = aacSettings()
    settings.expectedPacketCount = 250_000
    let source = try writeFile(settings, packets, perCall: 100)
    var reader = try MP4Reader(MemoryByteSource(source))
    let sink = CountingSink()
    var batch = PacketBatch(maximumPacketCount: 1024, targetByteCount: 1 << 18)
    var reading = Duration.zero
    var writing = Duration.zero
    let clock = ContinuousClock()
    var writer = try MP4Writer(sink, fileType: "m4af", settings: settings)
    while true {
      var isMore = false
      reading += try clock.measure { isMore = try reader.readPackets(ofTrack: 0, into: &batch) }
      if !isMore { break }
      writing += try clock.measure { try writer.write(batch.bytes.span, descriptions: batch.descriptions.span) }
    }
    writing += try clock.measure { try writer.finish() }
    expectGreater(sink.byteCount, 100_000_000)
    print("100 MB: reading took \(reading), writing \(writing)")
  }
}

/// A sink that keeps nothing.
final class CountingSink: ByteSink {
  private(set) var byteCount: Int64 = 0
  var canOverwrite: Bool { true }
  func append(_ bytes: Span<UInt8>) throws(ContainerError) { byteCount += Int64(bytes.count) }
  func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {}
  func makeRoom(byteCount: Int, at offset: Int64) throws(ContainerError) { self.byteCount += Int64(byteCount) }
}
