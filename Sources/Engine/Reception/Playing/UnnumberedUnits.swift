import AudioBase

/// Assigns timestamps to units that have none, one after the other.
///
/// Lost units show only by the passage of time: if 32 units in a row arrive later than their number implies, by at
/// least the duration of a unit more than usual, the corresponding number of units counts as lost.
struct UnnumberedUnits: Sendable {
  private static let windowLength = 32
  /// The fraction of the difference between the latest window and the usual one that is attributed to the clocks'
  /// drift.
  private static let adaptation = 0.05

  private let framesPerUnit: Int
  private let sampleRate: Double
  private var timestamp: Int64 = 0
  private var sequenceNumber: Int64 = 0
  private var start: Int64?
  /// The smallest delays of units relative to their timestamps, in frames: the usual one, and that of the latest units.
  private var usual = 0.0
  private var latest = Double.infinity
  private var count = 0

  init(sampleRate: Double, framesPerUnit: Int) {
    (self.sampleRate, self.framesPerUnit) = (sampleRate, framesPerUnit)
  }

  /// Returns the timestamp and the number of a unit that arrives now.
  mutating func next(at arrival: Int64) -> (timestamp: Int64, sequenceNumber: Int64) {
    let begin = start ?? arrival
    start = begin
    let lateness = Double(arrival &- begin) / 1e9 * sampleRate - Double(timestamp)
    latest = min(latest, lateness)
    count += 1
    if lateness < usual { usual = lateness }
    if count == Self.windowLength { settle() }
    defer {
      timestamp &+= Int64(framesPerUnit)
      sequenceNumber &+= 1
    }
    return (timestamp, sequenceNumber)
  }

  private mutating func settle() {
    let lost = Int64(saturating: ((latest - usual) / Double(framesPerUnit) + 0.25).rounded(.down))
    if lost > 0 {
      timestamp &+= lost &* Int64(framesPerUnit)
      sequenceNumber &+= lost
    } else {
      usual += (latest - usual) * Self.adaptation
    }
    (latest, count) = (.infinity, 0)
  }
}
