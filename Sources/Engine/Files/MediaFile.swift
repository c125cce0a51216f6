public import AudioBase

/// A file that has been recognised and opened for reading.
public struct MediaFile {
  /// The number of leading bytes that containers examine to recognise a file.
  public static let probedByteCount = FileRecognition.probedByteCount

  /// The container that has recognised the file.
  public let container: ContainerDescriptor
  /// The tracks and their packets.
  public var reader: any ContainerReader
  /// The file's bytes.
  public let source: any ByteSource

  /// True if the bytes are in a regular file, which several readers can open and read at once.
  public var isRegularFile: Bool { source is FileByteSource }

  /// The state of the file when it was opened; `nil` for other than regular files.
  package var stamp: FileStamp? { file?.source.stamp }

  /// The file that is read, and the name under which it was opened; `nil` if it is not a regular file.
  private var file: (path: Pathname, source: FileByteSource)?
  /// The files that ``reader`` reads, if the caller made it.
  package private(set) var parts: [MediaFile] = []
  /// True if the end of the bytes was known when they were opened, so that the reader could look there.
  private let isEndKnown: Bool

  /// Creates a media file with a reader that the caller has made.
  ///
  /// - Parameter parts: The files that the reader reads.
  package init(reader: any ContainerReader, container: ContainerDescriptor, of parts: [MediaFile] = []) {
    (self.container, self.reader) = (container, reader)
    source = MemoryByteSource([])
    isEndKnown = true
    self.parts = parts
  }

  /// Checks that all files are the opened ones, and unchanged since.
  ///
  /// - Returns: The name of a file that has only grown, its earlier bytes unchanged, or `nil`.
  /// - Throws: `AudioError` of the file that was changed, or whose name another has.
  @discardableResult
  package func checkFiles() throws(AudioError) -> Pathname? {
    var grown: Pathname?
    for part in parts { grown = try part.checkFiles() ?? grown }
    guard let file else { return grown }
    return try raising(input: file.path) { () throws(AudioError) in
      try file.source.hasGrown(at: file.path) ? file.path : grown
    }
  }

  /// How a pipe ended, of whose end nothing was known when it was opened.
  package enum End {
    /// With the sound, or after what the reader has read; or it is no pipe.
    case reached
    /// Before the samples that its header states.
    case missing
    /// Later than the sound: with a chunk after the samples or a tag at the end, which readers pass over.
    case unread
  }

  /// Returns how the pipe that was read ended; waits a moment for what may follow the samples.
  package func end() throws(ContainerError) -> End {
    guard !isEndKnown, let source = source as? SpooledByteSource else { return .reached }
    guard reader is any ConstantPacketReader || reader.fileType == "caff" else {
      guard let end = source.byteCount, end > 128 else { return .reached }
      var window = SourceWindow(source, capacity: 16)
      let name = try window.bigEndian(3, at: end - 128)
      return name == 0x54_4147 ? .unread : .reached
    }
    // Programs that write to a pipe leave the largest sizes as well, such as SoX 0x7FFF_F000 bytes, or 0x7F00_0000.
    guard let track = reader.tracks.first, let count = track.audioByteCount, count < 0x7F00_0000 else {
      return .reached
    }
    let start = track.dataOffset
    if let end = source.byteCount, end - start < count { return .missing }
    let chunk = reader.chunks.last { $0.bodyOffset <= start }
    let (chunkEnd, overflow) = (chunk?.bodyOffset ?? 0).addingReportingOverflow(chunk?.byteCount ?? 0)
    guard !overflow, chunkEnd < 0x7F00_0000 else { return .reached }
    // A byte of padding and the header of a chunk.
    return try source.hasArrived(upTo: max(start + count, chunkEnd) + 8) ? .unread : .reached
  }

  private mutating func noteFile(at path: Pathname) {
    if let source = source as? FileByteSource { file = (path, source) }
  }

