import AudioBase
import TestSupport
import Testing

struct PacketFrameLimitTests {
  @Test func bytesAndUnitsBoundFrames() {
    let samples = PacketFrameLimit(unitFrameCount: 1, unitByteCount: 4)
    expectEqual([-1, 0, 3, 4, 9, 4096].map(samples.frameCount(ofPacketByteCount:)), [1, 1, 1, 1, 2, 1024])
    let blocks = PacketFrameLimit(unitFrameCount: 1024, unitByteCount: 1, maximumUnitCount: 4)
    expectEqual(
      [0, 1, 3, 4, 5, .max].map(blocks.frameCount(ofPacketByteCount:)), [1024, 1024, 3072, 4096, 4096, 4096])
  }

  @Test func numbersThatMakeNoSenseCountAsOne() {
    let limit = PacketFrameLimit(unitFrameCount: 0, unitByteCount: -5, maximumUnitCount: 0)
    expectEqual(limit.frameCount(ofPacketByteCount: 1000), 1)
    expectEqual(PacketFrameLimit(unitFrameCount: .max, unitByteCount: 1).frameCount(ofPacketByteCount: 2), .max)
  }
}
