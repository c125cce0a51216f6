import CCoreMedia

/// A buffer in a queue, with what was asked about it when it came.
struct QueuedBuffer {
  var buffer: CMBuffer
  var duration: CMTime
  var byteCount: Int
}

/// The buffers of a queue in the order in which they leave it.
struct BufferList {
  /// Buffers, behind those that have left.
  private var slots: [QueuedBuffer?] = []
  /// Slots of buffers that have left.
  private var left = 0

  var count: Int { slots.count - left }

  /// All buffers.
  var all: [QueuedBuffer] { slots[left...].compactMap { $0 } }

  /// The next to leave.
  var first: QueuedBuffer? { count > 0 ? slots[left] : nil }

  /// How many buffers at the end come after one.
  ///
  /// The function is the program's, and may change the queue: this list is as it was when it was asked.
  func count(behind entry: QueuedBuffer, comesAfter: (CMBuffer, CMBuffer) -> Bool) -> Int {
    var place = slots.count
    while place > left, let other = slots[place - 1], comesAfter(other.buffer, entry.buffer) { place -= 1 }
    return slots.count - place
  }

  /// Puts a buffer in front of so many at the end.
  mutating func insert(_ entry: QueuedBuffer, before countBehind: Int = 0) {
    slots.insert(entry, at: max(left, slots.count - countBehind))
  }

  /// Takes the next buffer out.
  mutating func removeFirst() -> QueuedBuffer? {
    guard let entry = first else { return nil }
    slots[left] = nil
    left += 1
    // The slots in front go when they are the most, so that leaving takes the same time however long the queue is.
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
