import AC3Frames
package import AudioBase
import FramedStreams

/// A packet: the frames of six audio blocks, of the main programme, its dependent substreams and other programmes.
package struct AC3Packet: ScannedFrame, BitwiseCopyable {
  package var offset: Int64
  package var byteCount: Int
  /// The first frame of the main programme.
  var header: AC3FrameHeader
  /// The number of audio blocks of the main programme.
  var blockCount: Int

  package var frameCount: Int { blockCount < 6 ? blockCount * AC3FrameHeader.framesPerBlock : 0 }
}

/// The properties of packets of one rate and layout.
package struct AC3Stream: ScannedStream {
  /// The header of the first packet.
  var header: AC3FrameHeader
  var firstPacket: [UInt8] = []

  package var coded: CodedStream {
    CodedStream(format: header.format, layout: ChannelLayout(header.speakers), firstPacket: firstPacket)
  }

  package func isSame(as other: AC3Stream) -> Bool {
    let (own, theirs) = (header, other.header)
    guard own.sampleRate == theirs.sampleRate, own.hasLowFrequency == theirs.hasLowFrequency else { return false }
    return own.audioCodingMode == theirs.audioCodingMode || own.speakers == theirs.speakers
  }
}

/// Walks a stream of AC-3 or Enhanced AC-3 from packet to packet, and skips other bytes.
package struct AC3FrameScanner: FrameScanner {
  package var window: SourceWindow
  private let limits: ResourceLimits
  package var position: Int64 = 0
  /// The number of bytes between frames that were skipped.
  private var skippedByteCount: Int64 = 0
  /// True until a header has been found that is confirmed by the next one.
  private var needsConfirmation = true

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: 1 << 14)
    self.limits = limits
  }

  package var warnings: [String] {
    skippedByteCount > 0 ? ["\(skippedByteCount) bytes between frames were skipped"] : []
  }

  package mutating func move(to offset: Int64) { position = offset }

  package mutating func resynchronize(at offset: Int64) { (position, needsConfirmation) = (offset, true) }

  package mutating func stream(of packet: AC3Packet, after known: AC3Stream) throws(ContainerError) -> AC3Stream? {
    var stream = AC3Stream(header: packet.header)
    guard !stream.isSame(as: known) else { return nil }
    _ = try append(0, of: packet, to: &stream.firstPacket)
    return stream
  }

  /// Finds the next packet, or returns `nil` at the end of the stream.
  ///
  /// - Throws: ``ErrorKind/truncated`` for a last frame that the source cuts short, and ``ErrorKind/malformed`` if no
  ///   frame follows within the limit.
  package mutating func next() throws(ContainerError) -> AC3Packet? {
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

  /// Returns true if the whole frame at ``position`` is available.
  private mutating func isWhole(_ header: AC3FrameHeader) throws(ContainerError) -> Bool {
    try window.load(header.byteCount, at: position).count == header.byteCount
  }

  /// Searches for a header followed by another one, or by the end of the source.
  private mutating func searchHeader() throws(ContainerError) -> AC3FrameHeader? {
    let start = position
    let found = try search(from: start, limit: limits.resynchronizationByteCount, in: "ac-3") {
      (scanner: inout AC3FrameScanner, header: AC3FrameHeader) throws(ContainerError) in
      try scanner.confirms(header) ? header : nil
    }
    skippedByteCount += position - start
    if found != nil { needsConfirmation = false }
    return found
  }

  /// Returns true if the frame at ``position`` is followed by another header or the end, or is the last frame and
  /// truncated.
  private mutating func confirms(_ header: AC3FrameHeader) throws(ContainerError) -> Bool {
    let view = try window.load(header.byteCount + AC3FrameHeader.byteCount, at: position)
    guard view.count > header.byteCount else { return view.count == header.byteCount || !needsConfirmation }
    return AC3FrameHeader(window.bytes.span.extracting(view), at: header.byteCount) != nil
  }
}
