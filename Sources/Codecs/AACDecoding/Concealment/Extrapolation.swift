// Bound throughout: rates above 96 kHz count as that: 120 ms of it, and a few frames of at most 1,024 samples.
// Holds throughout: both spans are cut to one length by the caller in this file.

import AACSyntax

/// The continuation of one channel through a loss.
package struct Continuation: Sendable {
  /// The predictor for an inner product with the last samples, the oldest first.
  fileprivate var weights: [Double]
  /// The end of the past and its continuation, without a fade; full scale ±1.
  fileprivate(set) var samples: [Double]
  /// The largest magnitude of the past.
  fileprivate var peak = 0.0
  /// The expected levels.
  var expectation: LevelExpectation
  /// The levels of the last replacement.
  package var levels: [Float]
  /// Spectral lines of earlier frames, which with random signs become the unpredictable part of the replacement.
  ///
  /// All channels get the same signs, so that their common content stays common.
  package var carrier: [Float]
  /// The windows of the last replacement.
  var windows = IndividualChannelInfo()
  /// True if there is sound to continue.
  var isAudible = false
  /// True if the last replacement was not silence.
  var isSounding = false

  /// Creates the state of a channel, or an empty one.
  package init(_ plan: borrowing Extrapolation, bandCount: Int, isUsed: Bool) {
    weights = Array(repeating: 0, count: isUsed ? plan.order : 0)
    samples = Array(repeating: 0, count: isUsed ? plan.pastCount + plan.futureCount : 0)
    expectation = LevelExpectation(bandCount: isUsed ? bandCount : 0)
    levels = Array(repeating: 0, count: isUsed ? bandCount : 0)
    carrier = Array(repeating: 0, count: isUsed ? plan.frameLength : 0)
  }

  /// Replaces samples of the continuation by known samples; louder ones are limited to the largest magnitude of the
  /// past.
  mutating func join(_ frame: [Float], at start: Int) {
    for n in frame.indices { samples[start + n] = min(max(Double(frame[n]), -peak), peak) }
  }
}

/// Continues a signal by linear prediction from its past.
///
/// The autocorrelation method: the past is windowed with its weight near the end, the predictor comes from the Levinson
/// recursion, which makes it stable, and runs on beyond the end. Tones continue with their phases; unpredictable sound
/// dies away and is restored by ``SpectralShaping``.
package struct Extrapolation: Sendable {
  let frameLength: Int
  /// The samples of a line before the frame that is replaced.
  let pastCount: Int
  /// The number of samples of a line from the start of that frame on.
  let futureCount: Int
  /// The number of samples that the predictor looks back.
  package let order: Int
  private let window: [Double]
  private var windowed: [Double]
  private var correlation: [Double]
  /// The predictor, and room for its next order: `a[0]` is 1.
  private var a: [Double]
  private var b: [Double]

  /// The seconds that the predictor looks back: a period of most voices.
  private static let memory = 0.008
  /// The duration of the past used for the continuation, in seconds.
  private static let duration = 0.12
  /// The highest rate, in Hz. Higher rates count as this one: a configuration can state 16 MHz, and 120 ms of that
  /// would take seconds to conceal.
  private static let highestRate = 96000.0

  /// Prepares an extrapolation whose lines hold at least `leastPast` samples of the past.
  package init(frameLength: Int, futureCount: Int, leastPast: Int, sampleRate: Double) {
    self.frameLength = frameLength
    self.futureCount = futureCount
    let rate = min(sampleRate, Extrapolation.highestRate)
    let length = max(Int(Extrapolation.duration * rate), 64)
    order = min(Int(Extrapolation.memory * rate), 512, length / 4) & ~7
    pastCount = max(order, leastPast)
    let rise = 3 * length / 4
    window = (0..<length).map { n in
      let part = n < rise ? Double(n + 1) / Double(rise + 1) : Double(length - n) / Double(length - rise + 1)
      return part * part * (3 - 2 * part)
    }
    windowed = Array(repeating: 0, count: length)
    correlation = Array(repeating: 0, count: order + 1)
    a = Array(repeating: 0, count: order + 1)
    b = Array(repeating: 0, count: order + 1)
  }

  /// The number of multiplications for starting a continuation: computing the predictor, and running it.
  var price: Int { order * (windowed.count + futureCount) }

  /// The number of past samples that the predictor is fitted to.
  package var fittedCount: Int { windowed.count }

  /// Begins to continue a channel's past from its last samples.
  mutating func begin(_ channel: inout Continuation, after past: [Float]) {
    fit(past)
    for j in 0..<order { channel.weights[j] = -a[order - j] }
    channel.peak = 0
    for n in max(past.count - windowed.count, 0)..<past.count {
      channel.peak = max(channel.peak, abs(Double(past[n])))
    }
    let first = past.count - pastCount
    for n in 0..<pastCount { channel.samples[n] = first + n >= 0 ? Double(past[first + n]) : 0 }
    extend(&channel, from: pastCount)
    // Streams made to do harm may be louder than anything that calculates well; after them there is silence.
    channel.isAudible = channel.peak > 1e-6 && channel.peak < 1e6 && order > 0
  }

  /// Continues by a frame.
  func advance(_ channel: inout Continuation) {
    let kept = channel.samples.count - frameLength
    for n in 0..<kept { channel.samples[n] = channel.samples[n + frameLength] }
    extend(&channel, from: kept)
  }

  private func extend(_ channel: inout Continuation, from start: Int) {
    for n in start..<channel.samples.count {
      let predicted = Extrapolation.inner(channel.weights.span, channel.samples.span.extracting((n - order)..<n))
      channel.samples[n] = min(max(predicted, -channel.peak), channel.peak)
    }
  }

  /// White noise that is mixed into the correlation, −90 dB: it keeps the recursion well-conditioned.
  private static let floor = 1e-9

  private mutating func fit(_ past: [Float]) {
    let length = windowed.count
    let first = past.count - length
    for n in 0..<length { windowed[n] = first + n >= 0 ? Double(past[first + n]) * window[n] : 0 }
    for lag in 0...order {
      correlation[lag] = Extrapolation.inner(
        windowed.span.extracting(lag..<length), windowed.span.extracting(0..<(length - lag)))
    }
    correlation[0] = correlation[0] * (1 + Extrapolation.floor) + 1e-30
    solve()
  }

  /// Runs the Levinson recursion.
  private mutating func solve() {
    for place in a.indices {
      a[place] = 0
      b[place] = 0
    }
    a[0] = 1
    var error = correlation[0]
    guard order > 0 else { return }
    for m in 1..<(order + 1) {
      var sum = 0.0
      for i in 0..<m { sum += a[i] * correlation[m - i] }
      let reflection = -sum / error
      guard abs(reflection) < 1 else { break }
      for i in 0...m { b[i] = a[i] + reflection * a[m - i] }
      swap(&a, &b)
      error *= 1 - reflection * reflection
    }
  }

  /// Returns the inner product of two spans of the same count.
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
