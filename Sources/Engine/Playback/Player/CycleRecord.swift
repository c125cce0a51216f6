import AudioDevices
import Synchronization

/// What the device's thread did in its last cycle, for other threads to work out what is heard now.
///
/// Four words belong together. The version is odd while they change; who reads them and finds it odd, or changed
/// behind them, reads again. The device's thread never waits.
struct CycleRecord: ~Copyable, Sendable {
  private let version = Atomic<UInt>(0)
  private let place = Atomic<Int>(0)
  private let count = Atomic<Int>(0)
  private let time = Atomic<UInt64>(0)
  private let next = Atomic<Int>(0)

  /// A cycle.
  struct Cycle {
    var place: Int
    var count: Int
    var time: Double
    var next: Int
  }

  /// Takes note of a cycle. Called by the device's thread only.
  ///
  /// - Parameters:
  ///   - place: The place of the first frame that the device was given: in the ring, or in a time line.
  ///   - count: The frames that it was given.
  ///   - time: When the first of them is heard, in the device's frames.
  ///   - next: The place in the ring of the next frame, where it does not follow from the others.
  func store(place: Int, count: Int, time: Double, next: Int = 0) {
    let last = version.load(ordering: .relaxed)
    version.store(last &+ 1, ordering: .relaxed)
    self.place.store(place, ordering: .releasing)
    self.count.store(count, ordering: .releasing)
    self.time.store(time.bitPattern, ordering: .releasing)
    self.next.store(next, ordering: .releasing)
    version.store(last &+ 2, ordering: .releasing)
  }

  /// The last cycle, or `nil` before the first one.
  var last: Cycle? {
    while true {
      let before = version.load(ordering: .acquiring)
      guard before != 0 else { return nil }
      let (first, given) = (place.load(ordering: .acquiring), count.load(ordering: .acquiring))
      let start = Double(bitPattern: time.load(ordering: .acquiring))
      let behind = next.load(ordering: .acquiring)
      guard before & 1 == 0, version.load(ordering: .relaxed) == before else { continue }
      return Cycle(place: first, count: given, time: start, next: behind)
    }
  }

  /// The place in the ring of the frame that is heard at a time of the device, or `nil` before the first cycle.
  ///
  /// Where the device takes frames long before they are heard, the time of its cycle lies ahead, and the place behind
  /// what it has been given.
  func place(heardAt now: Double) -> Int? {
    guard let cycle = last else { return nil }
    let passed = Int(saturating: (now - cycle.time).rounded(.down))
    return max(0, cycle.place &+ min(passed, cycle.count))
  }

  /// The same with what has passed of the frame.
  func frame(heardAt now: Double) -> Double? {
    guard let cycle = last else { return nil }
    return max(0, Double(cycle.place) + min(now - cycle.time, Double(cycle.count)))
  }
}

extension Int {
  /// The integer next to a number; 0 for what is no number.
  init(saturating value: Double) {
    self = value.isNaN ? 0 : value >= 0x1p62 ? 1 << 62 : value <= -0x1p62 ? -(1 << 62) : Int(value)
  }
}
