public import AudioBase

/// The bytes of a regular file, read through a window so that small reads cost no system call.
///
/// They are those of one moment: a file that is changed meanwhile, except by growing, is an error for every reader.
public final class FileByteSource: ByteSource {
  private let descriptor: FileDescriptor
  private let length: Int64
  /// The identity of the file, and its state when it was opened.
  let stamp: FileStamp
  /// The name under which it was opened; `nil` if there was none.
  private let path: Pathname?
  private var window = ReadWindow()

  /// Opens a file.
  ///
  /// - Throws: `AudioError` if it cannot be opened, of the kind `directory` for a directory.
  public convenience init(path: String) throws(AudioError) { try self.init(path: Pathname(path)) }

  /// Opens a file.
  ///
  /// - Throws: `AudioError` if it cannot be opened, of the kind `directory` for a directory.
  public convenience init(path: Pathname) throws(AudioError) {
    let descriptor = try FileDescriptor.open(reading: path)
    let status = try descriptor.status()
    guard status.kind != .directory else { throw .isDirectory }
    self.init(descriptor, status.stamp, path: path)
  }

  init(_ descriptor: consuming FileDescriptor, _ stamp: FileStamp, path: Pathname?) {
    self.descriptor = descriptor
    self.path = path
    self.stamp = stamp
    length = stamp.byteCount
  }

  /// The length of the file when it was opened.
  public var byteCount: Int64? { length }

  /// Opens the file with the same name and another extension, in upper case if this file's extension is.
  public func companion(extension suffix: String) -> (any ByteSource)? {
    guard let path, !path.isStandardStream, path.fileExtension != nil else { return nil }
    let stem = path.deletingExtension
    let own = path.bytes.dropFirst(stem.bytes.count + 1)
    let isUpper = own.allSatisfy { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    let other = stem.appending("." + (isUpper ? suffix.uppercased() : suffix))
    guard FileDescriptor.kind(of: other) == .regularFile else { return nil }
    return try? FileByteSource(path: other)
  }

  /// Returns true if the file has become longer since it was opened, and its earlier bytes are unchanged.
  ///
  /// - Parameter path: The name that it was opened by.
  /// - Throws: `AudioError.changed` if it was changed otherwise, or another file has its name now.
  func hasGrown(at path: Pathname) throws(AudioError) -> Bool {
    if !path.isStandardStream, let named = FileDescriptor.stamp(of: path), !named.isSameFile(as: stamp) {
      throw .changed
    }
    let now = try descriptor.status().stamp
    guard now != stamp else { return false }
    guard now.byteCount > length else { throw .changed }
    return true
  }

  /// Reads bytes, from the window if it holds them.
  ///
  /// - Throws: `ErrorKind.truncated` if the file has become shorter since it was opened, `ErrorKind.inputOutput`
  ///   where it was changed otherwise.
  public func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    guard offset >= 0, offset < length, !buffer.isEmpty else { return 0 }
    if window.copy(at: offset, into: &buffer) { return buffer.count }
    let count: Int
    if buffer.count < ReadWindow.byteCount {
      try window.fill(at: offset, from: descriptor)
      count = window.copyAvailable(at: offset, into: &buffer)
    } else {
      count = try descriptor.read(at: offset, into: &buffer)
    }
    // Readers know how long the file was, and would take a short answer for its end.
    guard Int64(count) >= min(Int64(buffer.count), length - offset) else {
      throw ContainerError(.truncated, "the file became shorter while it was read", at: offset + Int64(count))
    }
    try check(at: offset)
    return count
  }

  /// Checks that the bytes just read are those of the file when it was opened.
  private func check(at offset: Int64) throws(ContainerError) {
    guard let now = try? descriptor.status().stamp, now != stamp, now.byteCount <= length else { return }
    throw ContainerError(
      .inputOutput, "the file was changed while it was read", at: offset, systemError: changedFileError)
  }
}

/// A stretch of a file held in memory.
struct ReadWindow {
  /// The number of bytes that are read at once.
  static let byteCount = 1 << 16

  private var bytes: [UInt8] = []
  private var start: Int64 = 0
  private var filled = 0

  /// Fills the whole buffer out of the window, or does nothing and returns false.
  func copy(at offset: Int64, into buffer: inout MutableSpan<UInt8>) -> Bool {
    guard offset >= start, offset - start <= Int64(filled), buffer.count <= filled - Int(offset - start) else {
      return false
    }
    return copyAvailable(at: offset, into: &buffer) == buffer.count
  }

  /// Copies bytes from `offset` on out of the window, which must not begin after it, and returns their number.
  func copyAvailable(at offset: Int64, into buffer: inout MutableSpan<UInt8>) -> Int {
    guard offset >= start, offset - start <= Int64(filled) else { return 0 }
    let first = Int(offset - start)
    let count = min(buffer.count, filled - first)
    buffer.copy(bytes.span.extracting(first..<(first + count)))
    return count
  }

  /// Replaces the window by the file's bytes from `offset` on.
  mutating func fill(at offset: Int64, from descriptor: borrowing FileDescriptor) throws(ContainerError) {
    if bytes.isEmpty { bytes = Array(repeating: 0, count: Self.byteCount) }
    filled = 0
    var span = bytes.mutableSpan
    filled = try descriptor.read(at: offset, into: &span)
    start = offset
  }
}
