package import AudioBase

/// An APEv2 tag (or APEv1, without a header): items of a key and a value, at the end of a file, or before an ID3v1 tag
/// there.
///
/// ```
/// header 32 (optional) │ items: size, flags, key, 0, value │ footer 32
/// ```
/// Numbers are stored with the least significant byte first. The format is that of the APEv2 specification on
/// wiki.hydrogenaudio.org.
package struct APETag: Hashable, Sendable {
  /// The header or the footer of a tag: 32 bytes that begin with `APETAGEX`.
  package struct Frame: Hashable, Sendable {
    /// The number of bytes of a header or footer.
    package static let byteCount = 32

    /// The number of bytes of the items and the footer.
    package let contentByteCount: Int
    /// The stated number of items.
    package let itemCount: Int
    /// True if this is the header, not the footer.
    package let isHeader: Bool
    /// True if the tag has a header.
    package let hasHeader: Bool

    /// Reads 32 bytes; `nil` if they are neither header nor footer.
    package init?(_ bytes: Span<UInt8>) {
      guard bytes.count >= Self.byteCount, bytes.begins(with: "APETAGEX", at: 0) else { return nil }
      let version = bytes.littleEndian(at: 8)
      let size = bytes.littleEndian(at: 12)
      let flags = bytes.littleEndian(at: 20)
      guard version == 1000 || version == 2000, size >= UInt32(Self.byteCount) else { return nil }
      contentByteCount = Int(size)
      itemCount = Int(bytes.littleEndian(at: 16))
      hasHeader = version == 2000 && flags & 0x8000_0000 != 0
      isHeader = version == 2000 && flags & 0x2000_0000 != 0
    }

    /// The number of bytes of the whole tag.
    package var totalByteCount: Int { contentByteCount + (hasHeader || isHeader ? Self.byteCount : 0) }
  }

  /// The type of a value.
  package enum Kind: Hashable, Sendable {
    /// UTF-8; a list if it contains zero bytes.
    case text
    /// Binary data, such as a picture after its file name.
    case binary
    /// The location of an external resource.
    case link
  }

  /// An item: a key and its value.
  package struct Item: Hashable, Sendable {
    /// The key as spelt; upper and lower case are equal.
    package var key: String
    /// The type of the value.
    package var kind: Kind
    /// The value.
    package var value: [UInt8]

    package init(key: String, kind: Kind, value: [UInt8]) {
      self.key = key
      self.kind = kind
      self.value = value
    }

    /// The values of a text.
    ///
    /// A text that is longer than `ResourceLimits.metadataTextByteCount` has none.
    package var texts: [String] {
      guard value.count <= ResourceLimits.metadataTextByteCount else { return [] }
      return TextEncoding.utf8.decodeList(value.span).map(\.trimmed).filter { !$0.isEmpty }
    }
  }

  /// The largest number of items that are read.
  private static let maximumItemCount = 4096

  /// The items, in the order of the tag.
  package internal(set) var items: [Item] = []

  /// Reads a tag from its header, or else its first item, to its footer; `nil` if there is no tag.
  ///
  /// Items that reach beyond the bytes end the tag. Nothing is kept that is larger than `bytes`.
  package init?(parsing bytes: Span<UInt8>) {
    guard bytes.count >= Frame.byteCount else { return nil }
    var end = bytes.count
    if let footer = Frame(bytes.extracting((bytes.count - Frame.byteCount)..<bytes.count)), !footer.isHeader {
      end -= Frame.byteCount
    } else if Frame(bytes) == nil {
      return nil
    }
    let start = Frame(bytes)?.isHeader == true ? Frame.byteCount : 0
    guard start <= end else { return nil }
    var offset = start
    while items.count < Self.maximumItemCount,
      let item = Self.item(in: bytes.extracting(0..<end), at: &offset)
    {
      items.append(item)
    }
  }

  /// Reads the item at `offset` and moves past it; `nil` if there is no complete item.
  static func item(in bytes: Span<UInt8>, at offset: inout Int) -> Item? {
    let headerByteCount = 8
    let maximumKeyByteCount = 255
    guard bytes.count - offset > headerByteCount else { return nil }
    let size = Int(bytes.littleEndian(at: offset))
    let flags = bytes.littleEndian(at: offset + 4)
    let start = offset + headerByteCount
    let (keyEnd, valueStart) = TextEncoding.latin1.terminator(in: bytes, from: start)
    guard keyEnd < valueStart, keyEnd - start <= maximumKeyByteCount, size <= bytes.count - valueStart else {
      return nil
    }
    let kind: Kind
    switch flags >> 1 & 3 {
    case 0: kind = .text
    case 2: kind = .link
    default: kind = .binary
    }
    offset = valueStart + size
    return Item(
      key: TextEncoding.latin1.decode(bytes.extracting(start..<keyEnd)), kind: kind,
      value: [UInt8](copying: bytes.extracting(valueStart..<offset)))
  }

  /// The tag as metadata.
  package var metadata: Metadata {
    var metadata = Metadata()
    for item in items {
      let key = item.key.lowercased()
      if item.kind == .binary, key.hasPrefix("cover art") {
        addPicture(item, Self.pictureKinds[key] ?? .other, to: &metadata)
      } else if item.kind == .text, case let place = Self.keys[key] ?? InfoKey(item.key), metadata[place] == nil {
        let texts = place == .genre ? Genres.names(of: item.texts) : item.texts
        metadata.setValues(texts, of: place)
      }
    }
    if metadata[.year] == nil || metadata[.recordedDate] == nil,
      let date = metadata[.recordedDate] ?? metadata[.year]
    {
      metadata.setDate(date)
    }
    return metadata
  }

  /// The keys of the items that ``metadata`` cannot hold.
  package var unnamedItems: [String] {
    items.filter { $0.kind == .link || ($0.kind == .binary && !$0.key.lowercased().hasPrefix("cover art")) }
      .map { "the APE item '\($0.key)'" }
  }

  /// Adds a picture, which follows its file's name and a zero.
  private func addPicture(_ item: Item, _ kind: Artwork.Kind, to metadata: inout Metadata) {
    let (end, start) = TextEncoding.utf8.terminator(in: item.value.span, from: 0)
    guard start < item.value.count else { return }
    let picture = Artwork(
      bytes: [UInt8](item.value[start...]), description: TextEncoding.utf8.decode(item.value.span.extracting(0..<end)),
      kind: kind)
    metadata.append(picture)
  }

  private static let pictureKinds: [String: Artwork.Kind] = [
    "cover art (front)": .frontCover, "cover art (back)": .backCover,
  ]

  private static let keys: [String: InfoKey] = [
    "title": .title, "artist": .artist, "album": .album, "album artist": .albumArtist, "albumartist": .albumArtist,
    "year": .year, "date": .year, "record date": .recordedDate, "recorddate": .recordedDate, "track": .trackNumber,
    "disc": .discNumber, "media": .discNumber, "genre": .genre, "comment": .comments, "composer": .composer,
    "lyricist": .lyricist, "copyright": .copyright, "isrc": .isrc, "bpm": .tempo, "key": .keySignature,
    "subtitle": .subtitle, "lyrics": .lyrics, "encoder": .encodingApplication, "tool name": .encodingApplication,
    "conductor": InfoKey("conductor"), "publisher": InfoKey("publisher"), "language": InfoKey("language"),
    "grouping": InfoKey("grouping"), "mixartist": InfoKey("remixer"), "compilation": InfoKey("compilation"),
  ]
}

extension Span where Element == UInt8 {
  /// Returns the number in four bytes, least significant first, which must be there.
  fileprivate func littleEndian(at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(self[offset + $1]) << UInt32(8 * $1) }
  }
}
