import AudioBase
import FramedStreams
import MPEGAudioContainer
import TestSupport
import Testing

/// What a stream without an end that is known gives, against the file.
@Suite struct ArrivalTests {
  private static func packets(_ count: Int) -> [[UInt8]] { (0..<count).map { HandMadeFrame.usual(UInt8($0)) } }

  @Test("no more bytes are asked for than tell frames from other bytes")
  func searchIsFrugal() throws {
    // A frame that nothing follows where the next should stand, as one that a program has cut, and three good ones.
    let lone = Array(HandMadeFrame.usual(1).prefix(300))
    let bytes = lone + Self.packets(3).flatMap { $0 }
    let needed = lone.count + 2 * 417 + 4
    let source = PartialSource(bytes + [UInt8](repeating: 0, count: 40_000), arrivedCount: needed)
    var reader = try MPEGAudioReader(source)
    expectEqual(reader.tracks[0].dataOffset, Int64(lone.count))
    var batch = PacketBatch(maximumPacketCount: 2)
    #expect(try reader.readPackets(ofTrack: 0, into: &batch))
    expectEqual(batch.bytes, Array(Self.packets(2).joined()))
    source.arrivedCount = needed - 1
    #expect(throws: ContainerError.self) { _ = try MPEGAudioReader(source) }
  }

  @Test("a stream of free format is measured as it comes")
  func freeFormat() throws {
    let frame = HandMadeFrame(head: [0xFF, 0xFB, 0x00], byteCount: 700).bytes
    let bytes = [0, 1, 2] + Array(repeatElement(frame, count: 4).joined())
    let source = PartialSource(bytes, arrivedCount: 3 + 3 * 700 + 600)
    var reader = try MPEGAudioReader(source)
    var batch = PacketBatch(maximumPacketCount: 3)
    #expect(try reader.readPackets(ofTrack: 0, into: &batch))
    expectEqual(batch.descriptions.map(\.byteCount), [700, 700, 700])
  }

  /// The frames that a table keeps of so many packets.
  private static func kept(_ table: PacketTable?, packetCount: Int) -> Range<Int64> {
    let total = Int64(packetCount * 1152)
    guard let table else { return 0..<total }
    let (end, overflow) = table.primingFrames.addingReportingOverflow(table.validFrames)
    let start = min(total, table.primingFrames)
    return start..<max(start, overflow ? total : min(total, end))
  }

  @Test(
    "what a header that counts wrongly leaves of the recording is the same from a file and from a pipe",
    arguments: [1, 3, 19, 20, 21, 40])
  func wrongCount(_ count: Int) throws {
    let info = infoFrame(frames: 20, bytes: 417 * 21, delays: [0x24, 0x03, 0xE8])
    let bytes = info + Array(Self.packets(count).joined())
    let file = try reader(bytes)
    var pipe = try MPEGAudioReader(UnsizedSource(bytes))
    var batch = PacketBatch()
    var given = 0
    while try pipe.readPackets(ofTrack: 0, into: &batch) { given += batch.count }
    expectEqual(given, count)
    expectEqual(
      Self.kept(pipe.tracks[0].packetTable, packetCount: count),
      Self.kept(file.tracks[0].packetTable, packetCount: count))
    // Neither the end of a stream that was cut nor what follows the counted end is padding.
    let whole = Int64(count * 1152)
    let expected =
      count == 20 ? 1105..<(whole - 471) : min(1105, whole)..<(count == 19 ? min(whole, 20 * 1152 - 471) : whole)
    expectEqual(Self.kept(file.tracks[0].packetTable, packetCount: count), expected)
    expectEqual(pipe.warnings.contains { $0.contains("20") }, count != 20)
  }
}

/// A source whose size is not known, as that of a pipe.
private final class UnsizedSource: ByteSource {
  private let memory: MemoryByteSource
  let byteCount: Int64? = nil

  init(_ bytes: [UInt8]) { memory = MemoryByteSource(bytes) }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    try memory.read(at: offset, into: &buffer)
  }
}
