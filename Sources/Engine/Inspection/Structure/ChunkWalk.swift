import AudioBase
import AudioFiles

// Chunks: a name, a size, a body. RIFF, AIFF, CAF and Wave64 differ in the order of bytes and in what the size counts.

extension StructureWalk {
  /// The syntax of chunks.
  private struct Form {
    /// The number of bytes of a chunk's name and size.
    var headerByteCount: Int64 = 8
    /// The number of bytes of the size field, which is the last of the header.
    var sizeWidth = 4
    var isBigEndian = false
    /// Chunks begin at multiples of this.
    var alignment: Int64 = 2
    /// True if the size counts the header.
    var countsHeader = false
  }

  /// Walks through RIFF, RF64 and BW64: little endian; a size with 32 one bits is stated in the chunk `ds64`.
  mutating func walkRIFF(_ window: inout SourceWindow, from start: Int64) throws(ContainerError) {
    try addForm(&window, at: start, headerByteCount: 12, "RIFF of \(text(&window, at: start + 8, count: 4).printable)")
    try walkChunks(&window, Form(), from: start + 12)
  }

  /// Walks through AIFF and AIFF-C: big endian.
  mutating func walkAIFF(_ window: inout SourceWindow, from start: Int64) throws(ContainerError) {
    try addForm(&window, at: start, headerByteCount: 12, "FORM of \(text(&window, at: start + 8, count: 4).printable)")
    try walkChunks(&window, Form(isBigEndian: true), from: start + 12)
  }

  /// Walks through CAF: big-endian sizes of 64 bits, no padding; a size of -1 extends to the end.
  mutating func walkCAF(_ window: inout SourceWindow, from start: Int64) throws(ContainerError) {
    try addForm(&window, at: start, headerByteCount: 8, "Core Audio Format")
    try walkChunks(&window, Form(headerByteCount: 12, sizeWidth: 8, isBigEndian: true, alignment: 1), from: start + 8)
  }

  /// Walks through Wave64: names of 16 bytes, distinguished by the first four, and sizes that include the header.
  mutating func walkWave64(_ window: inout SourceWindow, from start: Int64) throws(ContainerError) {
    try addForm(&window, at: start, headerByteCount: 40, "Wave64")
    try walkChunks(
      &window, Form(headerByteCount: 24, sizeWidth: 8, alignment: 8, countsHeader: true), from: start + 40)
  }

  private mutating func addForm(
    _ window: inout SourceWindow, at start: Int64, headerByteCount: Int64, _ meaning: String
  ) throws(ContainerError) {
    guard takesOneMore() else { return }
    found.append(
      ContainerTree.Part(try code(&window, at: start), meaning, at: start, byteCount: headerByteCount))
  }

  private mutating func walkChunks(
    _ window: inout SourceWindow, _ form: Form, from start: Int64
  ) throws(ContainerError) {
    var place = start
    var wideSize: UInt64?
    while place < end, try window.load(Int(form.headerByteCount), at: place).count == Int(form.headerByteCount) {
      let name = try code(&window, at: place)
      let sizeAt = place + form.headerByteCount - Int64(form.sizeWidth)
      var size =
        form.isBigEndian
        ? try window.bigEndian(form.sizeWidth, at: sizeAt) : try littleEndian(&window, form.sizeWidth, at: sizeAt)
      if form.countsHeader {
        guard size >= UInt64(form.headerByteCount) else {
          throw ContainerError(.malformed, "a chunk is at least as long as its own header", at: place)
        }
        size -= UInt64(form.headerByteCount)
      }
      let body = place + form.headerByteCount
      if name == "ds64", size >= 16 { wideSize = try littleEndian(&window, 8, at: body + 8) }
      if size == 0xFFFF_FFFF, form.sizeWidth == 4, name == "data" { size = wideSize ?? size }
      guard takesOneMore() else { return }
      let isOpen = size > UInt64(end - body)
      let byteCount = isOpen ? end - body : Int64(size)
      var part = ContainerTree.Part(
        name, ChunkNames.meaning(of: name), at: place, byteCount: byteCount + form.headerByteCount)
      if name == "LIST", byteCount >= 4 { part.parts = try listItems(&window, form, in: body..<(body + byteCount)) }
      found.append(part)
      place = body + byteCount
      let excess = (place - start) % form.alignment
      if excess != 0 { place += form.alignment - excess }
    }
  }

  /// Returns the items of a list, which follow its type.
  private mutating func listItems(
    _ window: inout SourceWindow, _ form: Form, in range: Range<Int64>
  ) throws(ContainerError) -> [ContainerTree.Part] {
    var parts: [ContainerTree.Part] = []
    var place = range.lowerBound + 4
    while range.upperBound - place >= 8, try window.load(8, at: place).count == 8, takesOneMore() {
      let size = Int64(
        form.isBigEndian ? try window.bigEndian(4, at: place + 4) : try littleEndian(&window, 4, at: place + 4))
      let byteCount = min(8 + size, range.upperBound - place)
      parts.append(ContainerTree.Part(try code(&window, at: place), "", at: place, byteCount: byteCount))
      place += byteCount + byteCount % 2
    }
    return parts
  }
}

/// Descriptions of chunks.
enum ChunkNames {
  private static let meanings = [
    "fmt ": "format", "data": "sound", "fact": "frames", "LIST": "list", "ds64": "wide sizes", "bext": "broadcast wave",
    "cue ": "cue points", "smpl": "sampler", "iXML": "iXML", "id3 ": "ID3 tag", "ID3 ": "ID3 tag", "JUNK": "free space",
    "PAD ": "free space", "axml": "ADM metadata", "chna": "ADM channels", "COMM": "format", "SSND": "sound",
    "FVER": "version", "MARK": "markers", "INST": "instrument", "NAME": "title", "AUTH": "author", "ANNO": "annotation",
    "(c) ": "copyright", "CHAN": "channel layout", "desc": "format", "pakt": "packet table", "kuki": "magic cookie",
    "chan": "channel layout", "info": "information", "mark": "markers", "regn": "regions", "free": "free space",
    "strg": "strings", "inst": "instrument", "midi": "MIDI", "ovvw": "overview", "peak": "peaks", "uuid": "extension",
  ]

  /// Returns the description of a chunk; empty if there is none.
  static func meaning(of name: String) -> String { meanings[name] ?? "" }
}
