import AudioBase

/// The bytes of several files, one after the other; one file is open at a time.
final class JoinedFiles: ByteSource {
  private struct Part {
    var path: Pathname
    var start: Int64
    var stamp: FileStamp
    var end: Int64 { start + stamp.byteCount }
  }

  private let parts: [Part]
  private var open: (index: Int, source: FileByteSource)?
  let byteCount: Int64?

  /// Looks at the files.
  ///
  /// - Throws: `AudioError` of the first that is missing or not a regular file.
  init(_ paths: [Pathname]) throws(AudioError) {
    var end: Int64 = 0
    var found: [Part] = []
    for path in paths {
      try raising(input: path) { () throws(AudioError) in
        // A pipe would be waited for.
        switch FileDescriptor.kind(of: path) {
        case .directory: throw .isDirectory
        case .other: throw AudioError(ContainerError(.unsupported, "segments are regular files", at: 0))
        case .regularFile, nil: break
        }
        let status = try FileDescriptor.open(reading: path).status()
        found.append(Part(path: path, start: end, stamp: status.stamp))
        end += status.stamp.byteCount
      }
    }
    parts = found
    byteCount = end
  }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    guard offset >= 0 else { return 0 }
    var filled = 0
    while filled < buffer.count {
      let place = offset + Int64(filled)
      guard let index = index(holding: place) else { break }
      let part = parts[index]
      let count = Int(min(Int64(buffer.count - filled), part.end - place))
      var target = buffer._mutatingExtracting(filled..<(filled + count))
      filled += try source(index).read(at: place - part.start, into: &target)
    }
    return filled
  }

  private func index(holding offset: Int64) -> Int? {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return low < parts.count ? low : nil
  }

  private func source(_ index: Int) throws(ContainerError) -> FileByteSource {
    if let open, open.index == index { return open.source }
    let part = parts[index]
    do throws(AudioError) {
      let descriptor = try FileDescriptor.open(reading: part.path)
      guard try descriptor.status().stamp == part.stamp else { throw .changed }
      let source = FileByteSource(descriptor, part.stamp, path: nil)
      open = (index, source)
      return source
    } catch {
      throw ContainerError(.inputOutput, "a segment was changed or removed while it was read", at: part.start)
    }
  }
}

extension MediaFile {
  /// Opens the files that a list of segments names, if the source is one.
  ///
  /// - Returns: Their bytes, and a name of their kind; `nil` if the source is no such list.
  static func listed(in source: any ByteSource, at path: Pathname) throws(AudioError) -> (any ByteSource, name: String)?
  {
    guard let size = source.byteCount, size <= SegmentList.maximumByteCount, !path.isStandardStream else { return nil }
    let head = try FileRecognition.bytes(of: source, at: 0, 512)
    guard head.starts(with: "#EXTM3U".utf8) || head.starts(with: "<?xml".utf8) || head.starts(with: "<MPD".utf8) else {
      return nil
    }
    let text = String(decoding: try FileRecognition.bytes(of: source, at: 0, Int(size)), as: UTF8.self)
    let list: SegmentList?
    do throws(SegmentList.Refusal) {
      list = try SegmentList(text)
    } catch {
      throw AudioError(ContainerError(.unsupported, error.rule, at: 0))
    }
    guard let list else { return nil }
    let folder = Array(path.directory)
    let files = try JoinedFiles(list.names.map { Pathname(bytes: folder + Array($0.utf8)) })
    return (files, "segment." + (list.suffix ?? ""))
  }
}
