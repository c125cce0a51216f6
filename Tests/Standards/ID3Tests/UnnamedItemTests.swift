import AudioBase
import ID3Tags
import TestSupport
import Testing

/// Items of APEv2 and tags behind the audio: texts have keys, and what has none has a name.
@Suite struct UnnamedItemTests {
  @Test func textsOfOnesOwnAreKeptAndAllElseIsNamed() throws {
    let items = [
      APETag.Item(key: "Title", kind: .text, value: Array("Aria".utf8)),
      APETag.Item(key: "REPLAYGAIN_TRACK_GAIN", kind: .text, value: Array("-3.00 dB".utf8)),
      APETag.Item(key: "Stuff", kind: .binary, value: [1, 2, 3]),
      APETag.Item(key: "File", kind: .link, value: Array("http://example.org".utf8)),
      APETag.Item(key: "Cover Art (Back)", kind: .binary, value: Array("a.png\0".utf8) + [0x89]),
    ]
    var bytes: [UInt8] = []
    func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    for item in items {
      let kind = item.kind == .text ? 0 : item.kind == .link ? 4 : 2
      bytes += little(item.value.count) + little(kind) + Array(item.key.utf8) + [0] + item.value
    }
    let footer = Array("APETAGEX".utf8) + [2000, bytes.count + 32, items.count, 0, 0, 0].flatMap(little)
    let whole = bytes + footer
    let parsed = APETag(parsing: whole.span)
    let tag = try required(parsed)
    expectEqual(tag.items, items)
    expectEqual(tag.metadata.info, [.title: "Aria", InfoKey("REPLAYGAIN_TRACK_GAIN"): "-3.00 dB"])
    expectEqual(tag.metadata.artwork.map(\.bytes), [[0x89]])
    expectEqual(tag.unnamedItems, ["the APE item 'Stuff'", "the APE item 'File'"])
  }

