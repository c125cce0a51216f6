import AudioBase
import ID3Tags

/// Reads the tags around the audio into one ``Metadata``.
struct TagReading {
  private var window: SourceWindow
  private let maximumByteCount: Int
  private let sampleRate: Double
  private(set) var metadata = Metadata()
  private(set) var warnings: [String] = []
  /// The names of the tags' entries without a key, except frames of ID3.
  private(set) var unread = NameList()
  /// iTunes' text about gapless playing.
  private(set) var gaplessText: String?

  init(_ source: any ByteSource, limits: ResourceLimits, sampleRate: Double) {
    window = SourceWindow(source, capacity: 1 << 14)
    maximumByteCount = source.isArriving ? limits.structureByteCount : limits.tagByteCount
    self.sampleRate = sampleRate
  }

  /// Reads all tags, starting with the most reliable ones.
  mutating func read(
    inFront identifiers: [Range<Int64>], items: [Range<Int64>], behind trailing: TrailingTags?
  ) throws(ContainerError) {
    for place in identifiers + (trailing?.identifier.map { [$0] } ?? []) { try readIdentifierTag(place) }
    for place in (trailing?.items.map { [$0] } ?? []) + items {
      let bytes = try read(place)
      if let tag = APETag(parsing: bytes.span) {
        merge(tag.metadata)
        for name in tag.unnamedItems { unread.add(name) }
      }
    }
    if let trailing { unread = unread.merging(trailing.unread) }
    if let tag = trailing?.version1 { merge(tag.metadata) }
  }

  private mutating func read(_ place: Range<Int64>) throws(ContainerError) -> [UInt8] {
    let size = Int64(place.count)
    var bytes: [UInt8] = []
    _ = try window.append(Int(min(size, Int64(maximumByteCount))), at: place.lowerBound, to: &bytes)
    return bytes
  }

  private mutating func readIdentifierTag(_ place: Range<Int64>) throws(ContainerError) {
    let bytes = try read(place)
    if place.count > maximumByteCount {
      warnings.append("of an ID3v2 tag of \(place.count) bytes the first \(maximumByteCount) were read")
    }
    do throws(ContainerError) {
      let tag = try ID3Tag(parsing: bytes.span)
      merge(tag.metadata(sampleRate: sampleRate))
      warnings += tag.remarks
      if gaplessText == nil { gaplessText = tag.iTunesGaplessText }
      if metadata.id3Tag.isEmpty, bytes.count == place.count {
        metadata.id3Tag = bytes
        metadata.id3TagOffset = place.lowerBound
      }
    } catch {
      warnings.append("an ID3v2 tag was ignored: \(error)")
    }
  }

  /// Adds the values that no tag before it has.
  private mutating func merge(_ other: Metadata) {
    metadata.fillValues(from: other)
    if metadata.artwork.isEmpty { metadata.artwork = other.artwork }
    if metadata.markers.isEmpty { metadata.markers = other.markers }
  }
}
