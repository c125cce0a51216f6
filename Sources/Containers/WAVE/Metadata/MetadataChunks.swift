package import AudioBase
import ID3Tags

/// Collects the metadata in the chunks of a file.
struct MetadataReading {
  private(set) var warnings: [String] = []
  /// The names of the chunks' metadata that have no key here.
  var unread: NameList { cues.unread.merging(lists) }
  private var lists = NameList()
  private var metadata = Metadata()
  private var cues = CueSheet()

  /// Returns true if a chunk is read.
  static func wants(_ code: FourCharacterCode) -> Bool {
    switch code {
    case .listChunk, .broadcastChunk, .cueChunk, .samplerChunk, .id3Chunk, "ID3 ", .summaryChunk: true
    default: false
    }
  }

  /// Reads a chunk; unusable parts are skipped.
  ///
  /// An ID3 tag is kept unchanged, too, for programs that read more of it.
  mutating func read(_ code: FourCharacterCode, _ body: ChunkBody, at bodyOffset: Int64) {
    switch code {
    case .listChunk where body.code(at: 0) == .infoList: InfoList.read(body, into: &metadata)
    case .listChunk where body.code(at: 0) == .associatedDataList: cues.read(associatedData: body)
    case .listChunk: lists.add("the list '\(body.code(at: 0) ?? code)'")
    case .summaryChunk: InfoList.read(summary: body, into: &metadata)
    case .broadcastChunk: BroadcastExtension.read(body, into: &metadata)
    case .cueChunk: cues.read(cue: body)
    case .samplerChunk: cues.read(sampler: body)
    case .id3Chunk, "ID3 ":
      guard metadata.id3Tag.isEmpty else { return }
      guard body.bytes(at: 0, count: 3)?.elementsEqual("ID3".utf8) == true else {
        warnings.append("the chunk for an ID3 tag holds something else")
        return
      }
      metadata.id3Tag = Array(body.bytes)
      metadata.id3TagOffset = bodyOffset
    default: break
    }
  }

  /// Returns the metadata of all chunks together; if an ID3 tag contradicts a chunk, the chunk counts.
  func finish(sampleRate: Double, warnings: inout [String]) -> Metadata {
    var result = metadata
    cues.apply(to: &result)
    guard !result.id3Tag.isEmpty else { return result }
    do throws(ContainerError) {
      let tag = try ID3Tag(parsing: result.id3Tag.span)
      let said = tag.metadata(sampleRate: sampleRate)
      result.fillValues(from: said)
      result.artwork = said.artwork
      if result.markers.isEmpty { result.markers = said.markers }
      warnings += tag.remarks
    } catch {
      warnings.append("the ID3 tag was left as it is: \(error)")
    }
    return result
  }
}

/// A chunk to be written.
package struct OutgoingChunk {
  var code: FourCharacterCode
  var body: [UInt8]

  /// Returns the chunks with the contents of `metadata`.
  ///
  /// Wave64 has a place for texts and for `bext` only. Pictures have none but in an ID3 tag.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if a value does not fit its field.
  package static func chunks(
    _ metadata: Metadata, form: WAVEForm, sampleRate: UInt32
  ) throws(ContainerError) -> [OutgoingChunk] {
    var chunks: [OutgoingChunk] = []
    func append(_ code: FourCharacterCode, _ body: [UInt8]?) {
      if let body { chunks.append(OutgoingChunk(code: code, body: body)) }
    }
    append(.broadcastChunk, try BroadcastExtension.bytes(metadata))
    if form == .wave64 {
      append(.summaryChunk, InfoList.summaryBytes(metadata))
      return chunks
    }
    append(.listChunk, InfoList.bytes(metadata))
    let cues = try CueSheet(metadata)
    append(.cueChunk, cues.cueBytes)
    append(.listChunk, cues.associatedDataBytes)
    append(.samplerChunk, cues.samplerBytes(sampleRate: sampleRate))
    append(.id3Chunk, try tag(metadata, sampleRate: Double(sampleRate)))
    return chunks
  }

  /// Returns the ID3 tag for pictures and for items without a code of `INFO`; the recording's own tag stays unchanged
  /// unless it contradicts the present metadata. Empty if all is expressed without it.
  private static func tag(_ metadata: Metadata, sampleRate: Double) throws(ContainerError) -> [UInt8]? {
    var said = metadata
    said.keepValues { !$0.rawValue.hasPrefix("bext ") }
    let before = try? ID3Tag(parsing: metadata.id3Tag.span).metadata(sampleRate: sampleRate)
    var rest = said
    rest.keepValues { before?.values(of: $0) != metadata.values(of: $0) }
    if let before, before.artwork == metadata.artwork, before.markers.isEmpty || before.markers == metadata.markers,
      before.info.keys.allSatisfy({ before.values(of: $0) == metadata.values(of: $0) }), InfoList.holds(rest)
    {
      return metadata.id3Tag
    }
    guard before != nil || !said.artwork.isEmpty || !InfoList.holds(said) else {
      return metadata.id3Tag.isEmpty ? nil : metadata.id3Tag
    }
    // Markers have their chunk.
    said.markers = []
    return try ID3Tag.bytes(for: said, options: ID3WritingOptions(sampleRate: sampleRate))
  }
}
