import AudioBase
import FLACContainer
import FramedStreams
import TestSupport
import Testing

/// Streams whose `STREAMINFO` and whose frames disagree on the size of blocks.
@Suite struct BlockSizeTests {
  private func bytes(total: Int, sizes: (Int, Int)) -> FLACBuilder {
    var random = SplitMix64(seed: 11)
    return FLACBuilder(frameCount: 40, head: FLACBuilder.head(total: total, sizes: sizes), using: &random)
  }

  @Test("a first block that is larger than STREAMINFO allows tells the size of all, and the places of packets")
  func largerBlock() throws {
    let stream = bytes(total: 40 * 4096 - 96, sizes: (1024, 1024))
    var reader = try FLACReader(MemoryByteSource(stream.bytes), limits: ResourceLimits())
    let track = reader.tracks[0]
    #expect(track.format.framesPerPacket == 4096 && track.packetCount == 40)
    #expect(track.packetTable?.remainderFrames == 96 && track.packetTable?.validFrames == 40 * 4096 - 96)
    expectEqual(track.cookie, [0x10, 0, 0x10, 0] + stream.bytes[12..<42])
    expectEqual(reader.warnings.count, 1)
    for packet in [39, 0, 17] {
      try reader.seek(toPacket: Int64(packet), ofTrack: 0)
      expectEqual(readAll(&reader).packets, Array(stream.frames[packet...]))
    }
  }

  @Test("the seek table's samples are divided by the size that the frames have")
  func seekTable() throws {
    var random = SplitMix64(seed: 12)
    let plain = FLACBuilder(frameCount: 40, head: [], using: &random)
    let offset = plain.frames[..<30].reduce(0) { $0 + $1.count }
    let point = FLACBuilder.big(30 * 4096, 8) + FLACBuilder.big(offset, 8) + FLACBuilder.big(4096, 2)
    let head = FLACBuilder.head(total: 40 * 4096, blocks: [(3, point)], sizes: (1024, 1024))
    let source = MemoryByteSource(head + plain.bytes)
    var reader = try FLACReader(source, limits: ResourceLimits())
    try reader.seek(toPacket: 31, ofTrack: 0)
    expectEqual(readAll(&reader).packets, Array(plain.frames[31...]))
    // One about the block of 1024 frames, none about the table.
    expectEqual(reader.warnings.count, 1)
  }

  @Test("blocks of varying size may have any")
  func varyingBlocks() throws {
    // A block of 8192 frames of sound, made by FFmpeg 5.1, whose number is rewritten to 0.
    let fields: [UInt8] = [0xFF, 0xF9, 0xD9, 0x18, 0]
    let frame = fields + [FLACBuilder.check(fields)] + [UInt8](repeating: 7, count: 40)
    let head = FLACBuilder.head(total: 8192, sizes: (4096, 4096))
    let reader = try FLACReader(MemoryByteSource(head + frame), limits: ResourceLimits())
    #expect(reader.tracks[0].format.framesPerPacket == 0 && reader.tracks[0].packetCount == nil)
    expectEqual(reader.tracks[0].cookie, [0, 16, 0xFF, 0xFF] + head[12..<42])
  }

  @Test("a smaller block, one of another number of channels, and one of 65,536 frames correct nothing")
  func otherBlocks() throws {
    func cookie(_ fields: [UInt8], sizes: (Int, Int)) throws -> [UInt8] {
      let frame = fields + [FLACBuilder.check(fields)] + [UInt8](repeating: 7, count: 40)
      let head = FLACBuilder.head(total: 8192, sizes: sizes)
      let reader = try FLACReader(MemoryByteSource(head + frame), limits: ResourceLimits())
      #expect(reader.tracks[0].cookie == Array(head[8...]) && reader.warnings.isEmpty)
      return Array(reader.tracks[0].cookie.prefix(4))
    }
    try expectEqual(cookie([0xFF, 0xF8, 0xC9, 0x18, 0], sizes: (4608, 4608)), [0x12, 0, 0x12, 0])
    try expectEqual(cookie([0xFF, 0xF8, 0xC9, 0x08, 0], sizes: (1024, 1024)), [4, 0, 4, 0])
    try expectEqual(cookie([0xFF, 0xF8, 0x79, 0x18, 0, 0xFF, 0xFF], sizes: (1024, 1024)), [4, 0, 4, 0])
  }
}
