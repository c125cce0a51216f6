/// A chunk that a program puts into a file beside what this package writes: `AudioFileSetUserData`.
public struct UserChunk: Hashable, Sendable {
  /// The four characters.
  public var identifier: FourCharacterCode
  /// The body, without header and padding.
  public var bytes: [UInt8]

  /// Creates a chunk.
  public init(identifier: FourCharacterCode, bytes: [UInt8]) {
    self.identifier = identifier
    self.bytes = bytes
  }
}

/// What a chunk is to the container that holds it.
public enum ChunkRole: Sendable {
  /// The container's own, such as the packets and their description. Nobody else writes it.
  case structure
  /// Written from ``Metadata``, or about the samples, unless a program gives its own in its place. It is not carried
  /// over to a file that is written anew.
  case metadata
  /// Kept without being looked into.
  case foreign
}
