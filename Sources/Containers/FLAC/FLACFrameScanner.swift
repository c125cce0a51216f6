import AudioBase

/// Finds the frames of a stream, which do not say how long they are: a frame ends where the header of the next begins.
struct FLACFrameScanner {
  /// Where the next frame is looked for.
  private(set) var position: Int64
  /// Bytes that belonged to no frame.
  private(set) var skippedByteCount: Int64 = 0
  private var window: SourceWindow
  private let limits: Limits
  /// Bytes that are looked at together: no more than must be there where they are still arriving.
  private let viewByteCount: Int

  init(_ source: any ByteSource, at position: Int64, limits: Limits) {
    window = SourceWindow(source, capacity: 1 << 16)
    viewByteCount = source.isArriving ? FLACFrameHeader.maximumByteCount : 1 << 13
    self.position = position
    self.limits = limits
  }

  /// Goes to a place from which the same bytes, or others, are read next.
  mutating func move(to place: Int64) { position = place }

  /// Goes back to where `earlier` stood.
  mutating func restore(_ earlier: (position: Int64, skippedByteCount: Int64)) {
    (position, skippedByteCount) = earlier
  }

  private mutating func header(at place: Int64) throws(ContainerError) -> (header: FLACFrameHeader?, isEnd: Bool) {
    let range = try window.load(FLACFrameHeader.maximumByteCount, at: place)
    if range.isEmpty { return (nil, true) }
    return (FLACFrameHeader(window.bytes.span.extracting(range)), false)
  }

  /// Looks for a header from ``position`` on, and goes there; `nil` at the end of the source.
  private mutating func findHeader() throws(ContainerError) -> FLACFrameHeader? {
    let start = position
    var place = position
    while true {
      guard place - start <= Int64(limits.resynchronizationByteCount) else {
        throw ContainerError(.malformed, "no frame begins where one should", at: start, in: .flac)
      }
      let (header, isEnd) = try header(at: place)
      if isEnd { return nil }
      if let header {
        skippedByteCount += place - start
        position = place
        return header
      }
      place += 1
    }
  }

  /// Appends the next frame's bytes and goes behind it; `nil` at the end of the source.
  ///
  /// A header within the frame counts only where its number follows on: eight bits of check alone are met by chance. The
  /// last frame reaches to the end of the source, without an ID3v1 tag that may stand there.
  mutating func next(
    into bytes: inout [UInt8]
  ) throws(ContainerError) -> (header: FLACFrameHeader, offset: Int64)? {
    guard let header = try findHeader() else { return nil }
    let start = position
    let first = bytes.count
    var place = start
    while true {
      let range = try window.load(viewByteCount, at: place)
      if range.isEmpty { break }
      let view = window.bytes.span.extracting(range)
      let count = Self.frameByteCount(view, isStart: place == start, header, isEnd: range.count < viewByteCount)
      guard bytes.count - first <= limits.packetByteCount - count else {
        throw ContainerError(.limitExceeded, "a frame has more bytes than the limit allows", at: start, in: .flac)
      }
      bytes.append(contentsOf: window.bytes[range.lowerBound..<(range.lowerBound + count)])
      place += Int64(count)
      if count == 0 { break }
    }
    let tag = bytes.count - 128
    if try window.load(1, at: place).isEmpty, tag > first, bytes[tag...].starts(with: "TAG".utf8) {
      bytes.removeLast(128)
    }
    position = place
    return (header, start)
  }

  /// How many bytes of the view belong to the frame for sure: none where the next frame begins at once.
  private static func frameByteCount(
    _ view: Span<UInt8>, isStart: Bool, _ header: FLACFrameHeader, isEnd: Bool
  ) -> Int {
    var place = isStart ? 1 : 0
    while place < view.count {
      if view[place] == 0xFF {
        // A header that may be cut by the view is looked at again at the front of the next.
        if !isEnd, place > 0, place > view.count - FLACFrameHeader.maximumByteCount { return place }
        if let next = FLACFrameHeader(view.extracting(place..<view.count)), next.number == header.nextNumber,
          next.hasVariableBlockSize == header.hasVariableBlockSize
        {
          return place
        }
      }
      place += 1
    }
    return view.count
  }
}
