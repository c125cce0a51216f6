import Synchronization

/// The numbers of triggers; none is used twice.
enum TriggerNumbers {
  private static let last = Atomic<UInt>(0x1000)

  /// Returns a number that no trigger has had.
  static func next() -> UInt { last.wrappingAdd(0x10, ordering: .relaxed).newValue }
}
