/// A time of day in RTCP: seconds since 1900 and their fraction, 32 bits each, RFC 3550, 4.
public struct NetworkTime: Sendable, Hashable, BitwiseCopyable {
  /// Seconds in the upper 32 bits, their fraction in the lower ones.
  public var rawValue: UInt64

  /// Creates a time from its 64 bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates a time from nanoseconds since 1970-01-01 00:00 UTC.
  public init(unixNanoseconds: Int64) {
    let (seconds, rest) = unixNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let fraction = (UInt64(bitPattern: rest < 0 ? rest + 1_000_000_000 : rest) << 32) / 1_000_000_000
    let since1900 = UInt64(bitPattern: (rest < 0 ? seconds - 1 : seconds) &+ 2_208_988_800)
    rawValue = since1900 << 32 | fraction
  }

  /// The middle 32 bits, in units of 1/65 536 s, by which reports refer to a time.
  public var middle: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 16) }

  /// Returns the round-trip time from a report, in nanoseconds; `nil` if its numbers are inconsistent.
  ///
  /// RFC 3550, 6.4.1: arrival − LSR − DLSR, in units of 1/65 536 s, modulo 2³².
  ///
  /// - Parameters:
  ///   - arrival: The time at which the report came.
  ///   - block: The report; its ``ReportBlock/lastReport`` is 0 if no sender report preceded it.
  public static func roundTrip(arrival: NetworkTime, block: ReportBlock) -> Int64? {
    guard block.lastReport != 0 else { return nil }
    let ticks = Int32(bitPattern: arrival.middle &- block.lastReport &- block.delaySinceLastReport)
    // The two clocks tick in steps of 15 µs, so that a round trip of less may come out as −1.
    guard ticks >= -2 else { return nil }
    return Int64(max(0, ticks)) * 1_000_000_000 / 65_536
  }
}
