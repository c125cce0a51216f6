/// A program's own chunk in a file, beside those of this package: `AudioFileSetUserData`.
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

/// The role of a chunk in the container that holds it.
public enum ChunkRole: Sendable {
  /// The container's own, such as the packets and their description. Programs cannot write it.
  case structure
  /// Written from ``Metadata`` or from the samples, unless a program gives its own chunk. It is not copied to a new
  /// file.
  case metadata
  /// Kept without being read.
  case foreign
}
