public import AudioBase

/// A track of a file, and how it is decoded.
public struct TrackInput {
  /// The file; what reads the track keeps its own copy of the cursor.
  public var reader: any ContainerReader
  /// An index into the reader's tracks.
  public var track: Int
  /// Which part is decoded, and what happens to damage.
  public var decoding: DecodingOptions

  /// Names a track of a file.
  public init(of reader: any ContainerReader, track: Int, decoding: DecodingOptions = DecodingOptions()) {
    self.reader = reader
    self.track = track
    self.decoding = decoding
  }
}
