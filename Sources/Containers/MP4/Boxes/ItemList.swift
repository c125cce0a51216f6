import AudioBase

/// The metadata of a movie's `udta` and `meta`: iTunes' and QuickTime's lists, 3GPP's boxes, Nero's chapters.
///
/// The first of equal entries counts; entries that are too large are skipped.
struct ItemList {
  /// The largest number of bytes of all pictures together.
  static let maximumArtworkByteCount: Int64 = 1 << 24
  /// The largest number of keys, and of chapters.
  static let maximumEntryCount = 4096

  /// Values by Core Audio's keys.
  private var texts = Metadata()
  /// The text of `iTunSMPB`.
  var gaplessText: [UInt8]?
  /// Pictures, in file order.
  var artwork: [Artwork] = []
  /// Chapters: the time in units of 100 ns, and the name.
  var chapters: [(time: UInt64, name: String)] = []
  private var artworkByteCount: Int64 = 0
  /// True if something was left out because it exceeded a limit.
  private(set) var isFull = false
  /// Boxes that are skipped though they have contents.
  private(set) var unread = NameList()
  /// The names of QuickTime's numbered items.
  private var quickTimeKeys: [String] = []

  /// Names a thing that is skipped.
  mutating func noteUnread(_ name: String) { unread.add(name) }

  /// Returns the metadata, chapters counted in frames of `sampleRate` Hz.
  func metadata(sampleRate: Double) -> Metadata {
    var metadata = texts
    metadata.artwork = artwork
    for (index, chapter) in chapters.enumerated() {
      let position = (Double(chapter.time) / 10_000_000 * sampleRate).rounded()
      metadata.markers.append(Marker(name: chapter.name, framePosition: position, identifier: index + 1))
    }
    return metadata
  }

  /// Stores values unless there are some already, or too many.
  private mutating func note(_ values: [ItemValue], for key: InfoKey) {
    let all = values.compactMap(\.text)
    guard texts[key] == nil else { return noteSecond(all, of: key) }
    note(all.first, for: key)
    // A date is its own key.
    if texts[key] != nil { for value in all.dropFirst() { texts.add(value, to: key) } }
  }

  /// Records the names of further values of a key, which are not used.
  private mutating func noteSecond(_ values: [String], of key: InfoKey) {
    guard !values.isEmpty, values != texts.values(of: key), !InfoKey.ownOfFiles.contains(key) else { return }
    // The year of a date.
    if key == .year, let year = texts[key], values[0].hasPrefix(year) { return }
    unread.add("a second value of '\(key.rawValue)'")
  }

  /// Stores a value unless there is one already, or there are too many.
  mutating func note(_ value: String?, for key: InfoKey) {
    guard let value, texts[key] == nil else { return }
    if key == .year, value.utf8.count > 4 {
      // `©day` holds either.
      note(String(value.prefix(4)).allDigits, for: .year)
      return note(value, for: .recordedDate)
    }
    guard texts.info.count < ItemList.maximumEntryCount else { return isFull = true }
    texts[key] = value
  }

  /// Reads a `meta` box, with or without `version` and `flags`, as in ISO files and QuickTime files.
  mutating func read(meta: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var children = meta.children
    if meta.end - meta.body >= 12, try window.bigEndian(4, at: meta.body + 4) != 0x6864_6C72 {
      children.position += 4
    }
    quickTimeKeys = []
    while let box = try children.next(&window) {
      switch box.type {
      case "keys": quickTimeKeys = try ItemList.names(box, &window)
      case "ilst": try read(list: box, &window)
      case "hdlr", "free", "skip", "mhdr", "ctry", "lang": break
      default: unread.add("the box 'meta/\(box.type)'")
      }
    }
  }

  private mutating func read(list: Box, _ window: inout SourceWindow) throws(ContainerError) {
    try readItems(of: list, &window)
    // An item of its own counts before one that has the same name among those of a writer's own.
    var items = list.children
    while let item = try items.next(&window) {
      if item.type == "----" { try readFreeForm(item, &window) }
    }
  }

  private mutating func readItems(of list: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var items = list.children
    while let item = try items.next(&window) {
      let number = Int(item.type.rawValue)
      if item.type == "----" { continue }
      if quickTimeKeys.indices.contains(number - 1) {
        let name = quickTimeKeys[number - 1]
        if name.hasSuffix(".artwork") {
          try readArtwork(item, &window)
        } else {
          note(try values(of: item, &window), for: ItemNames.key(quickTime: name))
        }
      } else if item.type == "covr" {
        try readArtwork(item, &window)
      } else {
        try readPlain(item, &window)
      }
    }
  }

  private mutating func readPlain(_ item: Box, _ window: inout SourceWindow) throws(ContainerError) {
    let values = try values(of: item, &window)
    guard let value = values.first else { return }
    switch item.type {
    case "trkn": note(value.pair, for: .trackNumber)
    case "disk": note(value.pair, for: .discNumber)
    case "cpil": note(value.number.map(String.init), for: ItemNames.compilation)
    case "tmpo": note(value.number.map(String.init), for: .tempo)
    case "stik":
      guard let kind = ItemNames.mediaKinds.first(where: { value.number == Int($0.number) }) else { return }
      note(kind.name, for: .mediaKind)
    case "gnre":
      guard let number = value.number, ItemNames.genres.indices.contains(number - 1) else { return }
      note(ItemNames.genres[number - 1], for: .genre)
    default:
      if let key = ItemNames.key(of: item.type) { note(values, for: key) }
    }
  }

