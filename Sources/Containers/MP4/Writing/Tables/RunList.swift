/// A long list of numbers in which neighbours are mostly alike, kept as runs, as in `stts`, `ctts` and `sbgp`.
struct RunList {
  /// The number of repetitions of each value.
  private(set) var counts: [UInt32] = []
  /// The values.
  private(set) var values: [UInt32] = []

  /// The number of runs.
  var runCount: Int { counts.count }

  /// Adds a value once or many times.
  mutating func append(_ value: UInt32, count: UInt32 = 1) {
    guard count > 0 else { return }
    if let last = values.last, last == value {
      let (sum, overflow) = counts[counts.count - 1].addingReportingOverflow(count)
      if !overflow { return counts[counts.count - 1] = sum }
    }
    counts.append(count)
    values.append(value)
  }

  /// Replaces the last number.
  mutating func replaceLast(with value: UInt32) {
    guard let count = counts.last else { return }
    if count == 1 {
      counts.removeLast()
      values.removeLast()
    } else {
      counts[counts.count - 1] = count - 1
    }
    append(value)
  }

  /// The value of every number, `nil` if they differ or there are none.
  var constant: UInt32? { runCount == 1 ? values[0] : nil }

  /// Empties the list, keeping its memory.
  mutating func removeAll() {
    counts.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }
}

/// Walks a ``RunList`` number by number.
struct RunCursor {
  private var run = 0
  private var used: UInt32 = 0

  /// Returns the next number; the list must have one.
  mutating func next(_ list: RunList) -> UInt32 {
    let value = list.values[run]
    used += 1
    if used == list.counts[run] {
      run += 1
      used = 0
    }
    return value
  }
}
