import AC3Frames
import AudioBase

/// The frames of six audio blocks: those of the main programme, its dependent substreams and other programmes.
struct AC3Packet: Equatable, BitwiseCopyable {
  /// Bytes from the start of the source.
  var offset: Int64
  var byteCount: Int
  /// The first frame of the main programme.
  var header: AC3FrameHeader
  /// Audio blocks of the main programme.
  var blockCount: Int
}

/// Walks a stream of AC-3 or Enhanced AC-3 from packet to packet, over other bytes.
struct AC3FrameScanner {
  private var window: SourceWindow
  private let limits: ResourceLimits
  /// The place at which the next frame is looked for.
  private(set) var position: Int64 = 0
  /// Bytes between frames that were passed over.
  private(set) var skippedByteCount: Int64 = 0
  /// True until a header has been found that the next one confirms.
  private var needsConfirmation = true

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: 1 << 14)
    self.limits = limits
  }

  /// Goes on at a frame that was found before.
  mutating func move(to offset: Int64) { position = offset }

  /// Goes on at any byte, where the next frame is looked for.
  mutating func resynchronize(at offset: Int64) { (position, needsConfirmation) = (offset, true) }

  /// Appends the bytes of a packet and returns true if all were there.
  mutating func append(_ packet: AC3Packet, to bytes: inout [UInt8]) throws(ContainerError) -> Bool {
    try window.append(packet.byteCount, at: packet.offset, to: &bytes) == packet.byteCount
  }

  /// Finds the next packet, or returns `nil` at the end of the stream.
  ///
  /// - Throws: ``ErrorKind/truncated`` for a last frame that the source cuts short, and ``ErrorKind/malformed`` where
  ///   no frame follows within the limit.
  mutating func next() throws(ContainerError) -> AC3Packet? {
    guard var packet = try firstFrame() else { return nil }
    while let header = try header(at: position) {
      let isMain = header.substream == .independent && header.substreamID == 0
      if isMain, !header.agrees(with: packet.header) || packet.blockCount + header.blockCount > 6 { break }
      guard try isWhole(header) else { break }
      if isMain { packet.blockCount += header.blockCount }
      packet.byteCount += header.byteCount
      position += Int64(header.byteCount)
    }
    return packet
  }

  /// Finds the next frame of a main programme.
  private mutating func firstFrame() throws(ContainerError) -> AC3Packet? {
    while let header = try nextHeader() {
      guard try isWhole(header) else {
        throw ContainerError(.truncated, "the source ends within the last frame", at: position, in: header.formatID)
      }
      defer { position += Int64(header.byteCount) }
      if header.substream == .independent, header.substreamID == 0 {
        return AC3Packet(
          offset: position, byteCount: header.byteCount, header: header, blockCount: header.blockCount)
      }
      skippedByteCount += Int64(header.byteCount)
    }
    return nil
  }

  private mutating func nextHeader() throws(ContainerError) -> AC3FrameHeader? {
    if !needsConfirmation, let header = try header(at: position) { return header }
    return try searchHeader()
  }

  private mutating func header(at offset: Int64) throws(ContainerError) -> AC3FrameHeader? {
    let place = try window.load(AC3FrameHeader.byteCount, at: offset)
    return AC3FrameHeader(window.bytes.span.extracting(place), at: 0)
  }

  /// True if the frame at ``position`` is there to its end.
  private mutating func isWhole(_ header: AC3FrameHeader) throws(ContainerError) -> Bool {
    try window.load(header.byteCount, at: position).count == header.byteCount
  }

  /// Looks for a header that another one follows, or the end of the source.
  private mutating func searchHeader() throws(ContainerError) -> AC3FrameHeader? {
    let start = position
    while position - start <= Int64(limits.resynchronizationByteCount) {
      let view = try window.load(atLeast: AC3FrameHeader.byteCount, at: position)
      guard view.count >= AC3FrameHeader.byteCount else {
        skippedByteCount += Int64(view.count)
        position += Int64(view.count)
        return nil
      }
      guard let (index, header) = candidate(in: view) else {
        position += Int64(view.count - AC3FrameHeader.byteCount + 1)
        continue
      }
      position += Int64(index)
      if try confirms(header) {
        skippedByteCount += position - start
        needsConfirmation = false
        return header
      }
      position += 1
    }
    position = start
    throw ContainerError(.malformed, "no frame follows within the limit", at: start, in: "ac-3")
  }

  /// The first header in a view, and its place there.
  private func candidate(in view: Range<Int>) -> (index: Int, header: AC3FrameHeader)? {
    let bytes = window.bytes.span.extracting(view)
    for index in 0...(bytes.count - AC3FrameHeader.byteCount) where bytes[index] == 0x0B {
      if let header = AC3FrameHeader(bytes, at: index) { return (index, header) }
    }
    return nil
  }

  /// True if the frame at ``position`` is followed by another header or by nothing, or is the last one and cut short.
  private mutating func confirms(_ header: AC3FrameHeader) throws(ContainerError) -> Bool {
    let view = try window.load(header.byteCount + AC3FrameHeader.byteCount, at: position)
    guard view.count > header.byteCount else { return view.count == header.byteCount || !needsConfirmation }
    return AC3FrameHeader(window.bytes.span.extracting(view), at: header.byteCount) != nil
  }
}
