/// Writes the residuals of one channel as adaptive Golomb codes, or counts their bits: the mirror of
/// ``AdaptiveGolombReader``.
struct AdaptiveGolombWriter {
  /// True after a value for which decoders compute different means: the channel must not be coded in this form.
  private(set) var isAmbiguous = false
  private var mean: UInt32
  private let multiplier: UInt32
  private let parameterLimit: UInt32
  private let rawWidth: Int
  /// True if the mean is so small that zeros are coded as runs.
  private var isCountingZeros = false
  private var zeroCount: UInt32 = 0

  /// Creates a writer of residuals of `rawWidth` bits, at the usual factor of `pb`.
  init(rawWidth: Int, _ adaptation: ALACConfiguration.Adaptation) {
    self.rawWidth = rawWidth
    mean = UInt32(adaptation.initialHistory)
    multiplier = UInt32(adaptation.historyMultiplier)
    parameterLimit = UInt32(adaptation.parameterLimit)
  }

  /// Encodes the next residual.
  @inline(__always)
  mutating func add<Sink: BitSink>(_ residual: Int32, to sink: inout Sink) {
    if isCountingZeros {
      if residual == 0 {
        zeroCount &+= 1
        return
      }
      endRun(&sink)
      addValue(residual, behindRun: 1, &sink)
      isCountingZeros = mean < 128
    } else {
      addValue(residual, behindRun: 0, &sink)
      isCountingZeros = mean < 128
    }
  }

  /// Ends the channel.
  mutating func finish<Sink: BitSink>(_ sink: inout Sink) {
    if zeroCount > 0 { endRun(&sink) }
  }

  @inline(__always)
  private mutating func addValue<Sink: BitSink>(_ residual: Int32, behindRun: UInt32, _ sink: inout Sink) {
    let value = UInt32(bitPattern: (residual &<< 1) ^ (residual &>> 31))
    let coded = value &- behindRun
    let parameter = min(31 &- UInt32(truncatingIfNeeded: ((mean &>> 9) &+ 3).leadingZeroBitCount), parameterLimit)
    GolombCode(parameter: parameter, multiplier: (1 &<< parameter) &- 1, rawWidth: rawWidth).write(coded, to: &sink)
    mean = multiplier &* value &+ mean &- ((multiplier &* mean) &>> 9)
    if coded > 0xFFFF { mean = 0xFFFF }
    if behindRun == 1, coded == 0xFFFF { isAmbiguous = true }
  }

  private mutating func endRun<Sink: BitSink>(_ sink: inout Sink) {
    let parameter = UInt32(truncatingIfNeeded: mean.leadingZeroBitCount) &- 24 &+ ((mean &+ 16) &>> 6)
    let multiplier = ((1 &<< parameter) &- 1) & ((1 &<< parameterLimit) &- 1)
    GolombCode(parameter: parameter, multiplier: multiplier, rawWidth: 16).write(zeroCount, to: &sink)
    zeroCount = 0
    mean = 0
  }

}

/// Encodes the next residual.
private struct GolombCode: BitwiseCopyable {
  /// k: the most bits of a suffix.
  var parameter: UInt32
  /// m: the value of each one bit of the unary part.
  var multiplier: UInt32
  /// The number of bits of a number that is too large for the unary part.
  var rawWidth: Int

  @inline(__always)
  func write<Sink: BitSink>(_ value: UInt32, to sink: inout Sink) {
    let longest = UInt32(AdaptiveGolombReader.longestPrefix)
    guard value < longest &* multiplier else {
      sink.put((1 &<< longest) &- 1, Int(longest))
      sink.put(value, rawWidth)
      return
    }
    let (quotient, remainder) = divide(value)
    let ones = ((1 &<< quotient) &- 1) &<< 1
    // A remainder of 0 takes one bit less than the others, which are coded plus 1.
    let suffixWidth = remainder == 0 ? parameter &- 1 : parameter
    let suffix = remainder == 0 ? 0 : remainder &+ 1
    sink.put(ones &<< suffixWidth | suffix, Int(quotient &+ 1 &+ suffixWidth))
  }

  /// Divides a value of less than nine multipliers by the multiplier.
  @inline(__always)
  private func divide(_ value: UInt32) -> (quotient: UInt32, remainder: UInt32) {
    guard parameter >= 4, multiplier &+ 1 == 1 &<< parameter else {
      let quotient = value / multiplier
      return (quotient, value &- quotient &* multiplier)
    }
    // v = q·2^k + r = q·(2^k − 1) + (q + r), where q + r is less than twice the multiplier, as q is at most 8.
    let least = value &>> parameter
    let rest = least &+ (value & multiplier)
    let carry: UInt32 = rest >= multiplier ? 1 : 0
    return (least &+ carry, rest &- (multiplier & (0 &- carry)))
  }
}
