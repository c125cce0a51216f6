import AudioBase
import FramedStreams
import MPEGAudioContainer
import TestSupport
import Testing

@Suite("Files of MPEG audio whose frames become those of another stream")
struct StreamChangeTests {
  /// Layer III at 128 kbit/s and 48 kHz: 144 · 128,000 / 48,000 = 384 bytes.
  private static func faster(_ fill: UInt8) -> [UInt8] {
    HandMadeFrame(head: [0xFF, 0xFB, 0x94], byteCount: 384, fill: fill).bytes
  }

  /// Layer II at 128 kbit/s and 44.1 kHz, mono: 417 bytes.
  private static func layerII(_ fill: UInt8) -> [UInt8] {
    HandMadeFrame(head: [0xFF, 0xFD, 0x80], byteCount: 417, mode: 0xC0, fill: fill).bytes
  }

  private static func batches(_ reader: inout MPEGAudioReader) throws -> [(packets: [[UInt8]], stream: Int)] {
    var batch = PacketBatch()
    var found: [(packets: [[UInt8]], stream: Int)] = []
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      found.append(((0..<batch.count).map { [UInt8](batch.packet($0)) }, batch.streamNumber))
    }
    return found
  }

  @Test("Another rate and another layer begin streams of their own", arguments: [false, true])
  func parts(isPipe: Bool) throws {
    let first = HandMadeFrame.stream(9)
    let second = (0..<7).map { Self.faster(UInt8($0)) }
    let third = (0..<5).map { Self.layerII(UInt8($0)) }
    let all = first + second + third + first
    var reader = try MPEGAudioReader(WatchedSource(all.flatMap { $0 }, isPipe: isPipe))
    let found = try Self.batches(&reader)
    #expect(found.map(\.stream) == [0, 1, 2, 0] && found.flatMap(\.packets) == all)
    let known = reader.streamChanges(ofTrack: 0)
    expectEqual(known.changes.map(\.packet), [9, 16, 21])
    expectEqual(known.otherStreams.map(\.format.formatID), [.mpegLayer3, .mpegLayer2])
    expectEqual(known.otherStreams.map(\.format.sampleRate), [48_000, 44_100])
    expectEqual(known.otherStreams.map(\.format.channelsPerFrame), [2, 1])
    expectEqual(reader.warnings, [])
    guard !isPipe else { return }
    let duration = 23.0 * 1152 / 44_100 + 7.0 * 1152 / 48_000
    expectLess(abs((reader.tracks[0].duration ?? 0) - duration), 1e-12)
    for target in [20, 8, 29, 9, 0, 16, 15, 21] {
      try reader.seek(toPacket: Int64(target), ofTrack: 0)
      try expectEqual(Self.batches(&reader).flatMap(\.packets), Array(all[target...]))
    }
  }

  @Test("Fewer than three frames of another kind are garbage", arguments: [1, 2])
  func shortParts(count: Int) throws {
    let first = HandMadeFrame.stream(9)
    let bytes = first + (0..<count).map { Self.faster(UInt8($0)) } + first
    var reader = try reader(bytes.flatMap { $0 })
    let found = try Self.batches(&reader)
    #expect(found.flatMap(\.packets) == first + first && found.allSatisfy { $0.stream == 0 })
    #expect(reader.streamChanges(ofTrack: 0).isEmpty)
    expectEqual(reader.warnings, ["\(384 * count) bytes between frames were skipped"])
  }

  @Test("What the first stream says of its end does not cut off the others")
  func padding() throws {
    // Delay 576, padding 1000: 12 bits each.
    let info = infoFrame(frames: 9, bytes: UInt32(417 * 10), delays: [0x24, 0x03, 0xE8])
    let first = (0..<9).map { HandMadeFrame.usual(UInt8($0)) }
    let second = (0..<7).map { Self.faster(UInt8($0)) }
    let bytes = info + (first + second).flatMap { $0 }
    let reader = try reader(bytes)
    let table = try required(reader.tracks[0].packetTable)
    #expect(table.primingFrames == 576 + 529 && table.remainderFrames == 0)
    // Nine packets at 44.1 kHz and seven at 48 kHz, counted at 44.1 kHz.
    let frames = Double(9 * 1152) + Double(7 * 1152) * 44_100 / 48_000
    expectEqual(table.validFrames, Int64(frames.rounded(.up)) - 576 - 529)
  }

  @Test("A stream that never rests is read up to the limit")
  func bomb() throws {
    var limits = ResourceLimits()
    limits.streamChangeCount = 50
    var bytes: [UInt8] = []
    for index in 0..<300 {
      let fill = UInt8(index & 127)
      for _ in 0..<3 { bytes += index % 2 == 0 ? HandMadeFrame.usual(fill) : Self.faster(fill) }
    }
    var reader = try MPEGAudioReader(MemoryByteSource(bytes), limits: limits)
    let found = readAll(&reader)
    #expect(found.packets.count == 153 && found.error?.kind == .limitExceeded)
    expectEqual(reader.tracks[0].packetCount, 153)
    #expect(reader.warnings.contains { $0.contains("limit") })
  }
}
