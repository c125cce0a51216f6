import AudioBase
import TestSupport
import Testing

@Suite("Batches of packets")
struct PacketBatchTests {
  @Test("packets that are appended are found again, with their places and durations")
  func appending() {
    var batch = PacketBatch()
    batch.append([1, 2, 3], frameCount: 480)
    batch.append([UInt8]().span)
    batch.append([4, 5].span, frameCount: 240, fileOffset: 77)
    expectEqual(batch.count, 3)
    expectEqual(batch.bytes, [1, 2, 3, 4, 5])
    expectEqual((0..<3).map { Array(batch.packet($0)) }, [[1, 2, 3], [], [4, 5]])
    expectEqual(batch.descriptions.map(\.frameCount), [480, 0, 240])
    expectEqual(batch.descriptions.map(\.startOffset), [0, 3, 3])
    expectEqual(batch.fileOffsets, [0, 0, 77])
  }

  @Test("a packet of one batch goes into another")
  func moving() {
    var (from, to) = (PacketBatch(), PacketBatch())
    for byte in UInt8(0)..<5 { from.append([byte, byte]) }
    to.append(from.packet(3))
    to.removeAll(nextPacket: 9)
    to.append(from.packet(4))
    expectEqual(to.count, 1)
    expectEqual(to.bytes, [4, 4])
    expectEqual(to.firstPacket, 9)
  }
}
