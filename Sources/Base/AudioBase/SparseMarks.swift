// Holds throughout: strides and counts are constants of the readers.

/// A position in a file from which a reader can continue.
@usableFromInline package protocol PacketMark: Sendable {
  /// The packet's index in the track.
  var packet: Int64 { get }
}

/// The positions of packets at regular intervals, recorded while a stream without a table is walked.
///
/// A stream of any length costs the same memory: when there are too many marks, every second one is dropped.
///
/// Its methods are inlined into the readers: other modules would call unspecialised code otherwise.
@usableFromInline package struct SparseMarks<Mark: PacketMark>: Sendable {
  @usableFromInline var marks: [Mark] = []
  @usableFromInline var stride: Int64
  @usableFromInline let maximumCount: Int

  /// Creates an empty index of at most `maximumCount` marks, 2 or more, at first one every `stride` packets.
  @inlinable
  package init(stride: Int64, maximumCount: Int) {
    precondition(stride > 0 && maximumCount >= 2)
    self.stride = stride
    self.maximumCount = maximumCount
  }

  /// The number of marks.
  package var count: Int { marks.count }

  /// Adds a mark, unless it precedes the last one or is too near to it.
  @inlinable
  package mutating func note(_ mark: Mark) {
    if let last = marks.last, mark.packet - last.packet < stride { return }
    if marks.count >= maximumCount {
      marks = marks.indices.filter { $0 % 2 == 0 }.map { marks[$0] }
      stride *= 2
      if let last = marks.last, mark.packet - last.packet < stride { return }
    }
    marks.append(mark)
  }

  /// Returns the last mark for which `isBefore` is true, or `nil`; it must be true for all marks up to that one and
  /// false for the rest.
  @inlinable
  package func last(where isBefore: (Mark) -> Bool) -> Mark? {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(marks[middle]) { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : marks[low - 1]
  }
}
