package import AudioBase

/// The tags behind the audio, found from the end of the file backwards.
///
/// ```
/// audio │ ID3v2 with footer? │ APE? │ Lyrics3? │ TAG+? │ ID3v1? │ end
/// ```
package struct TrailingTags {
  /// The number of bytes of the tag `TAG+` that some programs put before ID3v1.
  package static let enhancedTagByteCount = 227
  /// The largest number of tags that are searched for.
  private static let maximumCount = 8
  /// The longest lyrics of the first version, whose length is not stated.
  private static let maximumLyricsByteCount: Int64 = 5100

  /// The end of the audio.
  package private(set) var audioEnd: Int64
  package private(set) var version1: ID3v1?
  /// The position of the ID3v1 tag.
  package private(set) var version1Place: Range<Int64>?
  /// The position of the APE tag.
  package private(set) var items: Range<Int64>?
  /// The position of an ID3v2 tag with a footer.
  package private(set) var identifier: Range<Int64>?

  /// The names of skipped tags.
  package private(set) var unread = NameList()

  private var window: SourceWindow

  /// Searches the end of a source of `byteCount` bytes for tags, but not before `start`.
  package init(_ source: any ByteSource, byteCount: Int64, from start: Int64) throws(ContainerError) {
    audioEnd = byteCount
    window = SourceWindow(source, capacity: 1 << 13)
    for _ in 0..<Self.maximumCount {
      guard let size = try lastTagByteCount(), size > 0, size <= audioEnd - start else { break }
      audioEnd -= size
    }
  }

  /// The number of bytes needed to see if a tag begins: that of an APE tag's header.
  package static let markByteCount = APETag.Frame.byteCount

  /// Returns true if a tag may begin with this byte, the first letter of a tag's identifier.
  package static func mayBegin(with byte: UInt8) -> Bool { "TALI".utf8.contains(byte) }

  /// Returns true if a tag behind audio begins at `index`.
  package static func begins(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard index >= 0, index <= bytes.count else { return false }
    let rest = bytes.extracting(index..<bytes.count)
    return rest.begins(with: "TAG", at: 0) || rest.begins(with: "APETAGEX", at: 0)
      || rest.begins(with: "LYRICSBEGIN", at: 0)
      || ID3Tag.byteCount(of: rest) != nil
  }

  private mutating func bytes(_ count: Int, before end: Int64) throws(ContainerError) -> [UInt8]? {
    guard end >= Int64(count) else { return nil }
    let place = try window.load(count, at: end - Int64(count))
    return place.count == count ? [UInt8](window.bytes[place]) : nil
  }

  /// Returns the bytes of the tag that ends at ``audioEnd``, or `nil` if none does.
  private mutating func lastTagByteCount() throws(ContainerError) -> Int64? {
    if let last = try bytes(ID3v1.byteCount, before: audioEnd), let tag = ID3v1(parsing: last.span) {
      if version1 == nil {
        version1 = tag
        version1Place = (audioEnd - Int64(ID3v1.byteCount))..<audioEnd
      }
      return Int64(ID3v1.byteCount)
    }
    if let last = try bytes(Self.enhancedTagByteCount, before: audioEnd), last.span.begins(with: "TAG+", at: 0) {
      unread.add("the tag TAG+")
      return Int64(Self.enhancedTagByteCount)
    }
    if let last = try bytes(APETag.Frame.byteCount, before: audioEnd), let footer = APETag.Frame(last.span),
      !footer.isHeader
    {
      let size = Int64(footer.totalByteCount)
      if items == nil, size <= audioEnd { items = (audioEnd - size)..<audioEnd }
      return size
    }
    if let last = try bytes(ID3Tag.headerByteCount, before: audioEnd),
      let size = ID3Tag.byteCount(ofFooter: last.span).map(Int64.init)
    {
      if identifier == nil, size <= audioEnd { identifier = (audioEnd - size)..<audioEnd }
      return size
    }
    let lyrics = try lyricsByteCount()
    if lyrics != nil { unread.add("the tag Lyrics3") }
    return lyrics
  }

  /// Returns the bytes of a Lyrics3 tag: version 2 states its length in six digits before `LYRICS200`, version 1 is
  /// searched for from its end.
  private mutating func lyricsByteCount() throws(ContainerError) -> Int64? {
    let markByteCount = 9
    guard let last = try bytes(6 + markByteCount, before: audioEnd) else { return nil }
    let mark = last.span.extracting(6..<last.count)
    if mark.begins(with: "LYRICS200", at: 0) {
      var size: Int64 = 0
      for digit in last.prefix(6) {
        guard (0x30...0x39).contains(digit) else { return nil }
        size = size * 10 + Int64(digit - 0x30)
      }
      return size + Int64(last.count)
    }
    guard mark.begins(with: "LYRICSEND", at: 0) else { return nil }
    let count = Int(min(audioEnd, Self.maximumLyricsByteCount + 20))
    guard let text = try bytes(count, before: audioEnd) else { return nil }
    let span = text.span
    let start = (0..<count).last { span.extracting($0..<count).begins(with: "LYRICSBEGIN", at: 0) }
    return start.map { Int64(count - $0) }
  }
}
