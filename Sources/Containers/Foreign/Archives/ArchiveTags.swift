import AudioBase
import FramedStreams
import ID3Tags

/// The tags around the sound of an archive: ID3v2 in front, APE and ID3v1 behind.
struct ArchiveTags {
  /// The place of the sound.
  private(set) var start: Int64 = 0
  private(set) var end: Int64 = .max
  private(set) var metadata = Metadata()
  private(set) var unnamed = NameList()
  private(set) var warnings: [String] = []

  init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    var window = SourceWindow(source, capacity: SourceWindow.headerCapacity)
    let leading = try LeadingTags(&window, limit: limits.tagByteCount)
    start = leading.end
    guard let size = source.walkableByteCount else { return }
    let trailing = try TrailingTags(source, byteCount: size, from: start)
    end = trailing.audioEnd
    if let place = trailing.items {
      if place.count <= limits.tagByteCount {
        let bytes = try window.bytes(place.count, at: place.lowerBound)
        if let tag = APETag(parsing: bytes.span) {
          take(tag.metadata)
          for name in tag.unnamedItems { unnamed.add(name) }
        } else {
          warnings.append("the APE tag is damaged")
        }
      } else {
        warnings.append("the APE tag is longer than the limit")
      }
    }
    if !leading.tag.isEmpty {
      do throws(ContainerError) {
        let said = try ID3Tag(parsing: leading.tag.span).metadata(sampleRate: 0)
        take(said)
        for name in ID3TagEdit.unnamedItems(of: leading.tag, said, sampleRate: 0) { unnamed.add(name) }
        // Their places count in frames of a rate that is not known yet.
        if !said.markers.isEmpty { unnamed.add("the chapters of the ID3v2 tag") }
      } catch {
        warnings.append("the ID3v2 tag is damaged: \(error)")
      }
    }
    if let old = trailing.version1 { take(old.metadata) }
    for name in trailing.unread.names { unnamed.add(name) }
  }

  /// Adds the metadata that no earlier tag has.
  private mutating func take(_ other: Metadata) {
    metadata.fillValues(from: other)
    if metadata.artwork.isEmpty { metadata.artwork = other.artwork }
  }
}
