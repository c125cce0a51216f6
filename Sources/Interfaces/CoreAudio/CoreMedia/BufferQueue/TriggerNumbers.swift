import Synchronization

/// The numbers of triggers, of which none is given twice.
enum TriggerNumbers {
  private static let last = Atomic<UInt>(0x1000)

  /// A number that no trigger has had.
  static func next() -> UInt { last.wrappingAdd(0x10, ordering: .relaxed).newValue }
}
