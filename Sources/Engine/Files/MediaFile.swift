public import AudioBase

/// A file that has been recognised and opened for reading.
public struct MediaFile {
  /// The number of leading bytes that a container is shown in order to recognise a file.
  public static let probedByteCount = 4096
  /// The number of bytes that are searched for frames after other bytes, where nothing is recognised in the first.
  static let searchedByteCount = 1 << 16
  /// The least score of frames that others confirm.
  static let confirmedScore = 50

  /// The container that has recognised the file.
  public let container: ContainerDescriptor
  /// The tracks and their packets.
  public var reader: any ContainerReader
  /// The file's bytes.
  public let source: any ByteSource

  /// True if the bytes lie in a regular file, which can be opened and read again, by several readers at once.
  public var isRegularFile: Bool { source is FileByteSource }

  /// The state of the file when it was opened; `nil` for other than regular files.
  package var stamp: FileStamp? { file?.source.stamp }

  /// The file that is read and the name by which it was opened; `nil` for other than regular files.
  private var file: (path: Pathname, source: FileByteSource)?
  /// The files that ``reader`` reads, where the caller has made it.
  package private(set) var parts: [MediaFile] = []

  /// Creates a media file over a reader that the caller has made.
  ///
  /// - Parameter parts: The files that the reader reads.
  package init(reader: any ContainerReader, container: ContainerDescriptor, of parts: [MediaFile] = []) {
    (self.container, self.reader) = (container, reader)
    source = MemoryByteSource([])
    self.parts = parts
  }

  /// Checks that all files are still the ones that were opened, and unchanged since.
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

  private mutating func noteFile(at path: Pathname) {
    if let source = source as? FileByteSource { file = (path, source) }
  }

  /// Opens a file by its name, `-` being standard input.
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

  /// Opens a file by its name, `-` being standard input.
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

  /// Opens a file by its name, `-` being standard input, as a given container, whatever its first bytes say.
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

  /// Recognises and opens the file that a source holds.
  ///
  /// The container that is surest by the first bytes wins; among equals the one that claims the name's extension, and
  /// then the first in the list.
  ///
  /// - Throws: `AudioError` of the kind `unsupported` for a format that is known and not read, `unknownFormat`
  ///   where no container recognises it, `AudioError.isEmpty`, or the error of the container.
  public init(
    source: any ByteSource, name: String?, containers: [ContainerDescriptor], limits: ResourceLimits = ResourceLimits()
  ) throws(AudioError) {
    let head = try Self.bytes(of: source, at: 0, Self.probedByteCount)
    guard !head.isEmpty else { throw .isEmpty }
    // A tag before the file says nothing about the format of the file.
    let place = try Self.endOfTags(in: source, head)
    let inner = place > 0 ? try Self.bytes(of: source, at: place, Self.probedByteCount) : head
    if let unread = UnreadFormat(inner.span) { throw .unreadFormat(unread) }
    let suffix = name.flatMap(fileExtension)
    var best = Self.best(of: containers, for: inner, suffix) ?? Self.best(of: containers, for: head, suffix)
    if best.map({ $0.score < Self.confirmedScore }) ?? true, head.count == Self.probedByteCount {
      let more = try Self.bytes(of: source, at: place, Self.searchedByteCount)
      best = Self.best(of: containers, for: more, suffix).flatMap { $0.score < Self.confirmedScore ? nil : $0 } ?? best
    }
    let named = suffix.flatMap { suffix in containers.first { $0.isKnownByName && $0.extensions.contains(suffix) } }
    guard let best = best?.descriptor ?? named, let open = best.open else {
      // Formats whose files show nothing are known by their extension alone.
      if let unread = suffix.flatMap(UnreadFormat.named), unread.hasNoSignature { throw .unreadFormat(unread) }
      throw .unknownFormat
    }
    reader = try raising { () throws(ContainerError) in try open(source, limits) }
    container = best
    self.source = source
  }

  /// Returns up to `count` bytes from an offset.
  static func bytes(of source: any ByteSource, at offset: Int64, _ count: Int) throws(AudioError) -> [UInt8] {
    // Bound: one of the two numbers above.
    var bytes = [UInt8](repeating: 0, count: count)
    try raising { () throws(ContainerError) in
      var span = bytes.mutableSpan
      let count = try source.read(at: offset, into: &span)
      bytes.removeLast(bytes.count - count)
    }
    return bytes
  }

  /// Returns the end of the leading tags, 0 where there are none.
  private static func endOfTags(in source: any ByteSource, _ head: [UInt8]) throws(AudioError) -> Int64 {
    let mostTags = 64
    var place: Int64 = 0
    var bytes = head
    for _ in 0..<mostTags {
      guard let byteCount = FrontTag.byteCount(of: bytes.span) else { break }
      place += Int64(byteCount)
      bytes = try Self.bytes(of: source, at: place, FrontTag.headerByteCount)
    }
    return place
  }

  /// Returns the container that is surest of these bytes.
  private static func best(
    of containers: [ContainerDescriptor], for head: [UInt8], _ suffix: String?
  ) -> (descriptor: ContainerDescriptor, score: Int)? {
    var best: (descriptor: ContainerDescriptor, score: Int, isNamed: Bool)?
    for container in containers where container.open != nil {
      guard let score = container.probe?(head.span), score > 0 else { continue }
      let isNamed = suffix.map(container.extensions.contains) ?? false
      let isBetter = best.map { score > $0.score || (score == $0.score && isNamed && !$0.isNamed) } ?? true
      if isBetter { best = (container, score, isNamed) }
    }
    return best.map { ($0.descriptor, $0.score) }
  }

  /// Opens the file that a source holds with a given container, whatever its first bytes are.
  init(source: any ByteSource, container: ContainerDescriptor, limits: ResourceLimits) throws(AudioError) {
    guard let open = container.open else { throw .unknownFormat }
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
    case .regularFile: return FileByteSource(descriptor, status.stamp)
    case .other: return try SpooledByteSource(descriptor)
    }
  }

  /// Returns the source of a path: a regular file is read directly; of anything else only the next bytes are kept.
  private static func forwardSource(path: Pathname) throws(AudioError) -> any ByteSource {
    let descriptor = try descriptor(path: path)
    let status = try descriptor.status()
    switch status.kind {
    case .directory: throw .isDirectory
    case .regularFile: return FileByteSource(descriptor, status.stamp)
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
