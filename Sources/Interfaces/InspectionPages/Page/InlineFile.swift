/// Bytes embedded in a page or a picture.
public struct InlineFile: Sendable {
  /// The media type, such as `audio/mp4`.
  public var mediaType: String
  /// The bytes of the file.
  public var bytes: [UInt8]

  /// Creates a file.
  public init(mediaType: String, bytes: [UInt8]) {
    self.mediaType = mediaType
    self.bytes = bytes
  }
}
