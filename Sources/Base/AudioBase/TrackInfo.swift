/// The kind of media in a track.
public enum MediaKind: String, Sendable {
  /// Sound.
  case audio
  /// Moving pictures.
  case video
  /// Anything else: text, time code, hints.
  case other
}

/// The presentation of moving pictures.
public struct PictureInfo: Hashable, Sendable {
  /// The width of the coded picture, in pixels.
  public var codedWidth: Int
  /// The height of the coded picture, in pixels.
  public var codedHeight: Int
  /// The displayed width, in pixels of the movie, before ``matrix`` is applied.
  public var presentationWidth: Double
  /// The displayed height.
  public var presentationHeight: Double
  /// The display matrix `a b u c d v x y w` as real numbers: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
  public var matrix: [Double]

  /// Creates a description of an untransformed picture.
  public init(codedWidth: Int, codedHeight: Int) {
    self.codedWidth = codedWidth
    self.codedHeight = codedHeight
    presentationWidth = Double(codedWidth)
    presentationHeight = Double(codedHeight)
    matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  }

  /// The clockwise rotation of the matrix, in degrees, 0 ≤ rotation < 360; `nil` if it is not a multiple of 90°.
  public var rotation: Int? {
    switch (matrix[0].sign(matrix[4]), matrix[1].sign(matrix[3])) {
    case ((1, 1), (0, 0)): 0
    case ((0, 0), (1, -1)): 90
    case ((-1, -1), (0, 0)): 180
    case ((0, 0), (-1, 1)): 270
    default: nil
    }
  }
}

extension Double {
  /// Returns the signs of two numbers: -1, 0 or 1 each.
  fileprivate func sign(_ other: Double) -> (Int, Int) {
    (self > 0 ? 1 : self < 0 ? -1 : 0, other > 0 ? 1 : other < 0 ? -1 : 0)
  }
}

/// A track of a container, as the container describes it.
public struct TrackInfo: Sendable {
  /// The track's number in its file: `track_ID` in MP4, 1 elsewhere.
  public var identifier: Int
  /// The kind of media in the track.
  public var mediaKind: MediaKind
  /// The format as the container claims it. For MPEG-4 audio the ``cookie`` takes precedence.
  public var format: StreamFormat
  /// The data that the decoder needs; for AAC an AudioSpecificConfig.
  public var cookie: [UInt8]
  /// The loudspeakers: those that the container states, or the usual ones if ``layoutIsAssumed`` is true, or `nil`.
  /// Linear PCM needs them, because it has no cookie.
  public var layout: ChannelLayout?
  /// True if the container does not name loudspeakers and ``layout`` is derived from the number of channels.
  public var layoutIsAssumed = false
  /// The loudspeakers stated by the container, or `nil`.
  public var statedLayout: ChannelLayout? { layoutIsAssumed ? nil : layout }
  /// The cookie as the container holds it (for MP4 the ES_Descriptor), for listings; often the same as ``cookie``.
  public var containerCookie: [UInt8] = []
  /// The number of packets of the track; `nil` if only a scan of the file finds it.
  public var packetCount: Int64?
  /// The number of bytes of all packets; `nil` if only a scan finds it.
  public var audioByteCount: Int64?
  /// The size of the largest packet, in bytes; `nil` if only a scan finds it.
  public var maximumPacketSize: Int?
  /// The byte offset of the first packet in the file.
  public var dataOffset: Int64 = 0
  /// The nominal bit rate in bits/s that the container states, or `nil`.
  public var bitRate: Int?
  /// The decoded frames that are the recording; `nil` if the container does not state them.
  public var packetTable: PacketTable?
  /// The stated duration in seconds; `nil` if only a scan finds it.
  public var duration: Double?
  /// The packets of pre-roll that the container requires after a seek (MP4 `roll`), or `nil`.
  public var rollDistance: Int?
  /// The largest packet size that the headers allow; `nil` if they do not state one.
  public var packetSizeUpperBound: Int?
  /// The bits of a sample before encoding, if the container states them.
  public var sourceBitDepth: Int?
  /// The loudness, where the container states it: `ludt` of MP4.
  public var loudness: StatedLoudnessSet?
  /// The units of a second in which the container counts time, 0 if it counts frames.
  public var timescale = 0
  /// The presentation time of the track's time 0 on the file's common time line, in units of ``timescale``.
  ///
  /// Positive where the track begins with silence or nothing (MP4's empty edits), negative where the presentation
  /// begins within the media, as after an encoder's priming. 0 if the file states nothing.
  public var presentationStart: Int64 = 0
  /// The language, as ISO 639-2's three letters; empty if it is not stated.
  public var language = ""
  /// The ``identifier`` of the track that names this one's chapters, or `nil`.
  public var chapterTrack: Int?
  /// The size and rate of the picture, in a track of moving pictures.
  public var picture: PictureInfo?
  /// The container's own description of the packets (for MP4 the whole sample entry), needed to copy them.
  public var sampleDescription: [UInt8] = []

  /// Creates a description of an audio track.
  public init(identifier: Int = 1, mediaKind: MediaKind = .audio, format: StreamFormat, cookie: [UInt8] = []) {
    self.identifier = identifier
    self.mediaKind = mediaKind
    self.format = format
    self.cookie = cookie
  }
}
