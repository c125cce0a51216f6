import AudioBase

/// A packet that begins a page, and the state that its cursor needs.
struct OggPageMark: PacketMark {
  var packet: Int64
  var frame: Int64
  /// The offset from which the page is looked for.
  var offset: Int64
  var previousBlock: Int?
  var sequence: UInt32?
  var serial: UInt32
  var mapping: OggMapping
  var linkCount: Int
  var headersEnd: Int64
  var streamNumber: Int
}

extension SparseMarks<OggPageMark> {
  /// Creates an empty list of marks.
  init() { self.init(stride: 64, maximumCount: 1 << 12) }
}