  /// Returns the `data` boxes of an item: several values, one each.
  private func values(of item: Box, _ window: inout SourceWindow) throws(ContainerError) -> [ItemValue] {
    var children = item.children
    var values: [ItemValue] = []
    var byteCount = 0
    while values.count < ResourceLimits.metadataTextCount, byteCount < ResourceLimits.metadataTextByteCount,
      let box = try children.next(&window)
    {
      guard box.type == "data", box.end - box.body >= 8 else { continue }
      let value = try ItemValue(parsing: box, &window)
      byteCount += value.bytes.count
      values.append(value)
    }
    return values
  }

  /// `covr`: one picture a `data` box.
  private mutating func readArtwork(_ item: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var children = item.children
    while let box = try children.next(&window) {
      let byteCount = box.end - box.body - 8
      guard box.type == "data", byteCount > 0, !box.isClipped,
        artworkByteCount + byteCount <= ItemList.maximumArtworkByteCount,
        artwork.count < ResourceLimits.metadataPictureCount
      else {
        if byteCount > 0 { isFull = true }
        continue
      }
      var bytes: [UInt8] = []
      guard try window.append(Int(byteCount), at: box.body + 8, to: &bytes) == Int(byteCount) else { return }
      artworkByteCount += byteCount
      artwork.append(Artwork(bytes: bytes))
    }
  }

  /// `----`: a private name in `mean` and `name`, then the value.
  private mutating func readFreeForm(_ item: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var children = item.children
    var space = ItemNames.freeFormSpace
    while let box = try children.next(&window) {
      if box.type == "mean", box.end - box.body >= 4 {
        space = String(decoding: try ItemValue.bytes(from: box.body + 4, to: box.end, &window), as: UTF8.self)
      }
      guard box.type == "name", box.end - box.body >= 4 else { continue }
      let name = try ItemValue.bytes(from: box.body + 4, to: box.end, &window)
      let values = try values(of: item, &window)
      guard !name.isEmpty, let value = values.first else { return }
      if space != ItemNames.freeFormSpace {
        unread.add("the name space '\(space)' of the item '\(String(decoding: name, as: UTF8.self))'")
      }
      if values.contains(where: { $0.text == nil }) {
        unread.add("the bytes of the item '\(String(decoding: name, as: UTF8.self))'")
      }
      if name != Array("iTunSMPB".utf8) {
        note(values, for: ItemNames.key(freeForm: String(decoding: name, as: UTF8.self)))
      } else if gaplessText == nil {
        gaplessText = value.bytes
      }
      return
    }
  }

  /// Returns the names of QuickTime's items in `keys`; the first one has number 1.
  private static func names(_ box: Box, _ window: inout SourceWindow) throws(ContainerError) -> [String] {
    var fields = box.fields
    _ = try fields.versionAndFlags(&window)
    let count = min(try fields.uint32(&window), UInt32(maximumEntryCount))
    var names: [String] = []
    for _ in 0..<count where fields.remaining >= 8 {
      let size = Int64(try fields.uint32(&window))
      guard size >= 8, size - 4 <= fields.remaining else { break }
      let end = fields.position + size - 4
      names.append(
        String(decoding: try ItemValue.bytes(from: fields.position + 4, to: end, &window), as: UTF8.self))
      try fields.skip(size - 4)
    }
    return names
  }
}

/// The contents of a `data` box: a type, a locale, then bytes.
struct ItemValue {
  private let type: UInt32
  let bytes: [UInt8]

  init(parsing box: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var fields = box.fields
    type = try fields.uint32(&window) & 0xFF_FFFF
    try fields.skip(4)
    bytes = try ItemValue.bytes(from: fields.position, to: box.end, &window)
  }

  /// Returns the bytes of a text, up to the limit.
  static func bytes(from start: Int64, to end: Int64, _ window: inout SourceWindow) throws(ContainerError) -> [UInt8] {
    var bytes: [UInt8] = []
    let count = Int(min(max(0, end - start), Int64(ResourceLimits.metadataTextByteCount)))
    _ = try window.append(count, at: start, to: &bytes)
    return bytes
  }

  /// The value as text: UTF-8, UTF-16, or a number that is written out.
  var text: String? {
    switch type {
    // Bytes of no stated type are a text if they are one.
    case 0: return String(validating: bytes, as: UTF8.self)
    case 1: return String(decoding: bytes, as: UTF8.self)
    case 2: return ItemValue.utf16(bytes[...])
    case 21:
      guard let number else { return nil }
      let bits = bytes.count * 8
      return String(bits < 64 && number >> (bits - 1) == 1 ? number - 1 << bits : number)
    case 22: return number.map(String.init)
    case 23 where bytes.count == 4:
      return String(Float(bitPattern: bytes.reduce(0) { $0 << 8 | UInt32($1) }))
    case 24 where bytes.count == 8:
      return String(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
    default: return nil
    }
  }

  /// Decodes big-endian UTF-16.
  static func utf16(_ bytes: ArraySlice<UInt8>) -> String {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The value as a number of up to seven bytes.
  var number: Int? { (1...7).contains(bytes.count) ? bytes.reduce(0) { $0 << 8 | Int($1) } : nil }

  /// `3` or `3/12`.
  var pair: String? {
    guard bytes.count >= 4 else { return nil }
    let number = Int(bytes[2]) << 8 | Int(bytes[3])
    guard bytes.count >= 6 else { return "\(number)" }
    let total = Int(bytes[4]) << 8 | Int(bytes[5])
    return total == 0 ? "\(number)" : "\(number)/\(total)"
  }
}
