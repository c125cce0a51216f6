public import AudioBase

/// The permission for a file to replace another one.
public enum ReplacementPolicy: Sendable {
  /// An existing file stays, and the new one is refused.
  case refuse
  /// An existing file is replaced when the new one is complete.
  case replace
}

/// The location of a file while it is being written.
public enum FilePlacement: Sendable {
  /// Written under a temporary name in the same folder and renamed when complete, so that an incomplete file is never
  /// visible.
  case whenWhole
  /// Written under its final name from the first byte on, so that others can follow it and a recording survives a
  /// crash.
  case inPlace
  /// Like `whenWhole`, but always readable only by its owner.
  case privately
}

/// A sink that writes to a file or a pipe.
public protocol FileSink: ByteSink {
  /// The bytes written so far, for reading back; `nil` if that is impossible, as in a pipe.
  var written: (any ByteSource)? { get }

  /// Passes buffered bytes to the operating system, so that others can read them and a crash of the program does not
  /// lose them.
  func flush() throws(ContainerError)

  /// Writes buffered bytes and moves the file to its place.
  func commit() throws(AudioError)

  /// Abandons the file: removes it if it still has a temporary name. Bytes already written in place stay.
  func discard()
}

/// Opens the sink for an output: a new file, or an existing device or pipe of that name.
///
/// - Parameters:
///   - path: A file name, or `-` for standard output.
///   - replacement: The permission to replace a file of that name.
///   - placement: The place of a new file while it is being written. Devices and pipes are always written in place.
///   - segments: The segments of a list, which are written beside it; `nil` for one file.
/// - Throws: `AudioError`.
package func makeSink(
  path: Pathname, replacement: ReplacementPolicy, placement: FilePlacement = .whenWhole, segments: SegmentKind? = nil
) throws(AudioError) -> any FileSink {
  if path.isStandardStream { return PipeByteSink() }
  return try raising(output: path) { () throws(AudioError) in
    switch FileDescriptor.kind(of: path) {
    case .directory: throw .isDirectory
    case .other: return try PipeByteSink(path: path)
    case .regularFile, nil:
      if let segments { return try SegmentedSink(path: path, replacement: replacement, segments) }
      return try FileByteSink(path: path, replacement: replacement, placement: placement)
    }
  }
}

/// Opens the sink for an output whose name is a text; see the function of the same name for a ``Pathname``.
package func makeSink(
  path: String, replacement: ReplacementPolicy, placement: FilePlacement = .whenWhole
) throws(AudioError) -> any FileSink {
  try makeSink(path: Pathname(path), replacement: replacement, placement: placement)
}

/// A new file: written under a temporary name in the same folder and renamed when it is complete, or written in place.
///
/// If it is neither committed nor discarded, it is discarded when it is deallocated.
public final class FileByteSink: FileSink {
  private let destination: Pathname
  /// The temporary name until the file is complete; the same as the final one if it is written in place.
  private let temporary: Pathname
  /// Removes the file if the program is interrupted; `nil` if it is written in place.
  private let unfinished: UnfinishedFile?
  private let placement: FilePlacement
  private let replacement: ReplacementPolicy
  private let basis: Basis
  private var descriptor: FileDescriptor
  private var buffer = WriteBuffer()
  private var isOpen = true

  /// The relation of a replaced file to the new one.
  private enum Basis {
    case nothing
    /// The new file is made from the old one, which stays claimed after the replacement.
    case claim(FileClaim)
    /// The new file is made from the old one in the state in which that was opened.
    case source(FileStamp?)
    /// The caller has locked the old file.
    case locked

    var claim: FileClaim? { if case .claim(let claim) = self { claim } else { nil } }
    var stamp: FileStamp? {
      switch self {
      case .nothing, .locked: nil
      case .claim(let claim): claim.stamp
      case .source(let stamp): stamp
      }
    }
  }

  /// Begins a new file.
  ///
  /// - Throws: `AudioError` if there is one and `replacement` forbids replacing it, and where it cannot be made.
  public convenience init(
    path: String, replacement: ReplacementPolicy, placement: FilePlacement = .whenWhole
  ) throws(AudioError) {
    try self.init(path: Pathname(path), replacement: replacement, placement: placement)
  }

  /// Begins a new file; a file that replaces another one gets its owner and permissions.
  ///
  /// - Throws: `AudioError` if there is one and `replacement` forbids replacing it, where one that is written in
  ///   place is being changed by others (`AudioError.busy`), and where it cannot be made.
  public convenience init(
    path: Pathname, replacement: ReplacementPolicy, placement: FilePlacement = .whenWhole
  ) throws(AudioError) {
    try self.init(path, replacement, placement, .nothing)
  }

  /// Begins a file that replaces a claimed one, which must still be unchanged when the new file is complete.
  package convenience init(replacing claim: FileClaim) throws(AudioError) {
    try self.init(claim.path, .replace, .whenWhole, .claim(claim))
  }

