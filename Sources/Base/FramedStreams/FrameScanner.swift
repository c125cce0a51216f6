public import AudioBase

/// A frame that a ``FrameScanner`` has found: a packet, or several after one header.
@usableFromInline package protocol ScannedFrame {
  /// The number of bytes from the start of the source to the frame.
  var offset: Int64 { get }
  /// The number of bytes of all its packets.
  var byteCount: Int { get }
  /// The number of bytes of its largest packet.
  var largestPacketByteCount: Int { get }
  /// The number of packets that it holds, at least 1.
  var packetCount: Int { get }
  /// The number of frames of sound in the packet, or 0 if it has as many as the format states.
  var frameCount: Int { get }
  /// True if reading can continue here without earlier frames.
  var isEntryPoint: Bool { get }
}

extension ScannedFrame {
  /// The frame count of the frame's only packet.
  @inlinable package var largestPacketByteCount: Int { byteCount }
  /// Always 1.
  @inlinable package var packetCount: Int { 1 }
  /// Always the format's number of frames.
  @inlinable package var frameCount: Int { 0 }
  /// Always true: each frame is independent.
  @inlinable package var isEntryPoint: Bool { true }
}

/// The properties of the stream that frames belong to.
@usableFromInline package protocol ScannedStream {
  /// The stream, for a decoder.
  var coded: CodedStream { get }
  /// Returns true if a decoder of this stream decodes the other's packets.
  func isSame(as other: Self) -> Bool
}

extension CodedStream: ScannedStream {
  /// The stream itself.
  @usableFromInline package var coded: CodedStream { self }
  /// Compares the cookies.
  @usableFromInline package func isSame(as other: CodedStream) -> Bool { cookie == other.cookie }
}

/// Finds the frames of a stream without a table, one after the other.
///
/// A scanner is a value: a copy of it continues from the same place, independently.
@usableFromInline package protocol FrameScanner {
  /// The type of the frames.
  associatedtype Frame: ScannedFrame
  /// The type of the properties that distinguish streams.
  associatedtype Stream: ScannedStream = CodedStream

  /// The distance in packets between marks from which a walk can continue.
  static var packetsPerMark: Int64 { get }

  /// The bytes of the source that are in view.
  var window: SourceWindow { get set }

  /// The offset at which the search for the next frame begins, in bytes from the start of the source.
  var position: Int64 { get set }

  /// The warnings so far about skipped bytes and omitted frames, as text.
  var warnings: [String] { get }

  /// Continues at a frame that was found before.
  mutating func move(to offset: Int64)

  /// Continues at any byte, from which the next frame is searched.
  ///
  /// - Throws: `ErrorKind.unsupported` where frames cannot be found without earlier ones.
  mutating func resynchronize(at offset: Int64) throws(ContainerError)

  /// Finds the next frame and moves past it, or returns `nil` at the end of the stream.
  mutating func next() throws(ContainerError) -> Frame?

  /// Returns the stream of the frame found last, or `nil` if that is `known`, the stream of the previous frame.
  mutating func stream(of frame: Frame, after known: Stream) throws(ContainerError) -> Stream?

  /// Appends a packet of the last found frame to `bytes`; packets are in order.
  ///
  /// - Returns: The offset of the packet and its frames of sound (0 if the format states them); `nil` if the
  ///   source ends within it.
  mutating func append(
    _ packet: Int, of frame: Frame, to bytes: inout [UInt8]
  ) throws(ContainerError) -> (offset: Int64, frameCount: Int)?

  /// Skips a packet of the frame found last.
  mutating func pass(_ packet: Int, of frame: Frame) throws(ContainerError)
}

extension FrameScanner {
  /// The number of packets that a walk can skip quickly if headers state the length of frames.
  @inlinable package static var packetsPerMark: Int64 { 256 }

  /// Returns `nil`: all frames belong to one stream.
  @inlinable
  package mutating func stream(of frame: Frame, after known: Stream) throws(ContainerError) -> Stream? { nil }

  /// Appends the only packet of a frame that has no header.
  @inlinable
  package mutating func append(
    _ packet: Int, of frame: Frame, to bytes: inout [UInt8]
  ) throws(ContainerError) -> (offset: Int64, frameCount: Int)? {
    guard try window.append(frame.byteCount, at: frame.offset, to: &bytes) == frame.byteCount else { return nil }
    return (frame.offset, frame.frameCount)
  }

  /// Does nothing: each packet states its position.
  @inlinable
  package mutating func pass(_ packet: Int, of frame: Frame) throws(ContainerError) {}
}

/// The header that each frame of a stream begins with.
@usableFromInline package protocol FrameHeader {
  /// The number of bytes of the header.
  static var byteCount: Int { get }
  /// The first byte of the header, which is rare elsewhere.
  static var firstByte: UInt8 { get }
  /// Reads the header at `index`; `nil` if there is none.
  init?(_ bytes: Span<UInt8>, at index: Int)
}

extension FrameHeader {
  /// Returns the first header in at least ``byteCount`` bytes, and the number of bytes before it; without a header, the
  /// number of bytes to skip.
  @inlinable
  package static func first(in bytes: Span<UInt8>) -> (skipped: Int, header: Self?) {
    for index in 0...(bytes.count - byteCount) where bytes[index] == firstByte {
      if let header = Self(bytes, at: index) { return (index, header) }
    }
    return (bytes.count - byteCount + 1, nil)
  }
}

extension FrameScanner {
  /// Searches header by header until one is accepted.
  ///
  /// - Parameters:
  ///   - start: The offset of the first skipped byte.
  ///   - limit: The largest number of bytes.
  ///   - structure: The format, for the error.
  ///   - believe: Returns the result at ``position`` with a header, or `nil` if that is not one.
  /// - Returns: The result; `nil` at the end of the source.
  /// - Throws: `ErrorKind.malformed` beyond the limit, and the error of `believe`.
  @inlinable
  package mutating func search<Header: FrameHeader, Found>(
    from start: Int64, limit: Int, in structure: FourCharacterCode,
    _ believe: (inout Self, Header) throws(ContainerError) -> Found?
  ) throws(ContainerError) -> Found? {
    while position - start <= Int64(limit) {
      let view = try window.load(atLeast: Header.byteCount, at: position)
      guard view.count >= Header.byteCount else {
        position += Int64(view.count)
        return nil
      }
      let (skipped, header) = Header.first(in: window.bytes.span.extracting(view))
      position += Int64(skipped)
      guard let header else { continue }
      if let found = try believe(&self, header) { return found }
      position += 1
    }
    position = start
    throw ContainerError(.malformed, "no frame follows within the limit", at: start, in: structure)
  }
}
