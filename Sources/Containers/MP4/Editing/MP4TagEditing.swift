import AudioBase
import Bitstream

/// Changes iTunes' list of items, QuickTime's and 3GPP's texts in a movie box. All other boxes, and items that have no
/// key, stay unchanged.
///
/// ```
/// moov │ … │ udta │ meta │ hdlr │ ilst: texts │ free          without pictures
///                        │ hdlr │ free │ ilst: texts, covr    with pictures, which do not move as texts grow
/// ```
/// Tags that outgrow the room move the packets of a file whose movie box precedes them, and the tables of their places
/// are corrected, in movie fragments too.
enum MP4TagEditing {
  /// The largest movie box that is changed in memory.
  private static let maximumMovieByteCount: Int64 = 1 << 28

  /// Returns the edit, or `nil` if the chapters change, which are a track, or where packet offsets cannot be
  /// corrected.
  static func edit(_ source: any ByteSource, _ change: MetadataChange) throws(ContainerError) -> FileEdit? {
    guard !change.changesMarkers, let place = try place(in: source) else { return nil }
    var window = SourceWindow(source, capacity: 1 << 16)
    var old: [UInt8] = []
    guard try window.append(place.movie.count, at: place.movie.lowerBound, to: &old) == place.movie.count,
      let movie = EditedMovie(old, change)
    else { return nil }
    let bare = movie.bytes(padding: 0).count
    var range = place.movie
    var padding = old.count - bare
    if !fits(padding) {
      range = place.movie.lowerBound..<place.roomEnd
      padding = range.count - bare
    }
    if !fits(padding) { padding = bare == old.count ? 0 : 8 + MetadataChange.paddingByteCount }
    var new = movie.bytes(padding: padding)
    let distance = Int64(new.count) - Int64(range.count)
    var edit = FileEdit()
    if distance != 0, place.roomEnd < place.end {
      let shift = OffsetShift(start: range.upperBound, distance: distance)
      guard shift.apply(to: &new), try shift.apply(to: source, end: place.end, &edit) else { return nil }
    }
    edit.replace(range, with: new)
    edit.cleared = movie.cleared
    return edit
  }

  private static func fits(_ padding: Int) -> Bool {
    padding == 0 || (padding >= 8 && padding <= 8 + MetadataChange.largestPaddingByteCount)
  }

  /// Returns the range of the movie box, the end of the free space after it, and the end of the file.
  private static func place(
    in source: any ByteSource
  ) throws(ContainerError) -> (movie: Range<Int64>, roomEnd: Int64, end: Int64)? {
    guard let end = source.byteCount else { return nil }
    var window = SourceWindow(source, capacity: 4096)
    var boxes = BoxSequence(position: 0, end: end)
    var movie: Range<Int64>?
    var roomEnd: Int64 = 0
    while let box = try boxes.next(&window) {
      if let movie {
        guard box.type == "free" || box.type == "skip", !box.isClipped else { return (movie, roomEnd, end) }
        roomEnd = box.end
      } else if box.type == "sidx" {
        // An index before the movie box counts across it.
        return nil
      } else if box.type == "moov" {
        guard !box.isClipped, box.end - box.start <= maximumMovieByteCount else { return nil }
        (movie, roomEnd) = (box.start..<box.end, box.end)
      }
    }
    return movie.map { ($0, roomEnd, end) }
  }
}

/// A movie box whose texts are changed.
struct EditedMovie {
  /// Items without a key that are removed because all tags are removed.
  private(set) var cleared: [String] = []
  private let old: [UInt8]
  private let change: MetadataChange
  /// The children of the movie box, without the list of items and its parents.
  private var front: [UInt8] = []
  /// The children of `udta` besides the list.
  private var userData: [UInt8] = []
  /// The children of the list's `meta`, without free space.
  private var metaHeader: [UInt8] = []
  private var metaRest: [UInt8] = []
  private var items: [[UInt8]] = []
  private var pictures: [[UInt8]] = []
  private var hasUserData = false

  /// Takes a whole movie box apart; `nil` if that cannot be done.
  init?(_ old: [UInt8], _ change: MetadataChange) {
    self.old = old
    self.change = change
    guard let movie = BoxBytes.list(in: old.span, 0..<old.count)?.first,
      let children = BoxBytes.list(in: old.span, movie.body)
    else { return nil }
    var list: [TagItem] = []
    for child in children {
      switch child.type {
      case "udta" where !hasUserData:
        hasUserData = true
        guard let found = takeUserData(child) else { return nil }
        list = found
      // Texts are in the compressed box.
      case "cmov": return nil
      case "meta":
        guard let meta = keptMeta(child) else { return nil }
        front += meta
      default: front += old[child.range]
      }
    }
    // Zeros after the last box, where a program left some.
    if let last = children.last, last.range.upperBound < movie.range.upperBound {
      guard old[last.range.upperBound...].allSatisfy({ $0 == 0 }) else { return nil }
    }
    settle(list)
  }

  private mutating func settle(_ list: [TagItem]) {
    let isPicture = { (item: [UInt8]) in item.count >= 8 && item[4..<8].elementsEqual("covr".utf8) }
    for item in change.apply(to: list, adding: Self.split(UserDataBox.items(change.added, gapless: nil))) {
      if isPicture(item) { pictures.append(item) } else { items.append(item) }
    }
  }

