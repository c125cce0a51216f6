package import AudioBase

/// Recognises the container of a file by its first bytes.
package enum FileRecognition {
  /// The number of leading bytes that containers examine to recognise a file.
  package static let probedByteCount = 4096
  /// The number of bytes that are searched for frames after other bytes, if nothing is recognised in the first.
  private static let searchedByteCount = 1 << 16
  /// The least score of frames that others confirm.
  private static let confirmedScore = 50

  /// Returns the container of the file in a source; throws if it cannot be opened.
  ///
  /// The container with the highest score for the first bytes is chosen; among equals the one that claims the name's
  /// extension, and then the first in the list.
  ///
  /// - Throws: `AudioError` of the kind `unsupported` for a format that is known and not read, `unknownFormat` if no
  ///   container recognises it, `AudioError.isEmpty`, or the error of the source.
  package static func container(
    of source: any ByteSource, name: String?, among containers: [ContainerDescriptor]
  ) throws(AudioError) -> ContainerDescriptor {
    let head = try bytes(of: source, at: 0, probedByteCount)
    guard !head.isEmpty else { throw .isEmpty }
    // A tag before the file states nothing about the format of the file.
    let place = try endOfTags(in: source, head)
    let inner = place > 0 ? try bytes(of: source, at: place, probedByteCount) : head
    if let unread = UnreadFormat(inner.span) { throw .unreadFormat(unread) }
    let suffix = name.flatMap { Pathname($0).fileExtension }
    var best = best(of: containers, for: inner, suffix) ?? best(of: containers, for: head, suffix)
    if best.map({ $0.score < confirmedScore }) ?? true, head.count == probedByteCount {
      let more = try bytes(of: source, at: place, searchedByteCount)
      best = self.best(of: containers, for: more, suffix).flatMap { $0.score < confirmedScore ? nil : $0 } ?? best
    }
    let named = suffix.flatMap { suffix in containers.first { $0.isKnownByName && $0.extensions.contains(suffix) } }
    guard let found = best?.descriptor ?? named, found.open != nil else {
      // Formats whose files show nothing are known by their extension alone.
      if let unread = suffix.flatMap(UnreadFormat.named), unread.hasNoSignature { throw .unreadFormat(unread) }
      throw .unknownFormat
    }
    return found
  }

  /// Returns up to `count` bytes from an offset.
  static func bytes(of source: any ByteSource, at offset: Int64, _ count: Int) throws(AudioError) -> [UInt8] {
    // Bound: one of the two numbers above, or the caller's.
    var bytes = [UInt8](repeating: 0, count: count)
    try raising { () throws(ContainerError) in
      var span = bytes.mutableSpan
      let count = try source.read(at: offset, into: &span)
      bytes.removeLast(bytes.count - count)
    }
    return bytes
  }

  /// Returns the end of the leading tags, 0 if there are none.
  private static func endOfTags(in source: any ByteSource, _ head: [UInt8]) throws(AudioError) -> Int64 {
    let mostTags = 64
    var place: Int64 = 0
    var bytes = head
    for _ in 0..<mostTags {
      guard let byteCount = FrontTag.byteCount(of: bytes.span) else { break }
      place += Int64(byteCount)
      bytes = try self.bytes(of: source, at: place, FrontTag.headerByteCount)
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
}
