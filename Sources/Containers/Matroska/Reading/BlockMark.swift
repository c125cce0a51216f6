import AudioBase

/// A packet that begins a block, and what a cursor has to know in front of it.
///
/// Cues are no help here, for they tell times, and not how many packets came before.
struct BlockMark: PacketMark, BitwiseCopyable {
  var packet: Int64
  /// Frames of sound of all packets before.
  var frame: Int64
  var previousBlock: Int?
  var place: BlockWalk.Mark
}

extension SparseMarks<BlockMark> {
  /// No marks yet, of a track.
  init() { self.init(stride: 64, maximumCount: 1 << 12) }
}
