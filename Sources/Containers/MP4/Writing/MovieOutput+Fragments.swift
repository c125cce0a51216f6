import AudioBase
import Bitstream

extension MovieOutput {
  /// Room after the movie box of a fragmented file, for values known only at the end.
  private static let slack = 1024

  /// Writes the collected samples as one `moof` and `mdat`, preceded by the movie box if it has not been written.
  mutating func flushFragment() throws(ContainerError) {
    if writtenIndex.isEmpty { try writeMovieOfFragments() }
    guard tracks.contains(where: { $0.tables.count > 0 }) else { return }
    sequence &+= 1
    directory.note(tracks, at: sink.byteCount)
    var bytes = FragmentBox.bytes(tracks, sequence: sequence)
    // Far below 32 bits: a fragment is cut at 64 MiB and one batch.
    let dataByteCount = tracks.reduce(8) { $0 + $1.pending.count }
    guard let size = UInt32(exactly: dataByteCount) else {
      throw ContainerError(.unsupported, "a fragment holds less than 4 GiB", at: sink.byteCount, in: "mdat")
    }
    bytes.append(bigEndian: size)
    bytes.append("mdat" as FourCharacterCode)
    try sink.append(bytes.span)
    if dataOffset == 0 { dataOffset = sink.byteCount }
    for index in tracks.indices {
      try appendPending(index)
      tracks[index].noteFlushed()
    }
    pendingByteCount = 0
  }

  /// Ends the fragment that is being collected, so that the next one may use another sample description, and updates
  /// the movie box before it.
  mutating func endFragmentForChange() throws(ContainerError) {
    try flushFragment()
    try refreshMovieOfFragments()
  }

  private func appendPending(_ track: Int) throws(ContainerError) {
    let bytes = tracks[track].pending
    if !bytes.isEmpty { try sink.append(bytes.span) }
  }

  private mutating func writeMovieOfFragments() throws(ContainerError) {
    try sink.append(box.brand.box(isFragmented: true).span)
    indexOffset = sink.byteCount
    writtenIndex = indexBytes()
    indexRoom = writtenIndex.count
    try sink.append(writtenIndex.span)
    guard sink.canOverwrite else { return }
    var room: [UInt8] = []
    room.appendBox("free") { $0.append(zeros: MovieOutput.slack - 8) }
    indexRoom += room.count
    try sink.append(room.span)
  }

  /// True if the contents of the movie box can still be changed.
  var canChangeIndex: Bool { writtenIndex.isEmpty || sink.canOverwrite }

  /// Completes a fragmented file: the last fragment, the movie box if it has changed, and the directory.
  mutating func finishFragments() throws(ContainerError) {
    try flushFragment()
    try refreshMovieOfFragments()
    try sink.append(directory.bytes(tracks).span)
  }

  /// Writes the movie box again if its contents have changed.
  private mutating func refreshMovieOfFragments() throws(ContainerError) {
    guard sink.canOverwrite else { return }
    let index = indexBytes()
    guard index != writtenIndex else { return }
    guard fits(index.count) else {
      // Measured rates are no reason to fail; the caller's requests were checked when they were made.
      return
    }
    try place(index)
    writtenIndex = index
  }
}
