package import AudioBase
import Bitstream

/// The body of a comment header in which single texts are changed while all others stay unchanged.
package struct VorbisCommentEdit {
  /// The new body: the vendor, and the texts.
  package let bytes: [UInt8]
  /// The bytes behind the texts in the old body.
  package let rest: [UInt8]

  /// Creates a changed body.
  ///
  /// - Parameters:
  ///   - old: The old body, or nothing if there is none.
  ///   - change: The values that are to be set or removed.
  ///   - holdsPictures: True if pictures are among the texts, as in Ogg.
  /// - Returns: `nil` if the old body is broken, or the new one does not fit its fields.
  package init?(_ old: [UInt8], _ change: MetadataChange, holdsPictures: Bool) {
    var vendor = Array("swift-audio-toolbox".utf8)
    var items: [TagItem] = []
    var place = 0
    if !old.isEmpty {
      guard let text = Self.text(old, &place), let count = Self.number(old, &place) else { return nil }
      vendor = Array(text)
      let hasComment = change.before[InfoKey("DESCRIPTION")] != nil
      for _ in 0..<count {
        let start = place
        guard let text = Self.text(old, &place) else { return nil }
        var said = Metadata()
        VorbisComments.note(String(decoding: text, as: UTF8.self), hasComment: hasComment, in: &said)
        // Comments that the container itself uses, such as the names of markers, are not among the file's keys.
        if change.clears, said.artwork.isEmpty, said.info.keys.allSatisfy({ change.before[$0] != nil }) { continue }
        items.append(TagItem(bytes: Array(old[start..<place]), said: said))
      }
    }
    rest = Array(old[place...])
    if change.keys.contains(.sourceEncoder) {
      vendor = Array((change.after[.sourceEncoder] ?? "swift-audio-toolbox").utf8)
    }
    var added = change.added
    if !holdsPictures { added.artwork = [] }
    guard let encoded = VorbisComments.bytesWithPictures(added, vendor: "") else { return nil }
    var new: [[UInt8]] = []
    var end = 8
    while end < encoded.count {
      let start = end
      guard Self.text(encoded, &end) != nil else { return nil }
      new.append(Array(encoded[start..<end]))
    }
    let texts = change.apply(to: items, adding: new)
    guard let vendorCount = UInt32(exactly: vendor.count), let count = UInt32(exactly: texts.count) else { return nil }
    var bytes: [UInt8] = []
    bytes.append(littleEndian: vendorCount)
    bytes += vendor
    bytes.append(littleEndian: count)
    for text in texts { bytes += text }
    self.bytes = bytes
  }

  private static func number(_ bytes: [UInt8], _ place: inout Int) -> UInt32? {
    guard bytes.count - place >= 4 else { return nil }
    defer { place += 4 }
    return (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
  }

  private static func text(_ bytes: [UInt8], _ place: inout Int) -> ArraySlice<UInt8>? {
    guard let count = number(bytes, &place), Int(count) <= bytes.count - place else { return nil }
    defer { place += Int(count) }
    return bytes[place..<(place + Int(count))]
  }
}
