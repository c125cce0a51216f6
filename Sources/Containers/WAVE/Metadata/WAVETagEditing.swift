import ADIFContainer
import AudioBase
import Bitstream
import ID3Tags
import MPEGAudioContainer

/// Changes the texts, the broadcast extension and the ID3 tag of a WAVE file; all other chunks stay where they are.
///
/// `LIST INFO` holds the texts that have a code. Those without one, and pictures, go into an ID3 tag in the chunk `id3
/// `, which then holds everything.
enum WAVETagEditing {
  /// Returns the edit, or `nil` if markers change, the chunks are not adjacent, or their sizes are unknown.
  static func edit(
    _ source: any ByteSource, _ change: MetadataChange, form: WAVEForm, scanner: ADIFFile.ScannerFactory? = nil
  ) throws(ContainerError) -> FileEdit? {
    let survey = try FileSurvey(source, limits: change.limits)
    let reader = try survey.reader(source, limits: change.limits, scanner: scanner)
    // Tags among the frames say the same things once more, and lie if nothing is edited.
    if let frames = reader as? EnclosedMPEGAudioReader, frames.hasTagsAmongFrames { return nil }
    // Numbers of `RIFX` are big endian, Wave64 counts by GUIDs, and a leading tag has no place: all are written again.
    guard !change.changesMarkers, survey.start == 0, form != .wave64, survey.form != .rifx,
      let byteCount = source.byteCount,
      var area = ChunkArea(reader.chunks, form: layout(form), fileByteCount: byteCount)
    else { return nil }
    var editing = Editing(window: SourceWindow(source, capacity: 4096), change: change)
    var edit = FileEdit()
    try editing.editTexts(&area, &edit)
    try editing.editBroadcastExtension(&area, &edit)
    try editing.editTag(reader, &area, &edit)
    area.finish(&edit)
    guard try editing.correctSizes(byteCount: byteCount, form, reader, &edit) else { return nil }
    return edit
  }

  private static func layout(_ form: WAVEForm) -> ChunkArea.Form {
    var layout = ChunkArea.Form(
      filler: .junkChunk, headerByteCount: Int64(form.chunkHeaderByteCount), alignment: 2
    ) { code, body in
      var bytes: [UInt8] = []
      bytes.append(OutgoingChunk(code: code, body: body), form: form)
      return bytes
    }
    layout.otherFillers = ["junk", "PAD ", "FLLR"]
    return layout
  }

  private struct Editing {
    var window: SourceWindow
    let change: MetadataChange

    private mutating func body(_ place: ChunkArea.Place) throws(ContainerError) -> [UInt8] {
      let size = try window.bigEndian(4, at: place.range.lowerBound + 4)
      let count = min(Int64(UInt32(truncatingIfNeeded: size).byteSwapped), Int64(place.range.count) - 8)
      guard count <= Int64(change.limits.structureByteCount) else {
        throw ContainerError(.limitExceeded, "a chunk is larger than the limit", at: place.range.lowerBound)
      }
      var bytes: [UInt8] = []
      _ = try window.append(Int(count), at: place.range.lowerBound + 8, to: &bytes)
      return bytes
    }

    mutating func editTexts(_ area: inout ChunkArea, _ edit: inout FileEdit) throws(ContainerError) {
      var items: [TagItem] = []
      var index: Int?
      for place in area.places.indices where area.places[place].code == .listChunk {
        let body = ChunkBody(try body(area.places[place]))
        guard body.code(at: 0) == .infoList else { continue }
        if index == nil { index = place } else { area.replace(place, by: .listChunk, nil, in: &edit) }
        body.forEachSubchunk(from: 4) { code, text in
          var said = Metadata()
          InfoList.note(ChunkText.decode(text.bytes), of: code, in: &said)
          if change.clears, said.isEmpty { return }
          items.append(TagItem(bytes: Self.subchunk(code, Array(text.bytes)), said: said))
        }
      }
      var new: [[UInt8]] = []
      if let added = InfoList.bytes(change.added) {
        ChunkBody(added).forEachSubchunk(from: 4) { code, text in
          new.append(Self.subchunk(code, Array(text.bytes)))
        }
      }
      let texts = change.apply(to: items, adding: new)
      guard index != nil || !texts.isEmpty else { return }
      var body: [UInt8] = []
      body.append(.infoList)
      for text in texts { body += text }
      area.replace(index, by: .listChunk, texts.isEmpty ? nil : body, in: &edit)
    }

