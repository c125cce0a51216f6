import AudioBase
import MP4Container
import TestSupport
import Testing

/// `ludt`, from bytes made by hand: ISO/IEC 14496-12, 12.2.7.
struct LoudnessTests {
  /// Loudness −57.75 + v/4, peaks 20 − p/32, of the channels as they are or of one downmix and set.
  private func statement(downmix: Int = 0, set: Int = 0, _ measurements: [[UInt8]]) -> [UInt8] {
    number(downmix << 6 | set, 2) + number(672 << 20 | 656 << 8 | 0x23, 4) + number(measurements.count, 1)
      + measurements.flatMap { $0 }
  }

  private func read(_ boxes: [UInt8]) throws -> (track: TrackInfo, remarks: [String], unnamed: [String]) {
    var builder = MovieBuilder(packets: makePackets(3))
    builder.references = box("udta", box("ludt", boxes))
    let reader = try MP4Reader(MemoryByteSource(builder.bytes()))
    return (try required(reader.tracks.first), reader.warnings, reader.unnamedItems)
  }

  @Test func bothVersions() throws {
    let program: [UInt8] = [1, 135, 0x23]
    let found = try read(
      fullBox("tlou", statement([program, [2, 131, 0x51], [12, 1, 0]]))
        + fullBox(
          "tlou", version: 1, [2], [0], statement(downmix: 127, set: 63, [[6, 40, 0x20]]), [5], statement([program]))
        + fullBox("tlou", version: 1, [0x41, 3], [0], statement([program]))
        + fullBox("alou", statement([[1, 151, 0x23]])))
    let loudness = try required(found.track.loudness)
    #expect(loudness.track.count == 2 && loudness.album.count == 1 && found.remarks.isEmpty)
    #expect(loudness.track[0].samplePeak == -1 && loudness.track[0].truePeak == -0.5)
    expectEqual(
      loudness.track[0].measurements,
      [
        .init(.program, -24, system: 2, reliability: 3), .init(.anchor, -25, system: 5, reliability: 1),
      ])
    #expect(loudness.track[1].downmix == 127 && loudness.track[1].dynamicRangeSet == 63)
    expectEqual(loudness.track[1].measurements.map(\.value), [10])
    #expect(loudness.level(.track) == -25 && loudness.level(.album) == -20)
    expectEqual(CodedStream(of: found.track).loudness, loudness)
    // Copies have no such box.
    expectEqual(found.unnamed, ["the box 'trak/udta/ludt'"])
  }

  /// A damaged one is told, and costs nothing else.
  @Test func damage() throws {
    let whole = statement([[1, 135, 0x23]])
    for count in 0..<whole.count {
      let found = try read(fullBox("tlou", Array(whole[..<count])))
      #expect(found.track.loudness == nil && found.track.packetCount == 3)
      #expect(found.remarks.contains { $0.contains("loudness") })
    }
    let many = (0..<100).flatMap { _ in fullBox("tlou", whole) }
    try expectEqual(read(many).track.loudness?.track.count, 63)
  }
}
