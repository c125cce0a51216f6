import AudioBase

/// What `moov`/`udta`/`meta`/`ilst` says: iTunes metadata.
struct ItemList {
  /// The longest text that is taken, in bytes.
  static let maximumTextByteCount = 1 << 16

  /// Values by Core Audio's keys.
  var values: [InfoKey: String] = [:]
  /// The text of `iTunSMPB`.
  var gaplessText: [UInt8]?

  private static let keys: [UInt32: InfoKey] = [
    0xA96E_616D: .title, 0xA941_5254: .artist, 0xA961_6C62: .album, 0xA964_6179: .year,
    0xA974_6F6F: .encodingApplication, 0x7472_6B6E: .trackNumber, 0xA967_656E: .genre, 0xA977_7274: .composer,
    0x6370_7274: .copyright, 0x746D_706F: .tempo, 0xA963_6D74: .comments,
  ]

  /// Reads a `meta` box, with or without `version` and `flags`, as ISO and QuickTime files have it.
  mutating func read(meta: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var children = meta.children
    if meta.end - meta.body >= 12, try window.bigEndian(4, at: meta.body + 4) != 0x6864_6C72 {
      children.position += 4
    }
    while let box = try children.next(&window) {
      if box.type == "ilst" { try read(list: box, &window) }
    }
  }

  private mutating func read(list: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var items = list.children
    while let item = try items.next(&window) {
      if item.type == "----" {
        try readFreeForm(item, &window)
      } else if let key = ItemList.keys[item.type.rawValue], values[key] == nil {
        var children = item.children
        while let box = try children.next(&window) {
          guard box.type == "data" else { continue }
          values[key] = try value(of: box, key: key, &window)
          break
        }
      }
    }
  }

  /// The value of a `data` box: a type, a locale, then text or a number.
  private func value(
    of box: Box, key: InfoKey, _ window: inout SourceWindow
  ) throws(ContainerError) -> String? {
    var fields = box.fields
    let type = try fields.uint32(&window) & 0xFF_FFFF
    try fields.skip(4)
    let bytes = try text(fields, &window)
    switch key {
    case .trackNumber:
      guard bytes.count >= 6 else { return nil }
      let number = Int(bytes[2]) << 8 | Int(bytes[3])
      let total = Int(bytes[4]) << 8 | Int(bytes[5])
      return total == 0 ? "\(number)" : "\(number)/\(total)"
    case .tempo:
      guard (1...4).contains(bytes.count) else { return nil }
      return "\(bytes.reduce(0) { $0 << 8 | Int($1) })"
    default:
      if type == 2 {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func text(_ fields: BoxFields, _ window: inout SourceWindow) throws(ContainerError) -> [UInt8] {
    var bytes: [UInt8] = []
    let count = Int(min(fields.remaining, Int64(ItemList.maximumTextByteCount)))
    _ = try window.append(count, at: fields.position, to: &bytes)
    return bytes
  }

  /// `----`: a name of the writer's own in `mean` and `name`, then the value.
  private mutating func readFreeForm(_ item: Box, _ window: inout SourceWindow) throws(ContainerError) {
    guard gaplessText == nil else { return }
    var children = item.children
    var name: [UInt8] = []
    while let box = try children.next(&window) {
      var fields = box.fields
      guard fields.remaining >= 8 || box.type != "data" else { continue }
      if box.type == "name", fields.remaining >= 4 {
        try fields.skip(4)
        name = try text(fields, &window)
      } else if box.type == "data", name == Array("iTunSMPB".utf8) {
        try fields.skip(8)
        return gaplessText = try text(fields, &window)
      }
    }
  }
}
