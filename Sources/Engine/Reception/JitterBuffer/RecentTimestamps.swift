// Holds throughout: places are masked to the table's size.

/// The timestamps of recently received units, for recognising duplicates.
struct RecentTimestamps: Sendable {
  private static let count = 1024
  private var table = Array(repeating: Int64.min, count: RecentTimestamps.count)
  private let spacing: Int64

  /// - Parameter framesPerUnit: The number of frames between timestamps, at least 1.
  init(framesPerUnit: Int) { spacing = Int64(framesPerUnit) }

  /// Clears all timestamps.
  mutating func reset() { for index in table.indices { table[index] = .min } }

  /// Enters a timestamp, and returns false if it was there.
  mutating func insert(_ timestamp: Int64) -> Bool {
    let place = Int(truncatingIfNeeded: timestamp / spacing) & (Self.count - 1)
    if table[place] == timestamp { return false }
    table[place] = timestamp
    return true
  }
}
