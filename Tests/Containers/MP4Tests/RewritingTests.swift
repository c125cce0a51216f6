import AudioBase
import Foundation
import MP4Container
import TestSupport
import Testing

struct RewritingTests {
  /// Reads all packets with their frame counts, writes them, and reads again.
  private func rewrite(_ source: [UInt8], _ arrangement: Arrangement, name: String) throws {
    var reader = try MP4Reader(MemoryByteSource(source))
    let track = reader.tracks[0]
    let first = readAll(&reader)
    var settings = WriterSettings(
      format: track.format, layout: ChannelLayout(unlabelledChannelCount: track.format.channelsPerFrame),
      cookie: track.cookie)
    settings.packetTable = track.packetTable
    settings.rollDistance = track.rollDistance
    let bytes = try writeFile(
      arrangement.apply(settings, packetCount: first.packets.count), first.packets, frameCounts: first.frameCounts,
      perCall: 50)
    var again = try MP4Reader(MemoryByteSource(bytes))
    let second = readAll(&again)
    expectNil(second.error)
    expectEqual(second.packets, first.packets, "\(name) \(arrangement)")
    expectEqual(second.frameCounts, first.frameCounts, "\(name) \(arrangement)")
    let found = again.tracks[0]
    expectEqual(found.cookie, track.cookie, "\(name)")
    expectEqual(found.packetTable, track.packetTable, "\(name) \(arrangement)")
    expectEqual(found.format, track.format, "\(name) \(arrangement)")
    expectEqual(found.packetCount, track.packetCount)
    expectEqual(found.maximumPacketSize, track.maximumPacketSize)
    expectEqual(found.rollDistance, track.rollDistance ?? 1)
  }

  @Test(.needs(.vectors)) func everyVectorReadsTheSameAfterRewriting() throws {
    var count = 0
    for file in try SharedFiles.files(below: "vectors", where: { $0.pathExtension == "m4a" }) {
      for arrangement in Arrangement.allCases {
        try rewrite(SharedFiles.bytes(file), arrangement, name: file.path)
      }
      count += 1
    }
    print("MP4 vectors rewritten: \(count), four ways each")
  }

  @Test(.needs(.vectors)) func everyDumpIsThePacketsOfItsFile() throws {
    var count = 0
    for file in try SharedFiles.files(below: "vectors", where: { $0.lastPathComponent == "v.dump" }) {
      let packets = packetsOfDump(SharedFiles.bytes(file))
      let cookie = SharedFiles.bytes(file.deletingLastPathComponent().appending(path: "v.asc"))
      var settings = aacSettings()
      settings.cookie = cookie
      settings.format.framesPerPacket = 0
      let isFragmented = count % 2 == 0
      settings.structure = isFragmented ? .fragmented(seconds: 1) : .indexLast
      guard let bytes = try? writeFile(settings, packets) else {
        Issue.record("\(file.path) was not written")
        continue
      }
      var reader = try MP4Reader(MemoryByteSource(bytes))
      expectEqual(readAll(&reader).packets, packets, "\(file.path)")
      expectEqual(reader.tracks[0].cookie, cookie)
      count += 1
    }
    print("dumps written as MP4: \(count)")
  }
}
