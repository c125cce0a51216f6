import AudioBase
import Bitstream
import TestSupport
import Testing
import UniDRC

/// `loudnessInfoSet()` from bits made by hand, and the choice among its statements.
@Suite struct LoudnessTests {
  private func parse(_ fields: [(Int, Int)]) throws(CodecError) -> StatedLoudnessSet {
    let bytes = bits(fields)
    var reader = BitReader(bytes.span)
    let set = try StatedLoudnessSet(parsing: &reader)
    expectLess(reader.remaining, 8)
    return set
  }

  /// Peaks are 20 − p/32, loudness −57.75 + v/4.
  @Test func valuesOfEveryKind() throws {
    let track: [(Int, Int)] = [
      (0, 6), (0, 7), (1, 1), (672, 12), (1, 1), (656, 12), (2, 4), (3, 2), (5, 4),
      (1, 4), (135, 8), (2, 4), (3, 2), (6, 4), (150, 8), (2, 4), (0, 2), (7, 4), (5, 5), (4, 4), (0, 2), (8, 4),
      (2, 2),
      (0, 4), (1, 2), (9, 4), (200, 8), (1, 4), (0, 2),
    ]
    let album: [(Int, Int)] = [(63, 6), (127, 7), (0, 1), (1, 1), (0, 12), (0, 4), (0, 2), (0, 4)]
    let set = try parse([(1, 6), (1, 6)] + album + track + [(0, 1)])
    let first = try required(set.track.first)
    #expect(first.samplePeak == -1 && first.truePeak == -0.5)
    expectEqual(first.measurements.map(\.value), [-24, 43, 85, 2, -16])
    expectEqual(first.measurements.map(\.quantity), [.program, .range, .mixingLevel, .roomType, .shortTerm])
    #expect(first.measurements.map(\.system) == [2, 2, 4, 0, 1] && first.measurements[0].reliability == 3)
    #expect(set.album.count == 1 && set.album[0].dynamicRangeSet == 63 && set.album[0].downmix == 127)
    #expect(set.album[0].truePeak == nil && set.album[0].measurements.isEmpty)
    #expect("\(first)".hasPrefix("program -24.0 LKFS (BS.1770-4), range 43.0 LU (BS.1770-4), mixing level 85.0 dB"))
  }

  /// Those of version 1 come in an extension; one about an equalizer's output is left out.
  @Test func secondVersion() throws {
    let statement: [(Int, Int)] = [(0, 7), (0, 1), (0, 1), (1, 4), (1, 4), (147, 8), (2, 4), (0, 2)]
    let body: [(Int, Int)] = [(0, 6), (2, 6), (0, 6), (0, 6)] + statement + [(0, 6), (5, 6)] + statement
    let count = body.reduce(0) { $0 + $1.1 }
    let set = try parse(
      [(0, 6), (0, 6), (1, 1), (7, 4), (0, 4), (2, 4), (5, 3), (1, 4), (4, 4), (count - 1, 8)] + body + [(0, 4)])
    expectEqual(set.track.map { $0.measurements.map(\.value) }, [[-21]])
  }

  @Test func damage() throws {
    let whole: [(Int, Int)] = [
      (0, 6), (1, 6), (0, 6), (0, 7), (0, 1), (0, 1), (1, 4), (1, 4), (135, 8), (2, 4), (0, 2), (0, 1),
    ]
    let bytes = bits(whole)
    for count in bytes.indices {
      let part = Array(bytes[..<count])
      var reader = BitReader(part.span)
      #expect(throws: CodecError.self) { _ = try StatedLoudnessSet(parsing: &reader) }
    }
    var reserved = whole
    reserved[7] = (10, 4)
    #expect(throws: CodecError.self) { _ = try parse(reserved) }
  }

  /// The order is that of the page: own set and mixture first, then what stands for any, then the plain stream.
  @Test func lookUp() {
    var anchor = stated(-20)
    anchor.measurements.append(.init(.anchor, -27, system: 1))
    anchor.measurements.append(.init(.anchor, -26, system: 5))
    let set = StatedLoudnessSet(track: [stated(-16, set: 1), anchor], album: [stated(-18)])
    expectEqual(set.level(.track), -26)
    expectEqual(set.level(.track, dynamicRangeSet: 1), -16)
    expectEqual(set.level(.track, dynamicRangeSet: 2), -26)
    expectEqual(set.level(.album), -18)
    expectNil(StatedLoudnessSet(track: [stated(-16, set: 1)]).level(.track))
    expectEqual(StatedLoudnessSet(track: [stated(-16)]).level(.album), -16)
  }
}
