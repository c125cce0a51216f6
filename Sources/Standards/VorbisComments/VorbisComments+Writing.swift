package import AudioBase
import Bitstream

extension VorbisComments {
  /// The keys of facts that a file states about its packets, which a comment would repeat.
  private static let technicalKeys: Set<InfoKey> = [.approximateDuration, .nominalBitRate, .sourceBitDepth]

  /// Returns the body of a comment header: the vendor, and texts `NAME=value` in the order of their names.
  ///
  /// - Returns: `nil` if it would not fit the field of a length, 4 GiB.
  package static func bytes(_ metadata: Metadata, vendor: String) -> [UInt8]? {
    bytes(metadata, vendor: vendor, further: [])
  }

  /// Returns the body with the pictures as base 64 texts, `METADATA_BLOCK_PICTURE`, as in Ogg.
  ///
  /// - Returns: `nil` if it would not fit the field of a length, 4 GiB.
  package static func bytesWithPictures(_ metadata: Metadata, vendor: String) -> [UInt8]? {
    var texts: [String] = []
    for picture in metadata.artwork {
      guard let body = pictureBytes(picture) else { return nil }
      texts.append("METADATA_BLOCK_PICTURE=" + Base64.encode(body))
    }
    return bytes(metadata, vendor: vendor, further: texts)
  }

  private static func bytes(_ metadata: Metadata, vendor: String, further: [String]) -> [UInt8]? {
    var comments: [String] = []
    for key in metadata.info.keys.sorted() {
      guard key != .sourceEncoder, !technicalKeys.contains(key), let name = name(of: key) else { continue }
      if key == .year, metadata.isYearInDate { continue }
      comments += metadata.values(of: key).map { name + "=" + $0 }
    }
    comments += further
    var bytes: [UInt8] = []
    guard append(vendor, to: &bytes), let count = UInt32(exactly: comments.count) else { return nil }
    appendLittleEndian(count, to: &bytes)
    for comment in comments where !append(comment, to: &bytes) { return nil }
    return bytes
  }

  /// Returns the body of a block `PICTURE`, RFC 9639, 8.8.
  ///
  /// The size in pixels is left open, as the format allows: a viewer finds it in the picture.
  ///
  /// - Returns: `nil` if it would not fit the field of a length, 4 GiB.
  package static func pictureBytes(_ picture: Artwork) -> [UInt8]? {
    let mediaType = Array(picture.mediaType.utf8)
    let description = Array(picture.description.utf8)
    guard let descriptionCount = UInt32(exactly: description.count), let count = UInt32(exactly: picture.bytes.count)
    else { return nil }
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt32(picture.kind.rawValue))
    bytes.append(bigEndian: UInt32(mediaType.count))
    bytes += mediaType
    bytes.append(bigEndian: descriptionCount)
    bytes += description
    bytes += [UInt8](repeating: 0, count: 16)
    bytes.append(bigEndian: count)
    return bytes + picture.bytes
  }

  /// Returns the name of a comment for a key; `nil` if the key has characters that no name has.
  private static func name(of key: InfoKey) -> String? {
    if key == .comments { return "COMMENT" }
    if key == .year || key == .recordedDate { return "DATE" }
    if let known = keys.first(where: { $0.value == key }) { return known.key }
    let name = key.rawValue.uppercased()
    guard !name.isEmpty, name.utf8.allSatisfy({ (0x20...0x7D).contains($0) && $0 != 0x3D }) else { return nil }
    return name
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) -> Bool {
    guard let count = UInt32(exactly: text.utf8.count) else { return false }
    appendLittleEndian(count, to: &bytes)
    bytes += Array(text.utf8)
    return true
  }

  private static func appendLittleEndian(_ value: UInt32, to bytes: inout [UInt8]) {
    for byte in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * byte))) }
  }
}
