/// Writes a file of several tracks - sound, pictures and others - without a look inside the packets.
public protocol MovieWriter {
  /// Copies a batch of packets of the track that has come least far, and returns whether any track goes on.
  ///
  /// - Parameter tracks: For each track of the new file, its index in the reader.
  mutating func copyNextBatch(
    from reader: inout any ContainerReader, tracks: [Int]
  ) throws(ContainerError) -> Bool

  /// Completes the file. Without this call it is not whole.
  mutating func finish() throws(ContainerError)
}

/// How a file of several tracks is written.
public struct MovieWriterSettings: Sendable {
  /// Where the index goes.
  public var structure = FileStructure.indexFirst
  /// What the file says about the recording; ``Metadata/markers`` become chapters.
  public var metadata = Metadata()

  /// Creates settings: one index in front, no metadata.
  public init() {}
}
