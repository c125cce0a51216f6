package import AudioBase

/// The bytes of a pipe, read on demand and kept in a nameless temporary file, so that a container can seek backwards.
///
/// ```
/// pipe ──► temporary file ──► window ──► reader
///          (as far as anyone has asked)
/// ```
package final class SpooledByteSource: ByteSource {
  private let pipe: FileDescriptor
  private let spool: FileDescriptor
  private var spooled: Int64 = 0
  private var hasEnded = false
  private var window = ReadWindow()
  private var chunk = [UInt8](repeating: 0, count: ReadWindow.byteCount)

  /// Reads standard input.
  ///
  /// - Throws: `AudioError` if no temporary file can be made.
  package convenience init() throws(AudioError) { try self.init(FileDescriptor.standardInput) }

  package init(_ pipe: consuming FileDescriptor) throws(AudioError) {
    self.pipe = pipe
    let path = FileNames.temporary(beside: FileNames.temporaryDirectory.appending("/af-input"))
    let unfinished = UnfinishedFile(path)
    defer { unfinished.release() }
    spool = try FileDescriptor.create(privately: path)
    // Without a name it vanishes with the program, however that ends.
    FileNames.remove(path)
  }

  /// The number of bytes once the pipe has ended, before that `nil`.
  package var byteCount: Int64? { hasEnded ? spooled : nil }

  /// Reads bytes, and waits for the pipe if they have not arrived.
  package func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    try read(at: offset, into: &buffer, atLeast: buffer.count)
  }

  /// Reads bytes, and waits for the pipe until at least `minimum` have arrived.
  package func read(
    at offset: Int64, into buffer: inout MutableSpan<UInt8>, atLeast minimum: Int
  ) throws(ContainerError) -> Int {
    guard offset >= 0, !buffer.isEmpty else { return 0 }
    if window.copy(at: offset, into: &buffer) { return buffer.count }
    let (end, overflow) = offset.addingReportingOverflow(Int64(min(minimum, buffer.count)))
    try spoolUp(to: overflow ? Int64.max : end)
    guard offset < spooled else { return 0 }
    guard buffer.count < ReadWindow.byteCount else { return try spool.read(at: offset, into: &buffer) }
    try window.fill(at: offset, from: spool)
    return window.copyAvailable(at: offset, into: &buffer)
  }

  /// Returns true if the bytes before an offset have arrived, or do within a fifth of a second each time that the pipe
  /// is waited for: a writer that keeps it open without writing holds nobody up.
  func hasArrived(upTo end: Int64) throws(ContainerError) -> Bool {
    while spooled < end, !hasEnded {
      guard pipe.isReadable(within: 200) else { return false }
      try spoolUp(to: spooled + 1)
    }
    return spooled >= end
  }

  private func spoolUp(to end: Int64) throws(ContainerError) {
    while !hasEnded, spooled < end {
      let count = try Self.readSome(of: pipe, into: &chunk, at: spooled)
      guard count > 0 else {
        hasEnded = true
        return
      }
      try Self.write(chunk, count: count, to: spool, at: spooled)
      spooled += Int64(count)
    }
  }

  private static func readSome(
    of pipe: borrowing FileDescriptor, into chunk: inout [UInt8], at position: Int64
  ) throws(ContainerError) -> Int {
    var space = chunk.mutableSpan
    let count = try pipe.readSome(into: &space, at: position)
    return count
  }

  private static func write(
    _ chunk: [UInt8], count: Int, to spool: borrowing FileDescriptor, at position: Int64
  ) throws(ContainerError) {
    try spool.write(chunk.span.extracting(0..<count), at: position)
  }
}
