import CCoreMedia

/// A buffer in a queue, with the values that were read when it was enqueued.
struct QueuedBuffer {
  var buffer: CMBuffer
  var duration: CMTime
  var byteCount: Int
}

/// The buffers of a queue in the order in which they are removed.
struct BufferList {
  /// The buffers, preceded by the slots of removed ones.
  private var slots: [QueuedBuffer?] = []
  /// The number of slots of buffers that have left.
  private var left = 0

  var count: Int { slots.count - left }

  /// All buffers.
  var all: [QueuedBuffer] { slots[left...].compactMap { $0 } }

  /// The next to leave.
  var first: QueuedBuffer? { count > 0 ? slots[left] : nil }

  /// Returns the number of buffers at the end of the list that follow the given one.
  ///
  /// The function is the program's, and may change the queue: this list is as it was when it was asked.
  func count(behind entry: QueuedBuffer, comesAfter: (CMBuffer, CMBuffer) -> Bool) -> Int {
    var place = slots.count
    while place > left, let other = slots[place - 1], comesAfter(other.buffer, entry.buffer) { place -= 1 }
    return slots.count - place
  }

  /// Inserts a buffer before the last `countBehind` ones.
  mutating func insert(_ entry: QueuedBuffer, before countBehind: Int = 0) {
    slots.insert(entry, at: max(left, slots.count - countBehind))
  }

  /// Removes the next buffer.
  mutating func removeFirst() -> QueuedBuffer? {
    guard let entry = first else { return nil }
    slots[left] = nil
    left += 1
    // Empty slots at the front are removed once they are the majority, so that the time of a removal does not depend on
    // the length of the queue.
    if left >= 32, left * 2 >= slots.count {
      slots.removeFirst(left)
      left = 0
    }
    return entry
  }

  /// The sum of all durations, exactly.
  var duration: CMTime {
    slots[left...].reduce(.zero) { sum, entry in entry.map { sum + $0.duration } ?? sum }
  }
}
