import AudioBase
import ID3Tags

/// Walks from chunk to chunk of a file.
struct ChunkWalker {
  /// The header before a chunk's body.
  struct Header {
    var code: FourCharacterCode
    /// The offset of the header.
    var offset: Int64
    /// The number of bytes of the body as the header states.
    var byteCount: UInt32

    /// The offset of the body.
    var bodyOffset: Int64 { offset + Int64(AIFFLayout.chunkHeaderByteCount) }
  }

  let form: AIFFForm
  /// The tags before the form.
  let leadingTags: LeadingTags
  /// The number of bytes after the first header that it states.
  let statedByteCount: UInt32
  /// True if a chunk of odd length was directly followed by the next chunk, without padding.
  private(set) var hasUnpaddedChunks = false
  private var window: SourceWindow
  private var offset: Int64
  /// True if a padding byte is expected at ``offset``.
  private var expectsPadding = false

  /// Recognises the form of a file and moves to its first chunk.
  ///
  /// - Parameter tagLimit: The longest leading tag that is kept, in bytes.
  init(_ source: any ByteSource, tagLimit: Int) throws(ContainerError) {
    var window = SourceWindow(source, capacity: 4096)
    leadingTags = try LeadingTags(&window, limit: tagLimit)
    let head = try window.load(AIFFLayout.headerByteCount, at: leadingTags.end)
    guard let form = AIFFForm(window.bytes.span.extracting(head)) else {
      throw ContainerError(
        head.count < AIFFLayout.headerByteCount ? .truncated : .malformed,
        "an AIFF file begins with FORM and names itself AIFF or AIFC", at: leadingTags.end)
    }
    self.form = form
    offset = leadingTags.end + Int64(AIFFLayout.headerByteCount)
    statedByteCount = window.bytes.span.code(at: head.lowerBound + 4).rawValue
    self.window = window
  }

  /// Returns the next chunk's header, or `nil` at the end of the file.
  mutating func next() throws(ContainerError) -> Header? {
    if expectsPadding { try skipPadding() }
    let place = try window.load(AIFFLayout.chunkHeaderByteCount, at: offset)
    guard place.count == AIFFLayout.chunkHeaderByteCount else { return nil }
    let bytes = window.bytes.span
    return Header(
      code: bytes.code(at: place.lowerBound), offset: offset,
      byteCount: bytes.code(at: place.lowerBound + 4).rawValue)
  }

  /// Skips the padding byte after a chunk of odd length, unless the next chunk visibly begins in its place.
  private mutating func skipPadding() throws(ContainerError) {
    expectsPadding = false
    // The byte and the name after it.
    let place = try window.load(5, at: offset)
    let isMissing = place.count == 5 && Self.beginsChunk(window.bytes.span, at: place.lowerBound)
    if isMissing { hasUnpaddedChunks = true } else { offset += 1 }
  }

  /// Returns true if a chunk seems to begin at `index`, and none at the next byte.
  private static func beginsChunk(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    let here = bytes.code(at: index)
    guard here.isPlausibleChunk else { return false }
    return FourCharacterCode.knownChunks.contains(here) || !bytes.code(at: index + 1).isPlausibleChunk
  }

  /// Moves past a chunk, whose body has `byteCount` bytes.
  mutating func pass(_ header: Header, byteCount: Int64) throws(ContainerError) {
    let (end, overflow) = header.bodyOffset.addingReportingOverflow(byteCount)
    guard !overflow, end < Int64.max - 16 else {
      throw ContainerError(.malformed, "a chunk reaches beyond any file", at: header.offset, in: header.code)
    }
    offset = end
    expectsPadding = byteCount & 1 == 1
  }

  /// Returns the first `byteCount` bytes of a chunk's body: fewer if the file ends before.
  mutating func body(_ header: Header, byteCount: Int) throws(ContainerError) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try window.append(byteCount, at: header.bodyOffset, to: &bytes)
    return bytes
  }
}
