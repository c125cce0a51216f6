import AudioBase
import ID3Tags

/// Collects the metadata in the chunks of a file.
struct MetadataReading {
  private(set) var warnings: [String] = []
  /// The names of the chunks' metadata that have no key here.
  private(set) var unread = NameList()
  private var metadata = Metadata()
  private var comments: [String] = []
  private var seenComments: Set<String> = []
  private var instrument: [UInt8] = []
  private var layout: [UInt8] = []

  /// Returns the largest number of bytes to read from a chunk, or `nil` if it is not read.
  static func maximumByteCount(_ code: FourCharacterCode, limits: ResourceLimits) -> Int? {
    switch code {
    case .id3Chunk, "id3 ": return limits.tagByteCount
    case .markerChunk, .instrumentChunk, .commentsChunk, .layoutChunk: return limits.structureByteCount
    default: return TextChunks.key(code) == nil ? nil : limits.structureByteCount
    }
  }

  /// Reads a chunk; unusable parts are skipped.
  mutating func read(_ code: FourCharacterCode, _ body: [UInt8], at bodyOffset: Int64) {
    switch code {
    case .markerChunk: metadata.append(MarkerChunk.markers(in: body.span))
    case .instrumentChunk:
      instrument = body
      if InstrumentChunk.hasSettings(body.span) { unread.add("the sampler's settings in the chunk 'INST'") }
    case .layoutChunk: layout = body
    case .commentsChunk:
      let comments = TextChunks.comments(in: body.span)
      for text in comments.ofFile { add(comment: text) }
      if comments.ofMarkers > 0 { unread.add("the comments of markers") }
    case .annotationChunk: add(comment: MacText.decode(body.span))
    case .id3Chunk, "id3 ": read(tag: body, at: bodyOffset)
    default:
      guard let key = TextChunks.key(code) else { return }
      let text = MacText.decode(body.span).trimmed
      guard !text.isEmpty, metadata[key] != text else { return }
      guard metadata[key] == nil else { return unread.add("a further chunk '\(code)'") }
      metadata[key] = text
    }
  }

  private mutating func add(comment text: String) {
    let text = text.trimmed
    guard !text.isEmpty, comments.count < ResourceLimits.metadataTextCount, seenComments.insert(text).inserted else {
      return
    }
    comments.append(text)
    if comments.count == ResourceLimits.metadataTextCount {
      warnings.append("of the file's comments the first \(ResourceLimits.metadataTextCount) were taken")
    }
  }

  private mutating func read(tag body: [UInt8], at bodyOffset: Int64) {
    guard metadata.id3Tag.isEmpty else { return }
    guard let byteCount = ID3Tag.byteCount(of: body.span) else {
      warnings.append("the chunk for an ID3 tag holds something else")
      return
    }
    metadata.id3Tag = Array(body.prefix(byteCount))
    metadata.id3TagOffset = bodyOffset
  }

  /// Returns the loudspeakers that the file names, or `nil`.
  func layout(channelCount: Int) -> ChannelLayout? {
    LayoutChunk.layout(in: layout.span, channelCount: channelCount)
  }

  /// Returns the metadata of all chunks together; if an ID3 tag contradicts a chunk, the chunk counts.
  mutating func finish(sampleRate: Double) -> Metadata {
    var result = metadata
    result.regions = InstrumentChunk.regions(in: instrument.span, markers: metadata.markers)
    if !comments.isEmpty { result[.comments] = comments.joined(separator: "\n") }
    warnings += metadata.remarksOnLimits
    guard !metadata.id3Tag.isEmpty else { return result }
    do throws(ContainerError) {
      let tag = try ID3Tag(parsing: metadata.id3Tag.span)
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
