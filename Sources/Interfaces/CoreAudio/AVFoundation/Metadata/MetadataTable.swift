import AudioBase
import Foundation

/// The names of the info dictionary's keys in the formats of metadata, and those that all formats share.
enum MetadataTable {
  /// One row: a key of the engine with its names.
  private struct Row {
    let key: InfoKey
    let common: AVMetadataKey?
    let iTunes: AVMetadataIdentifier?
    let id3: AVMetadataIdentifier?
    let quickTime: AVMetadataIdentifier?

    init(
      _ key: InfoKey, _ common: AVMetadataKey? = nil, iTunes: AVMetadataIdentifier? = nil,
      id3: AVMetadataIdentifier? = nil, quickTime: AVMetadataIdentifier? = nil
    ) {
      (self.key, self.common, self.iTunes, self.id3, self.quickTime) = (key, common, iTunes, id3, quickTime)
    }

    func identifier(in format: AVMetadataFormat) -> AVMetadataIdentifier? {
      switch format {
      case .iTunesMetadata: iTunes
      case .id3Metadata: id3
      case .quickTimeMetadata: quickTime
      default: nil
      }
    }
  }

  /// The rows in listing order.
  private static let rows: [Row] = [
    Row(
      .title, .commonKeyTitle, iTunes: .iTunesMetadataSongName, id3: .id3MetadataTitleDescription,
      quickTime: .quickTimeMetadataTitle),
    Row(
      .artist, .commonKeyArtist, iTunes: .iTunesMetadataArtist, id3: .id3MetadataLeadPerformer,
      quickTime: .quickTimeMetadataArtist),
    Row(
      .album, .commonKeyAlbumName, iTunes: .iTunesMetadataAlbum, id3: .id3MetadataAlbumTitle,
      quickTime: .quickTimeMetadataAlbum),
    Row(.albumArtist, iTunes: .iTunesMetadataAlbumArtist, id3: .id3MetadataBand),
    Row(.composer, .commonKeyCreator, iTunes: .iTunesMetadataComposer, id3: .id3MetadataComposer),
    Row(.lyricist, id3: .id3MetadataLyricist),
    Row(
      .genre, .commonKeyType, iTunes: .iTunesMetadataUserGenre, id3: .id3MetadataContentType,
      quickTime: .quickTimeMetadataGenre),
    Row(
      .year, .commonKeyCreationDate, iTunes: .iTunesMetadataReleaseDate, id3: .id3MetadataYear,
      quickTime: .quickTimeMetadataYear),
    Row(
      .recordedDate, .commonKeyCreationDate, id3: .id3MetadataRecordingTime, quickTime: .quickTimeMetadataCreationDate),
    Row(
      .comments, iTunes: .iTunesMetadataUserComment, id3: .id3MetadataComments, quickTime: .quickTimeMetadataComment),
    Row(
      .copyright, .commonKeyCopyrights, iTunes: .iTunesMetadataCopyright, id3: .id3MetadataCopyright,
      quickTime: .quickTimeMetadataCopyright),
    Row(.lyrics, iTunes: .iTunesMetadataLyrics, id3: .id3MetadataUnsynchronizedLyric),
    Row(
      .encodingApplication, .commonKeySoftware, iTunes: .iTunesMetadataEncodingTool, id3: .id3MetadataEncodedWith,
      quickTime: .quickTimeMetadataSoftware),
    Row(InfoKey("description"), .commonKeyDescription),
    Row(.trackNumber, iTunes: .iTunesMetadataTrackNumber, id3: .id3MetadataTrackNumber),
    Row(.discNumber, iTunes: .iTunesMetadataDiscNumber, id3: .id3MetadataPartOfASet),
    Row(.tempo, iTunes: .iTunesMetadataBeatsPerMin, id3: .id3MetadataBeatsPerMinute),
    Row(.keySignature, id3: .id3MetadataInitialKey),
    Row(.subtitle, id3: .id3MetadataSubTitle),
  ]

