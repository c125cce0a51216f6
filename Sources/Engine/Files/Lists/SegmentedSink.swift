package import AudioBase

/// A fragmented MP4 file, or a transport stream, that is cut into the files of an HLS media list (RFC 8216): its
/// header, each fragment, and the list, which is renamed into place last.
///
/// ```
/// ftyp moov free │ moof mdat │ moof mdat │ … │ mfra
/// song.init.mp4    song-00000.m4s …            (left out)     song.m3u8
///
/// PAT PMT PES PES … │ PAT PMT PES …
/// song-00000.ts       song-00001.ts                           song.m3u8
/// ```
/// Segments have names that no file has yet. Those of a list that is replaced are removed once the new list is there,
/// so that at any time the list names files that belong together.
final class SegmentedSink: FileSink {
  /// The longest beginning: a movie box without samples.
  private static let maximumInitialByteCount = 1 << 24
  /// The longest list that is read for the names of its segments.
  private static let maximumListByteCount = 1 << 22

  private let list: FileByteSink
  private let path: Pathname
  private let kind: SegmentKind
  private let names: SegmentNames
  /// The segments of the list that is replaced.
  private let oldNames: [String]
  /// The file's beginning.
  private var initial: [UInt8] = []
  /// The segment that is being written.
  private var segment: FileByteSink?
  private var cutter = FragmentCutter()
  private var transport = TransportCutter()
  /// The files that have their names, which an interruption removes as long as no list names them.
  private var unlisted: [UnfinishedFile] = []
  /// The durations of the segments that have their names, in the time scale of the track.
  private var durations: [UInt64] = []
  private var hasInitial = false
  private var isFinished = false
  private(set) var byteCount: Int64 = 0

  init(path: Pathname, replacement: ReplacementPolicy, _ kind: SegmentKind) throws(AudioError) {
    oldNames = replacement == .replace ? Self.segments(of: path) : []
    list = try FileByteSink(path: path, replacement: replacement)
    self.path = path
    names = try SegmentNames(beside: path, kind)
    self.kind = kind
  }

  deinit { discard() }

  /// Returns the names in the list at a path, if a sink of this type wrote them.
  private static func segments(of path: Pathname) -> [String] {
    guard FileDescriptor.kind(of: path) == .regularFile, let source = try? MediaFile.source(path: path),
      let size = source.byteCount, size <= Self.maximumListByteCount,
      let bytes = try? FileRecognition.bytes(of: source, at: 0, Int(size)),
      let list = try? SegmentList(String(decoding: bytes, as: UTF8.self))
    else { return [] }
    return list.names.filter { SegmentNames.isOne($0, of: path) }
  }

  /// The beginning can be overwritten.
  var canOverwrite: Bool { true }
  /// The header of the file, which holds the description of the sound; the file as a whole does not exist.
  var written: (any ByteSource)? { initial.isEmpty ? nil : MemoryByteSource(initial) }

  func append(_ bytes: Span<UInt8>) throws(ContainerError) {
    var rest = bytes
    while !rest.isEmpty {
      let (count, part) = kind == .transport ? try transport.take(rest) : try cutter.take(rest)
      let piece = rest.extracting(0..<count)
      switch part {
      case .initial:
        guard initial.count + count <= Self.maximumInitialByteCount else {
          throw ContainerError(.limitExceeded, "the beginning of a segmented file has up to 16 MiB", at: byteCount)
        }
        initial.append(copying: piece)
      case .fragment(let isFirst):
        if isFirst { try begin() }
        try segment?.append(piece)
      case .directory: break
      }
      byteCount += Int64(count)
      rest = rest.extracting(count..<rest.count)
    }
  }

  func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    guard offset >= 0, offset + Int64(bytes.count) <= Int64(initial.count) else {
      throw ContainerError(.invalidState, "only the beginning of a segmented file can be overwritten", at: offset)
    }
    for index in 0..<bytes.count { initial[Int(offset) + index] = bytes[index] }
  }

  func makeRoom(byteCount: Int, at offset: Int64) throws(ContainerError) {
    throw ContainerError(.invalidState, "a segmented file has no room to be made", at: offset)
  }

  func flush() throws(ContainerError) { try segment?.flush() }

  /// Ends the last segment and begins another.
  private func begin() throws(ContainerError) {
    try end()
    guard durations.count < SegmentNames.maximumCount else {
      throw ContainerError(.limitExceeded, "a list has up to 65535 segments; longer segments are fewer", at: byteCount)
    }
    segment = try raisingOutput { () throws(AudioError) in
      try FileByteSink(path: names.path(ofSegment: durations.count), replacement: .refuse)
    }
  }

  private func end() throws(ContainerError) {
    guard let segment else { return }
    unlisted.append(UnfinishedFile(names.path(ofSegment: durations.count)))
    try raisingOutput { () throws(AudioError) in try segment.commit() }
    self.segment = nil
    durations.append(cutter.duration)
  }

  private func raisingOutput<Value>(_ body: () throws(AudioError) -> Value) throws(ContainerError) -> Value {
    do throws(AudioError) { return try body() } catch {
      throw ContainerError(.inputOutput, "a segment beside the list cannot be written", at: byteCount)
    }
  }

  func commit() throws(AudioError) {
    guard !isFinished else { return }
    try raising { () throws(ContainerError) in try end() }
    let movie = SegmentTimes(initial)
    guard !durations.isEmpty, let seconds = kind == .transport ? transport.seconds : movie?.seconds(durations)
    else {
      throw AudioError(ContainerError(.unsupported, "a list has at least one segment of a fragmented file", at: 0))
    }
    if kind == .fragments {
      let (beginning, movieBytes) = (try FileByteSink(path: names.initialPath, replacement: .refuse), initial)
      try raising { () throws(ContainerError) in try beginning.append(movieBytes.span) }
      unlisted.append(UnfinishedFile(names.initialPath))
      try beginning.commit()
      hasInitial = true
    }
    let text = Array(names.list(seconds).utf8)
    try raising { () throws(ContainerError) in try list.append(text.span) }
    // Before, so that no interruption takes the files of a list that is there.
    release()
    try list.commit()
    isFinished = true
    for name in oldNames { FileNames.remove(names.path(of: name)) }
  }

  func discard() {
    guard !isFinished else { return }
    isFinished = true
    segment?.discard()
    list.discard()
    for index in durations.indices { FileNames.remove(names.path(ofSegment: index)) }
    if hasInitial { FileNames.remove(names.initialPath) }
    release()
  }

  private func release() {
    for file in unlisted { file.release() }
    unlisted = []
  }
}

extension ContainerDescriptor {
  /// The kind of the segments beside a list, by the file types of `MP4File.mediaList` and
  /// `MPEGTransportFile.mediaList`; `nil` for a single file.
  package var segmentKind: SegmentKind? { fileType == "hls " ? .fragments : fileType == "hlst" ? .transport : nil }
}