  /// Begins a file that replaces one that the caller has locked and keeps locked.
  package convenience init(replacingLocked path: Pathname) throws(AudioError) {
    try self.init(path, .replace, .whenWhole, .locked)
  }

  /// Begins a file that replaces the one that a source reads; that one must stay unchanged until the new file is
  /// complete.
  convenience init(path: Pathname, replacing source: any ByteSource) throws(AudioError) {
    try self.init(path, .replace, .whenWhole, .source((source as? FileByteSource)?.stamp))
  }

  private init(
    _ path: Pathname, _ replacement: ReplacementPolicy, _ placement: FilePlacement, _ basis: Basis
  ) throws(AudioError) {
    // The target of a link is replaced, not the link.
    destination = FileNames.resolved(path)
    self.replacement = replacement
    self.basis = basis
    if replacement == .refuse, FileDescriptor.kind(of: path) != nil { throw .alreadyExists }
    self.placement = placement
    switch placement {
    case .whenWhole, .privately:
      temporary = FileNames.temporary(beside: destination)
      // Named before it is there, so that no signal can come in between and leave it.
      let entry = UnfinishedFile(temporary)
      do throws(AudioError) {
        descriptor = try FileDescriptor.create(privately: temporary)
      } catch {
        entry.release()
        throw error
      }
      unfinished = entry
    case .inPlace:
      temporary = destination
      unfinished = nil
      descriptor = try replacement == .refuse ? .create(destination) : FileClaim.emptied(destination)
    }
  }

  deinit { discard() }

  /// True: a file can be overwritten.
  public var canOverwrite: Bool { true }

  /// The unfinished file.
  public var written: (any ByteSource)? { WrittenBytes(self) }

  /// The number of bytes written so far, those in memory included.
  public var byteCount: Int64 { buffer.byteCount }

  /// Adds bytes at the end.
  public func append(_ bytes: Span<UInt8>) throws(ContainerError) { try buffer.append(bytes, to: descriptor) }

  /// Reads back bytes that were written earlier, as many as exist.
  fileprivate func readBack(at offset: Int64, into bytes: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    guard offset >= 0, offset < byteCount, !bytes.isEmpty else { return 0 }
    try buffer.flush(to: descriptor)
    return try descriptor.read(at: offset, into: &bytes)
  }

  /// Replaces bytes that were written before.
  public func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    guard offset >= 0, offset <= byteCount, Int64(bytes.count) <= byteCount - offset else {
      throw ContainerError(.invalidState, "bytes that were never written cannot be overwritten", at: offset)
    }
    try buffer.flush(to: descriptor)
    try descriptor.overwrite(bytes, at: offset)
  }

  /// Moves the bytes after `offset`, from the end backwards, through a buffer of 1 MiB.
  public func makeRoom(byteCount: Int, at offset: Int64) throws(ContainerError) {
    guard offset >= 0, offset <= self.byteCount, byteCount >= 0 else {
      throw ContainerError(.invalidState, "room is made only within what was written", at: offset)
    }
    try buffer.flush(to: descriptor)
    var end = self.byteCount
    var block = [UInt8](repeating: 0, count: Int(min(1 << 20, max(1, end - offset))))
    while end > offset {
      let count = Int(min(Int64(block.count), end - offset))
      end -= Int64(count)
      try Self.move(end..<(end + Int64(count)), by: Int64(byteCount), of: descriptor, through: &block)
    }
    buffer.noteMoved(by: Int64(byteCount))
    try descriptor.move(to: self.byteCount)
  }

  private static func move(
    _ range: Range<Int64>, by distance: Int64, of descriptor: borrowing FileDescriptor, through block: inout [UInt8]
  ) throws(ContainerError) {
    var all = block.mutableSpan
    var part = all._mutatingExtracting(0..<range.count)
    guard try descriptor.read(at: range.lowerBound, into: &part) == range.count else {
      throw ContainerError(.inputOutput, "what was written cannot be read back", at: range.lowerBound)
    }
    try descriptor.overwrite(block.span.extracting(0..<range.count), at: range.lowerBound + distance)
  }

  /// Writes buffered bytes.
  public func flush() throws(ContainerError) { try buffer.flush(to: descriptor) }

  /// Waits until the bytes are on the disk, and gives the file its name.
  ///
  /// - Throws: `AudioError` if the last bytes cannot be written, of the kind `exists` if a
  ///   file of that name has appeared meanwhile, `AudioError.busy` where others are changing the one that is to be
  ///   replaced, and `AudioError.changed` if the new file was made from it and it has changed since. The unfinished
  ///   file is removed.
  public func commit() throws(AudioError) {
    guard isOpen else { return }
    defer { discard() }
    // Held until the file has its name.
    let replaces = placement != .inPlace && replacement == .replace
    var claim = basis.claim
    if case .locked = basis {} else if claim == nil, replaces { claim = try FileClaim.claim(destination) }
    defer { withExtendedLifetime(claim) {} }
    if let stamp = basis.stamp, FileDescriptor.stamp(of: destination) != stamp { throw .changed }
    if placement == .whenWhole { givePermissions() }
    try raising { () throws(ContainerError) in
      try buffer.flush(to: descriptor)
      try descriptor.synchronize(byteCount: byteCount)
      try descriptor.close(byteCount: byteCount)
    }
    switch (placement, replacement) {
    case (.inPlace, _): break
    case (_, .refuse): try FileNames.rename(temporary, notReplacing: destination)
    case (_, .replace): try FileNames.rename(temporary, replacing: destination)
    }
    isOpen = false
    unfinished?.release()
  }

  /// Sets the permissions of the unfinished file, which only its owner could open, to those of the file that it
  /// replaces, or of a new file.
  private func givePermissions() {
    if replacement == .replace, descriptor.takeOver(from: destination) { return }
    descriptor.takeUsualPermissions(at: destination)
  }

  /// Removes the unfinished file; a file that is written in place keeps its bytes. Does nothing after ``commit()``.
  public func discard() {
    guard isOpen else { return }
    isOpen = false
    switch placement {
    case .inPlace: if !descriptor.isClosed { try? buffer.flush(to: descriptor) }
    case .whenWhole, .privately:
      FileNames.remove(temporary)
      unfinished?.release()
    }
  }
}