  /// The names of a picture.
  static let artwork: [AVMetadataIdentifier] = [
    .commonIdentifierArtwork, .iTunesMetadataCoverArt, .id3MetadataAttachedPicture, .quickTimeMetadataArtwork,
  ]

  /// Keys that describe the file and not the recording: they are not metadata of an asset.
  static let keysOfFiles: Set<InfoKey> = [.nominalBitRate, .sourceBitDepth]

  /// Returns the format of metadata that a type of file has.
  static func format(of fileType: FourCharacterCode) -> AVMetadataFormat {
    switch fileType {
    case "m4af", "m4bf", "mp4f", "3gpp", "3gp2": .iTunesMetadata
    case "MooV": .quickTimeMetadata
    case "MPG1", "MPG2", "MPG3", "adts": .id3Metadata
    default: .unknown
    }
  }

  /// Returns all keys in listing order; those without a row are last, sorted by name.
  static func ordered(_ keys: some Collection<InfoKey>) -> [InfoKey] {
    let known = rows.map(\.key).filter { keys.contains($0) }
    return known + keys.filter { !known.contains($0) }.sorted()
  }

  /// Returns the name of a key in a format of metadata.
  static func identifier(of key: InfoKey, in format: AVMetadataFormat) -> AVMetadataIdentifier? {
    if let own = rows.first(where: { $0.key == key })?.identifier(in: format) { return own }
    switch format {
    case .iTunesMetadata:
      return AVMetadataItem.identifier(forKey: "com.apple.iTunes.\(key.rawValue)", keySpace: .iTunesLongForm)
    case .id3Metadata: return .id3MetadataUserText
    case .quickTimeMetadata:
      return AVMetadataItem.identifier(forKey: "com.apple.quicktime.\(key.rawValue)", keySpace: .quickTimeMetadata)
    default: return AVMetadataItem.identifier(forKey: "info-\(key.rawValue)", keySpace: .audioFile)
    }
  }

  /// Returns the name of a picture in a format of metadata.
  static func artworkIdentifier(in format: AVMetadataFormat) -> AVMetadataIdentifier? {
    switch format {
    case .iTunesMetadata: .iTunesMetadataCoverArt
    case .id3Metadata: .id3MetadataAttachedPicture
    case .quickTimeMetadata: .quickTimeMetadataArtwork
    default: AVMetadataItem.identifier(forKey: "info-artwork", keySpace: .audioFile)
    }
  }

  /// Returns the key that all formats share, of a key of the engine's.
  static func commonKey(of key: InfoKey) -> AVMetadataKey? { rows.first { $0.key == key }?.common }

  /// Returns the key that all formats share, of a name in any format.
  static func commonKey(of identifier: AVMetadataIdentifier) -> AVMetadataKey? {
    if isArtwork(identifier) { return .commonKeyArtwork }
    return key(of: identifier).flatMap { commonKey(of: $0) }
  }

  /// Returns true if a name is that of a picture.
  static func isArtwork(_ identifier: AVMetadataIdentifier) -> Bool {
    artwork.contains(identifier) || identifier.rawValue == "caaf/info-artwork"
  }

  /// Returns the engine's key for an identifier in any format; an identifier without a row becomes its own key.
  static func key(of identifier: AVMetadataIdentifier) -> InfoKey? {
    if let row = rows.first(where: { [$0.iTunes, $0.id3, $0.quickTime].contains(identifier) }) { return row.key }
    guard let text = (AVMetadataItem.key(forIdentifier: identifier) as? NSString)?.description, !text.isEmpty else {
      return nil
    }
    switch AVMetadataItem.keySpace(forIdentifier: identifier) {
    case .common: return rows.first { $0.common?.rawValue == text }?.key ?? InfoKey(text)
    case .audioFile: return InfoKey(text.dropping("info-"))
    case .iTunesLongForm: return InfoKey(text.dropping("com.apple.iTunes."))
    case .quickTimeMetadata: return InfoKey(text.dropping("com.apple.quicktime."))
    default: return InfoKey(text)
    }
  }
}

extension String {
  /// Returns the text without a prefix, if it has it.
  fileprivate func dropping(_ prefix: String) -> String { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self }
}
