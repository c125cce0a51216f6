import AudioBase

/// Walks through a transport stream packet by packet, skipping other bytes.
struct TransportWalk {
  private var window: SourceWindow
  private let stride: Int64
  private let limits: ResourceLimits
  /// The number of bytes between packets that were skipped.
  private(set) var skippedByteCount: Int64 = 0
  /// The farthest position that was counted, so that a second walk counts nothing twice.
  private var countedUpTo: Int64 = 0
  /// The number of bytes after the last whole packet.
  private(set) var cutByteCount = 0

  init(_ source: any ByteSource, _ layout: TransportLayout, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: source.isArriving ? 1 << 13 : 1 << 16)
    stride = Int64(layout.stride)
    self.limits = limits
  }

  /// Returns the bytes of the packet that ``next(_:)`` has found.
  @_lifetime(borrow self)
  func bytes(_ place: Range<Int>) -> Span<UInt8> { window.bytes.span.extracting(place) }

  /// Makes up to a packet's bytes from `offset` on visible and returns their indices: fewer only at the end of the
  /// source.
  mutating func load(_ count: Int, at offset: Int64) throws(ContainerError) -> Range<Int> {
    try window.load(min(count, TransportPacket.byteCount), at: offset)
  }

  /// A packet, and its place.
  struct Found {
    /// The header.
    var packet: TransportPacket
    /// The number of bytes from the start of the file to the packet.
    var offset: Int64
    /// The packet's indices for ``TransportWalk/bytes(_:)``, until the next search.
    var place: Range<Int>
  }

  /// Finds the packet at `offset` or after it, and moves `offset` past it; returns `nil` at the end of the source.
  ///
  /// - Throws: ``ErrorKind/malformed`` if no packet follows within the limit.
  mutating func next(_ offset: inout Int64) throws(ContainerError) -> Found? {
    while true {
      let place = try window.load(TransportPacket.byteCount, at: offset)
      guard place.count == TransportPacket.byteCount else {
        cutByteCount = place.count
        return nil
      }
      if let packet = TransportPacket(window.bytes.span.extracting(place)) {
        defer { offset += stride }
        return Found(packet: packet, offset: offset, place: place)
      }
      if window.bytes[place.lowerBound] == TransportPacket.syncByte {
        // A packet that contradicts itself is where one belongs: it alone is lost.
        noteSkipped(offset..<(offset + Int64(TransportPacket.byteCount)))
        offset += stride
      } else if try !resynchronize(&offset) {
        return nil
      }
    }
  }

  private mutating func noteSkipped(_ bytes: Range<Int64>) {
    skippedByteCount += max(0, bytes.upperBound - max(bytes.lowerBound, countedUpTo))
    countedUpTo = max(countedUpTo, bytes.upperBound)
  }

  /// Moves to the next position with two consecutive packets, and returns true if there is one.
  private mutating func resynchronize(_ offset: inout Int64) throws(ContainerError) -> Bool {
    let start = offset
    let span = Int(stride) + 1
    while offset - start <= Int64(limits.resynchronizationByteCount) {
      let view = try window.load(atLeast: span, at: offset)
      guard view.count >= span else {
        offset += Int64(view.count)
        noteSkipped(start..<offset)
        return false
      }
      for index in view.lowerBound...(view.upperBound - span)
      where window.bytes[index] == TransportPacket.syncByte
        && window.bytes[index + Int(stride)] == TransportPacket.syncByte
      {
        offset += Int64(index - view.lowerBound)
        noteSkipped(start..<offset)
        return true
      }
      offset += Int64(view.count - span + 1)
    }
    throw ContainerError(.malformed, "no transport packet follows within the limit", at: start, in: "mp2t")
  }
}
