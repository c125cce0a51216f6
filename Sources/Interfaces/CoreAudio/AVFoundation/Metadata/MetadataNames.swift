// Names of metadata. Identifiers are a key space, a stroke and the key, percent-encoded.

/// The name space of a set of keys.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a value from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a value from its name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Keys that all formats share.
  public static let common = AVMetadataKeySpace("comn")
  /// Keys of iTunes, in MPEG-4 files.
  public static let iTunes = AVMetadataKeySpace("itsk")
  /// Frames of ID3v2.
  public static let id3 = AVMetadataKeySpace("org.id3")
  /// Keys of QuickTime's metadata.
  public static let quickTimeMetadata = AVMetadataKeySpace("mdta")
  /// Keys of Audio File Services' info dictionary.
  public static let audioFile = AVMetadataKeySpace("caaf")
  /// iTunes' items that contain their names.
  static let iTunesLongForm = AVMetadataKeySpace("itlk")
}

/// The format of a file's metadata.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a value from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a value from its name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// iTunes' list in an MPEG-4 file.
  public static let iTunesMetadata = AVMetadataFormat("com.apple.itunes")
  /// A tag of ID3v2.
  public static let id3Metadata = AVMetadataFormat("org.id3")
  /// QuickTime's metadata.
  public static let quickTimeMetadata = AVMetadataFormat("com.apple.quicktime.mdta")
  /// Another form, such as the chunks of WAVE and AIFF files and the comments of FLAC.
  public static let unknown = AVMetadataFormat("public.unknown")
}

/// A key that all formats share.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a value from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a value from its name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The title.
  public static let commonKeyTitle = AVMetadataKey("title")
  /// The composer.
  public static let commonKeyCreator = AVMetadataKey("creator")
  /// A description.
  public static let commonKeyDescription = AVMetadataKey("description")
  /// The date of creation.
  public static let commonKeyCreationDate = AVMetadataKey("creationDate")
  /// The kind of work: the genre.
  public static let commonKeyType = AVMetadataKey("type")
  /// The owner of the rights.
  public static let commonKeyCopyrights = AVMetadataKey("copyrights")
  /// The name of the album.
  public static let commonKeyAlbumName = AVMetadataKey("albumName")
  /// The performer.
  public static let commonKeyArtist = AVMetadataKey("artist")
  /// A picture.
  public static let commonKeyArtwork = AVMetadataKey("artwork")
  /// The program that made the file.
  public static let commonKeySoftware = AVMetadataKey("software")
}