  /// Opens a file by its name; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: The name of the file.
  ///   - containers: The containers to choose from: those of the catalog.
  ///   - limits: Bounds for the values that a file may state.
  /// - Throws: `AudioError`.
  public init(
    path: String, containers: [ContainerDescriptor], limits: ResourceLimits = ResourceLimits()
  ) throws(AudioError) {
    try self.init(path: Pathname(path), containers: containers, limits: limits)
  }

  /// Opens a file by its name; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: The name of the file.
  ///   - containers: The containers to choose from: those of the catalog.
  ///   - limits: Bounds for the values that a file may state.
  /// - Throws: `AudioError`.
  public init(
    path: Pathname, containers: [ContainerDescriptor], limits: ResourceLimits = ResourceLimits()
  ) throws(AudioError) {
    // Only the extension of the name counts.
    let name = path.isStandardStream ? nil : String(decoding: path.lastComponent, as: UTF8.self)
    self = try raising(input: path) { () throws(AudioError) in
      let source = try Self.source(path: path)
      if let (files, segment) = try Self.listed(in: source, at: path) {
        return try MediaFile(source: files, name: segment, containers: containers, limits: limits)
      }
      return try MediaFile(source: source, name: name, containers: containers, limits: limits)
    }
    noteFile(at: path)
  }

  /// Opens a file by its name as a given container, without recognition; `-` is standard input.
  ///
  /// - Throws: `AudioError`.
  public init(
    path: Pathname, as container: ContainerDescriptor, limits: ResourceLimits = ResourceLimits()
  ) throws(AudioError) {
    self = try raising(input: path) { () throws(AudioError) in
      let source = container.readsForwardOnly ? try Self.forwardSource(path: path) : try Self.source(path: path)
      return try MediaFile(source: source, container: container, limits: limits)
    }
    noteFile(at: path)
  }

  /// Recognises and opens the file in a source.
  ///
  /// The container with the highest score for the first bytes is chosen; among equals the one that claims the name's
  /// extension, and then the first in the list.
  ///
  /// - Throws: `AudioError` of the kind `unsupported` for a format that is known and not read, `unknownFormat` if no
  ///   container recognises it, `AudioError.isEmpty`, or the error of the container.
  public init(
    source: any ByteSource, name: String?, containers: [ContainerDescriptor], limits: ResourceLimits = ResourceLimits()
  ) throws(AudioError) {
    try self.init(
      source: source, container: FileRecognition.container(of: source, name: name, among: containers), limits: limits)
  }

  /// Opens the file in a source with a given container, without recognition.
  init(source: any ByteSource, container: ContainerDescriptor, limits: ResourceLimits) throws(AudioError) {
    guard let open = container.open else { throw .unknownFormat }
    isEndKnown = source.byteCount != nil
    reader = try raising { () throws(ContainerError) in try open(source, limits) }
    self.container = container
    self.source = source
  }

  /// Returns the source of a path: a regular file is read directly; anything else is spooled.
  static func source(path: Pathname) throws(AudioError) -> any ByteSource {
    let descriptor = try descriptor(path: path)
    let status = try descriptor.status()
    switch status.kind {
    case .directory: throw .isDirectory
    case .regularFile: return FileByteSource(descriptor, status.stamp, path: path)
    case .other: return try SpooledByteSource(descriptor)
    }
  }

  /// Returns the source of a path: a regular file is read directly; for anything else, only the next bytes are kept.
  private static func forwardSource(path: Pathname) throws(AudioError) -> any ByteSource {
    let descriptor = try descriptor(path: path)
    let status = try descriptor.status()
    switch status.kind {
    case .directory: throw .isDirectory
    case .regularFile: return FileByteSource(descriptor, status.stamp, path: path)
    case .other: return PipeByteSource(descriptor)
    }
  }

  /// Opens a path; input that the shell has redirected from a file is also a file.
  private static func descriptor(path: Pathname) throws(AudioError) -> FileDescriptor {
    path.isStandardStream ? .standardInput : try FileDescriptor.open(reading: path)
  }
}

/// Returns the extension of a file name, in lower case and without the dot, or `nil`.
package func fileExtension(_ path: String) -> String? { Pathname(path).fileExtension }
