/// A time as an exact fraction of a second.
public struct MediaTime: Sendable, BitwiseCopyable {
  /// The time in units of ``timescale``; may be negative.
  public var value: Int64
  /// The number of units per second, at least 1.
  public let timescale: Int64

  /// Creates a time; a time scale below 1 counts as 1.
  public init(value: Int64, timescale: Int64) {
    self.value = value
    self.timescale = max(1, timescale)
  }

  /// Creates the time nearest to a number of seconds that a time scale can express.
  ///
  /// - Parameters:
  ///   - seconds: The time; one that 64 bits cannot hold becomes the largest or smallest time.
  ///   - timescale: Units a second.
  public init(seconds: Double, timescale: Int64) {
    let units = (seconds * Double(max(1, timescale))).rounded()
    let limit: Int64 = units < 0 ? .min : .max
    self.init(value: Int64(exactly: units) ?? (units.isNaN ? 0 : limit), timescale: timescale)
  }

  /// The start of the time line.
  public static let zero = MediaTime(value: 0, timescale: 1)

  /// The time in seconds, rounded to a `Double`.
  public var seconds: Double { Double(value) / Double(timescale) }

  /// Returns the same time in units of another time scale, rounded down and clamped to 64 bits.
  public func units(of timescale: Int64) -> Int64 {
    let scale = max(1, timescale)
    let product = value.multipliedFullWidth(by: scale)
    let sign: Int64 = product.high < 0 ? -1 : 0
    // Values beyond the range of the quotient are clamped.
    guard product.high.magnitude < UInt64(self.timescale) else { return sign < 0 ? .min : .max }
    let wide = Int128(product.high) << 64 | Int128(product.low)
    let divisor = Int128(self.timescale)
    let quotient = wide / divisor - (wide % divisor < 0 ? 1 : 0)
    return Int64(clamping: quotient)
  }
}

extension MediaTime: Comparable {
  /// Returns true if two times are equal, whatever their units.
  public static func == (first: MediaTime, second: MediaTime) -> Bool {
    first.value.multipliedFullWidth(by: second.timescale) == second.value.multipliedFullWidth(by: first.timescale)
  }

  /// Compares the fractions exactly.
  public static func < (first: MediaTime, second: MediaTime) -> Bool {
    let left = first.value.multipliedFullWidth(by: second.timescale)
    let right = second.value.multipliedFullWidth(by: first.timescale)
    return left.high != right.high ? left.high < right.high : left.low < right.low
  }
}
