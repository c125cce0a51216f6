/// Tells a stream that goes on from another origin of timestamps from units whose timestamps are nonsense.
///
/// A restart is believed once five units whose timestamps lie within a second of each other have come, about as fast as
/// they are to be played.
struct RestartDetector: Sendable {
  private static let wantedCount = 5
  private var count = 0
  private var first = (timestamp: Int64(0), arrival: Int64(0))
  private var timestamps: ClosedRange<Int64> = 0...0

  /// Forgets the units that were seen.
  mutating func reset() { count = 0 }

  /// Takes note of a unit that does not belong to the stream as it is known, and returns true if the stream is to be
  /// taken for another one.
  mutating func note(_ unit: ReceivedAccessUnit, sampleRate: Double) -> Bool {
    let (distance, overflow) = unit.timestamp.subtractingReportingOverflow(first.timestamp)
    guard count > 0, !overflow, Double(distance).magnitude <= sampleRate, unit.arrival >= first.arrival else {
      count = 1
      first = (unit.timestamp, unit.arrival)
      timestamps = unit.timestamp...unit.timestamp
      return false
    }
    count += 1
    timestamps = min(timestamps.lowerBound, unit.timestamp)...max(timestamps.upperBound, unit.timestamp)
    let played = Double(timestamps.upperBound - timestamps.lowerBound) / sampleRate
    let passed = Double(unit.arrival &- first.arrival) / 1e9
    return count >= Self.wantedCount && played > 0 && passed >= played / 2
  }
}
