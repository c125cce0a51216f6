/// The metadata of a recording: the info dictionary, pictures, markers and regions.
public struct Metadata: Hashable, Sendable {
  /// Values by Core Audio's keys, such as `title`; see ``InfoKey``. Several values of a key are joined to one text with
  /// ``valueSeparator``; ``values(of:)`` separates them.
  public var info: [InfoKey: String] = [:]
  /// The values of keys that have several. They count as long as together they equal the text in ``info``.
  var several: [InfoKey: [String]] = [:]
  /// The pictures, the front cover first if the file states which one that is.
  public var artwork: [Artwork] = []
  /// The named positions in the recording, chapters included.
  public var markers: [Marker] = []
  /// The named ranges of the recording.
  public var regions: [Region] = []
  /// A whole ID3v2 tag as in the file, header included; empty if there is none.
  public var id3Tag: [UInt8] = []
  /// The bytes from the start of the file to ``id3Tag``.
  public var id3TagOffset: Int64 = 0

  /// Creates empty metadata.
  public init() {}

  /// True if there is no metadata.
  public var isEmpty: Bool { self == Metadata() }

  /// The value of a key.
  public subscript(key: InfoKey) -> String? {
    get { info[key] }
    set { (info[key], several[key]) = (newValue, nil) }
  }

  /// True if the recorded date begins with the year, so that a file need not store the year as well.
  package var isYearInDate: Bool {
    let years = values(of: .year)
    return years.count == 1 && self[.recordedDate]?.hasPrefix(years[0]) == true
  }
}

/// A key of the info dictionary: Core Audio's `kAFInfoDictionary_…`, or one of this package or of a file.
public struct InfoKey: RawRepresentable, Hashable, Comparable, Sendable {
  /// The key's text, as Core Audio spells it.
  public var rawValue: String

  /// Creates a key from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a key from its text.
  public init(_ text: String) { rawValue = text }

  /// Orders keys by their text.
  public static func < (first: InfoKey, second: InfoKey) -> Bool { first.rawValue < second.rawValue }

  /// `kAFInfoDictionary_Album`.
  public static let album = InfoKey("album")
  /// The artist of the whole album; not one of Core Audio's keys.
  public static let albumArtist = InfoKey("album artist")
  /// `kAFInfoDictionary_ApproximateDurationInSeconds`.
  public static let approximateDuration = InfoKey("approximate duration in seconds")
  /// `kAFInfoDictionary_Artist`.
  public static let artist = InfoKey("artist")
  /// `kAFInfoDictionary_Comments`.
  public static let comments = InfoKey("comments")
  /// `TimeReference` of a Broadcast Wave file (EBU Tech 3285): the time of day of the first frame, in frames since
  /// midnight, in decimal digits. ``Metadata/move(by:)`` moves it with the sound.
  public static let broadcastTimeReference = InfoKey("bext time reference")
  /// `kAFInfoDictionary_Composer`.
  public static let composer = InfoKey("composer")
  /// `kAFInfoDictionary_Copyright`.
  public static let copyright = InfoKey("copyright")
  /// The number of the disc, as `1` or `1/2`; not one of Core Audio's keys.
  public static let discNumber = InfoKey("disc number")
  /// `kAFInfoDictionary_EncodingApplication`: the program that made the file.
  public static let encodingApplication = InfoKey("encoding application")
  /// `kAFInfoDictionary_Genre`.
  public static let genre = InfoKey("genre")
  /// `kAFInfoDictionary_ISRC`.
  public static let isrc = InfoKey("ISRC")
  /// `kAFInfoDictionary_KeySignature`.
  public static let keySignature = InfoKey("key signature")
  /// `kAFInfoDictionary_Lyricist`.
  public static let lyricist = InfoKey("lyricist")
  /// The lyrics; not one of Core Audio's keys.
  public static let lyrics = InfoKey("lyrics")
  /// The kind of recording, in iTunes' words: `Music`, `Audiobook`, `Podcast`.
  public static let mediaKind = InfoKey("media kind")
  /// `kAFInfoDictionary_NominalBitRate`, in bits/s.
  public static let nominalBitRate = InfoKey("nominal bit rate")
  /// `kAFInfoDictionary_RecordedDate`.
  public static let recordedDate = InfoKey("recorded date")
  /// `kAFInfoDictionary_SourceBitDepth`.
  public static let sourceBitDepth = InfoKey("source bit depth")
  /// `kAFInfoDictionary_SourceEncoder`: the encoder that made the packets.
  public static let sourceEncoder = InfoKey("source encoder")
  /// `kAFInfoDictionary_SubTitle`.
  public static let subtitle = InfoKey("subtitle")
  /// `kAFInfoDictionary_Tempo`, in beats a minute.
  public static let tempo = InfoKey("tempo")
  /// `kAFInfoDictionary_TimeSignature`.
  public static let timeSignature = InfoKey("time signature")
  /// `kAFInfoDictionary_Title`.
  public static let title = InfoKey("title")
  /// `kAFInfoDictionary_TrackNumber`, as `3` or `3/12`.
  public static let trackNumber = InfoKey("track number")
  /// `kAFInfoDictionary_Year`.
  public static let year = InfoKey("year")

  /// The keys of values that describe a file and its packets, not the recording: a new file gets its own, or none.
  package static let ownOfFiles: Set<InfoKey> = [
    .approximateDuration, .encodingApplication, .nominalBitRate, .sourceBitDepth, .sourceEncoder, InfoKey("iTunSMPB"),
  ]
}

/// A picture in a file.
public struct Artwork: Hashable, Sendable {
  /// The bytes of the picture file.
  public var bytes: [UInt8]
  /// The description of the picture, in words; often empty.
  public var description = ""
  /// The kind of the picture. MP4 and Matroska have no place for it.
  public var kind: Kind

  /// Creates a picture.
  public init(bytes: [UInt8], description: String = "", kind: Kind = .frontCover) {
    self.bytes = bytes
    self.description = description
    self.kind = kind
  }

  /// A kind of picture, such as a cover or a portrait, by its number in FLAC (RFC 9639, 8.8) and in ID3v2 (4.14).
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The number; 0 to 20 are defined.
    public var rawValue: UInt8

    /// Creates the kind of a number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A picture of unstated kind.
    public static let other = Kind(rawValue: 0)
    /// The front of the cover.
    public static let frontCover = Kind(rawValue: 3)
    /// The back of the cover.
    public static let backCover = Kind(rawValue: 4)
  }

  /// The media type by the first bytes: `image/jpeg`, `image/png`, `image/gif`, `image/bmp`, `image/webp`, or
  /// `application/octet-stream`.
  public var mediaType: String {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if bytes.starts(with: [0x47, 0x49, 0x46, 0x38]) { return "image/gif" }
    if bytes.starts(with: [0x42, 0x4D]) { return "image/bmp" }
    if bytes.starts(with: [0x52, 0x49, 0x46, 0x46]), bytes.dropFirst(8).starts(with: [0x57, 0x45, 0x42, 0x50]) {
      return "image/webp"
    }
    return "application/octet-stream"
  }
}
