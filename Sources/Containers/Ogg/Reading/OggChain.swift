import AudioBase

/// The streams found in the chain of one track's streams, by their configurations: ``StreamChanges`` with the values
/// needed to continue reading each.
struct OggChain {
  /// The first stream, and then those of ``StreamChanges/otherStreams``.
  private(set) var mappings: [OggMapping]
  private(set) var changes = StreamChanges()

  init(_ first: OggMapping) { mappings = [first] }

  /// Returns the number of the stream of a configuration, which is added if it is new.
  ///
  /// - Parameter byteOffset: The offset of its first page.
  /// - Throws: ``ErrorKind/limitExceeded`` for too many.
  mutating func number(
    of mapping: OggMapping, at byteOffset: Int64, limits: ResourceLimits
  ) throws(ContainerError) -> Int {
    if let known = mappings.firstIndex(where: { $0.agrees(with: mapping) }) { return known }
    let stream = CodedStream(of: OggReader.track(mapping, identifier: 1, dataOffset: byteOffset))
    let number = try changes.add(stream, at: byteOffset, limits: limits)
    mappings.append(mapping)
    return number
  }

  /// Records the beginning of a stream.
  mutating func note(_ change: StreamChanges.Change, limits: ResourceLimits) throws(ContainerError) {
    try changes.note(change, limits: limits)
  }
}
