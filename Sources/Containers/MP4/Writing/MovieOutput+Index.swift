import AudioBase
import Bitstream

extension MovieOutput {
  /// Completes a file with one index: the size of the media, then the movie box.
  ///
  /// The movie box gets its name last, so that no reader ever takes an unfinished one for whole.
  mutating func finishIndex() throws(ContainerError) {
    try closeMedia()
    guard structure == .indexFirst else {
      indexOffset = sink.byteCount
      let index = indexBytes()
      var hidden = index
      hidden.replace(at: 4, with: FourCharacterCode("free").rawValue)
      try sink.append(hidden.span)
      return try sink.overwrite(index.span.extracting(4..<8), at: indexOffset + 4)
    }
    var index = indexBytes()
    if !fits(index.count) {
      var distance = missing(index.count)
      // Offsets that pass 32 bits make the box larger, once.
      for _ in 0..<2 {
        var moved = self
        for track in moved.tracks.indices { moved.tracks[track].tables.move(by: Int64(distance)) }
        index = moved.indexBytes()
        let needed = missing(index.count)
        if needed == distance { break }
        distance = needed
      }
      for track in tracks.indices { tracks[track].tables.move(by: Int64(distance)) }
      index = indexBytes()
      try sink.makeRoom(byteCount: distance, at: indexOffset + Int64(indexRoom))
      indexRoom += distance
      dataOffset += Int64(distance)
      mediaOffset += Int64(distance)
    }
    try place(index)
  }

  /// Writes the movie box into its room; the rest of the room becomes a `free` box.
  func place(_ index: [UInt8]) throws(ContainerError) {
    let rest = indexRoom - index.count
    if rest > 0 {
      var header: [UInt8] = []
      header.append(bigEndian: UInt32(rest))
      header.append("free" as FourCharacterCode)
      try sink.overwrite(header.span, at: indexOffset + Int64(index.count))
    }
    try sink.overwrite(index.span.extracting(8..<index.count), at: indexOffset + 8)
    try sink.overwrite(index.span.extracting(0..<8), at: indexOffset)
  }

  /// Returns true if a movie box of `byteCount` bytes fills its space exactly, or leaves enough for another box.
  func fits(_ byteCount: Int) -> Bool { byteCount == indexRoom || byteCount + 8 <= indexRoom }

  /// Returns the number of bytes by which the space must grow; at least 8, because a smaller rest could not be marked
  /// as free.
  private func missing(_ byteCount: Int) -> Int {
    byteCount > indexRoom ? byteCount - indexRoom : byteCount + 8 - indexRoom
  }

  /// Writes the size of the media, in 64 bits if necessary.
  private func closeMedia() throws(ContainerError) {
    let byteCount = sink.byteCount - mediaOffset
    var header: [UInt8] = []
    if byteCount - 8 <= Int64(UInt32.max) {
      header.append(bigEndian: UInt32(byteCount - 8))
      return try sink.overwrite(header.span, at: mediaOffset + 8)
    }
    header.append(bigEndian: 1 as UInt32)
    header.append("mdat" as FourCharacterCode)
    header.append(bigEndian: byteCount)
    try sink.overwrite(header.span, at: mediaOffset)
  }
}
