package import AudioBase
import Bitstream

/// `udta` of a movie: iTunes' list of items, and Nero's chapters.
package enum UserDataBox {
  /// Returns the box as bytes; empty if there is no content.
  ///
  /// - Parameters:
  ///   - gapless: The text of `iTunSMPB`, or `nil`.
  ///   - sampleRate: The rate in which markers are counted, in Hz.
  package static func bytes(_ metadata: Metadata, gapless: String?, sampleRate: Double) -> [UInt8] {
    let items = items(metadata, gapless: gapless)
    guard !items.isEmpty || !metadata.markers.isEmpty else { return [] }
    var bytes: [UInt8] = []
    bytes.appendBox("udta") { body in
      if !items.isEmpty {
        body.appendFullBox("meta") { meta in
          meta.appendFullBox("hdlr") { box in
            box.append(zeros: 4)
            box.append("mdir")
            box.append("appl")
            box.append(zeros: 9)
          }
          meta.appendBox("ilst") { $0 += items }
        }
      }
      appendChapters(&body, metadata.markers, sampleRate)
    }
    return bytes
  }

  /// `iTunSMPB` as iTunes writes it: an unused number, priming, remainder, valid frames, eight unused numbers.
  package static func gaplessText(_ table: PacketTable) -> String {
    let unused = " 00000000"
    let numbers = unused + " " + hex(table.primingFrames, 8) + " " + hex(table.remainderFrames, 8)
    return numbers + " " + hex(table.validFrames, 16) + String(repeating: unused, count: 8)
  }

  private static func hex(_ number: Int64, _ digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Returns the items of `ilst`.
  static func items(_ metadata: Metadata, gapless: String?) -> [UInt8] {
    var bytes: [UInt8] = []
    var left = metadata
    // The duration of the file is in the file itself.
    left[.approximateDuration] = nil
    left[InfoKey("iTunSMPB")] = nil
    if let date = left[.recordedDate], date.utf8.count > 4 {
      // A date says the year, too, unless the two are at odds.
      if left[.year] == nil || left.isYearInDate {
        left[.recordedDate] = nil
        left[.year] = date
      }
    }
    for key in left.info.keys {
      let own = ItemNames.ownKey(key.rawValue)
      guard own != key, left[own] == nil else { continue }
      left.setValues(left.values(of: key), of: own)
      left[key] = nil
    }
    for (type, key) in ItemNames.texts {
      bytes.appendItem(type, kind: 1, left.values(of: key).map { Array($0.utf8) })
      left[key] = nil
    }
    for (type, key) in [("trkn", .trackNumber), ("disk", .discNumber)] as [(FourCharacterCode, InfoKey)] {
      guard let text = left[key], let pair = pair(text) else { continue }
      left[key] = nil
      bytes.appendItem(type, kind: 0, [pair + (type == "trkn" ? [0, 0] : [])])
    }
    if let flag = left[ItemNames.compilation].flatMap(UInt8.init), flag < 2 {
      left[ItemNames.compilation] = nil
      bytes.appendItem("cpil", kind: 21, [[flag]])
    }
    if let text = left[.tempo], let tempo = UInt16(text), String(tempo) == text {
      left[.tempo] = nil
      bytes.appendItem("tmpo", kind: 21, [[UInt8(tempo >> 8), UInt8(truncatingIfNeeded: tempo)]])
    }
    if let kind = ItemNames.mediaKinds.first(where: { $0.name == left[.mediaKind] }) {
      left[.mediaKind] = nil
      bytes.appendItem("stik", kind: 21, [[kind.number]])
    }
    for key in left.info.keys.sorted() {
      bytes.appendFreeForm(ItemNames.freeFormName(of: key), left.values(of: key))
    }
    if let gapless { bytes.appendFreeForm("iTunSMPB", [gapless]) }
    appendArtwork(&bytes, metadata.artwork)
    return bytes
  }

  /// Returns `3` or `3/12` as two numbers of 16 bits after two zeros; `nil` for anything else.
  private static func pair(_ text: String) -> [UInt8]? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { UInt16($0) }
    guard numbers.count == parts.count, (1...2).contains(numbers.count) else { return nil }
    let total = numbers.count == 2 ? numbers[1] : 0
    // Numbers that would read back differently are kept as text.
    guard text == (total == 0 ? "\(numbers[0])" : "\(numbers[0])/\(total)") else { return nil }
    var bytes: [UInt8] = [0, 0]
    bytes.append(bigEndian: numbers[0])
    bytes.append(bigEndian: total)
    return bytes
  }

  private static func appendArtwork(_ bytes: inout [UInt8], _ artwork: [Artwork]) {
    let pictures = artwork.filter { !$0.bytes.isEmpty }
    guard !pictures.isEmpty else { return }
    bytes.appendBox("covr") { item in
      for picture in pictures {
        let kind: UInt32 =
          switch picture.mediaType {
          case "image/gif": 12
          case "image/jpeg": 13
          case "image/png": 14
          case "image/bmp": 27
          default: 0
          }
        item.appendData(kind: kind, picture.bytes)
      }
    }
  }

  /// Chapters that `chpl` has room for.
  static let chapterCapacity = 255

  /// `chpl`: at most 255 chapters, with names of at most 255 bytes.
  private static func appendChapters(_ body: inout [UInt8], _ markers: [Marker], _ sampleRate: Double) {
    let chapters = markers.sorted { $0.framePosition < $1.framePosition }.prefix(chapterCapacity)
    guard !chapters.isEmpty, sampleRate > 0 else { return }
    body.appendFullBox("chpl", version: 1) { box in
      box.append(zeros: 4)
      box.append(UInt8(chapters.count))
      for marker in chapters {
        let time = max(0, marker.framePosition / sampleRate * 10_000_000).rounded()
        box.append(bigEndian: UInt64(exactly: min(time, 9e18)) ?? 0)
        let name = shortened(marker.name, to: 255)
        box.append(UInt8(name.count))
        box += name
      }
    }
  }

  /// Returns the UTF-8 of a text, cut between characters.
  package static func shortened(_ text: String, to byteCount: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text {
      let next = Array(String(character).utf8)
      guard bytes.count + next.count <= byteCount else { break }
      bytes += next
    }
    return bytes
  }
}

extension [UInt8] {
  /// Appends an item with its values; nothing if there are none.
  fileprivate mutating func appendItem(_ type: FourCharacterCode, kind: UInt32, _ values: [[UInt8]]) {
    guard !values.isEmpty else { return }
    appendBox(type) { item in
      for value in values { item.appendData(kind: kind, value) }
    }
  }

  /// Appends `data`: the kind of value, no locale, the value.
  fileprivate mutating func appendData(kind: UInt32, _ value: [UInt8]) {
    appendBox("data") { box in
      box.append(bigEndian: kind)
      box.append(zeros: 4)
      box += value
    }
  }

  /// Appends a `----` item of iTunes' own name space.
  fileprivate mutating func appendFreeForm(_ name: String, _ values: [String]) {
    appendBox("----") { item in
      item.appendFullBox("mean") { $0 += Array(ItemNames.freeFormSpace.utf8) }
      item.appendFullBox("name") { $0 += Array(name.utf8) }
      for value in values { item.appendData(kind: 1, Array(value.utf8)) }
    }
  }
}
