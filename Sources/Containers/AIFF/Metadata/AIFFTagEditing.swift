import AudioBase
import Bitstream
import ID3Tags
import MPEGAudioContainer

/// Changes the text chunks and the ID3 tag of an AIFF file; all other chunks stay where they are.
enum AIFFTagEditing {
  private static let form = ChunkArea.Form(
    filler: .fillerChunk, headerByteCount: Int64(AIFFLayout.chunkHeaderByteCount), alignment: 2
  ) { code, body in
    var bytes: [UInt8] = []
    bytes.append(OutgoingChunk(code: code, body: body))
    return bytes
  }

  /// Returns the edit, or `nil` if markers change or the chunks are not adjacent.
  static func edit(_ source: any ByteSource, _ change: MetadataChange) throws(ContainerError) -> FileEdit? {
    let survey = try FileSurvey(source, limits: change.limits)
    let reader = try survey.reader(source, limits: change.limits)
    // Tags among the frames say the same things once more, and lie if nothing is edited.
    if let frames = reader as? EnclosedMPEGAudioReader, frames.hasTagsAmongFrames { return nil }
    // A tag before the form has no place in it, so the file is written again.
    guard !change.changesMarkers, survey.start == 0, let byteCount = source.byteCount,
      var area = ChunkArea(reader.chunks, form: form, fileByteCount: byteCount)
    else { return nil }
    var edit = FileEdit()
    for code in TextChunks.written {
      guard let key = TextChunks.key(code), change.keys.contains(key) else { continue }
      var indices = area.places.indices.filter { area.places[$0].code == code }
      let text = change.after[key].flatMap { $0.isEmpty ? nil : Array($0.utf8) }
      let first = indices.isEmpty ? nil : indices.removeFirst()
      for index in indices { area.replace(index, by: code, nil, in: &edit) }
      if first != nil || text != nil { area.replace(first, by: code, text, in: &edit) }
    }
    if change.keys.contains(.comments) {
      for index in area.places.indices where area.places[index].code == .commentsChunk {
        area.replace(index, by: .commentsChunk, nil, in: &edit)
        edit.lost.append("the comments with a time in the chunk 'COMT'")
      }
    }
    try editTag(reader, change, &area, &edit)
    area.finish(&edit)
    guard let size = UInt32(exactly: byteCount + edit.growth - 8) else {
      throw ContainerError(.unsupported, "a file of this type is smaller than 4 GiB", at: byteCount, in: .form)
    }
    var bytes: [UInt8] = []
    bytes.append(bigEndian: size)
    edit.replace(4..<8, with: bytes)
    return edit
  }

  private static func editTag(
    _ reader: any ContainerReader, _ change: MetadataChange, _ area: inout ChunkArea, _ edit: inout FileEdit
  ) throws(ContainerError) {
    let index = area.places.firstIndex { [.id3Chunk, "id3 "].contains($0.code) }
    let own = Set(TextChunks.written.compactMap(TextChunks.key))
    let isNeeded = !change.after.artwork.isEmpty || !change.after.info.keys.allSatisfy(own.contains)
    guard index != nil || isNeeded else { return }
    let code = index.map { area.places[$0].code } ?? .id3Chunk
    var whole = change
    if index == nil {
      // A new tag says all that the file states.
      var said = change.after
      (said.markers, said.regions) = ([], [])
      whole = MetadataChange(from: Metadata(), to: said, sampleRate: change.sampleRate)
    }
    var old: [UInt8] = []
    var available = 0
    if let index {
      let start = area.places[index].range.lowerBound + Int64(AIFFLayout.chunkHeaderByteCount)
      available = Int(clamping: area.places[index].range.upperBound - start)
      old = reader.metadata.id3Tag
      guard reader.metadata.id3TagOffset == start, !old.isEmpty else {
        throw ContainerError(.unsupported, "the ID3 tag can be read", at: start, in: .id3Chunk)
      }
    }
    let tag = try ID3TagEdit(old, whole, available: available, of: reader.tracks[0])
    edit.lost += tag.lost
    edit.cleared += tag.cleared
    area.replace(index, by: code, tag.bytes.isEmpty ? nil : tag.bytes, in: &edit)
  }
}
