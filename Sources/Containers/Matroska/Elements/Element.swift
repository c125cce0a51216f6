import AudioBase

/// An EBML element: a name, a size and a body (RFC 8794, 5 to 7).
///
/// ```
/// ID, 1 … 4 bytes │ size, 1 … 8 bytes │ body
/// ▲ start                             ▲ bodyOffset
/// ```
struct Element: BitwiseCopyable {
  /// The name, with the bit that marks its length.
  var identifier: UInt32
  /// The number of bytes from the start of the file to the name.
  var start: Int64
  /// The number of bytes from the start of the file to the body.
  var bodyOffset: Int64
  /// The number of bytes of the body, `nil` if its end is left open.
  var byteCount: Int64?

  /// The first byte after the body, `nil` if it is left open. Sums stay below 2^62.
  var end: Int64? { byteCount.map { bodyOffset + $0 } }

  /// Returns the elements within.
  ///
  /// - Throws: ``ErrorKind/malformed`` if the end is left open, which only a segment and a cluster may do.
  func children() throws(ContainerError) -> ElementSequence {
    guard let end else { throw failure(.malformed, "only segments and clusters may leave their size open") }
    return ElementSequence(position: bodyOffset, end: end)
  }

  /// Returns an error at this element.
  func failure(_ kind: ErrorKind, _ rule: StaticString) -> ContainerError {
    ContainerError(kind, rule, at: start, in: MatroskaFile.fileType)
  }
}

/// Walks over the elements within another.
struct ElementSequence {
  /// The offset of the next element.
  private(set) var position: Int64
  /// The end of the outer element.
  let end: Int64

  /// Returns the next element; `nil` after the last.
  ///
  /// - Throws: ``ErrorKind/malformed`` for bytes that do not begin an element, and for one that reaches beyond the
  ///   outer one.
  mutating func next(_ window: inout SourceWindow) throws(ContainerError) -> Element? {
    guard position < end else { return nil }
    guard let element = try ElementReading.element(at: position, &window) else {
      throw ContainerError(
        .truncated, "the source ends within an element", at: position, in: MatroskaFile.fileType)
    }
    guard let next = element.end, next <= end else {
      throw element.failure(.malformed, "an element reaches beyond the one that it is in")
    }
    position = next
    return element
  }
}

/// Numbers of EBML, and the elements that hold them.
enum ElementReading {
  /// The bytes that are read together.
  static let windowByteCount = 1 << 14
  /// The number of bytes of the longest name and size.
  private static let longestHeader = 12

  /// Reads the name and the size of the element at a place; `nil` if the source ends before they do.
  ///
  /// - Throws: ``ErrorKind/malformed`` for bytes that begin no element.
  static func element(at offset: Int64, _ window: inout SourceWindow) throws(ContainerError) -> Element? {
    guard offset >= 0, offset < Int64.max / 2 else { return nil }
    let place = try window.load(longestHeader, at: offset)
    let bytes = window.bytes.span.extracting(place)
    guard bytes.count > 0 else { return nil }
    let malformed = ContainerError(
      .malformed, "these bytes begin no element", at: offset, in: MatroskaFile.fileType)
    let width = bytes[0].leadingZeroBitCount + 1
    guard width <= 4 else { throw malformed }
    guard bytes.count > width else { return nil }
    var identifier: UInt32 = 0
    for index in 0..<width { identifier = identifier << 8 | UInt32(bytes[index]) }
    // All bits of a name besides the mark are neither 0 nor 1; RFC 9559 (3) makes an exception for one of its own.
    let value = identifier & (1 << UInt32(7 * width) - 1)
    guard value != 0 || identifier == TagName.chapterDisplay, value != 1 << UInt32(7 * width) - 1, bytes[width] != 0
    else { throw malformed }
    guard let size = variableInteger(bytes.extracting(width..<bytes.count)) else { return nil }
    let body = offset + Int64(width + size.byteCount)
    if size.isUnknown { return Element(identifier: identifier, start: offset, bodyOffset: body, byteCount: nil) }
    guard size.value <= UInt64(Int64.max / 2 - body) else { throw malformed }
    return Element(identifier: identifier, start: offset, bodyOffset: body, byteCount: Int64(size.value))
  }

  /// A number whose leading zero bits give its length (RFC 8794, 4).
  struct VariableInteger {
    /// The number without the bit that marks its length.
    var value: UInt64
    /// 1 … 8.
    var byteCount: Int
    /// True if all bits of the number are 1, which means an unknown number.
    var isUnknown: Bool { value == 1 << UInt64(7 * byteCount) - 1 }
  }

  /// Returns the number that bytes begin with; `nil` if they end first, or begin with eight zero bits.
  static func variableInteger(_ bytes: Span<UInt8>) -> VariableInteger? {
    guard bytes.count > 0, bytes[0] != 0 else { return nil }
    let width = bytes[0].leadingZeroBitCount + 1
    guard bytes.count >= width else { return nil }
    var value: UInt64 = 0
    for index in 0..<width { value = value << 8 | UInt64(bytes[index]) }
    return VariableInteger(value: value & (1 << UInt64(7 * width) - 1), byteCount: width)
  }
}

extension Element {
  /// Returns the body as an unsigned number (RFC 8794, 7.2); an empty one is 0.
  ///
  /// - Throws: ``ErrorKind/malformed`` for more than 8 bytes.
  func unsigned(_ window: inout SourceWindow) throws(ContainerError) -> UInt64 {
    guard let byteCount, byteCount <= 8 else { throw failure(.malformed, "a number has 8 bytes at most") }
    return byteCount == 0 ? 0 : try window.bigEndian(Int(byteCount), at: bodyOffset)
  }

  /// Returns the body as a number with a sign (RFC 8794, 7.1).
  func signed(_ window: inout SourceWindow) throws(ContainerError) -> Int64 {
    let bits = try unsigned(&window)
    guard let byteCount, byteCount > 0 else { return 0 }
    let unused = 64 - 8 * byteCount
    return (Int64(bitPattern: bits) << unused) >> unused
  }

  /// Returns the body as a floating-point number (RFC 8794, 7.3) of 0, 4 or 8 bytes.
  func float(_ window: inout SourceWindow) throws(ContainerError) -> Double {
    switch byteCount {
    case 0: return 0
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: try unsigned(&window))))
    case 8: return Double(bitPattern: try unsigned(&window))
    default: throw failure(.malformed, "a floating-point number has 0, 4 or 8 bytes")
    }
  }

  /// Returns the body as a text (RFC 8794, 7.4 and 7.5), which may be filled up with zeros.
  func text(_ window: inout SourceWindow, limits: ResourceLimits) throws(ContainerError) -> String {
    var bytes = try bytes(window.source, limits: limits)
    if let end = bytes.firstIndex(of: 0) { bytes.removeSubrange(end...) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the body as bytes.
  ///
  /// - Throws: ``ErrorKind/limitExceeded`` beyond ``ResourceLimits/structureByteCount``, ``ErrorKind/truncated`` where
  ///   the source ends first.
  func bytes(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) -> [UInt8] {
    guard let byteCount else { throw failure(.malformed, "only segments and clusters may leave their size open") }
    return try source.readStructure(
      statedByteCount: byteCount, at: bodyOffset, structure: MatroskaFile.fileType, limits: limits)
  }
}
