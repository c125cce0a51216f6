/// Up to eight coefficients of a predictor and their samples, all of which take each step at once.
///
/// ```
/// lane        0        1        …  order − 1   …  7
/// history     x[n−1]   x[n−2]   …  x[n−order]     older samples, which count for nothing
/// ```
/// The format states the adaptation as a loop from the oldest coefficient to the latest, which ends when the rest of
/// the residual is used up. The amount of each round does not depend on the previous rounds, so that the sums of the
/// older ones' amounts show at once which coefficients the loop would have reached.
struct AdaptiveTaps {
  private var taps: SIMD8<Int32>
  private var history: SIMD8<Int32>
  private let weights: SIMD8<Int32>
  private let used: SIMD8<Int32>
  private let shift: SIMD8<Int32>
  private let half: Int32
  private let bias: Int32
  /// Negative after a prediction whose rounding went beyond 32 bits.
  private var roundingOverflow: Int32 = 0

  /// True if the rounding of a prediction went beyond 32 bits, where FFmpeg continues with 64: a stream that both are
  /// to read alike must not rely on it.
  var isAmbiguous: Bool { roundingOverflow < 0 }

  /// Returns true if a predictor may be run in this form: its sums fit 32 bits, and no coefficient can leave 16 bits
  /// within `count` samples of `width` bits.
  static func canRun(_ predictor: Predictor, width: Int, count: Int) -> Bool {
    guard (1...8).contains(predictor.order), width <= 24 else { return false }
    return (0..<predictor.order).allSatisfy { Int(abs(predictor.coefficients[$0])) + count <= 0x7FFF }
  }

  /// Creates the state after the first `order + 1` samples.
  @inline(__always)
  init(_ predictor: Predictor, first samples: Span<Int32>) {
    let order = predictor.order
    var (taps, history) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    var (weights, used) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    for lane in 0..<order {
      taps[lane] = predictor.coefficients[lane]
      history[lane] = samples[order - lane]
      weights[lane] = Int32(order - lane)
      used[lane] = -1
    }
    (self.taps, self.history, self.weights, self.used) = (taps, history, weights, used)
    let shift = Int32(truncatingIfNeeded: predictor.shift)
    self.shift = SIMD8(repeating: shift)
    half = 1 &<< (shift &- 1)
    bias = (1 &<< shift) &- 1
  }

  /// Returns the differences of the samples from the oldest one, `base`.
  @inline(__always)
  func differences(to base: Int32) -> SIMD8<Int32> { history &- SIMD8(repeating: base) }

  /// Returns the predicted difference of the next sample from the oldest one.
  @inline(__always)
  mutating func prediction(_ differences: SIMD8<Int32>) -> Int32 {
    let products = taps &* differences
    let four = products.lowHalf &+ products.highHalf
    let two = four.lowHalf &+ four.highHalf
    let sum = two[0] &+ two[1]
    let rounded = sum &+ half
    roundingOverflow |= rounded & ~sum
    return rounded &>> shift[0]
  }

  /// Takes in a residual and the sample that it led to.
  @inline(__always)
  mutating func advance(_ residual: Int32, _ differences: SIMD8<Int32>, _ sample: Int32) {
    let direction = residual &>> 31
    let size = (residual ^ direction) &- direction
    let negative = differences &>> 31
    let magnitudes = (differences ^ negative) &- negative
    // Shifting a negative number right rounds away from zero.
    let taken = ((magnitudes &+ SIMD8(repeating: bias & direction)) &>> shift) &* weights
    let reached = ((Self.sumsOfOlder(taken) &- SIMD8(repeating: size)) &>> 31) & used
    let positive = (SIMD8<Int32>.zero &- differences) &>> 31
    let signs = negative &- positive
    let towards = SIMD8<Int32>(repeating: direction)
    taps = taps &+ (((signs ^ towards) &- towards) & reached)
    history = SIMD8(
      sample, history[0], history[1], history[2], history[3], history[4], history[5], history[6])
  }

  /// Returns, for every lane, the sum of the lanes above.
  @inline(__always)
  private static func sumsOfOlder(_ values: SIMD8<Int32>) -> SIMD8<Int32> {
    let one = SIMD8(values[1], values[2], values[3], values[4], values[5], values[6], values[7], 0)
    let two = one &+ SIMD8(one[1], one[2], one[3], one[4], one[5], one[6], one[7], 0)
    let four = two &+ SIMD8(two[2], two[3], two[4], two[5], two[6], two[7], 0, 0)
    return four &+ SIMD8(four[4], four[5], four[6], four[7], 0, 0, 0, 0)
  }
}
