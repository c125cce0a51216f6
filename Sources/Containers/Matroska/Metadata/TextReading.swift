import AudioBase

/// Reads the metadata of a recording: tags, chapters and attached pictures (RFC 9559, 5.1.6 to 5.1.8).
struct TextReading {
  /// A `SimpleTag`.
  struct Tag {
    var name: String
    var text: String
    /// `TargetTypeValue` if it is stated: 30 for a track of an album, 50 for the album.
    var level: UInt64?
    /// The tracks that the tag concerns, by their `TrackUID`; all tracks if empty.
    var tracks: [UInt64]
  }

  /// A `ChapterAtom`.
  struct Chapter {
    /// The start in nanoseconds of the segment's time.
    var start: UInt64
    /// The end, if it is stated.
    var end: UInt64?
    var name: String
  }

  /// `Title` of the segment.
  var title = ""
  /// `WritingApp`.
  var application = ""
  private(set) var tags: [Tag] = []
  private(set) var chapters: [Chapter] = []
  private(set) var pictures: [Artwork] = []
  /// True if something was left out.
  private(set) var isFull = false {
    // A file that is written again would lose it.
    didSet { unread.add("the metadata beyond the limit") }
  }
  /// The names of skipped elements with contents.
  private(set) var unread = NameList()
  private var hasEdition = false
  private var pictureByteCount = 0

  /// Reads `Tags`.
  mutating func readTags(
    _ list: Element, _ window: inout SourceWindow, limits: ResourceLimits
  ) throws(ContainerError) {
    var children = try list.children()
    while let element = try children.next(&window) {
      if element.identifier == TagName.tag { try readTag(element, &window, limits: limits) }
    }
  }

  private mutating func readTag(_ tag: Element, _ window: inout SourceWindow, limits: ResourceLimits)
    throws(ContainerError)
  {
    var level: UInt64?
    var tracks: [UInt64] = []
    var isOfPart = false
    var children = try tag.children()
    while let element = try children.next(&window) {
      if element.identifier == TagName.targets {
        var targets = try element.children()
        while let target = try targets.next(&window) {
          switch target.identifier {
          case TagName.targetLevel: level = try target.unsigned(&window)
          case TagName.targetTrack where tracks.count < limits.trackCount:
            let track = try target.unsigned(&window)
            // 0 means all tracks.
            if track != 0 { tracks.append(track) }
          case TagName.targetEdition, TagName.targetChapter, TagName.targetAttachment:
            if try target.unsigned(&window) != 0 { isOfPart = true }
          default: break
          }
        }
      } else if element.identifier == TagName.simpleTag {
        guard !isOfPart else {
          unread.add("a tag of a chapter or an attachment")
          continue
        }
        try readText(element, Tag(name: "", text: "", level: level, tracks: tracks), &window, limits: limits)
      }
    }
  }

  /// Reads a text; nested texts, which describe others, are left out.
  private mutating func readText(
    _ simple: Element, _ empty: Tag, _ window: inout SourceWindow, limits: ResourceLimits
  ) throws(ContainerError) {
    var tag = empty
    var children = try simple.children()
    while let element = try children.next(&window) {
      switch element.identifier {
      case TagName.name: tag.name = try element.text(&window, limits: limits)
      case TagName.string: tag.text = try element.text(&window, limits: limits)
      case TagName.simpleTag: unread.add("a tag within the tag '\(tag.name)'")
      case TagName.binary: unread.add("the bytes of the tag '\(tag.name)'")
      default: break
      }
    }
    guard !tag.name.isEmpty, !tag.text.isEmpty else { return }
    guard tags.count < ResourceLimits.metadataValueCount else { return isFull = true }
    tags.append(tag)
  }

  /// Reads `Chapters`: those of the first edition.
  mutating func readChapters(
    _ list: Element, _ window: inout SourceWindow, limits: ResourceLimits
  ) throws(ContainerError) {
    var children = try list.children()
    while let element = try children.next(&window) {
      guard element.identifier == TagName.edition else { continue }
      guard !hasEdition else {
        unread.add("a further edition of chapters")
        continue
      }
      hasEdition = true
      try readAtoms(element, &window, limits: limits, depth: 0)
    }
  }

  private mutating func readAtoms(
    _ parent: Element, _ window: inout SourceWindow, limits: ResourceLimits, depth: Int
  ) throws(ContainerError) {
    guard depth < limits.nestingDepth else { return isFull = true }
    var children = try parent.children()
    while let element = try children.next(&window) {
      if element.identifier == TagName.chapter { try readAtom(element, &window, limits: limits, depth: depth) }
    }
  }

  private mutating func readAtom(
    _ atom: Element, _ window: inout SourceWindow, limits: ResourceLimits, depth: Int
  ) throws(ContainerError) {
    var chapter = Chapter(start: 0, name: "")
    var isHidden = false
    var children = try atom.children()
    while let element = try children.next(&window) {
      switch element.identifier {
      case TagName.chapterStart: chapter.start = try element.unsigned(&window)
      case TagName.chapterEnd: chapter.end = try element.unsigned(&window)
      case TagName.chapterIsHidden: isHidden = try element.unsigned(&window) != 0
      case TagName.chapterDisplay where !chapter.name.isEmpty: unread.add("a further name of a chapter")
      case TagName.chapterDisplay:
        var fields = try element.children()
        while let field = try fields.next(&window) {
          if field.identifier == TagName.chapterText { chapter.name = try field.text(&window, limits: limits) }
        }
      default: break
      }
    }
    if isHidden {
      unread.add("a hidden chapter")
    } else {
      guard chapters.count < ResourceLimits.metadataMarkerCount else { return isFull = true }
      chapters.append(chapter)
    }
    try readAtoms(atom, &window, limits: limits, depth: depth + 1)
  }

  /// Reads `Attachments`: the pictures among them.
  mutating func readAttachments(
    _ list: Element, _ window: inout SourceWindow, limits: ResourceLimits
  ) throws(ContainerError) {
    var children = try list.children()
    while let element = try children.next(&window) {
      if element.identifier == TagName.attachedFile { try readFile(element, &window, limits: limits) }
    }
  }

  private mutating func readFile(
    _ file: Element, _ window: inout SourceWindow, limits: ResourceLimits
  ) throws(ContainerError) {
    var (name, description, mediaType) = ("", "", "")
    var data: Element?
    var children = try file.children()
    while let element = try children.next(&window) {
      switch element.identifier {
      case TagName.fileName: name = try element.text(&window, limits: limits)
      case TagName.fileDescription: description = try element.text(&window, limits: limits)
      case TagName.fileMediaType: mediaType = try element.text(&window, limits: limits)
      case TagName.fileData: data = element
      default: break
      }
    }
    guard mediaType.hasPrefix("image/"), let data, let byteCount = data.byteCount else {
      return unread.add("the attachment '\(name)'")
    }
    let room = limits.tagByteCount - pictureByteCount
    guard pictures.count < ResourceLimits.metadataPictureCount, byteCount <= Int64(room) else { return isFull = true }
    var bytes: [UInt8] = []
    let got = try window.source.append(
      statedByteCount: byteCount, at: data.bodyOffset, to: &bytes, limits: limits)
    guard Int64(got) == byteCount else { throw data.failure(.truncated, "the source ends within a picture") }
    pictureByteCount += got
    let kind: Artwork.Kind = name.lowercased().hasPrefix("cover") ? .frontCover : .other
    pictures.append(Artwork(bytes: bytes, description: description, kind: kind))
  }
}