  /// Returns the new box.
  ///
  /// - Parameter padding: The number of bytes of a box `free`, header included; 0 for none.
  func bytes(padding: Int) -> [UInt8] {
    var free: [UInt8] = []
    // Bound: room that was there, at most 64 KiB, or a constant.
    if padding >= 8 { free.appendBox("free") { $0.append(zeros: padding - 8) } }
    let holdsList = !items.isEmpty || !pictures.isEmpty
    var bytes: [UInt8] = []
    bytes.appendBox("moov") { movie in
      movie += front
      guard hasUserData || holdsList else { return }
      movie.appendBox("udta") { data in
        if holdsList {
          data.appendBox("meta") { meta in
            meta += metaHeader.isEmpty ? Self.newMeta : metaHeader
            meta += metaRest
            if !pictures.isEmpty { meta += free }
            meta.appendBox("ilst") { list in
              for item in items + pictures { list += item }
            }
            if pictures.isEmpty { meta += free }
          }
        }
        data += userData
      }
    }
    return holdsList ? bytes : bytes + free
  }

  /// The beginning of a new `meta`: version and flags, and the handler of iTunes' lists.
  private static var newMeta: [UInt8] {
    var bytes: [UInt8] = [0, 0, 0, 0]
    bytes.appendFullBox("hdlr") { box in
      box.append(zeros: 4)
      box.append("mdir")
      box.append("appl")
      box.append(zeros: 9)
    }
    return bytes
  }

  // MARK: - Taking apart

  /// Parses `udta` and returns the items of its list.
  private mutating func takeUserData(_ box: BoxBytes) -> [TagItem]? {
    guard let children = BoxBytes.list(in: old.span, box.body) else { return nil }
    var list: [TagItem]?
    for child in children {
      if child.type == "meta" {
        guard list == nil, let parts = metaParts(child), handler(parts.children) == "mdir" else { return nil }
        metaHeader = Array(old[child.body.lowerBound..<parts.start])
        list = []
        for inner in parts.children {
          switch inner.type {
          case "free", "skip": break
          case "ilst":
            guard let found = listItems(inner, keys: nil) else { return nil }
            list = (list ?? []) + found
          case "hdlr": metaHeader += old[inner.range]
          default: metaRest += old[inner.range]
          }
        }
      } else {
        var said = ItemList()
        let source = MemoryByteSource(Array(old[child.range]))
        var window = SourceWindow(source, capacity: 4096)
        if let inner = Self.only(&window, child.range.count) { _ = try? said.read(userData: inner, &window) }
        let metadata = said.metadata(sampleRate: change.sampleRate)
        let isText = !metadata.info.isEmpty
        // Without the keys that it has, other user data, such as the list of chapters, is not a tag.
        if !(isText && (change.affects(metadata) || change.clears)) { userData += old[child.range] }
      }
    }
    return list ?? []
  }

  /// Returns QuickTime's `meta` in the movie box without the items that change, which are stored in iTunes' list
  /// instead.
  private mutating func keptMeta(_ box: BoxBytes) -> [UInt8]? {
    guard let parts = metaParts(box) else { return nil }
    let keys = parts.children.first { $0.type == "keys" }.map { Array(old[$0.range]) }
    var body = Array(old[box.body.lowerBound..<parts.start])
    for child in parts.children {
      guard child.type == "ilst" else {
        body += old[child.range]
        continue
      }
      guard let items = listItems(child, keys: keys) else { return nil }
      body.appendBox("ilst") { list in
        for item in change.apply(to: items, adding: []) { list += item }
      }
    }
    var bytes: [UInt8] = []
    bytes.appendBox("meta") { $0 += body }
    return bytes
  }

  /// Returns the boxes in a `meta`, and the offset of the first: after version and flags, which QuickTime does not
  /// have.
  private func metaParts(_ box: BoxBytes) -> (start: Int, children: [BoxBytes])? {
    var start = box.body.lowerBound
    if box.body.count >= 12, BoxBytes.number(old.span, start + 4, 4) != 0x6864_6C72 { start += 4 }
    return BoxBytes.list(in: old.span, start..<box.range.upperBound).map { (start, $0) }
  }

  private func handler(_ children: [BoxBytes]) -> FourCharacterCode? {
    guard let box = children.first(where: { $0.type == "hdlr" }), box.body.count >= 12 else { return nil }
    return FourCharacterCode(
      rawValue: UInt32(truncatingIfNeeded: BoxBytes.number(old.span, box.body.lowerBound + 8, 4)))
  }

  /// Returns the items of a list with the metadata of each; `nil` if they cannot be separated.
  private mutating func listItems(_ list: BoxBytes, keys: [UInt8]?) -> [TagItem]? {
    guard let items = BoxBytes.list(in: old.span, list.body) else { return nil }
    var result: [TagItem] = []
    for item in items {
      let bytes = Array(old[item.range])
      var meta: [UInt8] = []
      meta.appendFullBox("meta") { box in
        // Distinguishes a `meta` with version and flags from one without.
        box.appendBox("free") { _ in }
        if let keys { box += keys }
        box.appendBox("ilst") { $0 += bytes }
      }
      var said = ItemList()
      let source = MemoryByteSource(meta)
      var window = SourceWindow(source, capacity: 4096)
      if let box = Self.only(&window, meta.count) { try? said.read(meta: box, &window) }
      let metadata = said.metadata(sampleRate: change.sampleRate)
      if change.clears, metadata.isEmpty, said.gaplessText == nil {
        cleared.append("the item '\(item.type)'")
      } else {
        result.append(TagItem(bytes: bytes, said: metadata))
      }
    }
    return result
  }

  /// Returns the box that is all of a source.
  private static func only(_ window: inout SourceWindow, _ byteCount: Int) -> Box? {
    var boxes = BoxSequence(position: 0, end: Int64(byteCount))
    return (try? boxes.next(&window)) ?? nil
  }

  /// Returns adjacent boxes separately.
  private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
    (BoxBytes.list(in: bytes.span, 0..<bytes.count) ?? []).map { Array(bytes[$0.range]) }
  }
}
