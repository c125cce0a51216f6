import ADTSContainer
import AudioBase
import Foundation
import MP4Container
import PacketDumpContainer
import TestSupport
import Testing

struct SharedFileTests {
  @Test(.needs(.vectors)) func packetsOfEveryVectorEqualThoseOfItsDump() throws {
    var count = 0
    for file in try SharedFiles.files(below: "vectors", where: { $0.pathExtension == "m4a" }) {
      let folder = file.deletingLastPathComponent()
      let expected = packetsOfDump(SharedFiles.bytes(folder.appending(path: "v.dump")))
      var reader = try MP4Reader(MemoryByteSource(SharedFiles.bytes(file)))
      let found = readAll(&reader)
      expectNil(found.error, "\(file.path)")
      expectEqual(found.packets, expected, "\(file.path)")
      expectEqual(reader.tracks.count, 1)
      let track = reader.tracks[0]
      expectEqual(track.packetCount, Int64(expected.count), "\(file.path)")
      expectEqual(track.audioByteCount, Int64(expected.reduce(0) { $0 + $1.count }), "\(file.path)")
      expectEqual(track.maximumPacketSize, expected.map(\.count).max(), "\(file.path)")
      expectEqual(track.cookie, SharedFiles.bytes(folder.appending(path: "v.asc")), "\(file.path)")
      expectEqual(track.format.formatID, .aac)
      count += 1
    }
    print("MP4 vectors compared: \(count)")
  }

  @Test(.needs(.vectors)) func editedVectorsAreTrimmedToFourSeconds() throws {
    var count = 0
    for file in try SharedFiles.files(below: "vectors", where: { $0.lastPathComponent == "v.edit.m4a" }) {
      let reader = try MP4Reader(MemoryByteSource(SharedFiles.bytes(file)))
      let table = try required(reader.tracks[0].packetTable)
      let isLowDelay = file.path.contains("/eld_")
      // The inputs are four seconds at 44.1 kHz; the encoders' delays are in INDEX.json.
      expectEqual(table.validFrames, 176_400, "\(file.path)")
      expectEqual(table.primingFrames, isLowDelay ? 240 : 2048, "\(file.path)")
      expectEqual(table.timescale, 44_100)
      let packetFrames: Int64 = isLowDelay ? 480 : 1024
      let packets = try required(reader.tracks[0].packetCount)
      expectEqual(table.primingFrames + table.validFrames + table.remainderFrames, packets * packetFrames)
      count += 1
    }
    print("edited MP4 vectors: \(count)")
  }

  /// Opens a file with a reader, reads what it will give, and returns how many packets that was.
  private func exhaust(_ open: () throws -> any ContainerReader) -> Int {
    guard var reader = try? open() else { return 0 }
    var total = 0
    var batch = PacketBatch()
    for track in reader.tracks.indices {
      var byteCount = 0
      while (try? reader.readPackets(ofTrack: track, into: &batch)) == true {
        total += batch.count
        byteCount += batch.bytes.count
        expectLessOrEqual(batch.bytes.count, batch.targetByteCount + ResourceLimits().packetByteCount)
      }
      if let known = reader.tracks[track].audioByteCount { expectLessOrEqual(Int64(byteCount), max(known, 0)) }
      try? reader.seek(toPacket: 3, ofTrack: track)
      _ = try? reader.readPackets(ofTrack: track, into: &batch)
    }
    return total
  }

  @Test(.needs(.corpus)) func everyFileOfTheCorpusIsSafeWithEveryReader() throws {
    var count = 0
    var packets = 0
    for file in try SharedFiles.files(below: "corpus", where: { _ in true }) {
      let bytes = SharedFiles.bytes(file)
      packets += exhaust { try MP4Reader(MemoryByteSource(bytes)) }
      packets += exhaust { try MP4Reader(WatchedSource(bytes, isPipe: true)) }
      packets += exhaust { try ADTSReader(MemoryByteSource(bytes)) }
      packets += exhaust { try PacketDumpReader(MemoryByteSource(bytes)) }
      count += 1
    }
    print("corpus files tried with three readers: \(count), packets read: \(packets)")
    expectGreater(packets, 0)
  }
}
