/// Extends numbers that wrap around at 2¹⁶ or 2³² to continuous ones.
///
/// Each is taken for the one next to the highest so far, at most half a round away from it.
public struct NumberExtender<Wire: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  /// The highest number so far; `nil` before the first one.
  public private(set) var highest: Int64?

  /// Creates an extender before its first number.
  public init() {}

  /// Returns the full number for `wire`, without recording it.
  public func extended(_ wire: Wire) -> Int64 {
    guard let highest else { return Int64(truncatingIfNeeded: wire) }
    let ahead = Int64(truncatingIfNeeded: wire &- Wire(truncatingIfNeeded: highest))
    let round = Int64(1) << Int64(Wire.bitWidth)
    return highest &+ (ahead >= round / 2 ? ahead - round : ahead)
  }

  /// Returns the number that `wire` stands for.
  public mutating func extend(_ wire: Wire) -> Int64 {
    let number = extended(wire)
    highest = max(highest ?? number, number)
    return number
  }
}