  @Test("dates of other things than the recording have keys, and parts of chapters without one are named")
  func datesAndChapters() throws {
    let picture = frame("APIC", [0] + Array("image/png".utf8) + [0, 3, 0, 0x89])
    let times: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 255, count: 8)
    let chapter = frame("CHAP", Array("a".utf8) + [0] + times + frame("TIT2", text("One")) + picture)
    let dated = frame("TDRC", text("2001")) + frame("TDOR", text("1970-05-01"))
    let tag = HandMadeTag(version: 4, content: dated + chapter)
    let said = try metadata(tag)
    expectEqual(said.info, [.year: "2001", InfoKey("ORIGINALDATE"): "1970-05-01"])
    let cleared = try ID3TagEdit(
      tag.bytes, MetadataChange(from: said, to: said, clears: true, sampleRate: 1000), available: tag.bytes.count)
    expectEqual(cleared.cleared, ["the ID3 frame 'APIC' of chapters"])
    // Without a date of the recording the year is that of the release, until another is set.
    let old = HandMadeTag(version: 4, content: frame("TDOR", text("1970-05-01")))
    let before = try metadata(old)
    expectEqual(before[.year], "1970")
    for year in ["1980", nil] {
      var after = before
      after[.year] = year
      if year == nil { after[InfoKey("ORIGINALDATE")] = nil }
      let edit = try ID3TagEdit(
        old.bytes, MetadataChange(from: before, to: after, sampleRate: 1000), available: old.bytes.count)
      let new = edit.bytes.isEmpty ? Metadata() : try ID3Tag(parsing: edit.bytes.span).metadata(sampleRate: 1000)
      expectEqual(new.info, after.info)
    }
  }

  @Test("frames are taken out of a whole tag, and all others stay byte by byte", arguments: [3, 4] as [UInt8])
  func removedFrames(version: UInt8) throws {
    let relative = frame("RVA2", Array("track\0".utf8) + [1, 0xF3, 0, 0])
    // ID3v2.4.0, 4.9 and 4.5: times in milliseconds (2) or in frames of MPEG (1).
    let lyrics = frame("SYLT", Array("\0eng".utf8) + [2, 1, 0] + Array("la\0".utf8) + [0, 0, 3, 232])
    let counted = frame("ETCO", [1, 3, 0, 0, 0, 5])
    let (table, length) = (frame("MLLT", [0, 1, 0, 0, 4, 0, 0, 26, 8, 8, 0, 0]), frame("TLEN", text("1000")))
    let (title, own) = (frame("TIT2", text("One")), frame("PRIV", Array("me\0".utf8) + [255, 0]))
    let tag = HandMadeTag(
      version: version, content: title + relative + lyrics + counted + table + length + own)
    var whole = Metadata()
    whole.id3Tag = tag.bytes
    for (isUnwanted, kept) in [
      (\ID3Frame.statesLevel, title + lyrics + counted + table + length + own),
      (\.countsPackets, title + relative + lyrics + length + own), (\.statesTimes, title + relative + own),
    ] {
      var metadata = whole
      metadata.removeID3Frames { $0[keyPath: isUnwanted] }
      let padding = [UInt8](repeating: 0, count: tag.content.count - kept.count)
      #expect(metadata.id3Tag == HandMadeTag(version: version, content: kept + padding).bytes)
    }
    // A tag without such frames stays, and one of nothing else goes.
    var metadata = Metadata()
    metadata.id3Tag = HandMadeTag(version: version, content: title).bytes
    let before = metadata
    metadata.removeID3Frames(where: \.statesTimes)
    #expect(metadata == before)
    metadata.id3Tag = HandMadeTag(version: version, content: table).bytes
    metadata.removeID3Frames(where: \.statesTimes)
    #expect(metadata.isEmpty)
  }

  @Test("the relative volume of ID3v2.2, which no later version names, is taken out too")
  func removedFramesOfVersionTwo() {
    var metadata = Metadata()
    let (title, volume) = (Array("TT2".utf8) + [0, 0, 2] + text("A"), Array("RVA".utf8) + [0, 0, 4, 3, 16, 16, 0])
    metadata.id3Tag = HandMadeTag(version: 2, content: title + volume).bytes
    metadata.removeID3Frames(where: \.statesLevel)
    #expect(metadata.id3Tag.starts(with: [0x49, 0x44, 0x33, 3]))
    #expect(metadata.id3Tag.dropFirst(10).starts(with: frame("TIT2", text("A"))))
  }

  @Test("ends of chapters that are not the next one's start, and titles of their table, are named")
  func endsOfChapters() throws {
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
    func chapter(_ name: String, _ start: Int, _ end: Int) -> [UInt8] {
      frame(
        "CHAP", Array(name.utf8) + [0] + number(start) + number(end) + [UInt8](repeating: 255, count: 8))
    }
    let names = Array("a".utf8) + [0] + Array("b".utf8) + [0]
    let table = Array("toc".utf8) + [0, 3, 2] + names
    var track = TrackInfo(format: StreamFormat(formatID: .mpegLayer3, sampleRate: 1000, channelsPerFrame: 1))
    track.duration = 10
    for (content, wanted) in [
      (chapter("a", 0, 4000) + chapter("b", 4000, 10_000) + frame("CTOC", table), []),
      (chapter("a", 0, 4000) + chapter("b", 4000, 9950), []),
      (chapter("a", 0, 4000) + chapter("b", 4000, 4000), []),
      (chapter("a", 0, 3000) + chapter("b", 4000, 10_000), ["the end of 1 chapter"]),
      (chapter("a", 0, 3000) + chapter("b", 4000, 9000), ["the ends of 2 chapters"]),
      (
        chapter("a", 0, 4000) + frame("CTOC", table + frame("TIT2", text("Parts"))) + frame("CTOC", table),
        ["the end of 1 chapter", "1 of 2 tables of chapters", "the title 'Parts' of the table of chapters"]
      ),
    ] {
      let tag = HandMadeTag(version: 4, content: content)
      let said = try metadata(tag)
      let change = MetadataChange(from: said, to: said, clears: true, sampleRate: 1000)
      let edit = try ID3TagEdit(tag.bytes, change, available: tag.bytes.count, of: track)
      expectEqual(edit.cleared, wanted)
    }
  }

  @Test("a text beside the frame of its own, and a year beside another date, are named; keys have no case")
  func secondValues() throws {
    func own(_ name: String, _ value: String) -> [UInt8] {
      frame("TXXX", [0] + Array(name.utf8) + [0] + Array(value.utf8))
    }
    let sort = InfoKey("ARTISTSORT")
    let lone = HandMadeTag(version: 4, content: own("ArtistSort", "Bach, J. S."))
    try expectEqual(metadata(lone).info, [sort: "Bach, J. S."])
    let content = frame("TSOP", text("Bach")) + own("artistsort", "Old") + frame("TYER", text("1999"))
    let tag = HandMadeTag(version: 4, content: content + frame("TDRC", text("2001")))
    let before = try metadata(tag)
    expectEqual(before.info, [sort: "Bach", .year: "2001"])
    let cleared = try ID3TagEdit(
      tag.bytes, MetadataChange(from: before, to: before, clears: true, sampleRate: 1000), available: tag.bytes.count)
    expectEqual(cleared.cleared, ["a second value of 'ARTISTSORT'", "a second value of 'year'"])
    // Whoever sets the one removes the other.
    var after = before
    after[sort] = "New"
    after[.year] = "2005"
    let edit = try ID3TagEdit(
      tag.bytes, MetadataChange(from: before, to: after, sampleRate: 1000), available: tag.bytes.count)
    let new = try ID3Tag(parsing: edit.bytes.span)
    expectEqual(new.frames.map(\.identifier).sorted { $0.rawValue < $1.rawValue }, ["TDRC", "TSOP"])
    expectEqual(new.metadata(sampleRate: 1000).info, [sort: "New", .year: "2005"])
    // A key of another format's spelling has the frame of its own.
    var spelt = Metadata()
    spelt[InfoKey("artistsort")] = "Bach"
    spelt[InfoKey("GROUPING")] = "Works"
    let written = ID3Tag(spelt, options: ID3WritingOptions(sampleRate: 1000))
    expectEqual(Set(written.frames.map(\.identifier)), ["TSOP", "TIT1"])
  }

  @Test("day and time of ID3v2.3 go with their year")
  func dayOfYear() throws {
    let content = frame("TYER", text("1995")) + frame("TDAT", text("0706")) + frame("TIME", text("1530"))
    let tag = HandMadeTag(version: 3, content: content)
    let before = try metadata(tag)
    expectEqual(before.info, [.year: "1995", .recordedDate: "1995-06-07T15:30"])
    var after = Metadata()
    after[.year] = "2005"
    let edit = try ID3TagEdit(
      tag.bytes, MetadataChange(from: before, to: after, sampleRate: 1000), available: tag.bytes.count)
    try expectEqual(ID3Tag(parsing: edit.bytes.span).metadata(sampleRate: 1000).info, [.year: "2005"])
  }

  @Test func tagsThatAreNotReadAreNamed() throws {
    let lyrics = Array("LYRICSBEGIN".utf8) + Array("LYR00002La".utf8)
    let file = [UInt8](repeating: 7, count: 500) + lyrics + Array("0000\(lyrics.count)LYRICS200".utf8)
    let enhanced = Array("TAG+".utf8) + [UInt8](repeating: 0, count: 223)
    let last = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
    for (bytes, names) in [
      (file + last, ["the tag Lyrics3"]), (file + enhanced + last, ["the tag TAG+", "the tag Lyrics3"]),
      ([UInt8](repeating: 7, count: 500) + last, []),
    ] {
      let tags = try TrailingTags(MemoryByteSource(bytes), byteCount: Int64(bytes.count), from: 0)
      #expect(tags.unread.names == names && tags.audioEnd == 500)
    }
  }
}
