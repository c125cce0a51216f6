package import AudioBase

/// The ID3v2 tags that some programs put before files of other kinds, such as WAVE and AIFF.
package struct LeadingTags {
  /// The largest number of tags that are skipped.
  private static let mostTags = 64

  /// The first tag, unchanged; empty if there is none, or if it exceeds the limit.
  package private(set) var tag: [UInt8] = []
  /// The offset of the file itself, in bytes; 0 without a tag.
  package private(set) var end: Int64 = 0

  /// Skips the tags at the start of a source, reading in order.
  ///
  /// - Parameters:
  ///   - window: A view of the source.
  ///   - limit: The longest tag that is kept, in bytes.
  package init(_ window: inout SourceWindow, limit: Int) throws(ContainerError) {
    for _ in 0..<Self.mostTags {
      let place = try window.load(ID3Tag.headerByteCount, at: end)
      guard let byteCount = ID3Tag.byteCount(of: window.bytes.span.extracting(place)) else { return }
      if end == 0, byteCount <= limit { _ = try window.append(byteCount, at: 0, to: &tag) }
      end += Int64(byteCount)
    }
  }

  /// A remark on the tags; `nil` without tags.
  package var remark: String? {
    end == 0 ? nil : "\(end) bytes of ID3v2 tags stand in front of the file"
  }
}
