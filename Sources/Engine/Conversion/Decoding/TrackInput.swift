public import AudioBase

/// A track of a file, and how it is decoded.
public struct TrackInput {
  /// The file; the reader of the track keeps its own copy of the cursor.
  public var reader: any ContainerReader
  /// An index into the reader's tracks.
  public var track: Int
  /// The part that is decoded, and the handling of damage.
  public var decoding: DecodeRequest

  /// Names a track of a file.
  public init(of reader: any ContainerReader, track: Int, decoding: DecodeRequest = DecodeRequest()) {
    self.reader = reader
    self.track = track
    self.decoding = decoding
  }
}
