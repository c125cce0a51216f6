public import AudioBase

/// A frame that a ``FrameScanner`` has found: a packet, or several behind one header.
public protocol ScannedFrame {
  /// Bytes from the start of the source to the frame.
  var offset: Int64 { get }
  /// Bytes of all its packets.
  var byteCount: Int { get }
  /// Bytes of its largest packet.
  var largestPacketByteCount: Int { get }
  /// How many packets it holds, at least 1.
  var packetCount: Int { get }
  /// Frames of sound in it, or 0 where each packet has as many as the format says.
  var frameCount: Int { get }
  /// True if reading can go on here without what came before.
  var isEntryPoint: Bool { get }
}

extension ScannedFrame {
  /// That of its only packet.
  @inlinable public var largestPacketByteCount: Int { byteCount }
  /// One.
  @inlinable public var packetCount: Int { 1 }
  /// As many as the format says.
  @inlinable public var frameCount: Int { 0 }
  /// Each frame stands on its own.
  @inlinable public var isEntryPoint: Bool { true }
}

/// What a scanner knows of the stream that frames belong to.
public protocol ScannedStream {
  /// The stream, for a decoder.
  var coded: CodedStream { get }
  /// Returns true if a decoder of this stream decodes the other's packets.
  func isSame(as other: Self) -> Bool
}

extension CodedStream: ScannedStream {
  /// The stream itself.
  public var coded: CodedStream { self }
  /// Compares the cookies.
  public func isSame(as other: CodedStream) -> Bool { cookie == other.cookie }
}

/// Finds the frames of a stream that has no table of them, one after the other.
///
/// A scanner is a value: a copy of it goes on from the same place, independently.
public protocol FrameScanner {
  /// What is found.
  associatedtype Frame: ScannedFrame
  /// What tells one stream from another.
  associatedtype Stream: ScannedStream = CodedStream

  /// How far apart packets lie from which a walk can go on.
  static var packetsPerMark: Int64 { get }

  /// The bytes of the source that are in view.
  var window: SourceWindow { get set }

  /// The place at which the next frame is looked for, in bytes from the start of the source.
  var position: Int64 { get set }

  /// What was passed over and left out so far, in words.
  var warnings: [String] { get }

  /// Goes on at a frame that was found before.
  mutating func move(to offset: Int64)

  /// Goes on at any byte, where the next frame is looked for.
  ///
  /// - Throws: ``ErrorKind/unsupported`` where frames cannot be told apart without what came before.
  mutating func resynchronize(at offset: Int64) throws(ContainerError)

  /// Finds the next frame and goes behind it, or returns `nil` at the end of the stream.
  mutating func next() throws(ContainerError) -> Frame?

  /// Returns the stream of the frame found last, or `nil` where that is `known`, the stream of the frame before.
  mutating func stream(of frame: Frame, after known: Stream) throws(ContainerError) -> Stream?

  /// Appends a packet of the frame found last to `bytes`; packets come in their order.
  ///
  /// - Returns: Where the packet begins and its frames of sound (0 where the format says them); `nil` where the source
  ///   ends within it.
  mutating func append(
    _ packet: Int, of frame: Frame, to bytes: inout [UInt8]
  ) throws(ContainerError) -> (offset: Int64, frameCount: Int)?

  /// Leaves out a packet of the frame found last.
  mutating func pass(_ packet: Int, of frame: Frame) throws(ContainerError)
}

extension FrameScanner {
  /// As many as a walk passes in no time where headers tell how long frames are.
  @inlinable public static var packetsPerMark: Int64 { 256 }

  /// All frames are of one stream.
  @inlinable
  public mutating func stream(of frame: Frame, after known: Stream) throws(ContainerError) -> Stream? { nil }

  /// Appends the packet of a frame that has but one and no header around it.
  @inlinable
  public mutating func append(
    _ packet: Int, of frame: Frame, to bytes: inout [UInt8]
  ) throws(ContainerError) -> (offset: Int64, frameCount: Int)? {
    guard try window.append(frame.byteCount, at: frame.offset, to: &bytes) == frame.byteCount else { return nil }
    return (frame.offset, frame.frameCount)
  }

  /// Nothing needs to be done where packets tell their places.
  @inlinable
  public mutating func pass(_ packet: Int, of frame: Frame) throws(ContainerError) {}
}

/// The header that each frame of a stream begins with.
public protocol FrameHeader {
  /// Bytes of the header.
  static var byteCount: Int { get }
  /// The first of them, which others seldom are.
  static var firstByte: UInt8 { get }
  /// Reads the header at `index`; `nil` where none stands there.
  init?(_ bytes: Span<UInt8>, at index: Int)
}

extension FrameHeader {
  /// The first header among at least ``byteCount`` bytes, and how many stand in front of it, or cannot begin one.
  @inlinable
  public static func first(in bytes: Span<UInt8>) -> (skipped: Int, header: Self?) {
    for index in 0...(bytes.count - byteCount) where bytes[index] == firstByte {
      if let header = Self(bytes, at: index) { return (index, header) }
    }
    return (bytes.count - byteCount + 1, nil)
  }
}

extension FrameScanner {
  /// Goes from header to header until one is believed.
  ///
  /// - Parameters:
  ///   - start: Where the bytes begin that are passed over.
  ///   - limit: The most of them.
  ///   - structure: The format, for the error.
  ///   - believe: Gives what is found at ``position`` with a header, or `nil` where that is none.
  /// - Returns: What was found; `nil` at the end of the source.
  /// - Throws: ``ErrorKind/malformed`` beyond the limit, and what `believe` does.
  @inlinable
  public mutating func search<Header: FrameHeader, Found>(
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
