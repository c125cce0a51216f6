import TestSupport
import Testing
import USACCodec

/// Pulses of the algebraic codebook: values of the specification's text, and counts.
@Suite struct InnovationTests {
  private static func decode(_ fields: [UInt16], _ coreMode: Int) -> [Float] {
    var values: [8 of UInt16] = .init(repeating: 0)
    for place in fields.indices { values[place] = fields[place] }
    var code = [Float](repeating: 9, count: 64)
    var span = code.mutableSpan
    InnovationCodebook.decode(values, coreMode: coreMode, into: &span)
    return code
  }

  @Test(
    arguments: [
      (6, [1, 19, 0, 5], [14: -1, 21: 1]),
      (7, [1, 17, 3, 30], [4: -1, 13: 1, 58: -1]),
      (1, [359, 250, 21, 6], [22: -1, 24: -1, 27: 1, 28: -1, 41: -1, 61: 1]),
      (3, [5749, 3303, 359, 250], [20: 1, 24: -2, 26: -1, 30: -1, 43: -1, 61: -1, 63: 1]),
      (
        5, [0, 1, 2, 3, 10940, 4660, 16383, 3855],
        [
          15: 1, 17: 1, 19: -2, 30: -2, 33: -1, 40: -1, 48: 1, 49: 1, 52: 1, 53: -1, 60: -1, 62: -2, 63: -1,
        ]
      ),
    ] as [(Int, [UInt16], [Int: Float])]) func pulses(coreMode: Int, fields: [UInt16], expected: [Int: Float])
  {
    let code = InnovationTests.decode(fields, coreMode)
    for place in 0..<64 { expectEqual(code[place], expected[place, default: 0]) }
  }

  /// There are as many as the mode has, less pairs of opposite signs that meet.
  @Test(arguments: zip(0..<8, [4, 6, 8, 10, 12, 16, 2, 3])) func counts(coreMode: Int, pulseCount: Int) {
    var state: UInt32 = 1
    var most: Float = 0
    for _ in 0..<500 {
      let fields = (0..<8).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt16(state >> 16)
      }
      let widths: [UInt16] =
        switch coreMode {
        case 5: [3, 3, 3, 3, 16383, 16383, 16383, 16383]
        case 6, 7: [1, 31, coreMode == 6 ? 1 : 31, 31, 0, 0, 0, 0]
        default: [8191, 8191, 8191, 8191, 0, 0, 0, 0]
        }
      let code = InnovationTests.decode(zip(fields, widths).map { $0 & $1 }, coreMode)
      let sum = code.reduce(0) { $0 + abs($1) }
      #expect(sum <= Float(pulseCount) && Int(sum) % 2 == pulseCount % 2)
      most = max(most, sum)
    }
    expectEqual(most, Float(pulseCount))
  }
}
