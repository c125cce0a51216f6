import AudioBase
import Bitstream

/// A box in memory: its range within bytes that hold it whole.
struct BoxBytes {
  var type: FourCharacterCode
  /// The box with its header.
  var range: Range<Int>
  /// The number of bytes of the header.
  var headerByteCount: Int

  /// The contents.
  var body: Range<Int> { (range.lowerBound + headerByteCount)..<range.upperBound }

  /// Returns the adjacent boxes in a part of the bytes; `nil` if they are incomplete or too many.
  static func list(in bytes: Span<UInt8>, _ part: Range<Int>) -> [BoxBytes]? {
    var boxes: [BoxBytes] = []
    var place = part.lowerBound
    while part.upperBound - place >= 8 {
      guard boxes.count < BoxSequence.maximumCount else { return nil }
      var size = Int(number(bytes, place, 4))
      var header = 8
      if size == 1 {
        header = 16
        guard part.upperBound - place >= 16, let wide = Int(exactly: number(bytes, place + 8, 8)) else { return nil }
        size = wide
      } else if size == 0 {
        size = part.upperBound - place
      }
      guard size >= header, size <= part.upperBound - place else { return nil }
      let type = FourCharacterCode(rawValue: UInt32(truncatingIfNeeded: number(bytes, place + 4, 4)))
      boxes.append(BoxBytes(type: type, range: place..<(place + size), headerByteCount: header))
      place += size
    }
    // A rest too short for a header, such as the zeros that end QuickTime's lists, belongs to no box.
    return boxes
  }

  /// Returns a big-endian number of `width` bytes, which must be there.
  static func number(_ bytes: Span<UInt8>, _ start: Int, _ width: Int) -> UInt64 {
    (0..<width).reduce(0) { $0 << 8 | UInt64(bytes[start + $1]) }
  }
}

/// Moves the places of packets in the tables of a movie box, after the data that follow the box have moved.
struct OffsetShift {
  /// Offsets from here on move.
  var start: Int64
  /// The number of bytes that they move by.
  var distance: Int64

  /// Boxes that lead to tables of places.
  private static let parents: Set<FourCharacterCode> = ["moov", "trak", "mdia", "minf", "stbl"]
  /// The boxes with other places in the file, which are not examined.
  private static let foreign: Set<FourCharacterCode> = ["saio", "iloc"]

  /// Changes the tables of a movie box; false if it cannot be done.
  func apply(to movie: inout [UInt8]) -> Bool {
    apply(to: &movie, 0..<movie.count, depth: 0)
  }

  private func apply(to bytes: inout [UInt8], _ part: Range<Int>, depth: Int) -> Bool {
    guard depth < 8, let boxes = BoxBytes.list(in: bytes.span, part) else { return false }
    for box in boxes {
      if Self.foreign.contains(box.type) { return false }
      if Self.parents.contains(box.type) {
        guard apply(to: &bytes, box.body, depth: depth + 1) else { return false }
      } else if box.type == "stco" || box.type == "co64" {
        guard shiftTable(&bytes, box.body, width: box.type == "stco" ? 4 : 8) else { return false }
      }
    }
    return true
  }

  private func shiftTable(_ bytes: inout [UInt8], _ body: Range<Int>, width: Int) -> Bool {
    guard body.count >= 8 else { return false }
    let count = Int(BoxBytes.number(bytes.span, body.lowerBound + 4, 4))
    guard count <= (body.count - 8) / width else { return false }
    for index in 0..<count {
      let place = body.lowerBound + 8 + index * width
      guard shiftNumber(&bytes, place, width: width) else { return false }
    }
    return true
  }

  /// Adds the shift to the offset at an index, unless the offset is before the moved bytes.
  func shiftNumber(_ bytes: inout [UInt8], _ place: Int, width: Int) -> Bool {
    guard let old = Int64(exactly: BoxBytes.number(bytes.span, place, width)) else { return false }
    if old < start { return true }
    let (new, overflow) = old.addingReportingOverflow(distance)
    guard !overflow, new >= 0, width == 8 || new <= Int64(UInt32.max) else { return false }
    for byte in 0..<width {
      bytes[place + byte] = UInt8(truncatingIfNeeded: new >> Int64(8 * (width - 1 - byte)))
    }
    return true
  }
}
