import Synchronization

/// Changes of parameters that wait for the next slice. Any thread adds them, even one that renders, and the thread that
/// renders removes them; none waits.
///
/// Each place has a count: it is free for the change of that number, and holds it where its count is one more.
/// `@unchecked`: only the thread that has claimed a place accesses its contents.
@safe
package final class ParameterChangeQueue: @unchecked Sendable {
  private struct Place: ~Copyable {
    let count: Atomic<Int>
    var change = ParameterChange(nil, start: 0, values: (0, 0))
  }

  /// Changes that may wait: a power of two.
  package static let capacity = 1024

  private let places: UnsafeMutablePointer<Place>
  private let written = Atomic<Int>(0)
  /// The number of the next change that is removed.
  private var read = 0

  /// Makes room.
  package init() {
    // Bound: a constant.
    unsafe places = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity { unsafe (places + index).initialize(to: Place(count: Atomic(index))) }
  }

  deinit {
    unsafe places.deinitialize(count: Self.capacity)
    unsafe places.deallocate()
  }

  /// Puts a change in; false where there is no room.
  package func append(_ change: ParameterChange) -> Bool {
    var number = written.load(ordering: .relaxed)
    while true {
      let place = unsafe places + number % Self.capacity
      let count = unsafe place.pointee.count.load(ordering: .acquiring)
      guard count >= number else { return false }
      let (isOwn, present) =
        count == number
        ? written.compareExchange(expected: number, desired: number + 1, ordering: .relaxed)
        : (false, written.load(ordering: .relaxed))
      if isOwn {
        unsafe place.pointee.change = change
        unsafe place.pointee.count.store(number + 1, ordering: .releasing)
        return true
      }
      number = present
    }
  }

  /// Takes the next change out; one thread at a time.
  package func next() -> ParameterChange? {
    let place = unsafe places + read % Self.capacity
    guard unsafe place.pointee.count.load(ordering: .acquiring) == read + 1 else { return nil }
    let change = unsafe place.pointee.change
    unsafe place.pointee.count.store(read + Self.capacity, ordering: .releasing)
    read += 1
    return change
  }
}
