package import AudioBase
import Bitstream

/// A frame as a tag holds it, after its header; only the unsynchronisation of a whole tag of ID3v2.3 is undone.
struct StoredID3Frame {
  /// The name as ID3v2.3 and 2.4 have it.
  var identifier: FourCharacterCode
  /// The two bytes of flags.
  var flags: [UInt8]
  var body: [UInt8]
  /// The frame ready to be read; `nil` if it is compressed, encrypted or empty.
  var frame: ID3Frame?
}

/// A tag of ID3v2 in which single frames are changed while all others stay unchanged.
package struct ID3TagEdit {
  /// The new tag, padding included; empty if it has no frames.
  package private(set) var bytes: [UInt8] = []
  /// The names of frames that the new tag cannot hold.
  package private(set) var lost: [String] = []
  /// The names of frames without a key that are removed because all tags are removed.
  package private(set) var cleared: [String] = []

  private let change: MetadataChange
  /// The frames of the recording, with which the last chapter ends; 0 if they are not known.
  private let frameCount: Int64
  private var version = ID3Tag.Version.four
  private var stored: [StoredID3Frame] = []

  /// Changes a tag.
  ///
  /// A tag of ID3v2.2 becomes one of ID3v2.3, whose frames have the same bodies. The new tag is as long as the place of
  /// the old one where it fits, and otherwise has `MetadataChange.paddingByteCount` zeros at its end.
  ///
  /// - Parameters:
  ///   - old: The whole tag, or nothing if there is none.
  ///   - change: The values that are to be set or removed.
  ///   - available: The bytes of its place in the file.
  ///   - track: The track of the recording, with whose end the last chapter ends.
  /// - Throws: `ErrorKind.unsupported` if the tag is of a version that is not known or gets too large.
  package init(
    _ old: [UInt8], _ change: MetadataChange, available: Int, of track: TrackInfo? = nil
  ) throws(ContainerError) {
    self.change = change
    let frames = ((track?.duration ?? 0) * change.sampleRate).rounded()
    frameCount = track?.packetTable?.validFrames ?? Int64(exactly: min(max(0, frames), 0x1p62)) ?? 0
    if !old.isEmpty { try read(old) }
    try write(change.apply(to: items(), adding: try added()), available: available)
  }

  /// Returns the tag without its unwanted frames; `nil` if it has no unwanted frame or cannot be parsed.
  static func removing(_ isUnwanted: (ID3Frame) -> Bool, from old: [UInt8]) -> [UInt8]? {
    let nothing = Metadata()
    guard var edit = try? ID3TagEdit([], MetadataChange(from: nothing, to: nothing, sampleRate: 0), available: 0),
      (try? edit.read(old)) != nil
    else { return nil }
    let kept = edit.stored.filter { !isUnwanted($0.frame ?? ID3Frame(identifier: $0.identifier, body: [])) }
    // Of ID3v2.2 some frames have no later name, and are not stored.
    let hasUnwanted =
      kept.count < edit.stored.count || (try? ID3Tag(parsing: old.span))?.frames.contains { isUnwanted($0) } == true
    guard hasUnwanted, (try? edit.write(kept.map(edit.bytes), available: old.count)) != nil else { return nil }
    return edit.bytes
  }

  /// Puts frames together to the new tag, with padding.
  private mutating func write(_ kept: [[UInt8]], available: Int) throws(ContainerError) {
    let content = kept.reduce(0) { $0 + $1.count }
    guard content > 0 else { return }
    let room = MetadataChange.padding(for: ID3Tag.headerByteCount + content, in: available)
    let total = content + room.byteCount
    guard total <= ID3Tag.maximumContentByteCount else {
      throw ContainerError(.unsupported, "an ID3v2 tag holds less than 256 MiB", at: 0, in: "ID3 ")
    }
    bytes = [0x49, 0x44, 0x33, version.rawValue, 0, 0]
    // Bound: the frames that are there, and room of 64 KiB at most.
    bytes.reserveCapacity(ID3Tag.headerByteCount + total)
    bytes.append(synchsafe: total)
    for frame in kept { bytes += frame }
    // Bound: 64 KiB, or a constant.
    bytes.append(contentsOf: repeatElement(0, count: room.byteCount))
  }

  /// Returns the names of the tag's items without a key; empty for a tag that cannot be parsed.
  package static func unnamedItems(of tag: [UInt8], _ said: Metadata, sampleRate: Double) -> [String] {
    let change = MetadataChange(from: said, to: said, clears: true, sampleRate: sampleRate)
    return (try? ID3TagEdit(tag, change, available: tag.count))?.cleared ?? []
  }

  private mutating func read(_ old: [UInt8]) throws(ContainerError) {
    // The initialiser reports the error in the header.
    let tag = try ID3Tag(parsing: old.span)
    let flags = old[5]
    let footer = tag.version == .four && flags & 0x10 != 0 ? ID3Tag.headerByteCount : 0
    let end = max(ID3Tag.headerByteCount, min(old.count, (ID3Tag.byteCount(of: old.span) ?? old.count) - footer))
    let content = old.span.extracting(ID3Tag.headerByteCount..<end)
    let isUnsynchronised = flags & 0x80 != 0
    var parser = FrameParser(
      version: tag.version, undoesUnsynchronisation: isUnsynchronised && tag.version == .four, keepsStored: true)
    let hasExtendedHeader = tag.version != .two && flags & 0x40 != 0
    if isUnsynchronised, tag.version != .four {
      let plain = Unsynchronisation.undo(content)
      parser.parse(plain.span, hasExtendedHeader: hasExtendedHeader)
    } else {
      parser.parse(content, hasExtendedHeader: hasExtendedHeader)
    }
    version = tag.version == .two ? .three : tag.version
    for frame in parser.stored {
      if tag.version != .two { stored.append(frame) } else { storeLater(frame) }
    }
  }

  /// Takes a frame of ID3v2.2 over into ID3v2.3.
  private mutating func storeLater(_ frame: StoredID3Frame) {
    if frame.identifier.rawValue & 0xFF != 0x20 { return stored.append(frame) }
    if frame.identifier == "PIC ", let picture = frame.frame?.picture() {
      var metadata = Metadata()
      metadata.artwork = [picture]
      var options = ID3WritingOptions(sampleRate: change.sampleRate)
      options.version = .three
      if let later = ID3Tag(metadata, options: options).frames.first {
        stored.append(
          StoredID3Frame(identifier: later.identifier, flags: [0, 0], body: later.body, frame: later))
      }
      return
    }
    let name = "the ID3v2.2 frame '\(frame.identifier)'"
    if change.clears { cleared.append(name) } else { lost.append(name) }
  }

  // MARK: - Frames

  private static let dateFrames: Set<FourCharacterCode> = ["TDRC", "TYER", "TDAT", "TIME"]
  /// Frames of other dates, which give the year if no frame of the recording's date does.
  private static let releaseFrames: Set<FourCharacterCode> = ["TDRL", "TORY", "TDOR"]

  /// Returns the frames with the metadata of each of them.
  private mutating func items() -> [TagItem] {
    let hasDate = stored.contains { Self.dateFrames.contains($0.identifier) }
    let hasEncodingSettings = stored.contains { $0.identifier == "TSSE" }
    if change.clears { nameChapterParts() }
    var hasComment = false
    var hasLyrics = false
    var items: [TagItem] = []
    for frame in stored {
      var said = Metadata()
      if let plain = frame.frame {
        said = ID3Tag(version: version, frames: [plain]).metadata(sampleRate: change.sampleRate)
      }
      switch frame.identifier {
      case "CTOC": said.markers = [Marker(framePosition: 0)]
      case "TENC" where hasEncodingSettings:
        said.info = said.info.isEmpty ? [:] : [InfoKey("encoded by"): said[.encodingApplication] ?? ""]
      case "COMM": keepFirst(.comments, &said, &hasComment)
      case "USLT": keepFirst(.lyrics, &said, &hasLyrics)
      // Day and time say nothing without their year, and belong to it.
      case let name where Self.dateFrames.contains(name):
        if name == "TYER", change.clears { nameSecondYear(said) }
        said.info = frame.frame == nil ? [:] : [.year: ""]
      case let name where Self.releaseFrames.contains(name) && (hasDate || change.after[.year] != nil):
        said[.year] = nil
      case "CHAP" where change.clears: nameFurtherFrames(of: frame)
      case "TXXX" where change.clears: nameSecondValues(said)
      default: break
      }
      if change.clears, said.isEmpty, !(frame.frame.map(isGapless) ?? false) {
        cleared.append("the ID3 frame '\(frame.identifier)'")
      } else {
        items.append(TagItem(bytes: bytes(of: frame), said: said))
      }
    }
    return items
  }

  /// Names a key whose text is not the one that counts, as where its own frame has another.
  private mutating func nameSecondValues(_ said: Metadata) {
    guard let key = said.info.keys.first, let text = change.before[key], text != said[key],
      !change.before.values(of: key).contains(said[key] ?? "")
    else { return }
    cleared.append("a second value of '\(key.rawValue)'")
  }

  /// Names a year of ID3v2.3 that differs from the date of ID3v2.4 beside it.
  private mutating func nameSecondYear(_ said: Metadata) {
    guard let year = said[.year], let known = change.before[.year], year != known else { return }
    cleared.append("a second value of 'year'")
  }

  /// Names the frames of a chapter other than its title, such as a picture.
  private mutating func nameFurtherFrames(of chapter: StoredID3Frame) {
    guard let body = chapter.frame?.body, let chapter = ID3Chapter(body.span, version: version) else { return }
    for frame in chapter.furtherFrames {
      let name = "the ID3 frame '\(frame)' of chapters"
      if !cleared.contains(name) { cleared.append(name) }
    }
  }

  /// Names the data of chapters and their tables that markers cannot hold: ends before the next chapter or the file's
  /// end, titles of tables, and tables within tables.
  private mutating func nameChapterParts() {
    let tag = ID3Tag(version: version, frames: stored.compactMap(\.frame))
    let duration = ID3WritingOptions(sampleRate: change.sampleRate, frameCount: frameCount).durationMilliseconds
    let ends = tag.chapters.ownEndCount(durationMilliseconds: duration)
    if ends > 0 { cleared.append("the end\(ends == 1 ? "" : "s") of \(ends) chapter\(ends == 1 ? "" : "s")") }
    let tables = tag.chapterTables
    if tables.count > 1 { cleared.append("\(tables.count - 1) of \(tables.count) tables of chapters") }
    for name in tables.flatMap(\.furtherNames) { cleared.append(name) }
  }

  /// Keeps the first of several comments as the value of the key; the others belong to programs, unless all are to be
  /// removed.
  private func keepFirst(_ key: InfoKey, _ said: inout Metadata, _ isFound: inout Bool) {
    guard let text = said[key], change.after[key] != nil else { return }
    if isFound || text != change.before[key] { said[key] = nil } else { isFound = true }
  }

  private func isGapless(_ frame: ID3Frame) -> Bool {
    ID3Tag(version: version, frames: [frame]).iTunesGaplessText != nil
  }

  private func bytes(of frame: StoredID3Frame) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: frame.identifier.rawValue)
    if version == .four {
      bytes.append(synchsafe: frame.body.count)
    } else {
      bytes.append(bigEndian: UInt32(frame.body.count))
    }
    return bytes + frame.flags + frame.body
  }

  /// Returns the new frames, each as bytes.
  private func added() throws(ContainerError) -> [[UInt8]] {
    var options = ID3WritingOptions(sampleRate: change.sampleRate, frameCount: frameCount)
    options.version = version
    let tag = ID3Tag(change.added, options: options)
    guard tag.frames.allSatisfy({ $0.body.count < ID3Tag.maximumContentByteCount }) else {
      throw ContainerError(.unsupported, "an ID3v2 tag holds less than 256 MiB", at: 0, in: "ID3 ")
    }
    return tag.frames.map {
      bytes(of: StoredID3Frame(identifier: $0.identifier, flags: [0, 0], body: $0.body, frame: $0))
    }
  }
}

