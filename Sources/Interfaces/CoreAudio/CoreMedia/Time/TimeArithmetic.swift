extension CMTime {
  /// The kind of a time.
  enum Kind {
    case invalid
    case indefinite
    case positiveInfinity
    case negativeInfinity
    case numeric
  }

  /// The kind of this time, by its flags.
  var kind: Kind {
    guard flags.contains(.valid), flags.intersection(.impliedValueFlagsMask) != [] || timescale > 0 else {
      return .invalid
    }
    if flags.contains(.positiveInfinity) { return .positiveInfinity }
    if flags.contains(.negativeInfinity) { return .negativeInfinity }
    return flags.contains(.indefinite) ? .indefinite : .numeric
  }

  /// The place among times of other kinds: −∞ < numbers < +∞ < indefinite < invalid.
  var rank: Int {
    switch kind {
    case .negativeInfinity: 0
    case .numeric: 1
    case .positiveInfinity: 2
    case .indefinite: 3
    case .invalid: 4
    }
  }

  static var nowhere: CMTime { CMTime(value: 0, timescale: 0, flags: [], epoch: 0) }
  static var never: CMTime { CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0) }
  static var infinitelyLate: CMTime { CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0) }
  static var infinitelyEarly: CMTime { CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0) }

  /// Returns the time multiplied by a ratio, in units of another time scale; infinite if it does not fit.
  func scaled(
    by numerator: Int128, over denominator: Int128, to newTimescale: Int32, _ method: CMTimeRoundingMethod
  ) -> CMTime {
    let (product, overflow) = Int128(value).multipliedReportingOverflow(by: numerator)
    guard !overflow else { return scaledWide(by: numerator, over: denominator, to: newTimescale) }
    let (quotient, isExact) = divide(product, by: denominator, method, isFiner: newTimescale > timescale)
    guard let fitting = Int64(exactly: quotient) else { return quotient > 0 ? .infinitelyLate : .infinitelyEarly }
    var result = CMTime(value: fitting, timescale: newTimescale, flags: flags, epoch: epoch)
    if !isExact { result.flags.insert(.hasBeenRounded) }
    return result
  }

  /// Returns the same for products of more than 128 bits, which only ratios of two long durations have; halves are
  /// rounded away from 0.
  private func scaledWide(by numerator: Int128, over denominator: Int128, to newTimescale: Int32) -> CMTime {
    let isNegative = ((value < 0) != (numerator < 0)) != (denominator < 0)
    let product = UInt128(value.magnitude).multipliedFullWidth(by: numerator.magnitude)
    let divisor = denominator.magnitude
    guard product.high < divisor else { return isNegative ? .infinitelyEarly : .infinitelyLate }
    let (quotient, remainder) = divisor.dividingFullWidth(product)
    let (rounded, overflow) = quotient.addingReportingOverflow(remainder >= divisor - remainder ? 1 : 0)
    guard !overflow, let fitting = Int64(exactly: rounded) else {
      return isNegative ? .infinitelyEarly : .infinitelyLate
    }
    var result = CMTime(value: isNegative ? -fitting : fitting, timescale: newTimescale, flags: flags, epoch: epoch)
    if remainder != 0 { result.flags.insert(.hasBeenRounded) }
    return result
  }

  /// Adds or subtracts.
  func combined(with other: CMTime, _ operation: (Int128, Int128) -> Int128) -> CMTime {
    switch (kind, other.kind) {
    case (.invalid, _), (_, .invalid): return .nowhere
    case (.indefinite, _), (_, .indefinite): return .never
    case (.positiveInfinity, .negativeInfinity), (.negativeInfinity, .positiveInfinity): return .never
    case (.positiveInfinity, _), (_, .positiveInfinity): return .infinitelyLate
    case (.negativeInfinity, _), (_, .negativeInfinity): return .infinitelyEarly
    case (.numeric, .numeric): return numericCombined(with: other, operation)
    }
  }

  /// Combines two times in the smallest scale that holds both, or, if that is too fine, rounds to the finest possible.
  private func numericCombined(with other: CMTime, _ operation: (Int128, Int128) -> Int128) -> CMTime {
    guard epoch == other.epoch || epoch == 0 || other.epoch == 0 else { return .nowhere }
    let common = Int128(timescale) / Int128(greatestCommonDivisor(timescale, other.timescale)) * Int128(other.timescale)
    let sum = operation(
      Int128(value) * (common / Int128(timescale)), Int128(other.value) * (common / Int128(other.timescale)))
    var rounded = flags.union(other.flags).intersection([.valid, .hasBeenRounded])
    var result = sum
    var scale = Int32(clamping: common)
    if common > Int128(Int32.max) {
      let (quotient, isExact) = divide(sum * Int128(Int32.max), by: common, .roundHalfAwayFromZero, isFiner: false)
      result = quotient
      scale = .max
      if !isExact { rounded.insert(.hasBeenRounded) }
    }
    guard let fitting = Int64(exactly: result) else { return result > 0 ? .infinitelyLate : .infinitelyEarly }
    return CMTime(value: fitting, timescale: scale, flags: rounded, epoch: epoch == 0 ? other.epoch : epoch)
  }

  /// Returns the product of an infinite time and a number, or of a number and infinity.
  func multiplied(bySignOf factor: Double) -> CMTime {
    switch kind {
    case .invalid, .indefinite: return self
    case .positiveInfinity: return factor == 0 ? .never : factor > 0 ? .infinitelyLate : .infinitelyEarly
    case .negativeInfinity: return factor == 0 ? .never : factor > 0 ? .infinitelyEarly : .infinitelyLate
    case .numeric: return value == 0 ? .never : (value > 0) == (factor > 0) ? .infinitelyLate : .infinitelyEarly
    }
  }

  /// The time in words: `{48000/44100 = 1.088}`.
  var words: String {
    switch kind {
    case .invalid: "{INVALID}"
    case .indefinite: "{INDEFINITE}"
    case .positiveInfinity: "{+INFINITY}"
    case .negativeInfinity: "{-INFINITY}"
    case .numeric:
      "{\(value)/\(timescale) = \(Double(value) / Double(timescale))\(flags.contains(.hasBeenRounded) ? ", rounded" : "")}"
    }
  }
}

/// Returns a quotient, rounded as requested, and true if the result is exact.
///
/// - Parameter isFiner: True if the result is in a finer time scale, on which QuickTime's rounding depends.
private func divide(
  _ numerator: Int128, by denominator: Int128, _ method: CMTimeRoundingMethod, isFiner: Bool
) -> (quotient: Int128, isExact: Bool) {
  let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
  guard remainder != 0 else { return (quotient, true) }
  let isNegative = (numerator < 0) != (denominator < 0)
  let away: Int128 = isNegative ? -1 : 1
  let goesAway =
    switch method {
    case .roundTowardZero: false
    case .roundAwayFromZero: true
    case .quickTime: isFiner
    case .roundTowardPositiveInfinity: !isNegative
    case .roundTowardNegativeInfinity: isNegative
    default: remainder.magnitude * 2 >= denominator.magnitude
    }
  return (goesAway ? quotient + away : quotient, false)
}

/// Returns the greatest number that divides both, whatever their signs; 1 for two zeros.
func greatestCommonDivisor(_ a: Int32, _ b: Int32) -> Int32 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return max(1, abs(a))
}
