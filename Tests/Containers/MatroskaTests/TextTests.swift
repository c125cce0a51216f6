import AudioBase
import MatroskaContainer
import TestSupport
import Testing

@Suite("Tags, chapters and pictures of Matroska")
struct TextTests {
  typealias Bytes = MatroskaBytes

  private func simple(_ name: String, _ text: String) -> [UInt8] {
    Bytes.element(0x67C8, Bytes.text(0x45A3, name) + Bytes.text(0x4487, text))
  }

  private func tag(_ targets: [UInt8], _ texts: [UInt8]) -> [UInt8] {
    Bytes.element(0x7373, Bytes.element(0x63C0, targets) + texts)
  }

  @Test("tags stand for keys, by their targets")
  func tags() throws {
    let album = tag(Bytes.number(0x68CA, 50), simple("TITLE", "The Album") + simple("ARTIST", "All"))
    let track = tag(
      Bytes.number(0x68CA, 30), simple("TITLE", "Prelude") + simple("ARTIST", "Me") + simple("PART_NUMBER", "3"))
    let own = tag(
      Bytes.number(0x63C5, 1001), simple("ENCODER", "Lavc") + simple("BPS", "1") + simple("MY KEY", "mine"))
    let other = tag(Bytes.number(0x63C5, 77), simple("GENRE", "of another track"))
    let whole = tag([], simple("MAJOR_BRAND", "isom") + simple("DATE_RELEASED", "2026") + simple("genre", "Jazz"))
    let tags = Bytes.element(0x1254_C367, album + track + own + other + whole)
    let info = Bytes.element(0x1549_A966, Bytes.text(0x5741, "by hand"))
    let metadata = try Bytes.reader(
      Bytes.file([Bytes.track(1, "A_MPEG/L3")], info + tags + Bytes.cluster([Bytes.simple([1])]))
    ).metadata
    let expected: [InfoKey: String] = [
      .title: "Prelude", .artist: "Me", .album: "The Album", .albumArtist: "All", .trackNumber: "3", .year: "2026",
      .genre: "Jazz", .sourceEncoder: "Lavc", .encodingApplication: "by hand", InfoKey("MY KEY"): "mine",
    ]
    expectEqual(metadata.info, expected)
  }

  @Test("a date of release beside another date has its own key, and ends of chapters that leave gaps are named")
  func releasesAndEnds() throws {
    func chapter(_ start: UInt64, _ end: UInt64?) -> [UInt8] {
      Bytes.element(0xB6, Bytes.number(0x91, start) + (end.map { Bytes.number(0x92, $0) } ?? []))
    }
    let second: UInt64 = 1_000_000_000
    for (dates, wanted) in [
      (
        simple("DATE_RELEASED", "2001") + simple("DATE", "1999-05-06"),
        [.recordedDate: "1999-05-06", InfoKey("RELEASEDATE"): "2001"]
      ),
      (simple("DATE_RELEASED", "2001"), [.year: "2001"]),
    ] as [([UInt8], [InfoKey: String])] {
      for (chapters, names) in [
        (chapter(0, second) + chapter(second, nil), []),
        (chapter(0, second) + chapter(2 * second, nil), ["the end of 1 chapter"]),
        (chapter(0, nil) + chapter(second, nil), []),
      ] {
        let texts =
          Bytes.element(0x1254_C367, tag([], dates)) + Bytes.element(0x1043_A770, Bytes.element(0x45B9, chapters))
        let reader = try Bytes.reader(
          Bytes.file([Bytes.track(1, "A_MPEG/L3")], Bytes.info + texts + Bytes.cluster([Bytes.simple([1])])))
        var found = reader.metadata.info
        found[.encodingApplication] = nil
        #expect(found == wanted && reader.unnamedItems == names)
      }
    }
  }

  @Test("two names of one key that say different things are both kept, and a wider target's other text is named")
  func namesOfOneKey() throws {
    let texts =
      simple("COMMENT", "c") + simple("DESCRIPTION", "d") + simple("ARTIST", "A") + simple("LEAD_PERFORMER", "A")
    let tags = Bytes.element(
      0x1254_C367,
      tag(Bytes.number(0x68CA, 30), texts) + tag(Bytes.number(0x68CA, 50), simple("GENRE", "Jazz"))
        + tag(Bytes.number(0x68CA, 60), simple("GENRE", "Rock")))
    let reader = try Bytes.reader(
      Bytes.file([Bytes.track(1, "A_MPEG/L3")], Bytes.info + tags + Bytes.cluster([Bytes.simple([1])])))
    var found = reader.metadata.info
    found[.encodingApplication] = nil
    expectEqual(found, [.comments: "c", InfoKey("DESCRIPTION"): "d", .artist: "A", .genre: "Jazz"])
    expectEqual(reader.unnamedItems, ["a second value of 'genre'"])
  }

