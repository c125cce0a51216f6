public import AudioBase

/// A track of a file, and the settings for decoding it.
public struct TrackInput {
  /// The file. The reader of the track copies its cursor.
  public var reader: any ContainerReader
  /// An index into the reader's tracks.
  public var track: Int
  /// The part to decode, and the treatment of damage.
  public var decoding: DecodeRequest

  /// Creates an input from a track of a file.
  public init(of reader: any ContainerReader, track: Int, decoding: DecodeRequest = DecodeRequest()) {
    self.reader = reader
    self.track = track
    self.decoding = decoding
  }
}