/// The bytes written to an unfinished file.
private final class WrittenBytes: ByteSource {
  private let sink: FileByteSink

  init(_ sink: FileByteSink) { self.sink = sink }

  var byteCount: Int64? { sink.byteCount }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    try sink.readBack(at: offset, into: &buffer)
  }
}

/// Standard output, a named pipe or a device: bytes that cannot be read back once written.
public final class PipeByteSink: FileSink {
  private var descriptor: FileDescriptor
  private var buffer = WriteBuffer()

  /// Writes to standard output.
  public init() {
    descriptor = .standardOutput
    StandardStream.noteOutput()
  }

  /// Writes to a device or a named pipe that exists.
  ///
  /// - Throws: `AudioError` if it cannot be opened.
  public init(path: Pathname) throws(AudioError) { descriptor = try FileDescriptor.open(writing: path) }

  init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// A pipe cannot go back.
  public var canOverwrite: Bool { false }

  /// Always `nil`: written bytes cannot be read back.
  public var written: (any ByteSource)? { nil }

  /// The number of bytes written so far, those in memory included.
  public var byteCount: Int64 { buffer.byteCount }

  /// Adds bytes at the end.
  public func append(_ bytes: Span<UInt8>) throws(ContainerError) { try buffer.append(bytes, to: descriptor) }

  /// Throws: written bytes cannot be replaced.
  public func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    throw ContainerError(.invalidState, "a pipe cannot be overwritten", at: offset)
  }

  /// Writes buffered bytes.
  public func flush() throws(ContainerError) { try buffer.flush(to: descriptor) }

  /// Writes buffered bytes, and waits until they are on the disk, if the output is one.
  ///
  /// - Throws: `AudioError` if that fails.
  public func commit() throws(AudioError) {
    try raising { () throws(ContainerError) in
      try buffer.flush(to: descriptor)
      try descriptor.synchronize(byteCount: byteCount)
      try descriptor.close(byteCount: byteCount)
    }
  }

  /// Discards buffered bytes; bytes that were already written remain.
  public func discard() { buffer = WriteBuffer() }
}

/// Collects small writes into large ones.
private struct WriteBuffer {
  /// The number of bytes that are written at once.
  private static let capacity = 1 << 16

  private var bytes: [UInt8] = []
  private var written: Int64 = 0

  var byteCount: Int64 { written + Int64(bytes.count) }

  /// Records that the file has grown by other means than appending.
  mutating func noteMoved(by byteCount: Int64) { written += byteCount }

  mutating func append(_ newBytes: Span<UInt8>, to descriptor: borrowing FileDescriptor) throws(ContainerError) {
    if bytes.count + newBytes.count > Self.capacity { try flush(to: descriptor) }
    guard newBytes.count < Self.capacity else {
      do throws(ContainerError) {
        try descriptor.write(newBytes, at: written)
      } catch {
        // A partial write does not count; a pipe cannot take it back.
        try? descriptor.truncate(to: written)
        throw error
      }
      written += Int64(newBytes.count)
      return
    }
    bytes.reserveCapacity(Self.capacity)
    bytes.append(copying: newBytes)
  }

  mutating func flush(to descriptor: borrowing FileDescriptor) throws(ContainerError) {
    guard !bytes.isEmpty else { return }
    var done = 0
    defer {
      // Each byte is written once and in order, after a failure too.
      written += Int64(done)
      if done == bytes.count { bytes.removeAll(keepingCapacity: true) } else { bytes.removeFirst(done) }
    }
    try descriptor.write(bytes.span, at: written, done: &done)
  }
}
