// Holds throughout: strides and counts are constants of the readers.

/// Where every so many packets of a stream without a table begin, noted while the stream is walked.
///
/// A stream of any length costs the same memory: when the index is full, every second mark is dropped.
public struct SparsePacketIndex: Sendable {
  /// A packet that begins a frame, and where that frame lies.
  public struct Mark: Equatable, Sendable, BitwiseCopyable {
    /// The packet's index in the track.
    public var packet: Int64
    /// Bytes from the start of the file.
    public var offset: Int64

    /// Creates a mark.
    public init(packet: Int64, offset: Int64) {
      self.packet = packet
      self.offset = offset
    }
  }

  private var marks: [Mark] = []
  private var stride: Int64
  private let maximumCount: Int

  /// Creates an empty index that keeps at most `maximumCount` marks, at first one every `stride` packets.
  public init(stride: Int64 = 256, maximumCount: Int = 1 << 14) {
    precondition(stride > 0 && maximumCount >= 2)
    self.stride = stride
    self.maximumCount = maximumCount
  }

  /// The number of marks.
  public var count: Int { marks.count }

  /// Takes note of a packet; those before the last mark, or too near to it, are passed over.
  public mutating func note(packet: Int64, at offset: Int64) {
    if let last = marks.last, packet - last.packet < stride { return }
    if marks.count >= maximumCount {
      marks = marks.indices.filter { $0 % 2 == 0 }.map { marks[$0] }
      stride *= 2
      if let last = marks.last, packet - last.packet < stride { return }
    }
    marks.append(Mark(packet: packet, offset: offset))
  }

  /// The last mark at or before `packet`, or `nil` where there is none.
  public func mark(before packet: Int64) -> Mark? {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].packet <= packet { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : marks[low - 1]
  }
}
