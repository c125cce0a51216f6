import AACDecoding
import AACReplication
import Bitstream
import TestSupport
import Testing
import USACCodec

/// The syntax of predictive vector coding, from bits that are made by hand.
@Suite struct VectorCodingTests {
  /// Fields of a value and a number of bits each.
  private typealias Fields = [(value: UInt32, count: Int)]

  private static func bytes(_ fields: Fields) -> [UInt8] {
    var writer = BitWriter()
    for field in fields { writer.write(field.value, field.count) }
    writer.align()
    return writer.bytes
  }

  private static func predictors(_ fields: Fields, after last: UInt8?) throws -> [UInt8] {
    let bytes = bytes(fields)
    var reader = BitReader(bytes.span)
    var data = VectorCodingData()
    try data.parsePredictors(&reader, after: last)
    expectEqual(reader.offset, fields.reduce(0) { $0 + $1.count })
    return (0..<16).map { data.predictors[$0] }
  }

  /// Three parts: nine slots, then three, whose length has three bits, then the rest.
  @Test func partsOfAnyLength() throws {
    let found = try VectorCodingTests.predictors(
      [(2, 3), (0, 1), (77, 7), (8, 4), (5, 7), (2, 3), (120, 7)], after: nil)
    expectEqual(found, Array(repeating: 77, count: 9) + Array(repeating: 5, count: 3) + Array(repeating: 120, count: 4))
  }

  /// The first part goes on with the predictor of the frame before.
  @Test func partsThatGoOn() throws {
    let found = try VectorCodingTests.predictors([(1, 3), (1, 1), (1, 1), (0, 4), (9, 7)], after: 44)
    expectEqual(found, [44] + Array(repeating: 9, count: 15))
  }

  /// Four cells of four slots, of which the first and the third are as before.
  @Test func cells() throws {
    let found = try VectorCodingTests.predictors(
      [(5, 3), (0, 1), (0, 1), (1, 1), (3, 7), (0, 1), (1, 1), (4, 7)], after: 6)
    let expected: [UInt8] = [6, 6, 6, 6, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4]
    expectEqual(found, expected)
  }

  /// In an independent frame the first cell always has a predictor, without a bit that says so.
  @Test func independentCells() throws {
    let found = try VectorCodingTests.predictors([(4, 3), (1, 1), (101, 7), (0, 1)], after: nil)
    expectEqual(found, Array(repeating: 101, count: 16))
  }

  /// Parts may not fill more than the frame.
  @Test func partsBeyondTheFrame() {
    #expect(throws: USACError.self) {
      _ = try VectorCodingTests.predictors([(1, 3), (0, 1), (1, 7), (15, 4), (2, 7)], after: nil)
    }
  }

  /// A second noise floor, and one that reaches by two slots into the next frame; by four there is none.
  @Test func grids() throws {
    var data = VectorCodingData()
    let bytes = VectorCodingTests.bytes([(6, 4), (1, 1), (1, 2), (0, 4), (1, 1), (3, 2)])
    var reader = BitReader(bytes.span)
    let time = try data.parseGrid(&reader)
    #expect(time.noiseCount == 2 && time.noiseBorder == 6 && time.end == 18 && data.reach == 2)
    #expect(throws: USACError.self) { _ = try data.parseGrid(&reader) }
  }
}
