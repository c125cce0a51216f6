import Transforms

// Holds throughout: lines have 16 samples before those that are filtered, and counts are multiples of four: all callers
// filter parts of subframes, which have 64 samples, or of the data against aliasing, which has 48 or more.

/// A filter `A(z) = 1 + a1 z⁻¹ + … + a16 z⁻¹⁶` (ISO/IEC 23003-3, 7.13).
package struct PredictionFilter: Sendable, Equatable {
  /// The coefficients a1 … a16.
  package var coefficients: SIMD16<Float>

  package init(coefficients: SIMD16<Float>) { self.coefficients = coefficients }

  /// The filter `A(z / 0.92)`.
  package var weighted: PredictionFilter {
    var (result, factor) = (coefficients, 1.0)
    for place in 0..<16 {
      factor *= 0.92
      result[place] = Float(Double(coefficients[place]) * factor)
    }
    return PredictionFilter(coefficients: result)
  }

  private var taps: [16 of Float] {
    var taps: [16 of Float] = .init(repeating: 0)
    for place in 0..<16 { taps[place] = coefficients[place] }
    return taps
  }

  /// Filters `count` samples by 1 / A(z) in place; the 16 samples before them are the filter's state.
  ///
  /// Four at a time: what the past adds to each of them, the oldest first, then what they add to one another by the
  /// beginning of the filter's response. The past stays in registers, as loads across what was just stored wait for it.
  package func synthesize(_ line: inout MutableSpan<Float>, from start: Int, count: Int) {
    precondition(start >= 16 && count % 4 == 0 && start + count <= line.count)
    var taps: [19 of Float] = .init(repeating: 0)
    for place in 0..<16 { taps[place] = coefficients[place] }
    let a = taps.span
    let second = a[0] * a[0] - a[1]
    let third = -a[0] * second + a[1] * a[0] - a[2]
    let response = SIMD4(1, -a[0], second, third)
    let (one, two) = (SIMD4(0, 1, -a[0], second), SIMD4<Float>(0, 0, 1, -a[0]))
    var samples = line._mutatingExtracting((start - 16)..<(start + count))
    var past = (samples.quad(at: 12), samples.quad(at: 8), samples.quad(at: 4), samples.quad(at: 0))
    var n = 16
    while n < 16 &+ count {
      var sums = samples.quad(at: n)
      PredictionFilter.subtract(past.3, a, 12, from: &sums)
      PredictionFilter.subtract(past.2, a, 8, from: &sums)
      PredictionFilter.subtract(past.1, a, 4, from: &sums)
      PredictionFilter.subtract(past.0, a, 0, from: &sums)
      let last = SIMD4(0, 0, 0, sums[3])
      let next = sums[0] * response + sums[1] * one + (sums[2] * two + last)
      samples.setQuad(next, at: n)
      past = (next, past.0, past.1, past.2)
      n &+= 4
    }
  }

  /// Subtracts the contribution of four samples from the four that follow `distance` later.
  @inline(__always)
  private static func subtract(
    _ past: SIMD4<Float>, _ taps: Span<Float>, _ distance: Int, from sums: inout SIMD4<Float>
  ) {
    sums -= past[0] * taps.quad(at: distance &+ 3)
    sums -= past[1] * taps.quad(at: distance &+ 2)
    sums -= past[2] * taps.quad(at: distance &+ 1)
    sums -= past[3] * taps.quad(at: distance)
  }

  /// Filters the samples of a line from index 16 on by A(z) into `output`.
  package func analyze(_ line: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(line.count == output.count + 16 && output.count % 4 == 0)
    let taps = taps
    let a = taps.span
    for block in 0..<(output.count / 4) {
      var sums = line.quad(at: 4 &* block &+ 16)
      for j in 1..<17 { sums += a[j &- 1] * line.quad(at: 4 &* block &+ 16 &- j) }
      output.setQuad(sums, at: 4 &* block)
    }
  }
}

/// The frequencies at which a frame's filters are evaluated.
package struct ResponseGrid: Sendable {
  /// Four frequencies: real and imaginary parts of e^(−iω).
  private let points: [(real: SIMD4<Double>, imaginary: SIMD4<Double>)]

  /// Prepares the centre frequencies of 48 or 64 bands.
  package init(bandCount: Int) {
    // Bound: there are 64 bands at most.
    points = (0..<(bandCount / 4)).map { block in
      var (real, imaginary) = (SIMD4<Double>(repeating: 0), SIMD4<Double>(repeating: 0))
      for lane in 0..<4 {
        let (cosine, sine) = Trigonometry.cosineAndSine(turns: 2 * (4 * block + lane) + 1, over: 4 * bandCount)
        (real[lane], imaginary[lane]) = (cosine, -sine)
      }
      return (real, imaginary)
    }
  }

  /// Writes 1 / |A(e^iω)| of each band.
  package func gains(of filter: PredictionFilter, into gains: inout [Float]) {
    var output = gains.mutableSpan
    for block in points.indices {
      let (x, y) = points[block]
      var real = SIMD4<Double>(repeating: Double(filter.coefficients[15]))
      var imaginary = SIMD4<Double>(repeating: 0)
      for place in (0..<16).reversed() {
        let next = place > 0 ? Double(filter.coefficients[place - 1]) : 1
        let turned = real * x - imaginary * y
        imaginary = real * y + imaginary * x
        real = turned + next
      }
      let power = real * real + imaginary * imaginary
      output.setQuad(SIMD4<Float>(1 / power.squareRoot()), at: 4 * block)
    }
  }
}