/// An identifier of metadata: a key space with a key.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
  /// The key space, a slash, and the key, percent-encoded: `itsk/%A9nam`.
  public let rawValue: String
  /// Creates a value from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a value from its text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  // MARK: Common

  /// The title.
  public static let commonIdentifierTitle = AVMetadataIdentifier("common/title")
  /// The composer.
  public static let commonIdentifierCreator = AVMetadataIdentifier("common/creator")
  /// A description.
  public static let commonIdentifierDescription = AVMetadataIdentifier("common/description")
  /// The date of creation.
  public static let commonIdentifierCreationDate = AVMetadataIdentifier("common/creationDate")
  /// The kind of work: the genre.
  public static let commonIdentifierType = AVMetadataIdentifier("common/type")
  /// The owner of the rights.
  public static let commonIdentifierCopyrights = AVMetadataIdentifier("common/copyrights")
  /// The name of the album.
  public static let commonIdentifierAlbumName = AVMetadataIdentifier("common/albumName")
  /// The performer.
  public static let commonIdentifierArtist = AVMetadataIdentifier("common/artist")
  /// A picture.
  public static let commonIdentifierArtwork = AVMetadataIdentifier("common/artwork")
  /// The program that made the file.
  public static let commonIdentifierSoftware = AVMetadataIdentifier("common/software")

  // MARK: iTunes

  /// The title.
  public static let iTunesMetadataSongName = AVMetadataIdentifier("itsk/%A9nam")
  /// The performer.
  public static let iTunesMetadataArtist = AVMetadataIdentifier("itsk/%A9ART")
  /// The performer of the album.
  public static let iTunesMetadataAlbumArtist = AVMetadataIdentifier("itsk/aART")
  /// The name of the album.
  public static let iTunesMetadataAlbum = AVMetadataIdentifier("itsk/%A9alb")
  /// The composer.
  public static let iTunesMetadataComposer = AVMetadataIdentifier("itsk/%A9wrt")
  /// The genre in words.
  public static let iTunesMetadataUserGenre = AVMetadataIdentifier("itsk/%A9gen")
  /// The date of release.
  public static let iTunesMetadataReleaseDate = AVMetadataIdentifier("itsk/%A9day")
  /// A remark.
  public static let iTunesMetadataUserComment = AVMetadataIdentifier("itsk/%A9cmt")
  /// The lyrics.
  public static let iTunesMetadataLyrics = AVMetadataIdentifier("itsk/%A9lyr")
  /// The program that made the file.
  public static let iTunesMetadataEncodingTool = AVMetadataIdentifier("itsk/%A9too")
  /// The owner of the rights.
  public static let iTunesMetadataCopyright = AVMetadataIdentifier("itsk/cprt")
  /// A picture.
  public static let iTunesMetadataCoverArt = AVMetadataIdentifier("itsk/covr")
  /// The track number: 8 bytes; the fourth is the number, the sixth the number of tracks.
  public static let iTunesMetadataTrackNumber = AVMetadataIdentifier("itsk/trkn")
  /// The disc number: 6 bytes; the fourth is the number, the sixth the number of discs.
  public static let iTunesMetadataDiscNumber = AVMetadataIdentifier("itsk/disk")
  /// The tempo in beats per minute.
  public static let iTunesMetadataBeatsPerMin = AVMetadataIdentifier("itsk/tmpo")

  // MARK: ID3

  /// The title.
  public static let id3MetadataTitleDescription = AVMetadataIdentifier("id3/TIT2")
  /// A further line of the title.
  public static let id3MetadataSubTitle = AVMetadataIdentifier("id3/TIT3")
  /// The performer.
  public static let id3MetadataLeadPerformer = AVMetadataIdentifier("id3/TPE1")
  /// The performer of the album.
  public static let id3MetadataBand = AVMetadataIdentifier("id3/TPE2")
  /// The name of the album.
  public static let id3MetadataAlbumTitle = AVMetadataIdentifier("id3/TALB")
  /// The composer.
  public static let id3MetadataComposer = AVMetadataIdentifier("id3/TCOM")
  /// The writer of the words.
  public static let id3MetadataLyricist = AVMetadataIdentifier("id3/TEXT")
  /// The genre.
  public static let id3MetadataContentType = AVMetadataIdentifier("id3/TCON")
  /// The year, up to version 2.3.
  public static let id3MetadataYear = AVMetadataIdentifier("id3/TYER")
  /// The date of recording.
  public static let id3MetadataRecordingTime = AVMetadataIdentifier("id3/TDRC")
  /// The track number.
  public static let id3MetadataTrackNumber = AVMetadataIdentifier("id3/TRCK")
  /// The number of the disc.
  public static let id3MetadataPartOfASet = AVMetadataIdentifier("id3/TPOS")
  /// The tempo in beats per minute.
  public static let id3MetadataBeatsPerMinute = AVMetadataIdentifier("id3/TBPM")
  /// The initial key.
  public static let id3MetadataInitialKey = AVMetadataIdentifier("id3/TKEY")
  /// The owner of the rights.
  public static let id3MetadataCopyright = AVMetadataIdentifier("id3/TCOP")
  /// The program that made the file.
  public static let id3MetadataEncodedWith = AVMetadataIdentifier("id3/TSSE")
  /// A remark.
  public static let id3MetadataComments = AVMetadataIdentifier("id3/COMM")
  /// The lyrics.
  public static let id3MetadataUnsynchronizedLyric = AVMetadataIdentifier("id3/USLT")
  /// A picture.
  public static let id3MetadataAttachedPicture = AVMetadataIdentifier("id3/APIC")
  /// A text with its own name.
  public static let id3MetadataUserText = AVMetadataIdentifier("id3/TXXX")

  // MARK: QuickTime

  /// The title.
  public static let quickTimeMetadataTitle = AVMetadataIdentifier("mdta/com.apple.quicktime.title")
  /// The performer.
  public static let quickTimeMetadataArtist = AVMetadataIdentifier("mdta/com.apple.quicktime.artist")
  /// The name of the album.
  public static let quickTimeMetadataAlbum = AVMetadataIdentifier("mdta/com.apple.quicktime.album")
  /// A remark.
  public static let quickTimeMetadataComment = AVMetadataIdentifier("mdta/com.apple.quicktime.comment")
  /// The genre.
  public static let quickTimeMetadataGenre = AVMetadataIdentifier("mdta/com.apple.quicktime.genre")
  /// The year.
  public static let quickTimeMetadataYear = AVMetadataIdentifier("mdta/com.apple.quicktime.year")
  /// The date of creation.
  public static let quickTimeMetadataCreationDate = AVMetadataIdentifier("mdta/com.apple.quicktime.creationdate")
  /// The owner of the rights.
  public static let quickTimeMetadataCopyright = AVMetadataIdentifier("mdta/com.apple.quicktime.copyright")
  /// The program that made the file.
  public static let quickTimeMetadataSoftware = AVMetadataIdentifier("mdta/com.apple.quicktime.software")
  /// A picture.
  public static let quickTimeMetadataArtwork = AVMetadataIdentifier("mdta/com.apple.quicktime.artwork")
}
