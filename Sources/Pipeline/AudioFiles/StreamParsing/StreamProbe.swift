import AudioBase

/// Finds out which container a stream is, by its first bytes.
///
/// The probes are asked at fixed numbers of bytes, so that the answer does not depend on how the bytes come in. An ID3v2
/// tag in front says nothing about what follows, so the probes are shown what stands behind it.
struct StreamProbe {
  /// How many bytes the probes see, one number after the other.
  static let prefixByteCounts = [16, 64, 256, 1024, MediaFile.probedByteCount]
  /// The score that settles the question before the last number is reached.
  static let certainScore = 90

  private let candidates: [ContainerDescriptor]
  private let limit: Int64
  private var start: Int64 = 0
  private var hasPassedTags = false
  private var nextPrefix = 0

  init(_ containers: [ContainerDescriptor], limits: Limits) {
    candidates = containers.filter { $0.open != nil && $0.probe != nil }
    limit = Int64(limits.streamHeadByteCount)
  }

  /// The container, or `nil` while the bytes that have come do not tell.
  ///
  /// - Throws: ``FileError/unknownFormat`` where no container recognises them, ``FileError/isEmpty``.
  mutating func choose(_ buffer: StreamBuffer) throws(FileError) -> ContainerDescriptor? {
    if !hasPassedTags { try passTags(buffer) }
    while hasPassedTags, nextPrefix < Self.prefixByteCounts.count {
      let wanted = Self.prefixByteCounts[nextPrefix]
      guard buffer.readableEnd - start >= Int64(wanted) else { break }
      nextPrefix += 1
      let best = best(buffer.peek(wanted, at: start))
      if let best, best.score >= Self.certainScore { return best.container }
      if nextPrefix == Self.prefixByteCounts.count { return try settle(best?.container, buffer) }
    }
    guard buffer.isComplete else { return nil }
    guard buffer.arrivedEnd > 0 else { throw .isEmpty }
    return try settle(best(buffer.peek(MediaFile.probedByteCount, at: start))?.container, buffer)
  }

  /// The best by what stands behind tags, or by the whole.
  private func settle(_ found: ContainerDescriptor?, _ buffer: StreamBuffer) throws(FileError) -> ContainerDescriptor {
    if let found { return found }
    if start > 0, let whole = best(buffer.peek(MediaFile.probedByteCount, at: 0)) { return whole.container }
    throw .unknownFormat
  }

  private func best(_ head: [UInt8]) -> (container: ContainerDescriptor, score: Int)? {
    var best: (container: ContainerDescriptor, score: Int)?
    for container in candidates {
      guard let score = container.probe?(head.span), score > (best?.score ?? 0) else { continue }
      best = (container, score)
    }
    return best
  }

  /// Steps over ID3v2 tags (ID3v2.4, 3.1: `ID3`, two bytes of version, flags, four bytes of seven bits each).
  private mutating func passTags(_ buffer: StreamBuffer) throws(FileError) {
    while true {
      let header = buffer.peek(10, at: start)
      let isTag = header.starts(with: [0x49, 0x44, 0x33])
      guard header.count == 10 || (header.count >= 3 && !isTag) || buffer.isComplete else { return }
      guard isTag, header.count == 10, header[6...].allSatisfy({ $0 < 0x80 }) else { break }
      let body = header[6...].reduce(0) { $0 << 7 | Int64($1) }
      let footer: Int64 = header[5] & 0x10 != 0 ? 10 : 0
      start += 10 + body + footer
      guard start <= limit else {
        throw .container(ContainerError(.limitExceeded, "the tags in front are longer than the limit", at: 0))
      }
    }
    hasPassedTags = true
  }
}
