import ID3Tags

/// A tag before the file, which states nothing about the file's format: ID3v2, or APEv2 with its header.
enum FrontTag {
  /// The number of bytes from which the length of a tag is known.
  static let headerByteCount = APETag.Frame.byteCount

  /// Returns the bytes of the tag that begins with these, or `nil` if none does.
  static func byteCount(of bytes: Span<UInt8>) -> Int? {
    if let byteCount = ID3Tag.byteCount(of: bytes) { return byteCount }
    guard let header = APETag.Frame(bytes), header.isHeader else { return nil }
    return header.totalByteCount
  }

  /// Returns true while these bytes are too few to determine the length: 10 for ID3v2, 32 for an APEv2 header.
  static func needsMore(than bytes: Span<UInt8>) -> Bool {
    if bytes.count < ID3Tag.headerByteCount { return true }
    return bytes[0] == UInt8(ascii: "A") && bytes.count < headerByteCount
  }
}
