import AudioBase
import Synchronization

/// A change of a volume to come.
struct MixerEvent {
  /// The input's number; `nil` for the output.
  let element: Int?
  /// Its first frame, counted from the next slice on.
  var start: Int
  let ramp: GainRamp
  /// False where volumes lie outside 0…1.
  let isWithinRange: Bool

  /// - Parameter duration: Frames until the volume is `to`; 0 for a jump.
  init(_ element: Int?, start: Int, duration: Int = 0, from: Float, to: Float) {
    (self.element, self.start) = (element, start)
    isWithinRange = (0...1).contains(from) && (0...1).contains(to)
    // The frame at the start has the first volume, and that behind the duration the last.
    ramp = duration > 0 ? GainRamp(to: to, step: (to - from) / Float(duration), frameCount: duration + 1) : GainRamp(to)
  }
}

/// Changes of volumes that wait for the next slice. Any thread adds them, even one that renders, and the thread that
/// renders removes them; none waits.
///
/// Each place has a count: it is free for the change of that number, and holds it where its count is one more.
/// `@unchecked`: only the thread that has claimed a place accesses its contents.
@safe
final class MixerEventQueue: @unchecked Sendable {
  private struct Place: ~Copyable {
    let count: Atomic<Int>
    var event = MixerEvent(nil, start: 0, from: 0, to: 0)
  }

  /// Changes that may wait: a power of two.
  static let capacity = 1024

  private let places: UnsafeMutablePointer<Place>
  private let written = Atomic<Int>(0)
  /// The number of the next change that is removed.
  private var read = 0

  init() {
    unsafe places = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity { unsafe (places + index).initialize(to: Place(count: Atomic(index))) }
  }

  deinit {
    unsafe places.deinitialize(count: Self.capacity)
    unsafe places.deallocate()
  }

  /// Puts a change in; false where there is no room.
  func append(_ event: MixerEvent) -> Bool {
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

  /// Takes the next change out; one thread at a time.
  func next() -> MixerEvent? {
    let place = unsafe places + read % Self.capacity
    guard unsafe place.pointee.count.load(ordering: .acquiring) == read + 1 else { return nil }
    let event = unsafe place.pointee.event
    unsafe place.pointee.count.store(read + Self.capacity, ordering: .releasing)
    read += 1
    return event
  }
}
