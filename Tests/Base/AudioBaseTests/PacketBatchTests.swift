import AudioBase
import Testing

@Suite("Batches of packets")
struct PacketBatchTests {
  @Test("packets that are appended are found again, with their places and durations")
  func appending() {
    var batch = PacketBatch()
    batch.append([1, 2, 3], frameCount: 480)
    batch.append([UInt8]().span)
    batch.append([4, 5].span, frameCount: 240, fileOffset: 77)
    #expect(batch.count == 3)
    #expect(batch.bytes == [1, 2, 3, 4, 5])
    #expect((0..<3).map { Array(batch.packet($0)) } == [[1, 2, 3], [], [4, 5]])
    #expect(batch.descriptions.map(\.frameCount) == [480, 0, 240])
    #expect(batch.descriptions.map(\.startOffset) == [0, 3, 3])
    #expect(batch.fileOffsets == [0, 0, 77])
  }

  @Test("a packet of one batch goes into another")
  func moving() {
    var (from, to) = (PacketBatch(), PacketBatch())
    for byte in UInt8(0)..<5 { from.append([byte, byte]) }
    to.append(from.packet(3))
    to.removeAll(nextPacket: 9)
    to.append(from.packet(4))
    #expect(to.count == 1)
    #expect(to.bytes == [4, 4])
    #expect(to.firstPacket == 9)
  }
}
