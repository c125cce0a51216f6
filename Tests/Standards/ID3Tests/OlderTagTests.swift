import AudioBase
import ID3Tags
import TestSupport
import Testing

@Suite("ID3v1 and APE tags")
struct OlderTagTests {
  private func padded(_ text: String, _ count: Int, with filler: UInt8 = 0) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: filler, count: count - text.utf8.count)
  }

  @Test("the fields of ID3v1 are cut at zeros and blanks; a zero before the last byte of the comment makes it 1.1")
  func version1() {
    let front =
      Array("TAG".utf8) + padded("Title", 30) + padded("Artist", 30, with: 0x20) + padded("Album", 30)
      + padded("1999", 4)
    let old = front + padded("comment of ID3v1 with 30 bytes", 30) + [17]
    let new = front + padded("comment", 28) + [0, 9, 255]
    var expected: [InfoKey: String] = [
      .title: "Title", .artist: "Artist", .album: "Album", .year: "1999", .comments: "comment", .trackNumber: "9",
    ]
    expectEqual(ID3v1(parsing: new.span)?.metadata.info, expected)
    expectEqual(ID3v1(parsing: new.span)?.bytes, Array(new[0..<33]) + padded("Artist", 30) + new[63...])
    expected[.comments] = "comment of ID3v1 with 30 bytes"
    expected[.trackNumber] = nil
    expected[.genre] = "Rock"
    let tag = ID3v1(parsing: old.span)
    expectEqual(tag?.metadata.info, expected)
    expectEqual(tag.map { ID3v1($0.metadata) }, tag)
    expectNil(ID3v1(parsing: old.span.extracting(1..<128)))
  }

  private func item(_ key: String, _ value: [UInt8], flags: UInt8 = 0) -> [UInt8] {
    [UInt8(value.count), 0, 0, 0, flags, 0, 0, 0] + Array(key.utf8) + [0] + value
  }

  private func frame(_ size: Int, _ count: UInt8, flags: UInt8) -> [UInt8] {
    Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, UInt8(size), 0, 0, 0, count, 0, 0, 0, 0, 0, 0, flags]
      + [UInt8](repeating: 0, count: 8)
  }

  @Test("items are found by their keys in any case, lists are joined, the front cover comes first")
  func ape() throws {
    let items =
      item("TITLE", Array("Größe".utf8)) + item("artist", Array("A".utf8) + [0] + Array("B".utf8))
      + item("Cover Art (Back)", [0x62, 0, 2], flags: 2) + item("Cover Art (Front)", [0x66, 0, 1], flags: 2)
      + item("Year", Array("2001-02-03".utf8)) + item("Title", Array("no".utf8))
    let size = items.count + 32
    let footer = frame(size, 6, flags: 0x80)
    let whole = frame(size, 6, flags: 0xA0) + items + footer
    let place = APETag.Frame(footer.span)
    expectEqual(place?.totalByteCount, whole.count)
    let tag = APETag(parsing: whole.span)
    let metadata = try required(tag?.metadata)
    expectEqual(metadata.info, [.title: "Größe", .artist: "A; B", .year: "2001", .recordedDate: "2001-02-03"])
    expectEqual(
      metadata.artwork,
      [
        Artwork(bytes: [1], description: "f"), Artwork(bytes: [2], description: "b", kind: .backCover),
      ])
  }

  @Test("prefixes and damaged bytes of an APE tag never trap")
  func damage() {
    let items = item("Title", Array("abc".utf8)) + item("Cover Art (Front)", [0x66, 0, 1], flags: 2)
    let whole = frame(items.count + 32, 2, flags: 0xA0) + items + frame(items.count + 32, 2, flags: 0x80)
    var random = SplitMix64(seed: 4)
    for count in 0...whole.count {
      let tag = APETag(parsing: whole.span.extracting(0..<count))
      expectLessOrEqual(tag?.metadata.artwork.first?.bytes.count ?? 0, 1)
    }
    for _ in 0..<3000 {
      var damaged = whole
      for _ in 0..<2 {
        damaged[Int.random(in: 0..<whole.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let held = APETag(parsing: damaged.span)?.items.reduce(0) { $0 + $1.value.count } ?? 0
      expectLessOrEqual(held, whole.count)
    }
  }
}
