import AudioBase

/// Walks a dump from marker to marker.
struct PacketDumpScanner {
  private var window: SourceWindow
  private let limits: ResourceLimits
  /// The offset of the next packet's marker, or the end of the source.
  private(set) var position: Int64 = 0

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: 1 << 16)
    self.limits = limits
  }

  /// Continues with the packet whose marker is at `offset`.
  mutating func move(to offset: Int64) { position = offset }

  /// Appends the next packet to `bytes` and returns its length, or `nil` at the end of the source.
  mutating func next(appendingTo bytes: inout [UInt8]) throws(ContainerError) -> Int? {
    guard try skipMarker() else { return nil }
    let first = bytes.count
    while true {
      let part = try loadPart()
      let end = PacketDumpScanner.markerOrEnd(window.bytes.span, part.visible, isLast: part.isLast)
      bytes.append(contentsOf: window.bytes[part.visible.lowerBound..<end.index])
      position += Int64(end.index - part.visible.lowerBound)
      guard bytes.count - first <= limits.packetByteCount else { throw tooLong() }
      if end.isFound || part.isLast { return bytes.count - first }
    }
  }

  /// Steps over the next packet and returns its length, or `nil` at the end of the source.
  mutating func skip() throws(ContainerError) -> Int? {
    guard try skipMarker() else { return nil }
    let start = position
    while true {
      let part = try loadPart()
      let end = PacketDumpScanner.markerOrEnd(window.bytes.span, part.visible, isLast: part.isLast)
      position += Int64(end.index - part.visible.lowerBound)
      guard position - start <= Int64(limits.packetByteCount) else { throw tooLong() }
      if end.isFound || part.isLast { return Int(position - start) }
    }
  }

  /// Moves to the first marker at `offset` or after it, or to the end of the source.
  mutating func search(from offset: Int64) throws(ContainerError) {
    position = offset
    while position - offset <= Int64(limits.resynchronizationByteCount) {
      let part = try loadPart()
      let end = PacketDumpScanner.markerOrEnd(window.bytes.span, part.visible, isLast: part.isLast)
      position += Int64(end.index - part.visible.lowerBound)
      if end.isFound || part.isLast { return }
    }
    throw ContainerError(.malformed, "no marker follows within the limit", at: offset, in: "dump")
  }

  private func tooLong() -> ContainerError {
    ContainerError(.limitExceeded, "a packet is longer than the limit", at: position, in: "dump")
  }

  private mutating func skipMarker() throws(ContainerError) -> Bool {
    let place = try window.load(4, at: position)
    if place.isEmpty { return false }
    guard place.count == 4, PacketDumpFile.startsWithMarker(window.bytes.span, at: place.lowerBound) else {
      throw ContainerError(.malformed, "each packet stands after FF AA CC DD", at: position, in: "dump")
    }
    position += 4
    return true
  }

  private mutating func loadPart() throws(ContainerError) -> (visible: Range<Int>, isLast: Bool) {
    // A marker's worth: a stream that arrives gives its packets as soon as the next marker has come.
    let visible = try window.load(atLeast: 4, at: position)
    return (visible, visible.count < 4)
  }

  /// Returns the index of the first marker; if there is none, that of the first byte that may begin one, or the end.
  private static func markerOrEnd(
    _ bytes: Span<UInt8>, _ range: Range<Int>, isLast: Bool
  ) -> (index: Int, isFound: Bool) {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == 0xFF {
        if range.upperBound - index < 4 {
          if !isLast { return (index, false) }
        } else if PacketDumpFile.startsWithMarker(bytes, at: index) {
          return (index, true)
        }
      }
      index += 1
    }
    return (range.upperBound, false)
  }
}
