import AudioBase

/// A packet that begins a block, and the state that a cursor needs before it.
///
/// Cues are no help here, for they state times, and not the number of packets before them.
struct BlockMark: PacketMark, BitwiseCopyable {
  var packet: Int64
  /// The number of frames of sound in all earlier packets.
  var frame: Int64
  var previousBlock: Int?
  var place: BlockWalk.Mark
}

extension SparseMarks<BlockMark> {
  /// Creates an empty list of marks.
  init() { self.init(stride: 64, maximumCount: 1 << 12) }
}
