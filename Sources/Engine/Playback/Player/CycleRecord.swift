import AudioDevices

/// A record of the last cycle of a device's thread, from which other threads determine the frame that is heard now.
struct CycleRecord: Sendable {
  private let words = PublishedWords()

  /// A cycle.
  struct Cycle {
    var place: Int
    var count: Int
    var time: Double
    var next: Int
  }

  /// Records a cycle. Called by the device's thread only.
  ///
  /// Of several cycles without frames only the first is recorded: earlier frames are heard until its time, and then
  /// nothing, however far in advance the device requests frames.
  ///
  /// - Parameters:
  ///   - place: The place of the first frame that the device was given: in the ring, or in a time line.
  ///   - count: The frames that it was given.
  ///   - time: The time at which the first of them is heard, in the device's frames.
  ///   - next: The place in the ring of the next frame, if it does not follow from the others.
  func store(place: Int, count: Int, time: Double, next: Int = 0) {
    if count == 0, let last, last.count == 0, last.place == place, last.next == next { return }
    words.set((Self.word(place), Self.word(count), time.bitPattern, Self.word(next)))
  }

  private static func word(_ number: Int) -> UInt64 { UInt64(bitPattern: Int64(number)) }

  /// The last cycle, or `nil` before the first one.
  var last: Cycle? {
    words.last.map { words in
      let number = { (word: UInt64) in Int(truncatingIfNeeded: word) }
      return Cycle(
        place: number(words.0), count: number(words.1), time: Double(bitPattern: words.2), next: number(words.3))
    }
  }

  /// Returns the position in the ring of the frame that is heard at a device time, or `nil` before the first cycle.
  ///
  /// If the device takes frames long before they are heard, the time of its cycle is in the future, and the position
  /// lags the frames that the device has received.
  func place(heardAt now: Double) -> Int? {
    guard let cycle = last else { return nil }
    let passed = Int(saturating: (now - cycle.time).rounded(.down))
    return max(0, cycle.place &+ min(passed, cycle.count))
  }

  /// Returns the same place, including the fraction of the frame that has passed.
  func frame(heardAt now: Double) -> Double? {
    guard let cycle = last else { return nil }
    return max(0, Double(cycle.place) + min(now - cycle.time, Double(cycle.count)))
  }
}

extension Int {
  /// Creates the integer next to a number; 0 for NaN.
  init(saturating value: Double) {
    self = value.isNaN ? 0 : value >= 0x1p62 ? 1 << 62 : value <= -0x1p62 ? -(1 << 62) : Int(value)
  }
}
