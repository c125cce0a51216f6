import AMRContainer
import AudioBase
import Foundation
import FramedStreams
import TestSupport
import Testing

/// Files of AMR, read and written.
@Suite struct AMRTests {
  private func bytes(_ name: String) -> [UInt8] {
    SharedFiles.bytes(SharedFiles.fixtures.appending(path: "Speech/\(name)"))
  }

  private func packets(of bytes: [UInt8], _ index: Int) throws -> (packets: [[UInt8]], failure: ContainerError?) {
    let open = try required(AMRFile.descriptors[index].open)
    var reader = try open(MemoryByteSource(bytes), ResourceLimits())
    var (batch, found): (PacketBatch, [[UInt8]]) = (PacketBatch(maximumPacketCount: 3), [])
    var failure: ContainerError?
    do throws(ContainerError) {
      while try reader.readPackets(ofTrack: 0, into: &batch) {
        for index in 0..<batch.count { found.append(Array(batch.packet(index))) }
      }
    } catch {
      failure = error
    }
    return (found, failure)
  }

  @Test(
    "frames are packets, and packets become the same file",
    arguments: [("tone-12200.amr", 0, 32), ("tone-4750.amr", 0, 13), ("tone-23850.awb", 1, 61)])
  func roundTrip(name: String, index: Int, size: Int) throws {
    let bytes = bytes(name)
    let container = AMRFile.descriptors[index]
    #expect(container.probe?(bytes.span) == 100 && AMRFile.descriptors[1 - index].probe?(bytes.span) == 0)
    let (found, failure) = try packets(of: bytes, index)
    #expect(failure == nil && found.count == 30 && found.allSatisfy { $0.count == size })
    let open = try required(container.open)
    let reader = try open(MemoryByteSource(bytes), ResourceLimits())
    #expect(reader.tracks[0].packetCount == 30 && reader.tracks[0].duration == 0.6)
    let sink = MemoryByteSink()
    let create = try required(container.create)
    var writer = try create(
      sink, WriterSettings(format: reader.tracks[0].format, layout: ChannelLayout(unlabelledChannelCount: 1)))
    // Two frames a packet, as 3GPP files may have them.
    for index in stride(from: 0, to: 30, by: 2) {
      let packet = found[index] + found[index + 1]
      let place = [PacketDescription(startOffset: 0, byteCount: packet.count)]
      try writer.write(packet.span, descriptions: place.span)
    }
    let cut = [PacketDescription(startOffset: 0, byteCount: size - 1)]
    let packet = found[0]
    #expect(throws: ContainerError.self) { try writer.write(packet.span, descriptions: cut.span) }
    try writer.finish()
    expectEqual(sink.bytes, bytes)
  }

  @Test("a cut frame and a type that does not exist end the file, after all before it")
  func damage() throws {
    let bytes = bytes("tone-12200.amr")
    let cut = try packets(of: Array(bytes.dropLast()), 0)
    #expect(cut.packets.count == 29 && cut.failure?.kind == .truncated)
    var broken = bytes
    broken[6 + 10 * 32] = 0x4C
    let found = try packets(of: broken, 0)
    #expect(found.packets.count == 10 && found.failure?.kind == .malformed)
    #expect(try packets(of: Array("#!AMR\n".utf8), 0).packets.isEmpty)
  }

  @Test("a packet is found again from the middle")
  func seeking() throws {
    let bytes = bytes("tone-23850.awb")
    let (found, _) = try packets(of: bytes, 1)
    let open = try required(AMRFile.descriptors[1].open)
    var reader = try open(MemoryByteSource(bytes), ResourceLimits())
    var batch = PacketBatch(maximumPacketCount: 1)
    for packet in [20, 3, 29] {
      try reader.seek(toPacket: Int64(packet), ofTrack: 0)
      #expect(try reader.readPackets(ofTrack: 0, into: &batch))
      expectEqual(Array(batch.packet(0)), found[packet])
    }
  }
}
