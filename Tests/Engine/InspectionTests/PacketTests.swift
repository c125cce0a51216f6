import AudioBase
import AudioConversion
import AudioFiles
import AudioInspection
import PacketInspection
import TestSupport
import Testing

@Suite struct PacketColumnTests {
  private func inspect(_ bytes: [UInt8], _ name: String, columns: Int? = nil) throws -> PacketColumns {
    var job = FileInspection(of: "in")
    if let columns { job.resolution.packetColumnCount = columns }
    return try required(job.run(of: media(bytes, named: name)).packets)
  }

  @Test("sizes and times are those of the packets", arguments: ["glockenspiel-aac-eld.m4a", "Ogg/stereo.ogg"])
  func sizes(name: String) throws {
    var reader = try media(fixture(name), named: name).reader
    let packets = readAll(&reader)
    let found = try inspect(fixture(name), name)
    expectEqual(found.largestSizes, packets.packets.map(\.count))
    expectEqual(found.byteCounts, packets.packets.map(\.count))
    #expect(found.packetCount == Int64(packets.packets.count) && found.packetsPerColumn == 1)
    if name.hasSuffix("m4a") {
      #expect(found.times.enumerated().allSatisfy { abs($0.element - Double($0.offset) * 480 / 44_100) < 1e-9 })
      expectLess(abs(found.duration - 368 * 480.0 / 44_100), 1e-9)
    } else {
      var time = 0.0
      for (index, frames) in packets.frameCounts.enumerated() {
        expectLess(abs(found.times[index] - time), 1e-9)
        time += Double(frames) / 44_100
      }
    }
  }

  @Test("where there are many packets, columns sum them up")
  func folding() throws {
    let name = "glockenspiel-aac-eld.m4a"
    let (all, few) = (try inspect(fixture(name), name), try inspect(fixture(name), name, columns: 64))
    #expect(few.packetsPerColumn == 4 && few.largestSizes.count == 92)
    for index in few.largestSizes.indices {
      let range = (4 * index)..<(4 * index + 4)
      expectEqual(few.largestSizes[index], all.largestSizes[range].max())
      expectEqual(few.byteCounts[index], all.byteCounts[range].reduce(0, +))
      expectEqual(few.times[index], all.times[4 * index])
      for (tool, whole) in zip(few.tools, all.tools) {
        expectEqual(tool.values[index], whole.values[range].compactMap { $0 }.max())
      }
    }
  }

  @Test("the buffer fills at the mean rate and never runs dry")
  func buffer() {
    var columns = PacketColumns()
    columns.byteCounts = [100, 300, 100, 100]
    columns.times = [0, 1, 2, 3]
    columns.duration = 4
    // 150 bytes a second: 50 after the first packet, -100 after the second, -50, 0.
    expectEqual(columns.bufferFills, [150, 0, 50, 100])
  }

  @Test("linear PCM has no packets to tell of")
  func linearPCM() throws {
    let report = try FileInspection(of: "in.wav").run(of: media(wave([1, 2, 3, 4]), named: "in.wav"))
    #expect(report.packets == nil && report.sound != nil)
  }

  @Test("damaged packets are counted and named, and the others are read all the same")
  func damage() throws {
    let name = "MPEGAudio/l3-lame-44100-joint.mp3"
    let whole = try inspect(fixture(name), name)
    expectEqual(whole.damagedPacketCount, 0)
    let dump = "AAC/lc_44100_st_128k_syn_burst.dump"
    var packets = packetsOfDump(fixture(dump))
    let count = packets.count
    packets[3] = Array(packets[3].prefix(9))
    packets[7] = [0xFF, 0xFF, 0xFF]
    var job = FileInspection(of: "in.dump")
    job.decoding.configuration = fixture("AAC/lc_44100_st_128k_syn_burst.asc")
    let bytes = packets.flatMap { [0xFF, 0xAA, 0xCC, 0xDD] as [UInt8] + $0 }
    let report = try job.run(of: media(bytes, named: "in.dump"))
    let found = try required(report.packets)
    #expect(found.damagedPackets == [3, 7] && found.damagedPacketCount == 2 && found.firstDamage != nil)
    expectEqual(found.packetCount, Int64(count))
    let windows = try required(found.tools.first { $0.property.name == "window sequence" })
    #expect(windows.values[3] == nil && windows.values[7] == nil && windows.values.compactMap { $0 }.count == count - 2)
    expectEqual(report.sound?.damagedPacketCount, 2)
  }

  @Test("any bytes give a report or an error", .timeLimit(.minutes(15)))
  func anyBytes() throws {
    var random = SplitMix64(seed: 2026)
    let names = [
      "glockenspiel-aac-eld.m4a", "MPEGAudio/l3-lame-44100-joint.mp3", "Ogg/mono-8000.oga", "Ogg/merged.ogx",
      "turned-movie.mp4", "MPEGTransport/two-tones.ts",
    ]
    var reports = 0
    for name in names {
      let whole = fixture(name)
      for round in 0..<12 {
        var bytes = Array(whole.prefix(20_000))
        if round % 3 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
        for _ in 0..<Int.random(in: 1...40, using: &random) where !bytes.isEmpty {
          // Headers are damaged as often as all the rest.
          let most = Bool.random(using: &random) ? min(bytes.count, 600) : bytes.count
          bytes[Int.random(in: 0..<most, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        guard let media = try? media(bytes, named: name) else { continue }
        guard let report = try? FileInspection(of: "in").run(of: media) else { continue }
        reports += 1
        expectLessOrEqual(report.structure.parts.count, ContainerTree.mostParts)
        let end = Int64(bytes.count)
        #expect(report.structure.parts.allSatisfy { $0.offset >= 0 && $0.offset <= end && $0.byteCount >= 0 })
      }
    }
    expectGreater(reports, 10)
  }
}
