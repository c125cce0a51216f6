/// Random access to the bytes of a file, a buffer or a callback.
///
/// Containers read through this and know nothing of files.
public protocol ByteSource: AnyObject {
  /// The number of bytes, or `nil` while it is not known (a pipe that has not ended).
  var byteCount: Int64? { get }

  /// Reads bytes from `offset` on and returns their number: fewer than requested only at the end of the source.
  ///
  /// - Throws: ``ContainerError`` of kind ``ErrorKind/inputOutput``.
  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int

  /// Reads bytes from `offset` on as ``read(at:into:)`` does, but may stop once `minimum` bytes are there.
  ///
  /// A source that is still arriving needs this in order not to wait for more than is requested.
  func read(
    at offset: Int64, into buffer: inout MutableSpan<UInt8>, atLeast minimum: Int
  ) throws(ContainerError) -> Int

  /// True if the bytes come in order and only once, as from a network: data after the audio cannot be read before the
  /// audio.
  var isArriving: Bool { get }

  /// Opens the regular file beside this one whose name differs in its extension alone, such as a correction file; `nil`
  /// if there is none, or if the bytes do not come from a file.
  func companion(extension suffix: String) -> (any ByteSource)?
}

extension ByteSource {
  /// `nil`: a source has no companion file by default.
  public func companion(extension suffix: String) -> (any ByteSource)? { nil }

  /// Reads as many bytes as fit.
  public func read(
    at offset: Int64, into buffer: inout MutableSpan<UInt8>, atLeast minimum: Int
  ) throws(ContainerError) -> Int {
    try read(at: offset, into: &buffer)
  }

  /// False: most sources can be read in any order.
  public var isArriving: Bool { false }
}

/// A source over bytes in memory.
public final class MemoryByteSource: ByteSource {
  private let bytes: [UInt8]

  /// Creates a source over `bytes`.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes.
  public var byteCount: Int64? { Int64(bytes.count) }

  /// Copies bytes out of memory.
  public func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    guard offset >= 0, offset < Int64(bytes.count) else { return 0 }
    let start = Int(offset)
    let count = min(buffer.count, bytes.count - start)
    let memory = bytes
    buffer.copy(memory.span.extracting(start..<(start + count)))
    return count
  }
}

/// The destination of a writer's bytes.
public protocol ByteSink: AnyObject {
  /// True if ``overwrite(_:at:)`` works; a pipe cannot go back.
  var canOverwrite: Bool { get }

  /// The number of bytes written so far.
  var byteCount: Int64 { get }

  /// Adds bytes at the end.
  func append(_ bytes: Span<UInt8>) throws(ContainerError)

  /// Replaces bytes that were written before.
  func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError)

  /// Makes room for `byteCount` bytes at `offset`, moving the bytes after it; the contents of the room are undefined.
  ///
  /// It costs as much as writing all that is moved once more.
  func makeRoom(byteCount: Int, at offset: Int64) throws(ContainerError)
}

extension ByteSink {
  /// Throws: written bytes cannot be moved.
  public func makeRoom(byteCount: Int, at offset: Int64) throws(ContainerError) {
    throw ContainerError(.invalidState, "what was written to this sink cannot be moved", at: offset)
  }
}

/// A sink that collects bytes in memory.
public final class MemoryByteSink: ByteSink {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty sink.
  public init() {}

  /// True: memory can be overwritten.
  public var canOverwrite: Bool { true }

  /// The number of bytes written so far.
  public var byteCount: Int64 { Int64(bytes.count) }

  /// Adds bytes at the end.
  public func append(_ newBytes: Span<UInt8>) throws(ContainerError) {
    bytes.append(copying: newBytes)
  }

  /// Replaces bytes that were written before; a range past the end is an error.
  public func overwrite(_ newBytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    guard offset >= 0, offset <= Int64(bytes.count), newBytes.count <= bytes.count - Int(offset) else {
      throw ContainerError(.invalidState, "bytes that were never written cannot be overwritten", at: offset)
    }
    bytes.overwrite(newBytes, at: Int(offset))
  }

  /// Moves the bytes after `offset` by `byteCount`.
  public func makeRoom(byteCount: Int, at offset: Int64) throws(ContainerError) {
    guard offset >= 0, offset <= Int64(bytes.count) else {
      throw ContainerError(.invalidState, "room is made only within what was written", at: offset)
    }
    // Bound: a writer's own header.
    bytes.insert(contentsOf: repeatElement(0, count: byteCount), at: Int(offset))
  }
}
