import AudioBase

/// A box (atom) of a file: its place, never its contents. ISO/IEC 14496-12, 4.2.
struct Box: Equatable, BitwiseCopyable {
  /// The four characters that name it.
  var type: FourCharacterCode
  /// The number of bytes from the start of the file to its header.
  var start: Int64
  /// The number of bytes from the start of the file to its contents.
  var body: Int64
  /// The bytes from the start of the file to the end of the box, never beyond its parent.
  var end: Int64
  /// True if the box claimed to reach beyond its parent.
  var isClipped: Bool

  /// The fields of the contents, from the first on.
  var fields: BoxFields { BoxFields(type: type, position: body, end: end) }
  /// The boxes that the contents are.
  var children: BoxSequence { BoxSequence(position: body, end: end, parent: type) }
}

/// The boxes in a parent box or in the file, in order.
///
/// Every step moves on by at least eight bytes, so any sequence ends; one within a box ends after ``maximumCount``
/// boxes, so that a movie box of a million empty ones is given up.
package struct BoxSequence: BitwiseCopyable {
  /// The largest number of boxes in another box.
  package static let maximumCount = 1 << 14

  /// The offset of the next box.
  var position: Int64
  /// The end of the parent; `Int64.max` for a file of unknown size.
  var end: Int64
  /// The parent's type, for messages.
  var parent: FourCharacterCode?
  private var count = 0

  init(position: Int64, end: Int64, parent: FourCharacterCode? = nil) {
    self.position = position
    self.end = end
    self.parent = parent
  }

  /// Returns the next box, or `nil` at the end; a rest too short for a header is ignored.
  mutating func next(_ window: inout SourceWindow) throws(ContainerError) -> Box? {
    guard end - position >= 8 else { return nil }
    let start = position
    let head = try window.load(8, at: start)
    guard head.count == 8 else { return nil }
    count += 1
    if let parent, count > BoxSequence.maximumCount {
      throw ContainerError(.limitExceeded, "a box holds no more boxes than the limit", at: start, in: parent)
    }
    let type = FourCharacterCode(rawValue: UInt32(truncatingIfNeeded: try window.bigEndian(4, at: start + 4)))
    var size = try window.bigEndian(4, at: start)
    var headerByteCount: Int64 = 8
    if size == 1 {
      headerByteCount = 16
      guard end - start >= 16 else { throw tooShort(start, type) }
      size = try window.bigEndian(8, at: start + 8)
    } else if size == 0 {
      // The last box of a file may leave its size open; inside others real files do it too.
      size = UInt64(end - start)
    }
    guard size >= UInt64(headerByteCount) else { throw tooShort(start, type) }
    let isClipped = size > UInt64(end - start)
    position = isClipped ? end : start + Int64(size)
    return Box(
      type: type, start: start, body: start + headerByteCount, end: position, isClipped: isClipped)
  }

  private func tooShort(_ start: Int64, _ type: FourCharacterCode) -> ContainerError {
    ContainerError(.malformed, "a box is at least as long as its own header", at: start, in: type)
  }
}

/// A cursor over the fields of one box.
struct BoxFields: BitwiseCopyable {
  let type: FourCharacterCode
  /// The number of bytes from the start of the file to the next field.
  private(set) var position: Int64
  let end: Int64

  init(type: FourCharacterCode, position: Int64, end: Int64) {
    self.type = type
    self.position = position
    self.end = end
  }

  /// The number of bytes left in the box.
  var remaining: Int64 { end - position }

  mutating func skip(_ count: Int64) throws(ContainerError) {
    guard count >= 0, count <= remaining else {
      throw ContainerError(.malformed, "a box is long enough for its fields", at: position, in: type)
    }
    position += count
  }

  /// Reads a big-endian number of `width` bytes, 1…8.
  mutating func number(_ width: Int, _ window: inout SourceWindow) throws(ContainerError) -> UInt64 {
    let place = position
    try skip(Int64(width))
    do throws(ContainerError) { return try window.bigEndian(width, at: place) } catch {
      throw ContainerError(error.kind, error.rule, at: place, in: type, systemError: error.systemError)
    }
  }

  mutating func uint8(_ window: inout SourceWindow) throws(ContainerError) -> UInt8 {
    UInt8(truncatingIfNeeded: try number(1, &window))
  }
  mutating func uint16(_ window: inout SourceWindow) throws(ContainerError) -> UInt16 {
    UInt16(truncatingIfNeeded: try number(2, &window))
  }
  mutating func uint32(_ window: inout SourceWindow) throws(ContainerError) -> UInt32 {
    UInt32(truncatingIfNeeded: try number(4, &window))
  }
  mutating func uint64(_ window: inout SourceWindow) throws(ContainerError) -> UInt64 { try number(8, &window) }

  /// Reads a four-character code.
  mutating func code(_ window: inout SourceWindow) throws(ContainerError) -> FourCharacterCode {
    FourCharacterCode(rawValue: try uint32(&window))
  }

  /// Reads the `version` and `flags` of a FullBox.
  mutating func versionAndFlags(
    _ window: inout SourceWindow
  ) throws(ContainerError) -> (version: UInt8, flags: UInt32) {
    let word = try uint32(&window)
    return (UInt8(word >> 24), word & 0xFF_FFFF)
  }

  /// Copies the rest, or throws if that exceeds `limit`.
  func rest(_ window: inout SourceWindow, limit: Int) throws(ContainerError) -> [UInt8] {
    guard remaining <= Int64(limit) else {
      throw ContainerError(.limitExceeded, "a structure is larger than the limit", at: position, in: type)
    }
    var bytes: [UInt8] = []
    _ = try window.append(Int(max(0, remaining)), at: position, to: &bytes)
    return bytes
  }

  /// Returns the table that the rest of the box is: `claimed` entries, or as many as there is room for.
  func table(claimed: UInt32, entryByteCount: Int64) -> BoxTable {
    let room = max(0, remaining) / entryByteCount
    return BoxTable(
      offset: position, count: min(Int64(claimed), room), isShort: Int64(claimed) > room, type: type)
  }
}

/// A table of entries of one size inside a box; it stays in the file.
struct BoxTable: BitwiseCopyable {
  /// The number of bytes from the start of the file to the first entry.
  var offset: Int64 = 0
  /// The number of entries that the box has room for.
  var count: Int64 = 0
  /// True if the box claimed more than there is.
  var isShort = false
  /// The box.
  var type: FourCharacterCode = "stbl"
}
