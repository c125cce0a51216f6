import AudioBase

/// Finds the frames of a stream, which do not say how long they are: a frame ends where the header of the next begins.
struct FLACFrameScanner {
  /// Where the next frame is looked for.
  private(set) var position: Int64
  /// Bytes that belonged to no frame.
  private(set) var skippedByteCount: Int64 = 0
  private var window: SourceWindow
  private let limits: Limits

  init(_ source: any ByteSource, at position: Int64, limits: Limits) {
    window = SourceWindow(source, capacity: 1 << 16)
    self.position = position
    self.limits = limits
  }

  mutating func move(to place: Int64) { position = place }

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
      let range = try window.load(FLACFrameHeader.maximumByteCount, at: place)
      if range.isEmpty { break }
      let view = window.bytes.span.extracting(range)
      if place > start, view[0] == 0xFF, let next = FLACFrameHeader(view), next.number == header.nextNumber,
        next.hasVariableBlockSize == header.hasVariableBlockSize
      {
        break
      }
      guard bytes.count - first < limits.packetByteCount else {
        throw ContainerError(.limitExceeded, "a frame has more bytes than the limit allows", at: start, in: .flac)
      }
      // What lies before the next byte that could begin a header is the frame's.
      var count = 1
      while count < range.count, view[count] != 0xFF { count += 1 }
      bytes.append(contentsOf: window.bytes[range.lowerBound..<(range.lowerBound + count)])
      place += Int64(count)
    }
    let tag = bytes.count - 128
    if try window.load(1, at: place).isEmpty, tag > first, bytes[tag...].starts(with: "TAG".utf8) {
      bytes.removeLast(128)
    }
    position = place
    return (header, start)
  }
}