    private static func subchunk(_ code: FourCharacterCode, _ text: [UInt8]) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(OutgoingChunk(code: code, body: text), form: .riff)
      return bytes
    }

    func editBroadcastExtension(_ area: inout ChunkArea, _ edit: inout FileEdit) throws(ContainerError) {
      guard change.keys.contains(where: { $0.rawValue.hasPrefix("bext ") }) else { return }
      let index = area.places.firstIndex { $0.code == .broadcastChunk }
      let body = try BroadcastExtension.bytes(change.after)
      if index != nil || body != nil { area.replace(index, by: .broadcastChunk, body, in: &edit) }
    }

    func editTag(
      _ reader: any ContainerReader, _ area: inout ChunkArea, _ edit: inout FileEdit
    ) throws(ContainerError) {
      let index = area.places.firstIndex { [.id3Chunk, "ID3 "].contains($0.code) }
      var said = change.after
      said.keepValues { !$0.rawValue.hasPrefix("bext ") }
      (said.markers, said.regions) = ([], [])
      guard index != nil || !said.artwork.isEmpty || !InfoList.holds(said) else { return }
      let code = index.map { area.places[$0].code } ?? .id3Chunk
      var whole = change
      if index == nil {
        // A new tag says all that the file states.
        whole = MetadataChange(from: Metadata(), to: said, sampleRate: change.sampleRate)
      }
      var old: [UInt8] = []
      var available = 0
      if let index {
        let start = area.places[index].range.lowerBound + 8
        available = Int(clamping: area.places[index].range.upperBound - start)
        guard reader.metadata.id3TagOffset == start, let count = ID3Tag.byteCount(of: reader.metadata.id3Tag.span)
        else { throw ContainerError(.unsupported, "the ID3 tag can be read", at: start, in: .id3Chunk) }
        old = Array(reader.metadata.id3Tag.prefix(count))
      }
      let tag = try ID3TagEdit(old, whole, available: available, of: reader.tracks[0])
      edit.lost += tag.lost
      edit.cleared += tag.cleared
      area.replace(index, by: code, tag.bytes.isEmpty ? nil : tag.bytes, in: &edit)
    }

    /// Corrects the size in the first header, or in `ds64`; returns false if the sizes do not match the file.
    mutating func correctSizes(
      byteCount: Int64, _ form: WAVEForm, _ reader: any ContainerReader, _ edit: inout FileEdit
    ) throws(ContainerError) -> Bool {
      let size = byteCount + edit.growth - 8
      var bytes: [UInt8] = []
      if form == .riff {
        let old = UInt32(truncatingIfNeeded: try window.bigEndian(4, at: 4)).byteSwapped
        guard old != WAVELayout.unknownSize, let size = UInt32(exactly: size), size < WAVELayout.unknownSize else {
          return false
        }
        for chunk in reader.chunks where chunk.identifier == .dataChunk {
          let stated = UInt32(truncatingIfNeeded: try window.bigEndian(4, at: chunk.bodyOffset - 4)).byteSwapped
          guard Int64(stated) == chunk.byteCount else { return false }
        }
        bytes.append(littleEndian: size)
        return edit.replace(4..<8, with: bytes)
      }
      guard let sizes = reader.chunks.first(where: { $0.identifier == .sizesChunk }), sizes.byteCount >= 24 else {
        return false
      }
      bytes.append(littleEndian: UInt64(size))
      return edit.replace(sizes.bodyOffset..<(sizes.bodyOffset + 8), with: bytes)
    }
  }
}
