/// The kind of samples, whose differences ``AdaptiveTaps`` can process.
protocol TapSamples {
  /// True if samples have 17 bits at most, and the predictor has the usual scale: then a coefficient's part of a
  /// residual fits 15 bits, and every x86-64 processor has an instruction for such products.
  static var areNarrow: Bool { get }
}

/// Samples of up to 17 bits, as 16 bits of a pair have, and a predictor of the usual scale.
enum NarrowSamples: TapSamples {
  static var areNarrow: Bool { true }
}

/// Samples of up to 24 bits.
enum WideSamples: TapSamples {
  static var areNarrow: Bool { false }
}

/// Up to eight coefficients of a predictor, all of which take each step at once.
///
/// ```
/// lane        0             1               …  order − 1   …  7
/// sample      x[n−order]    x[n−order+1]    …  x[n−1]      any, which counts for nothing
/// ```
/// The format states the adaptation as a loop from the oldest coefficient to the latest, which ends when the rest of
/// the residual is used up. The amount of each round does not depend on the previous rounds, so that the sums of the
/// older ones' amounts show at once which coefficients the loop would have reached.
struct AdaptiveTaps<Samples: TapSamples> {
  /// The number of lanes.
  static var laneCount: Int { 8 }

  private var taps: SIMD8<Int32>
  /// The weight of each lane: the number of coefficients up to it.
  private let weights: SIMD8<Int32>
  private let used: SIMD8<Int32>
  private let shift: Int32
  /// Negative after a prediction whose rounding went beyond 32 bits.
  private var roundingOverflow: Int32 = 0

  /// True if the rounding of a prediction went beyond 32 bits, where FFmpeg continues with 64: a stream that both are
  /// to read alike must not rely on it.
  var isAmbiguous: Bool { roundingOverflow < 0 }

  @inline(__always)
  init(_ predictor: Predictor) {
    let order = predictor.order
    var (taps, weights, used) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    for lane in 0..<order {
      taps[lane] = predictor.coefficients[order - 1 - lane]
      weights[lane] = Int32(lane + 1)
      used[lane] = -1
    }
    (self.taps, self.weights, self.used) = (taps, weights, used)
    shift = Int32(truncatingIfNeeded: predictor.shift)
  }

  /// The scale of the coefficients, a constant for the compiler if it is the usual one.
  @inline(__always)
  private var scale: Int32 { Samples.areNarrow ? Int32(PredictorDesign.shift) : shift }

  /// Returns the predicted difference between the next sample and the one before the oldest; `differences` are those of
  /// the other samples from it.
  @inline(__always)
  mutating func prediction(_ differences: SIMD8<Int32>) -> Int32 {
    let products = taps &* differences
    let four = products.lowHalf &+ products.highHalf
    let two = four.lowHalf &+ four.highHalf
    let sum = two[0] &+ two[1]
    let rounded = sum &+ 1 &<< (scale &- 1)
    roundingOverflow |= rounded & ~sum
    return rounded &>> scale
  }

  /// Adapts the coefficients to the residual of a prediction.
  @inline(__always)
  mutating func adapt(to residual: Int32, _ differences: SIMD8<Int32>) {
    let direction = residual &>> 31
    let size = (residual ^ direction) &- direction
    let negative = differences &>> 31
    let magnitudes = (differences ^ negative) &- negative
    // Shifting a negative number right rounds away from zero.
    let bias = SIMD8<Int32>(repeating: ((1 &<< scale) &- 1) & direction)
    var steps = (magnitudes &+ bias) &>> SIMD8(repeating: scale)
    if Samples.areNarrow { steps &= SIMD8(repeating: 0x7FFF) }
    let amounts = steps &* weights
    let older = Self.sumsUpToOwn(amounts) &- amounts
    let reached = ((older &- SIMD8(repeating: size)) &>> 31) & used
    let positive = (SIMD8<Int32>.zero &- differences) &>> 31
    let signs = negative &- positive
    let towards = SIMD8<Int32>(repeating: direction)
    taps = taps &+ (((signs ^ towards) &- towards) & reached)
  }

  /// Returns, for every lane, the sum of itself and the lanes below.
  @inline(__always)
  private static func sumsUpToOwn(_ values: SIMD8<Int32>) -> SIMD8<Int32> {
    // Turned and masked, which the compiler makes shifts of whole registers.
    let one = SIMD8(values[7], values[0], values[1], values[2], values[3], values[4], values[5], values[6])
    let two = values &+ (one & SIMD8(0, -1, -1, -1, -1, -1, -1, -1))
    let twoTurned = SIMD8(two[6], two[7], two[0], two[1], two[2], two[3], two[4], two[5])
    let four = two &+ (twoTurned & SIMD8(0, 0, -1, -1, -1, -1, -1, -1))
    return SIMD8(lowHalf: four.lowHalf, highHalf: four.highHalf &+ four.lowHalf)
  }
}

/// Up to eight preceding samples in the lanes of ``AdaptiveTaps``, for synthesis: samples are available to the
/// predictor before they are stored.
struct TapHistory {
  private var samples: SIMD8<Int32>
  /// All bits of the lane of the latest sample.
  private let latest: SIMD8<Int32>

  /// Initialises the history with the samples `1…order`.
  @inline(__always)
  init(_ first: Span<Int32>, order: Int) {
    var (samples, latest) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    for lane in 0..<order { samples[lane] = first[lane + 1] }
    latest[order - 1] = -1
    (self.samples, self.latest) = (samples, latest)
  }

  /// Returns the differences of the samples from one.
  @inline(__always)
  func differences(from base: Int32) -> SIMD8<Int32> { samples &- SIMD8(repeating: base) }

  @inline(__always)
  mutating func append(_ sample: Int32) {
    let moved = SIMD8(
      samples[1], samples[2], samples[3], samples[4], samples[5], samples[6], samples[7], samples[0])
    samples = (moved & SIMD8(-1, -1, -1, -1, -1, -1, -1, 0)) | (SIMD8(repeating: sample) & latest)
  }
}

extension Predictor {
  /// Returns true if the predictor may be run by ``AdaptiveTaps``: its sums fit 32 bits, and no coefficient can leave
  /// 16 bits within `count` samples of `width` bits.
  func hasFewTaps(width: Int, count: Int) -> Bool {
    guard (1...8).contains(order), width <= 24 else { return false }
    return (0..<order).allSatisfy { Int(abs(coefficients[$0])) + count <= 0x7FFF }
  }

  /// Returns true if samples of `width` bits are narrow for the predictor. Their differences have 18 bits, and a
  /// coefficient removes at most 256 from a residual per unit of its weight.
  func isNarrow(width: Int) -> Bool { width <= 17 && shift == PredictorDesign.shift }
}
