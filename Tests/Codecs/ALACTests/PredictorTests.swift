import ALACCodec
import TestSupport
import Testing

/// The predictor in all its forms against the loop that the format is defined by.
@Suite struct PredictorTests {
  @Test(arguments: 1...30)
  func everyOrderFollowsTheDefinition(order: Int) {
    var generator = SplitMix64(seed: UInt64(order))
    for width in [16, 17, 20, 24, 25, 32] {
      for (shift, coefficientBits, residualBits) in [(9, 10, 6), (9, 12, width - 2), (4, 16, width), (15, 16, 3)] {
        var predictor = Predictor(order: order, shift: shift)
        for tap in 0..<order { predictor.coefficients[tap] = random(coefficientBits, &generator) }
        let residuals = (0..<200).map { _ in generator.chance(30) ? 0 : random(residualBits, &generator) }
        let expected = Self.defined(predictor, residuals, width)
        var source = Listed(residuals: residuals)
        var samples = [Int32](repeating: 0, count: residuals.count)
        var output = samples.mutableSpan
        predictor.synthesize(from: &source, width: width, into: &output)
        expectEqual(samples, expected, "\(width) bit, shift \(shift)")
      }
    }
  }

  @Test(arguments: 1...8)
  func analysisIsTheInverse(order: Int) {
    var generator = SplitMix64(seed: UInt64(order))
    for width in [16, 17, 24, 25, 32] {
      let samples = (0..<300).map { _ in random(width, &generator) >> (generator.chance(50) ? 0 : 4) }
      var predictor = Predictor(order: order, shift: 9)
      for tap in 0..<order { predictor.coefficients[tap] = random(11, &generator) }
      var residuals = samples
      var output = residuals.mutableSpan
      _ = predictor.analyze(samples.span, width: width, into: &output)
      expectEqual(Self.defined(predictor, residuals, width), samples, "\(width) bit")
    }
  }

  /// The text of the specification, word for word, in wrapping arithmetic.
  private static func defined(_ predictor: Predictor, _ residuals: [Int32], _ width: Int) -> [Int32] {
    let (order, shift) = (predictor.order, Int32(predictor.shift))
    func extended(_ value: Int32) -> Int32 { (value << Int32(32 - width)) >> Int32(32 - width) }
    var taps = (0..<order).map { Int16(predictor.coefficients[$0]) }
    var out = [residuals[0]]
    for index in 1..<residuals.count {
      guard index > order else {
        out.append(extended(out[index - 1] &+ residuals[index]))
        continue
      }
      let top = out[index - order - 1]
      var sum: Int32 = 0
      for tap in 0..<order { sum = sum &+ Int32(taps[tap]) &* (out[index - 1 - tap] &- top) }
      out.append(extended(residuals[index] &+ top &+ ((sum &+ (1 << (shift - 1))) >> shift)))
      var left = residuals[index]
      for tap in (0..<order).reversed() {
        let difference = top &- out[index - 1 - tap]
        let sign = difference.signum()
        if residuals[index] > 0, left > 0 {
          taps[tap] &-= Int16(sign)
          left = left &- Int32(order - tap) &* ((sign &* difference) >> shift)
        } else if residuals[index] < 0, left < 0 {
          taps[tap] &+= Int16(sign)
          left = left &- Int32(order - tap) &* ((0 &- sign &* difference) >> shift)
        }
      }
    }
    return out
  }

  private func random(_ bits: Int, _ generator: inout SplitMix64) -> Int32 {
    Int32(truncatingIfNeeded: generator.next()) >> Int32(32 - bits)
  }
}

/// Residuals out of an array.
private struct Listed: ResidualSource {
  var residuals: [Int32]
  var place = 0

  mutating func next() -> Int32 {
    defer { place += 1 }
    return place < residuals.count ? residuals[place] : 0
  }
}
