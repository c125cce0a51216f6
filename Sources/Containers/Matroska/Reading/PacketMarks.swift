/// Where every so many packets of a track begin, noted on the way through its blocks.
///
/// A track of any length costs the same memory: when there are too many marks, every second one is dropped. Cues are no
/// help here, for they tell times, and not how many packets came before.
struct PacketMarks {
  /// A packet that begins a block, and what a cursor has to know in front of it.
  struct Mark: BitwiseCopyable {
    var packet: Int64
    /// Frames of sound of all packets before.
    var frame: Int64
    var previousBlock: Int?
    var place: BlockWalk.Mark
  }

  private var marks: [Mark] = []
  private var stride: Int64 = 64
  private static let maximumCount = 1 << 12

  /// Takes note of a place; those before the last mark, or too near to it, are passed over.
  mutating func note(_ mark: Mark) {
    if let last = marks.last, mark.packet - last.packet < stride { return }
    if marks.count >= Self.maximumCount {
      marks = marks.indices.filter { $0 % 2 == 0 }.map { marks[$0] }
      stride *= 2
      if let last = marks.last, mark.packet - last.packet < stride { return }
    }
    marks.append(mark)
  }

  /// The last mark at or before what `isBefore` holds of, which must hold of all marks up to there and of none behind.
  func last(where isBefore: (Mark) -> Bool) -> Mark? {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(marks[middle]) { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : marks[low - 1]
  }
}
