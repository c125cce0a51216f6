import AudioBase

/// The streams that a chain of one track's streams was found to hold, by their configurations: ``StreamChanges`` with
/// what is needed to read on in each.
struct OggChain {
  /// The first stream, and then those of ``StreamChanges/otherStreams``.
  private(set) var mappings: [OggMapping]
  private(set) var changes = StreamChanges()

  init(_ first: OggMapping) { mappings = [first] }

  /// The number of the stream of a configuration, which is added where it is new.
  ///
  /// - Parameter byteOffset: Where its first page lies.
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

  /// Takes note of where a stream begins.
  mutating func note(_ change: StreamChanges.Change, limits: ResourceLimits) throws(ContainerError) {
    try changes.note(change, limits: limits)
  }
}
