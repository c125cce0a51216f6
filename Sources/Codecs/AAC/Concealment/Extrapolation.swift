/// Continues a signal by linear prediction from its past.
///
/// The autocorrelation method: the past is windowed with its weight near the end, the predictor comes from the
/// Levinson recursion, which makes it stable, and runs on beyond the end. Noise of the level that could not be predicted
/// drives it, so that tones go on with their phases and noise goes on as noise.
struct Extrapolation: Sendable {
  private let pastCount: Int
  private let order: Int
  private let window: [Double]
  private let windowEnergy: Double
  private var windowed: [Double]
  private var correlation: [Double]
  /// The predictor, and room for its next order: `a[0]` is 1.
  private var a: [Double]
  private var b: [Double]
  /// The predictor for an inner product with the last `order` samples, the oldest first.
  private var weights: [Double]
  private var excitation = 0.0
  private var peak = 0.0
  private var samples: [Double]

  /// The past and its continuation; full scale ±1.
  private(set) var line: [Float]

  /// Seconds that the predictor looks back: a period of most voices.
  private static let memory = 0.008

  init(pastCount: Int, futureCount: Int, sampleRate: Double) {
    self.pastCount = pastCount
    order = min(Int(Extrapolation.memory * sampleRate), 512, pastCount / 4) & ~7
    let rise = 3 * pastCount / 4
    window = (0..<pastCount).map { n in
      let part = n < rise ? Double(n + 1) / Double(rise + 1) : Double(pastCount - n) / Double(pastCount - rise + 1)
      return part * part * (3 - 2 * part)
    }
    windowEnergy = window.reduce(0) { $0 + $1 * $1 }
    windowed = Array(repeating: 0, count: pastCount)
    correlation = Array(repeating: 0, count: order + 1)
    a = Array(repeating: 0, count: order + 1)
    b = a
    weights = Array(repeating: 0, count: order)
    samples = Array(repeating: 0, count: pastCount + futureCount)
    line = Array(repeating: 0, count: pastCount + futureCount)
  }

  /// Takes in a channel's past; returns whether there is anything to continue.
  mutating func prepare(_ past: borrowing OutputRing) -> Bool {
    precondition(past.count == pastCount)
    peak = 0
    past.forEach { place, sample in
      samples[place] = Double(sample)
      line[place] = sample
      peak = max(peak, abs(Double(sample)))
    }
    guard peak > 1e-6, order > 0 else { return false }
    for n in 0..<pastCount { windowed[n] = samples[n] * window[n] }
    for lag in 0...order {
      correlation[lag] = Extrapolation.inner(
        windowed.span.extracting(lag..<pastCount), windowed.span.extracting(0..<(pastCount - lag)))
    }
    correlation[0] *= 1 + Extrapolation.floor
    solve()
    return true
  }

  /// White noise that is mixed into the correlation, −90 dB: it keeps the recursion well-conditioned.
  private static let floor = 1e-9

  /// The Levinson recursion.
  private mutating func solve() {
    for place in a.indices {
      a[place] = 0
      b[place] = 0
    }
    a[0] = 1
    var error = correlation[0]
    for m in 1..<(order + 1) {
      var sum = 0.0
      for i in 0..<m { sum += a[i] * correlation[m - i] }
      let reflection = -sum / error
      guard abs(reflection) < 1 else { break }
      for i in 0...m { b[i] = a[i] + reflection * a[m - i] }
      swap(&a, &b)
      error *= 1 - reflection * reflection
    }
    for j in 0..<order { weights[j] = -a[order - j] }
    excitation = (max(error, 0) / windowEnergy).squareRoot() * Extrapolation.noiseGain * 3.0.squareRoot()
  }

  /// The part of the unpredictable that is put back.
  private static let noiseGain = 0.5

  /// Continues the line, which fades as it goes on.
  mutating func extend(_ fade: LossFade, seed: UInt32) {
    var random = seed &* 0x9E37_79B9 | 1
    for n in pastCount..<samples.count {
      random = random &* 1_664_525 &+ 1_013_904_223
      let noise = Double(Int32(bitPattern: random)) * 0x1p-31 * excitation
      let predicted = Extrapolation.inner(weights.span, samples.span.extracting((n - order)..<n))
      let sample = min(max(predicted + noise, -peak), peak)
      samples[n] = sample
      line[n] = Float(sample) * fade.gain(at: n - pastCount)
    }
  }

  /// The inner product of two spans of the same count.
  private static func inner(_ x: Span<Double>, _ y: Span<Double>) -> Double {
    let count = x.count
    precondition(y.count == count)
    var sums = SIMD4<Double>(repeating: 0)
    var n = 0
    while n &+ 4 <= count {
      let p = SIMD4(x[n], x[n &+ 1], x[n &+ 2], x[n &+ 3])
      let q = SIMD4(y[n], y[n &+ 1], y[n &+ 2], y[n &+ 3])
      sums += p * q
      n &+= 4
    }
    var sum = sums.sum()
    while n < count {
      sum += x[n] * y[n]
      n &+= 1
    }
    return sum
  }
}
