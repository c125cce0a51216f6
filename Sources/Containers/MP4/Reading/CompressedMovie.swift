import AudioBase
import SystemLibraries

/// A movie box that QuickTime has compressed. QuickTime File Format, "Compressed Movie Resources".
///
/// ```
/// moov │ cmov │ dcom: how, 'zlib'
///             │ cmvd: bytes of the movie box, 32 bits │ the movie box, deflated
/// ```
struct CompressedMovie {
  /// The file, followed by the movie box at an offset far beyond the end of any file, so that its tables have offsets.
  let source: any ByteSource
  /// The movie box in ``source``.
  let box: Box

  /// Returns the compressed box among the boxes of a movie box, or `nil`.
  static func find(in moov: Box, _ window: inout SourceWindow) throws(ContainerError) -> Box? {
    var children = moov.children
    while let box = try children.next(&window) {
      if box.type == "cmov" { return box }
    }
    return nil
  }

  /// Inflates a movie box.
  ///
  /// - Throws: ``ContainerError``: ``ErrorKind/unsupported`` for another compression than zlib's, and where the system
  ///   lacks zlib; ``ErrorKind/limitExceeded`` beyond ``ResourceLimits/streamHeadByteCount``; ``ErrorKind/malformed``
  ///   where the stated size is out of all proportion, or the data cannot be inflated.
  init(_ compressed: Box, _ window: inout SourceWindow, limits: ResourceLimits) throws(ContainerError) {
    var children = compressed.children
    var data: Box?
    while let box = try children.next(&window) {
      if box.type == "dcom" {
        var fields = box.fields
        guard try fields.code(&window) == "zlib" else {
          throw ContainerError(
            .unsupported, "a movie box is compressed otherwise than by zlib", at: box.start, in: box.type)
        }
      }
      if box.type == "cmvd" { data = box }
    }
    guard let data else {
      throw ContainerError(
        .malformed, "a compressed movie box has the movie in it", at: compressed.start, in: compressed.type)
    }
    let bytes = try Self.inflate(data, &window, limits)
    let base = max(MovieIndexSource.usualPlace, (window.source.byteCount ?? 0).saturatingAdd(1 << 20))
    source = MovieIndexSource(window.source, bytes, at: base)
    var inner = SourceWindow(source, capacity: 4096)
    var boxes = BoxSequence(position: base, end: base.saturatingAdd(Int64(bytes.count)))
    guard let movie = try boxes.next(&inner), movie.type == "moov" else {
      throw ContainerError(.malformed, "what was compressed is a movie box", at: data.start, in: data.type)
    }
    box = movie
  }

  private static func inflate(
    _ data: Box, _ window: inout SourceWindow, _ limits: ResourceLimits
  ) throws(ContainerError) -> [UInt8] {
    func failure(_ kind: ErrorKind, _ rule: StaticString) -> ContainerError {
      ContainerError(kind, rule, at: data.start, in: data.type)
    }
    var fields = data.fields
    let stated = Int(clamping: try fields.uint32(&window))
    let count = data.end - fields.position
    guard stated <= limits.streamHeadByteCount, count <= Int64(limits.streamHeadByteCount) else {
      throw failure(.limitExceeded, "a compressed movie box is larger than the limit")
    }
    guard Int64(stated) <= Int64(Inflation.greatestFactor) * max(1, count) else {
      throw failure(.malformed, "a compressed movie box states a size that its bytes cannot become")
    }
    var deflated: [UInt8] = []
    guard try window.source.append(statedByteCount: count, at: fields.position, to: &deflated) == count else {
      throw failure(.truncated, "the file ends within its movie box")
    }
    switch Inflation.inflate(deflated, atMost: stated) {
    case .bytes(let bytes): return bytes
    case .damaged, .tooLarge: throw failure(.malformed, "a compressed movie box cannot be inflated to its size")
    case .missingLibrary:
      throw failure(
        .unsupported, "a compressed movie box needs zlib: install the package zlib1g (Debian) or zlib (Fedora)")
    }
  }
}

/// A file, and bytes in memory at a place beyond its end.
final class MovieIndexSource: ByteSource {
  /// The place of the movie box's bytes after files of up to a tebibyte.
  static let usualPlace: Int64 = 1 << 40

  private let file: any ByteSource
  private let bytes: MemoryByteSource
  private let place: Int64

  init(_ file: any ByteSource, _ bytes: [UInt8], at place: Int64) {
    (self.file, self.bytes, self.place) = (file, MemoryByteSource(bytes), place)
  }

  var byteCount: Int64? { file.byteCount == nil ? nil : place.saturatingAdd(bytes.byteCount ?? 0) }
  var isArriving: Bool { file.isArriving }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    try read(at: offset, into: &buffer, atLeast: buffer.count)
  }

  func read(
    at offset: Int64, into buffer: inout MutableSpan<UInt8>, atLeast minimum: Int
  ) throws(ContainerError) -> Int {
    guard offset >= place else { return try file.read(at: offset, into: &buffer, atLeast: minimum) }
    return try bytes.read(at: offset - place, into: &buffer)
  }
}
