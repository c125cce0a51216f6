import AudioBase
import ID3Tags

/// Reads the ID3v2 tags before a stream, and the APE and ID3v1 tags after it.
struct TagReading {
  private var window: SourceWindow
  private let maximumByteCount: Int
  private(set) var metadata = Metadata()
  private(set) var warnings: [String] = []
  /// The names of the tags' entries without a key, except frames of ID3.
  private(set) var unread = NameList()

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: 1 << 14)
    maximumByteCount = source.isArriving ? limits.structureByteCount : limits.tagByteCount
  }

  /// Reads the tags; a value in two tags is taken from the first, and only that tag is kept unchanged.
  mutating func read(_ tags: [Range<Int64>], sampleRate: Double) throws(ContainerError) {
    var left = maximumByteCount
    for place in tags {
      guard place.count <= left else {
        warnings.append("an ID3v2 tag of \(place.count) bytes was passed over")
        continue
      }
      left -= place.count
      var bytes: [UInt8] = []
      _ = try window.append(place.count, at: place.lowerBound, to: &bytes)
      if metadata.id3Tag.isEmpty, bytes.count == place.count {
        (metadata.id3Tag, metadata.id3TagOffset) = (bytes, place.lowerBound)
      }
      do throws(ContainerError) {
        let tag = try ID3Tag(parsing: bytes.span)
        merge(tag.metadata(sampleRate: sampleRate))
        warnings += tag.remarks
      } catch {
        warnings.append("an ID3v2 tag was left as it is: \(error)")
      }
    }
  }

  /// Reads the tags after the last frame, which add entries that the tags at the start do not have.
  mutating func read(behind tags: TrailingTags) throws(ContainerError) {
    if let place = tags.items, place.count <= maximumByteCount {
      var bytes: [UInt8] = []
      _ = try window.append(place.count, at: place.lowerBound, to: &bytes)
      if let tag = APETag(parsing: bytes.span) {
        merge(tag.metadata)
        for name in tag.unnamedItems { unread.add(name) }
      }
    }
    unread = unread.merging(tags.unread)
    if let tag = tags.version1 { merge(tag.metadata) }
  }

  private mutating func merge(_ other: Metadata) {
    metadata.fillValues(from: other)
    if metadata.artwork.isEmpty { metadata.artwork = other.artwork }
    if metadata.markers.isEmpty { metadata.markers = other.markers }
  }
}