  @Test("beside tags of a recording, a target without a level is the album; the segment's other title is told")
  func titles() throws {
    let song = tag(Bytes.number(0x68CA, 30), simple("TITLE", "Song"))
    let tags = Bytes.element(0x1254_C367, tag([], simple("TITLE", "The Album")) + song)
    let info = Bytes.element(0x1549_A966, Bytes.text(0x7BA9, "File"))
    let reader = try Bytes.reader(
      Bytes.file([Bytes.track(1, "A_MPEG/L3")], info + tags + Bytes.cluster([Bytes.simple([1])])))
    #expect(reader.metadata[.title] == "Song" && reader.metadata[.album] == "The Album")
    expectEqual(reader.unnamedItems, ["the segment's title 'File'"])
  }

  @Test("what the index names behind the clusters is read: chapters, a cover and tags")
  func behindClusters() throws {
    func chapter(_ start: UInt64, _ name: String, _ more: [UInt8] = []) -> [UInt8] {
      Bytes.element(0xB6, Bytes.number(0x91, start) + Bytes.element(0x80, Bytes.text(0x85, name)) + more)
    }
    let inner = chapter(2_000_000_000, "Inner")
    let hidden = chapter(1, "Hidden", Bytes.number(0x98, 1))
    let edition = Bytes.element(0x45B9, chapter(0, "One") + chapter(1_500_000_000, "Two", inner) + hidden)
    let chapters = Bytes.element(0x1043_A770, edition + Bytes.element(0x45B9, chapter(5, "Other edition")))
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 1, 2, 3]
    func file(_ name: String, _ type: String, _ bytes: [UInt8]) -> [UInt8] {
      Bytes.element(0x61A7, Bytes.text(0x466E, name) + Bytes.text(0x4660, type) + Bytes.element(0x465C, bytes))
    }
    let attachments = Bytes.element(
      0x1941_A469,
      file("font.ttf", "font/ttf", [0]) + file("back.png", "image/png", [7]) + file("cover.png", "image/png", picture))
    let tags = Bytes.element(0x1254_C367, tag([], simple("TITLE", "Late")))
    let front = Bytes.info + Bytes.element(0x1654_AE6B, Bytes.track(1, "A_MPEG/L3"))
    let clusters = Bytes.cluster([Bytes.simple([1, 2])])
    let later = [(UInt32(0x1043_A770), chapters), (0x1941_A469, attachments), (0x1254_C367, tags)]
    // Positions count from the segment's first byte; numbers are as wide as can be, so that sizes stay.
    func index(_ base: Int) -> [UInt8] {
      var place = base
      var entries: [UInt8] = []
      for (name, bytes) in later {
        let position = (0..<8).reversed().map { UInt8(truncatingIfNeeded: place >> (8 * $0)) }
        entries += Bytes.element(
          0x4DBB, Bytes.element(0x53AB, Bytes.hexadecimal(name)) + Bytes.element(0x53AC, position))
        place += bytes.count
      }
      return Bytes.element(0x114D_9B74, entries)
    }
    let base = index(0).count + front.count + clusters.count
    let segment = index(base) + front + clusters + later.flatMap(\.1)
    var reader = try Bytes.reader(Bytes.header() + Bytes.element(0x1853_8067, segment))
    let metadata = reader.metadata
    expectEqual(metadata.markers.map(\.name), ["One", "Two", "Inner"])
    expectEqual(metadata.markers.map(\.framePosition), [0, 72_000, 96_000])
    #expect(metadata.artwork.map(\.bytes) == [picture, [7]] && metadata[.title] == "Late")
    #expect(readAll(&reader).packets == [[1, 2]] && reader.warnings == [])
    // An index that lies costs a remark.
    let lying = try Bytes.reader(Bytes.header() + Bytes.element(0x1853_8067, index(base + 1) + front + clusters))
    #expect(lying.warnings.contains { $0.contains("which is not there") } && lying.tracks.count == 1)
  }

  @Test("chapters within chapters without end are given up")
  func depth() throws {
    var atom: [UInt8] = []
    for _ in 0..<2000 { atom = Bytes.element(0xB6, atom) }
    let chapters = Bytes.element(0x1043_A770, Bytes.element(0x45B9, atom))
    let reader = try Bytes.reader(
      Bytes.file([Bytes.track(1, "A_MPEG/L3")], chapters + Bytes.cluster([Bytes.simple([1])])))
    #expect(reader.warnings.contains { $0.contains("more metadata than is taken") })
    expectLessOrEqual(reader.metadata.markers.count, 32)
  }
}
