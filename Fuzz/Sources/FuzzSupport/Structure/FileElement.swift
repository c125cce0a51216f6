/// A box or chunk of a file, found by its header: where it lies and where it states its size.
public struct FileElement: Sendable {
  /// The bytes of the element, its header included.
  public var range: Range<Int>
  /// The four characters that name it.
  public var identifier: Range<Int>
  /// The bytes that state its size.
  public var sizeField: Range<Int>
  /// Whether the size's first byte is the most significant.
  public var isBigEndian: Bool
  /// Bytes of the header, behind which the body begins.
  public var headerByteCount: Int
  /// The bytes of the header that the stated size counts.
  public var countedHeaderByteCount: Int

  /// The body: what lies behind the header.
  public var body: Range<Int> { min(range.lowerBound + headerByteCount, range.upperBound)..<range.upperBound }
}

/// Finds the elements of a file: boxes of MP4 and chunks of RIFF, AIFF and CAF, outer ones before those inside.
public enum ElementMap {
  /// Elements that are looked for at most, so that a file of nothing but headers does not become a list of its size.
  private static let mostElements = 512
  private static let deepest = 12

  /// The elements of a file; none where the format has no such structure.
  public static func elements(of bytes: [UInt8]) -> [FileElement] {
    var found: [FileElement] = []
    switch text(bytes, at: 0) {
    case "RIFF", "RF64", "RIFX": chunks(.riff, in: 0..<bytes.count, of: bytes, depth: 0, into: &found)
    case "FORM": chunks(.aiff, in: 0..<bytes.count, of: bytes, depth: 0, into: &found)
    case "caff": chunks(.caf, in: 8..<max(8, bytes.count), of: bytes, depth: 0, into: &found)
    default:
      guard ["ftyp", "moov", "mdat", "free", "wide", "skip", "styp"].contains(text(bytes, at: 4)) else { return [] }
      chunks(.mp4, in: 0..<bytes.count, of: bytes, depth: 0, into: &found)
    }
    return found
  }

  /// The families of headers.
  private enum Family {
    case mp4, riff, aiff, caf

    var isBigEndian: Bool { self != .riff }
    var headerByteCount: Int { self == .caf ? 12 : 8 }
    /// Boxes count their own header.
    var countedHeaderByteCount: Int { self == .mp4 ? 8 : 0 }
  }

  private static func chunks(
    _ family: Family, in range: Range<Int>, of bytes: [UInt8], depth: Int, into found: inout [FileElement]
  ) {
    var start = range.lowerBound
    while start + family.headerByteCount <= range.upperBound, found.count < mostElements {
      let element = element(family, at: start, end: range.upperBound, of: bytes)
      found.append(element)
      if depth < deepest, let inner = innerStart(family, element, of: bytes) {
        chunks(family, in: inner..<element.range.upperBound, of: bytes, depth: depth + 1, into: &found)
      }
      let padding = family == .riff || family == .aiff ? element.range.count % 2 : 0
      start = element.range.upperBound + padding
    }
  }

  private static func element(_ family: Family, at start: Int, end: Int, of bytes: [UInt8]) -> FileElement {
    let sizeStart = family == .mp4 ? start : start + 4
    let sizeField = sizeStart..<(sizeStart + (family == .caf ? 8 : 4))
    var size: UInt64 = 0
    for offset in sizeField.indices {
      let index = family.isBigEndian ? offset : sizeField.upperBound - 1 - (offset - sizeField.lowerBound)
      size = size << 8 | UInt64(bytes[index])
    }
    let behindStart = UInt64(family.headerByteCount - family.countedHeaderByteCount)
    let room = UInt64(end - start)
    let (length, overflow) = size.addingReportingOverflow(behindStart)
    // A size beyond the end, or too small for the header, stands for all that is left.
    let isUsable = !overflow && length <= room && length >= UInt64(family.headerByteCount)
    return FileElement(
      range: start..<(start + Int(isUsable ? length : room)),
      identifier: family == .mp4 ? (start + 4)..<(start + 8) : start..<(start + 4), sizeField: sizeField,
      isBigEndian: family.isBigEndian, headerByteCount: family.headerByteCount,
      countedHeaderByteCount: family.countedHeaderByteCount)
  }

  /// Where the elements inside an element begin; `nil` where it has none.
  private static func innerStart(_ family: Family, _ element: FileElement, of bytes: [UInt8]) -> Int? {
    let name = text(bytes, at: element.identifier.lowerBound)
    let start: Int
    switch family {
    case .mp4:
      guard let skipped = bytesBeforeInnerBoxes[name] else { return nil }
      start = element.body.lowerBound + skipped
    case .riff, .aiff:
      guard ["RIFF", "RF64", "RIFX", "LIST", "FORM"].contains(name) else { return nil }
      start = element.body.lowerBound + 4
    case .caf: return nil
    }
    return start < element.range.upperBound ? start : nil
  }

  /// The boxes with boxes inside, with the bytes before the first of these.
  private static let bytesBeforeInnerBoxes = [
    "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0, "dinf": 0, "edts": 0, "udta": 0, "moof": 0, "traf": 0,
    "mvex": 0, "ilst": 0, "wave": 0, "meta": 4, "stsd": 8, "dref": 8, "mp4a": 28, "alac": 28, "----": 0,
  ]

  private static func text(_ bytes: [UInt8], at offset: Int) -> String {
    guard offset + 4 <= bytes.count else { return "" }
    return String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
  }
}
