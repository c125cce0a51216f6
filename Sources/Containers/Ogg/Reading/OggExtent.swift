import AudioBase
import XiphAudio

/// The frames of a stream that are the recording, by granule positions. RFC 7845, 4; Vorbis I, A.2.
///
/// ```
/// decoded frames    │ priming │ recording ······························ │ remainder │
/// granule position            0, or where a broadcast was tuned in       that of the last page
/// ```
struct OggExtent {
  /// The decoded frames before the recording.
  let primingFrames: Int64
  /// The offset from a granule position to the number of decoded frames.
  private let shift: Int64

  /// Judges by a cursor that has begun with the first packet and come to the end of a page.
  init(_ head: OggCursor) {
    // The first packet of Vorbis is not heard, and no granule position counts it.
    var silent: Int64 = 0
    if case .vorbis = head.mapping { silent = Int64(head.firstFrameCount ?? 0) }
    var shift = silent
    // The position of a page that is also the last states the end of the recording.
    if let first = head.anchors.first, !first.isLast {
      let (difference, overflow) = first.frame.subtractingReportingOverflow(first.granule)
      if !overflow { shift = difference }
    }
    switch head.mapping {
    case .opus(let header): (primingFrames, self.shift) = (Int64(header.preSkip), min(shift, 0))
    // A position below the frames that were decoded states that the recording begins within them.
    case .vorbis, .speex: (primingFrames, self.shift) = (max(silent, shift), shift)
    case .flac: (primingFrames, self.shift) = (0, min(shift, 0))
    }
  }

  /// Returns the table of a stream.
  ///
  /// - Parameter tail: A cursor that has reached the end, from any start.
  func table(_ tail: OggCursor) -> PacketTable? {
    guard let last = tail.anchors.last else { return nil }
    let rate = Double(tail.mapping.sampleRate)
    let (end, overflow) = last.granule.addingReportingOverflow(shift)
    guard !overflow, end >= primingFrames else {
      return PacketTable(primingFrames: 0, validFrames: 0, remainderFrames: 0, timescale: rate)
    }
    var remainder: Int64 = 0
    if case .flac(let header) = tail.mapping, header.fixedBlockSize > 0 {
      // As in native files: blocks of one size except for the last.
      let size = Int64(header.fixedBlockSize)
      remainder = (size - end % size) % size
    } else if last.isLast, let previous = tail.anchors.previous {
      remainder = max(0, (last.frame - previous.frame) &- (last.granule &- previous.granule))
    } else if last.isLast, tail.linkCount == 0 {
      remainder = max(0, last.frame &- end)
    }
    return PacketTable(
      primingFrames: primingFrames, validFrames: end - primingFrames, remainderFrames: remainder, timescale: rate)
  }

  /// Returns the table of a chain that was walked from end to end: all its frames, without the priming of the first
  /// stream and the remainder of the last.
  func table(ofChain whole: OggCursor) -> PacketTable? {
    guard var table = table(whole) else { return nil }
    // Packets of FLAC have the frames that they say, also where a stream ends in the middle.
    if case .flac = whole.mapping { table.remainderFrames = 0 }
    if table.remainderFrames < 0 || table.remainderFrames > whole.frame { table.remainderFrames = 0 }
    table.primingFrames = min(primingFrames, whole.frame)
    table.validFrames = max(0, whole.frame - table.primingFrames - table.remainderFrames)
    return table
  }
}
