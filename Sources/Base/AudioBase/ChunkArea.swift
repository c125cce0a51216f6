/// The consecutive chunks of a file, for editing tags: which of them can be replaced in place, and where a new one
/// fits.
package struct ChunkArea {
  /// The chunk syntax of a format.
  package struct Form {
    /// The name of a chunk that holds nothing.
    package var filler: FourCharacterCode
    /// The other names of filling chunks.
    package var otherFillers: Set<FourCharacterCode> = []
    /// The bytes before a body.
    package var headerByteCount: Int64
    /// The alignment of chunks: each begins at a multiple of this many bytes.
    package var alignment: Int64
    /// Encodes a whole chunk: header, body, padding.
    package var encode: @Sendable (FourCharacterCode, [UInt8]) -> [UInt8]

    /// Creates a chunk syntax.
    package init(
      filler: FourCharacterCode, headerByteCount: Int64, alignment: Int64,
      encode: @escaping @Sendable (FourCharacterCode, [UInt8]) -> [UInt8]
    ) {
      self.filler = filler
      (self.headerByteCount, self.alignment, self.encode) = (headerByteCount, alignment, encode)
    }

    /// Returns a padding chunk with the given total number of bytes; an empty array for 0.
    fileprivate func emptyChunk(_ byteCount: Int64) -> [UInt8] {
      guard byteCount >= headerByteCount else { return [] }
      // Bound: room of a chunk that was there, at most 64 KiB, or a constant.
      return encode(filler, [UInt8](repeating: 0, count: Int(byteCount - headerByteCount)))
    }
  }

  /// A chunk, header and padding included.
  package struct Place {
    package var code: FourCharacterCode
    package var range: Range<Int64>
  }

  /// The chunks in file order.
  package let places: [Place]
  private let form: Form
  /// The end of the last chunk.
  private let end: Int64
  private var used: Set<Int> = []
  private var appended: [UInt8] = []
  private var appendedFrom: Int64

  /// Records the chunks of a file, in file order.
  ///
  /// - Returns: `nil` if they do not lie side by side up to the end of the file.
  package init?(_ chunks: [ChunkInfo], form: Form, fileByteCount: Int64) {
    self.form = form
    var places: [Place] = []
    for chunk in chunks {
      let start = chunk.bodyOffset - form.headerByteCount
      let rest = chunk.byteCount % form.alignment
      let (end, overflow) = chunk.bodyOffset.addingReportingOverflow(
        chunk.byteCount + (rest == 0 ? 0 : form.alignment - rest))
      guard !overflow, start >= 0, places.last.map({ $0.range.upperBound == start }) ?? true else { return nil }
      places.append(Place(code: chunk.identifier, range: start..<end))
    }
    guard let last = places.last, last.range.upperBound == fileByteCount else { return nil }
    self.places = places
    end = fileByteCount
    appendedFrom = end
  }

  private func isFiller(_ index: Int) -> Bool {
    places[index].code == form.filler || form.otherFillers.contains(places[index].code)
  }

  /// Replaces a chunk, or removes it where `body` is `nil`: in place if that and the free space after it are large
  /// enough, otherwise at the end of the file, followed by padding.
  ///
  /// - Parameter index: The chunk, an index into ``places``, or `nil` for a new one.
  package mutating func replace(
    _ index: Int?, by code: FourCharacterCode, _ body: [UInt8]?, in edit: inout FileEdit
  ) {
    let new = body.map { form.encode(code, $0) } ?? []
    var candidates: [Int] = []
    if let index { candidates.append(index) }
    if index == nil { candidates += places.indices.filter { isFiller($0) && !used.contains($0) } }
    for candidate in candidates {
      let last = endOfRoom(from: candidate)
      let range = places[candidate].range.lowerBound..<places[last].range.upperBound
      let rest = Int64(range.count) - Int64(new.count)
      guard rest == 0 || rest >= form.headerByteCount else { continue }
      // Room that is much too large moves to the end, so that the file gets shorter.
      if range.upperBound == end, rest > Int64(MetadataChange.largestPaddingByteCount) { continue }
      for place in candidate...last { used.insert(place) }
      edit.replace(range, with: new + form.emptyChunk(rest))
      return
    }
    if let index {
      let last = endOfRoom(from: index)
      let range = places[index].range.lowerBound..<places[last].range.upperBound
      for place in index...last { used.insert(place) }
      if range.upperBound == end {
        appendedFrom = range.lowerBound
      } else {
        edit.replace(range, with: form.emptyChunk(Int64(range.count)))
      }
    }
    appended += new
  }

  /// Returns the last of the empty chunks that follow a chunk, or the chunk itself.
  private func endOfRoom(from index: Int) -> Int {
    var last = index
    while last + 1 < places.count, isFiller(last + 1), !used.contains(last + 1) { last += 1 }
    return last
  }

  /// Adds the chunks that move to the end of the file to the edit.
  package mutating func finish(_ edit: inout FileEdit) {
    guard !appended.isEmpty || appendedFrom < end else { return }
    let padding = appended.isEmpty ? 0 : form.headerByteCount + Int64(MetadataChange.paddingByteCount)
    edit.replace(appendedFrom..<end, with: appended + form.emptyChunk(padding))
    appended = []
  }
}
