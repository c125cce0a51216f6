import AC3Container
import AC3Frames
import AudioBase
import FramedStreams
import TestSupport
import Testing

@Suite("AC-3 streams: reading and writing", .needs(.shared("vectors-ac3")))
struct AC3ReadingTests {
  private func bytes(_ name: String) throws -> [UInt8] {
    SharedFiles.bytes(try SharedFiles.file("vectors-ac3/\(name)"))
  }

  /// All packets of a stream, and the error that ends it.
  private func packets(_ bytes: [UInt8]) throws -> (packets: [[UInt8]], warnings: [String], failure: ContainerError?) {
    var reader = try AC3Reader(MemoryByteSource(bytes), limits: ResourceLimits())
    var (batch, found): (PacketBatch, [[UInt8]]) = (PacketBatch(maximumPacketCount: 3), [])
    do throws(ContainerError) {
      while try reader.readPackets(ofTrack: 0, into: &batch) {
        for index in 0..<batch.count { found.append(Array(batch.packet(index))) }
      }
    } catch {
      return (found, reader.warnings, error)
    }
    return (found, reader.warnings, nil)
  }

  @Test("bytes that are no frame are passed over and told")
  func garbage() throws {
    let clean = try packets(bytes("bad/clean.ac3"))
    let found = try packets(bytes("bad/garbage.ac3"))
    #expect(clean.packets.count == 8 && clean.warnings.isEmpty)
    expectEqual(found.packets, clean.packets)
    expectEqual(found.warnings, ["\(333 + 91) bytes between frames were skipped"])
    let zeros = try packets(bytes("bad/zeros.ac3"))
    #expect(zeros.packets.count == 7 && zeros.warnings == ["640 bytes between frames were skipped"])
  }

  @Test("words of two bytes that are swapped are put right")
  func swapped() throws {
    try expectEqual(packets(bytes("bad/byteswapped.ac3")).packets, packets(bytes("bad/clean.ac3")).packets)
  }

  @Test("a last frame that is cut short ends the stream with an error, after all before it")
  func truncated() throws {
    let found = try packets(bytes("bad/truncated.ac3"))
    #expect(found.packets.count == 7 && found.failure?.kind == .truncated)
  }

  @Test("other programmes lie in the packets of the main one")
  func programmes() throws {
    let found = try packets(bytes("bad/substream1.eac3"))
    expectEqual(found.packets.count, 8)
    #expect(found.packets.allSatisfy { packet in packet.count == 6144 / 8 })
  }

  @Test("frames of fewer blocks are joined to packets of six, and dependent substreams to theirs")
  func grouping() throws {
    for (name, count) in [("real_eac3_51_1blk_serenity", 15_360), ("real_eac3_71_greatwall", 27_648)] {
      let all = try bytes("\(name)/v.eac3")
      let found = try packets(all)
      #expect(found.packets.count == count / 1536 && found.packets.flatMap { $0 } == all)
      for packet in found.packets {
        var (at, blocks) = (0, 0)
        while let header = AC3FrameHeader(packet.span, at: at) {
          if header.substream == .independent { blocks += header.blockCount }
          at += header.byteCount
        }
        #expect(at == packet.count && blocks == 6)
      }
    }
  }

  @Test("a packet that is sought is the one that reading gives")
  func seeking() throws {
    let all = try bytes("ac3_51_48k_192_cpl/v.ac3")
    let inOrder = try packets(all).packets
    var reader = try AC3Reader(MemoryByteSource(all), limits: ResourceLimits())
    var batch = PacketBatch(maximumPacketCount: 1)
    for target in [17, 3, 30, 0, inOrder.count - 1] {
      try reader.seek(toPacket: Int64(target), ofTrack: 0)
      let isThere = try reader.readPackets(ofTrack: 0, into: &batch)
      #expect(isThere && Array(batch.packet(0)) == inOrder[target])
    }
  }

  @Test("a stream that changes its channels is told so")
  func changes() throws {
    let (stereo, surround) = (try bytes("ac3_st_48k_dsur/v.ac3"), try bytes("ac3_51_48k_448/v.ac3"))
    var reader = try AC3Reader(MemoryByteSource(stereo + surround), limits: ResourceLimits())
    let changes = reader.streamChanges(ofTrack: 0)
    expectEqual(changes.changes.map(\.packet), [Int64(try packets(stereo).packets.count)])
    expectEqual(changes.stream(1)?.format.channelsPerFrame, 6)
    var (batch, numbers): (PacketBatch, Set<Int>) = (PacketBatch(maximumPacketCount: 64), [])
    while try reader.readPackets(ofTrack: 0, into: &batch) { numbers.insert(batch.streamNumber) }
    expectEqual(numbers, [0, 1])
  }

  @Test("what is written is what was read")
  func writing() throws {
    let all = try bytes("real_eac3_71_greatwall/v.eac3")
    let sink = MemoryByteSink()
    let descriptor = try required(AC3File.descriptors.first { $0.fileType == "ac-3" })
    let create = try required(descriptor.create)
    var reader = try AC3Reader(MemoryByteSource(all), limits: ResourceLimits())
    var writer = try create(sink, WriterSettings(format: reader.tracks[0].format, layout: ChannelLayout([])))
    var batch = PacketBatch(maximumPacketCount: 5)
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      try writer.write(batch.bytes.span, descriptions: batch.descriptions.span)
    }
    try writer.finish()
    expectEqual(sink.bytes, all)
    let scores = AC3File.descriptors.map { $0.probe?(all.span.extracting(0..<4096)) ?? 0 }
    // The independent substream is of AC-3, and the dependent one of Enhanced AC-3.
    expectEqual(scores, [90, 0])
  }
}
