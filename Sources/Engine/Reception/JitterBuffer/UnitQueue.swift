// Holds throughout: indices are the queue's own.

/// Units in the order of their timestamps.
struct UnitQueue: Sendable {
  private(set) var units: [ReceivedAccessUnit] = []
  /// The total number of bytes.
  private(set) var byteCount = 0

  /// The unit that is played next.
  var first: ReceivedAccessUnit? { units.first }

  /// Enters a unit in its place.
  mutating func insert(_ unit: ReceivedAccessUnit) {
    var place = units.count
    while place > 0, units[place - 1].timestamp > unit.timestamp { place -= 1 }
    units.insert(unit, at: place)
    byteCount += unit.bytes.count
  }

  /// Removes and returns the first unit, which must exist.
  mutating func removeFirst() -> ReceivedAccessUnit {
    let unit = units.removeFirst()
    byteCount -= unit.bytes.count
    return unit
  }

  /// Removes all units.
  mutating func removeAll() {
    units.removeAll(keepingCapacity: true)
    byteCount = 0
  }
}
