import AudioBase
import Foundation

// The metadata of a file as items, and back.

extension AVAsset {
  /// The asset's metadata, by keys that all formats share.
  public var commonMetadata: [AVMetadataItem] {
    guard let loaded = try? file.loaded() else { return [] }
    return MetadataItems.list(loaded.metadata) { key in
      MetadataTable.commonKey(of: key).map { AVMetadataItem.identifier(forKey: $0, keySpace: .common) } ?? nil
    } artwork: {
      .commonIdentifierArtwork
    }
  }

  /// The asset's metadata, by the keys of its own format.
  public var metadata: [AVMetadataItem] {
    guard let loaded = try? file.loaded() else { return [] }
    let format = MetadataTable.format(of: loaded.fileType)
    return MetadataItems.list(loaded.metadata) { key in
      MetadataTable.identifier(of: key, in: format)
    } artwork: {
      MetadataTable.artworkIdentifier(in: format)
    }
  }

  /// The formats of the metadata: that of the file, if it has any.
  public var availableMetadataFormats: [AVMetadataFormat] {
    guard let loaded = try? file.loaded(), !metadata.isEmpty else { return [] }
    return [MetadataTable.format(of: loaded.fileType)]
  }

  /// Returns the metadata of a format.
  public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
    availableMetadataFormats.contains(format) ? metadata : []
  }

  /// The lyrics.
  public var lyrics: String? { (try? file.loaded())?.metadata[.lyrics] }

  /// The date of creation or release.
  public var creationDate: AVMetadataItem? { commonMetadata.first { $0.commonKey == .commonKeyCreationDate } }
}

/// Converts the metadata of a file to items, and items to metadata of a file.
enum MetadataItems {
  /// Returns the items of a file's metadata that have a name in this format.
  static func list(
    _ metadata: AudioBase.Metadata, name: (InfoKey) -> AVMetadataIdentifier?, artwork: () -> AVMetadataIdentifier?
  ) -> [AVMetadataItem] {
    var items: [AVMetadataItem] = []
    let keys = metadata.info.keys.filter { !MetadataTable.keysOfFiles.contains($0) }
    for key in MetadataTable.ordered(keys) {
      guard let identifier = name(key) else { continue }
      for text in metadata.values(of: key) {
        var fields = AVMetadataItem.Fields()
        fields.identifier = identifier
        fields.commonKey = MetadataTable.commonKey(of: key)
        fields.value = value(text, identifier)
        items.append(AVMetadataItem(fields))
      }
    }
    for picture in metadata.artwork {
      guard let identifier = artwork() else { continue }
      var fields = AVMetadataItem.Fields()
      fields.identifier = identifier
      fields.commonKey = .commonKeyArtwork
      fields.value = NSData(data: Data(picture.bytes))
      items.append(AVMetadataItem(fields))
    }
    return items
  }

  /// Returns a text as the value of an item: numbers of tracks and discs are bytes in iTunes' lists, tempos are
  /// numbers.
  private static func value(_ text: String, _ identifier: AVMetadataIdentifier) -> any NSCopying & NSObjectProtocol {
    switch identifier {
    case .iTunesMetadataTrackNumber, .iTunesMetadataDiscNumber:
      let parts = text.split(separator: "/").map { UInt16($0) ?? 0 }
      let (number, total) = (parts.first ?? 0, parts.count > 1 ? parts[1] : 0)
      let size = identifier == .iTunesMetadataTrackNumber ? 8 : 6
      var bytes: [UInt8] = [0, 0, UInt8(number >> 8), UInt8(number & 255), UInt8(total >> 8), UInt8(total & 255)]
      while bytes.count < size { bytes.append(0) }
      return NSData(data: Data(bytes))
    case .iTunesMetadataBeatsPerMin: return Int(text).map { NSNumber(value: $0) } ?? NSString(string: text)
    default: return NSString(string: text)
    }
  }

  /// Returns the metadata of a file with the given items, and the names of items that add nothing. Items with the same
  /// name are values of one key; equal values count once.
  static func metadata(of items: [AVMetadataItem]) -> (AudioBase.Metadata, unnamed: [String]) {
    var metadata = AudioBase.Metadata()
    var unnamed: [String] = []
    for item in items {
      guard let identifier = item.identifier else { continue }
      if MetadataTable.isArtwork(identifier), let data = item.dataValue {
        metadata.artwork.append(Artwork(bytes: [UInt8](data)))
      } else if let key = MetadataTable.key(of: identifier), let text = text(of: item, identifier) {
        if !metadata.values(of: key).contains(text) { metadata.add(text, to: key) }
      } else {
        unnamed.append("the item '\(identifier.rawValue)'")
      }
    }
    return (metadata, unnamed)
  }

  private static func text(of item: AVMetadataItem, _ identifier: AVMetadataIdentifier) -> String? {
    if let text = item.stringValue { return text }
    let isNumber = [.iTunesMetadataTrackNumber, .iTunesMetadataDiscNumber].contains(identifier)
    guard isNumber, let bytes = item.dataValue.map({ [UInt8]($0) }), bytes.count >= 6 else { return nil }
    let (number, total) = (Int(bytes[2]) << 8 | Int(bytes[3]), Int(bytes[4]) << 8 | Int(bytes[5]))
    return total > 0 ? "\(number)/\(total)" : "\(number)"
  }
}
