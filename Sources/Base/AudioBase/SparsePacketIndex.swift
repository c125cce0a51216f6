/// ``SparseMarks`` of byte offsets: positions of packets at regular intervals, recorded while a stream without a table
/// is walked.
@usableFromInline package struct SparsePacketIndex: Sendable {
  /// The number of a packet that begins a frame, and the frame's offset.
  @usableFromInline package struct Mark: PacketMark, Equatable, BitwiseCopyable {
    /// The packet's index in the track.
    @usableFromInline package var packet: Int64
    /// The bytes from the start of the file.
    @usableFromInline package var offset: Int64

    /// Creates a mark.
    @usableFromInline package init(packet: Int64, offset: Int64) {
      self.packet = packet
      self.offset = offset
    }
  }

  private var marks: SparseMarks<Mark>

  /// Creates an empty index of at most `maximumCount` marks, 2 or more, at first one every `stride` packets.
  @usableFromInline package init(stride: Int64 = 256, maximumCount: Int = 1 << 14) {
    marks = SparseMarks(stride: stride, maximumCount: maximumCount)
  }

  /// The number of marks.
  @usableFromInline package var count: Int { marks.count }

  /// Adds a packet, unless it precedes the last mark or is too near to it.
  @usableFromInline package mutating func note(packet: Int64, at offset: Int64) {
    marks.note(Mark(packet: packet, offset: offset))
  }

  /// Returns the last mark at or before `packet`, or `nil` if there is none.
  @usableFromInline package func mark(before packet: Int64) -> Mark? { marks.last { $0.packet <= packet } }
}
