import Synchronization

// Bound throughout: constants of who makes them.
// Holds throughout: places lie below the count.

/// Numbers that any thread can set and read without waiting.
///
/// `@unchecked`: the memory is made once, and each number in it is atomic.
@safe
package final class AtomicFloats: @unchecked Sendable {
  private let numbers: UnsafeMutablePointer<Atomic<UInt32>>
  /// The count of numbers.
  package let count: Int

  /// Creates an array of numbers with one value.
  package init(repeating value: Float, count: Int) {
    self.count = count
    unsafe numbers = .allocate(capacity: count)
    for index in 0..<count { unsafe (numbers + index).initialize(to: Atomic(value.bitPattern)) }
  }

  deinit {
    unsafe numbers.deinitialize(count: count)
    unsafe numbers.deallocate()
  }

  /// A number.
  package subscript(_ index: Int) -> Float {
    get {
      precondition(index >= 0 && index < count)
      return unsafe Float(bitPattern: numbers[index].load(ordering: .relaxed))
    }
    set {
      precondition(index >= 0 && index < count)
      unsafe numbers[index].store(newValue.bitPattern, ordering: .relaxed)
    }
  }
}
