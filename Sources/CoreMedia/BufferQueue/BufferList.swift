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

  /// Puts a buffer behind all that do not come after it.
  mutating func insert(_ entry: QueuedBuffer, comesAfter: ((CMBuffer, CMBuffer) -> Bool)?) {
    var place = slots.count
    if let comesAfter {
      while place > left, let other = slots[place - 1], comesAfter(other.buffer, entry.buffer) { place -= 1 }
    }
    slots.insert(entry, at: place)
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
