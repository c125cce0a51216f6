package import AudioBase

/// Finds the container of a stream by its first bytes.
///
/// The probes are called at fixed numbers of bytes, so that the answer does not depend on how the bytes arrive. A
/// leading tag states nothing about the format, so the probes are shown the bytes after it.
package struct StreamProbe {
  /// The numbers of bytes for successive probes.
  static let prefixByteCounts = [
    16, 32, 64, 128, 256, 384, 512, 768, 1024, 1536, 2048, 3072, MediaFile.probedByteCount,
  ]
  /// The score that settles the question before the last number is reached.
  static let certainScore = 90

  private let candidates: [ContainerDescriptor]
  private let limit: Int64
  private var start: Int64 = 0
  private var hasPassedTags = false
  private var nextPrefix = 0

  package init(_ containers: [ContainerDescriptor], limits: ResourceLimits) {
    candidates = containers.filter { $0.open != nil && $0.probe != nil }
    limit = Int64(limits.streamHeadByteCount)
  }

  /// Returns the container, or `nil` while the bytes so far are inconclusive.
  ///
  /// - Throws: `AudioError` of the kind `unsupported` for a format that is known and not read, `unknownFormat` if no
  ///   container recognises the bytes, `AudioError.isEmpty`.
  package mutating func choose(_ buffer: StreamBuffer) throws(AudioError) -> ContainerDescriptor? {
    if !hasPassedTags { try passTags(buffer) }
    while hasPassedTags, nextPrefix < Self.prefixByteCounts.count {
      let wanted = Self.prefixByteCounts[nextPrefix]
      guard buffer.readableEnd - start >= Int64(wanted) else { break }
      nextPrefix += 1
      let head = buffer.peek(wanted, at: start)
      let best = try best(head)
      if let best, best.score >= Self.certainScore, !UnreadFormat.mayShow(behind: head.span) { return best.container }
      if nextPrefix == Self.prefixByteCounts.count { return try settle(best?.container, buffer) }
    }
    guard buffer.isComplete else { return nil }
    guard buffer.arrivedEnd > 0 else { throw .isEmpty }
    return try settle(try best(buffer.peek(MediaFile.probedByteCount, at: start))?.container, buffer)
  }

  /// Returns the best container by the bytes after tags, or by the whole.
  private func settle(_ found: ContainerDescriptor?, _ buffer: StreamBuffer) throws(AudioError) -> ContainerDescriptor {
    if let found { return found }
    if start > 0, let whole = try best(buffer.peek(MediaFile.probedByteCount, at: 0)) { return whole.container }
    throw .unknownFormat
  }

  private func best(_ head: [UInt8]) throws(AudioError) -> (container: ContainerDescriptor, score: Int)? {
    if let unread = UnreadFormat(head.span) { throw .unreadFormat(unread) }
    var best: (container: ContainerDescriptor, score: Int)?
    for container in candidates {
      guard let score = container.probe?(head.span), score > (best?.score ?? 0) else { continue }
      best = (container, score)
    }
    return best
  }

  private mutating func passTags(_ buffer: StreamBuffer) throws(AudioError) {
    while true {
      let header = buffer.peek(FrontTag.headerByteCount, at: start)
      guard !FrontTag.needsMore(than: header.span) || buffer.isComplete else { return }
      guard let byteCount = FrontTag.byteCount(of: header.span) else { break }
      start += Int64(byteCount)
      guard start <= limit else {
        throw .container(ContainerError(.limitExceeded, "the tags in front are longer than the limit", at: 0))
      }
    }
    hasPassedTags = true
  }
}
