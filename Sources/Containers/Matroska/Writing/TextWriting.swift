import AudioBase

/// The elements of a new file that hold its metadata (RFC 9559, 5.1.6 to 5.1.8).
struct TextWriting {
  let metadata: Metadata
  /// The sample rate in which positions of markers are counted, in Hz.
  let sampleRate: Double
  let isWebM: Bool

  /// The name of the program that made the file.
  var application: String { metadata[.encodingApplication] ?? MatroskaWriter.applicationName }

  /// `Title`, unless there are several.
  var title: String? {
    let values = metadata.values(of: .title)
    return values.count == 1 ? values[0] : nil
  }

  /// `Tags`; empty if there are none.
  var tags: [UInt8] {
    var texts: [(name: String, text: String)] = []
    for key in metadata.info.keys.sorted() where !InfoKey.ownOfFiles.contains(key) {
      guard key != .title || title == nil, key != .year || !metadata.isYearInDate else { continue }
      texts += metadata.values(of: key).map { (TextReading.name(of: key), $0) }
    }
    let encoder = metadata[.sourceEncoder]
    guard !texts.isEmpty || encoder != nil else { return [] }
    var elements = ElementBytes()
    elements.add(ElementName.tags) {
      if !texts.isEmpty { $0.add(TagName.tag) { Self.add(texts, track: nil, to: &$0) } }
      if let encoder { $0.add(TagName.tag) { Self.add([("ENCODER", encoder)], track: 1, to: &$0) } }
    }
    return elements.bytes
  }

  private static func add(_ texts: [(name: String, text: String)], track: UInt64?, to tag: inout ElementBytes) {
    tag.add(TagName.targets) {
      // The recording, and not the album that it is of.
      $0.add(TagName.targetLevel, unsigned: 30)
      if let track { $0.add(TagName.targetTrack, unsigned: track) }
    }
    for text in texts {
      tag.add(TagName.simpleTag) {
        $0.add(TagName.name, text: text.name)
        $0.add(TagName.string, text: text.text)
      }
    }
  }

  /// `Chapters`; empty if there are none.
  var chapters: [UInt8] {
    guard !metadata.markers.isEmpty else { return [] }
    var elements = ElementBytes()
    elements.add(ElementName.chapters) {
      $0.add(TagName.edition) {
        for (index, marker) in metadata.markers.enumerated() {
          let start = max(0, (marker.framePosition / sampleRate * 1e9).rounded())
          $0.add(TagName.chapter) {
            $0.add(TagName.chapterIdentifier, unsigned: UInt64(index + 1))
            $0.add(TagName.chapterStart, unsigned: start < 0x1p62 ? UInt64(start) : 0)
            $0.add(TagName.chapterDisplay) {
              $0.add(TagName.chapterText, text: marker.name)
              $0.add(TagName.chapterLanguage, text: "und")
            }
          }
        }
      }
    }
    return elements.bytes
  }

  /// `Attachments`: the pictures, which WebM has no place for; empty if there are none.
  var attachments: [UInt8] {
    guard !metadata.artwork.isEmpty, !isWebM else { return [] }
    var elements = ElementBytes()
    elements.add(ElementName.attachments) {
      for (index, picture) in metadata.artwork.enumerated() {
        let isCover = picture.kind == .frontCover || index == 0 && picture.kind == .other
        let suffix = picture.mediaType == "image/png" ? "png" : "jpg"
        let number = index == 0 ? "" : "\(index + 1)"
        $0.add(TagName.attachedFile) {
          if !picture.description.isEmpty { $0.add(TagName.fileDescription, text: picture.description) }
          $0.add(TagName.fileName, text: (isCover ? "cover" : "picture") + number + "." + suffix)
          $0.add(TagName.fileMediaType, text: picture.mediaType)
          $0.add(TagName.fileData, picture.bytes)
          $0.add(TagName.fileIdentifier, unsigned: UInt64(index + 1))
        }
      }
    }
    return elements.bytes
  }
}