/// A joint change of the tags before and behind a stream of frames.
package enum StreamTagEdit {
  /// Changes or adds the first leading ID3v2 tag; further leading tags keep their values, unless keys are removed.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - tags: The places of the leading ID3v2 tags, and the track of the file.
  ///   - change: The values that are to be set or removed.
  ///   - edit: Receives the change.
  package static func front(
    _ source: any ByteSource, _ tags: (places: [Range<Int64>], track: TrackInfo), _ change: MetadataChange,
    _ edit: inout FileEdit
  ) throws(ContainerError) {
    let first = tags.places.first ?? 0..<0
    guard first.count <= 1 << 28 else {
      throw ContainerError(.limitExceeded, "a tag is larger than the limit", at: first.lowerBound, in: "ID3 ")
    }
    var window = SourceWindow(source, capacity: 1 << 14)
    var old: [UInt8] = []
    _ = try window.append(first.count, at: first.lowerBound, to: &old)
    guard old.count == first.count else {
      throw ContainerError(.truncated, "a tag is whole", at: first.lowerBound, in: "ID3 ")
    }
    let tag = try ID3TagEdit(old, change, available: old.count, of: tags.track)
    edit.lost += tag.lost
    edit.cleared += tag.cleared
    edit.replace(first, with: tag.bytes)
  }
  /// Changes APE tags and the tags after the frames: removes items whose keys change, and updates the fields of an
  /// ID3v1 tag.
  ///
  /// - Returns: False if a tag cannot be parsed.
  package static func items(
    _ source: any ByteSource, _ tags: (places: [Range<Int64>], behind: TrailingTags?), _ change: MetadataChange,
    _ edit: inout FileEdit
  ) throws(ContainerError) -> Bool {
    let (places, behind) = tags
    var window = SourceWindow(source, capacity: 1 << 13)
    for place in places + (behind?.items.map { [$0] } ?? []) {
      guard place.count <= change.limits.structureByteCount * 16 else {
        throw ContainerError(.limitExceeded, "a tag is larger than the limit", at: place.lowerBound, in: "APET")
      }
      var old: [UInt8] = []
      _ = try window.append(place.count, at: place.lowerBound, to: &old)
      guard let new = APETag.edited(old, change) else { return false }
      if new != old { edit.replace(place, with: new) }
    }
    if let place = behind?.version1Place, let old = behind?.version1 {
      edit.replace(place, with: change.clears && change.after.info.isEmpty ? [] : changed(old, change).bytes)
    }
    return true
  }

  /// Returns the tag with the fields that change.
  private static func changed(_ old: ID3v1, _ change: MetadataChange) -> ID3v1 {
    let new = ID3v1(change.after)
    var tag = change.clears ? ID3v1() : old
    for key in change.keys {
      switch key {
      case .title: tag.title = new.title
      case .artist: tag.artist = new.artist
      case .album: tag.album = new.album
      case .year: tag.year = new.year
      case .comments: tag.comment = new.comment
      case .trackNumber: tag.track = new.track
      case .genre: tag.genre = new.genre
      default: break
      }
    }
    return tag
  }
}
