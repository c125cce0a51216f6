import AudioBase
import ID3Tags

/// Walks from chunk to chunk of a file.
struct ChunkWalker {
  /// The header before a chunk's body.
  struct Header {
    var code: FourCharacterCode
    /// The offset of the header.
    var offset: Int64
    /// The offset of the body.
    var bodyOffset: Int64
    /// The number of bytes of the body as the header states, or `nil` if it states that it is unknown.
    var byteCount: UInt64?
  }

  let form: WAVEForm
  /// The tags before the form.
  let leadingTags: LeadingTags
  /// True if a chunk of odd length was directly followed by the next chunk, without padding.
  private(set) var hasUnpaddedChunks = false
  private var window: SourceWindow
  private var offset: Int64
  /// True if ``offset`` is odd, so that a padding byte is expected there.
  private var expectsPadding = false

  /// Recognises the form of a file and moves to its first chunk.
  ///
  /// - Parameter tagLimit: The longest leading tag that is kept, in bytes.
  init(_ source: any ByteSource, tagLimit: Int) throws(ContainerError) {
    var window = SourceWindow(source, capacity: 4096)
    leadingTags = try LeadingTags(&window, limit: tagLimit)
    let start = leadingTags.end
    var head = try window.load(12, at: start)
    if head.count == 12, window.bytes.span.code(at: head.lowerBound) == "riff" { head = try window.load(40, at: start) }
    guard let form = WAVEForm(window.bytes.span.extracting(head)) else {
      throw ContainerError(
        head.count < 12 ? .truncated : .malformed,
        "a WAVE file begins with RIFF, RF64 or BW64 and names itself WAVE, or has the names of Wave64", at: start)
    }
    self.window = window
    self.form = form
    offset = start + Int64(form.headerByteCount)
  }

  /// Returns the end of the form according to its first header; `nil` if that is unknown.
  mutating func statedEnd() throws(ContainerError) -> Int64? {
    let start = leadingTags.end
    if form == .wave64 {
      let size = try number(8, at: start + form.sizeOffset)
      return size > 24 && size < WAVELayout.unknownWideSize - UInt64(start) ? start + Int64(size) : nil
    }
    let size = try number(4, at: start + form.sizeOffset)
    return size == 0 || size == UInt64(WAVELayout.unknownSize) ? nil : start + Int64(size) + 8
  }

  private mutating func number(_ width: Int, at place: Int64) throws(ContainerError) -> UInt64 {
    let number = try window.bigEndian(width, at: place)
    return form.byteOrder == .bigEndian ? number : number.byteSwapped >> UInt64(64 - 8 * width)
  }

  /// Returns the next chunk's header, or `nil` at the end of the file.
  mutating func next() throws(ContainerError) -> Header? {
    let headerByteCount = form.chunkHeaderByteCount
    if expectsPadding { try skipPadding() }
    let place = try window.load(headerByteCount, at: offset)
    guard place.count == headerByteCount else { return nil }
    let (body, overflow) = offset.addingReportingOverflow(Int64(headerByteCount))
    guard !overflow else { return nil }
    let bytes = ChunkBody(Array(window.bytes[place]), order: form.byteOrder)
    var header = Header(code: bytes.code(at: 0) ?? .junkChunk, offset: offset, bodyOffset: body)
    if form == .wave64 {
      header.code = Wave64GUID.code(bytes.bytes.span, at: 0)
      let size = bytes.uint64(at: 16) ?? 0
      header.byteCount = size < 24 || size >= WAVELayout.unknownWideSize ? nil : size - 24
    } else {
      let size = bytes.uint32(at: 4) ?? 0
      header.byteCount = size == WAVELayout.unknownSize ? nil : UInt64(size)
    }
    return header
  }

  /// Passes the byte of padding after a chunk of odd length, unless the next chunk visibly begins in its place.
  private mutating func skipPadding() throws(ContainerError) {
    expectsPadding = false
    let place = try window.load(9, at: offset)
    let bytes = ChunkBody(Array(window.bytes[place]))
    if bytes.bytes.first != 0, let here = bytes.code(at: 0), here.isPlausibleChunk {
      let behind = bytes.code(at: 1)
      if FourCharacterCode.knownChunks.contains(here) || behind?.isPlausibleChunk == false {
        hasUnpaddedChunks = true
        return
      }
    }
    offset += 1
  }

  /// Moves past a chunk, whose body has `byteCount` bytes.
  mutating func pass(_ header: Header, byteCount: UInt64) throws(ContainerError) {
    let (end, overflow) = header.bodyOffset.addingReportingOverflow(Int64(clamping: byteCount))
    guard !overflow, end < Int64.max - 16 else {
      throw ContainerError(.malformed, "a chunk reaches beyond any file", at: header.offset, in: header.code)
    }
    if form == .wave64 {
      offset = end + Int64(form.padding(after: Int64(clamping: byteCount)))
    } else {
      offset = end
      expectsPadding = byteCount & 1 == 1
    }
  }

  /// Returns the first `byteCount` bytes of a chunk's body: fewer where the file ends before.
  mutating func body(_ header: Header, byteCount: Int) throws(ContainerError) -> ChunkBody {
    var bytes: [UInt8] = []
    _ = try window.append(byteCount, at: header.bodyOffset, to: &bytes)
    return ChunkBody(bytes, order: form.byteOrder)
  }
}
