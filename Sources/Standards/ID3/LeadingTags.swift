package import AudioBase

/// The ID3v2 tags that some programs put before files of other kinds, such as WAVE and AIFF.
package struct LeadingTags {
  /// The largest number of tags that are skipped.
  private static let mostTags = 64

  /// The first tag, unchanged; empty where there is none, or one that is longer than the limit.
  package private(set) var tag: [UInt8] = []
  /// The start of the file itself, in bytes: 0 where there is no tag.
  package private(set) var end: Int64 = 0

  /// Passes over the tags at the start of a source, which are read in order.
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

  /// A remark on the tags; `nil` where there are none.
  package var remark: String? {
    end == 0 ? nil : "\(end) bytes of ID3v2 tags stand in front of the file"
  }
}
