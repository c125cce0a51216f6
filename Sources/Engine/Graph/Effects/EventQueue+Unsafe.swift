package import Synchronization

/// A queue of events for the next slice: changes of parameters, messages. Any thread adds events, even a rendering one;
/// the rendering thread removes them; none waits.
///
/// Each place has a count: it is free for the event of that number, and holds it where its count is one more.
/// `@unchecked`: only the thread that has claimed a place accesses its contents.
///
/// It is inlined into other modules, where rendering threads must not ask the runtime for generic types.
@safe
package final class EventQueue<Event: Sendable & BitwiseCopyable>: @unchecked Sendable {
  @usableFromInline
  struct Place: ~Copyable {
    @usableFromInline let count: Atomic<Int>
    @usableFromInline var event: Event?

    @usableFromInline
    init(_ number: Int) { count = Atomic(number) }
  }

  /// The number of events that fit: a power of two.
  @inlinable package static var capacity: Int { 1024 }

  @usableFromInline let places: UnsafeMutablePointer<Place>
  @usableFromInline let written = Atomic<Int>(0)
  /// The number of the next event that is removed.
  @usableFromInline var read = 0

  /// Allocates the queue.
  @inlinable
  package init() {
    // Bound: a constant.
    unsafe places = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity { unsafe (places + index).initialize(to: Place(index)) }
  }

  @inlinable
  deinit {
    unsafe places.deinitialize(count: Self.capacity)
    unsafe places.deallocate()
  }

  /// Adds an event; false if there is no room.
  @inlinable
  package func append(_ event: Event) -> Bool {
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
        unsafe place.pointee.event = event
        unsafe place.pointee.count.store(number + 1, ordering: .releasing)
        return true
      }
      number = present
    }
  }

  /// Removes and returns the next event; only one thread at a time may call it.
  @inlinable
  package func next() -> Event? {
    let place = unsafe places + read % Self.capacity
    guard unsafe place.pointee.count.load(ordering: .acquiring) == read + 1 else { return nil }
    let event = unsafe place.pointee.event
    unsafe place.pointee.count.store(read + Self.capacity, ordering: .releasing)
    read += 1
    return event
  }
}
