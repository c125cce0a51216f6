import AudioBase
import ID3Tags
import TestSupport
import Testing

@Suite("Reading ID3v2")
struct ID3ReadingTests {
  @Test("the length counts header and footer, and no header is seen where sizes have eight bits")
  func length() {
    let plain: [UInt8] = [0x49, 0x44, 0x33, 3, 0, 0x10, 0, 0, 2, 1]
    let withFooter: [UInt8] = [0x49, 0x44, 0x33, 4, 0, 0x10, 0, 0, 2, 1]
    let wrong: [UInt8] = [0x49, 0x44, 0x33, 4, 0, 0x10, 0, 0, 0x80, 1]
    expectEqual(ID3Tag.byteCount(of: plain.span), 267)
    expectEqual(ID3Tag.byteCount(of: withFooter.span), 277)
    expectNil(ID3Tag.byteCount(of: wrong.span))
    expectNil(ID3Tag.byteCount(of: plain.span.extracting(0..<9)))
    let footer: [UInt8] = [0x33, 0x44, 0x49, 4, 0, 0x10, 0, 0, 2, 1]
    expectEqual(ID3Tag.byteCount(ofFooter: footer.span), 277)
  }

  @Test("names of three letters stand for those of later versions")
  func versionTwo() throws {
    let content = Array("TT2".utf8) + [0, 0, 4] + text("abc") + Array("TYE".utf8) + [0, 0, 5] + text("1987")
    let metadata = try metadata(HandMadeTag(version: 2, content: content))
    expectEqual(metadata.info, [.title: "abc", .year: "1987"])
  }

  @Test("a tag of version 2.2 holds pictures with a format of three letters")
  func versionTwoPicture() throws {
    let body: [UInt8] = [0] + Array("PNG".utf8) + [3] + Array("d".utf8) + [0, 1, 2, 3]
    let content = Array("PIC".utf8) + [0, 0, UInt8(body.count)] + body
    let artwork = try metadata(HandMadeTag(version: 2, content: content)).artwork
    expectEqual(artwork, [Artwork(bytes: [1, 2, 3], description: "d")])
  }

  @Test("all four encodings are understood, several values are joined")
  func encodings() throws {
    let content =
      frame("TIT2", [0, 0xE9]) + frame("TPE1", [1, 0xFF, 0xFE, 0x42, 0x04, 0, 0])
      + frame("TALB", [2, 0x04, 0x42]) + frame("TCOM", [3, 0xD1, 0x82, 0, 0x62, 0])
    let info = try metadata(HandMadeTag(version: 4, content: content)).info
    expectEqual(info, [.title: "é", .artist: "т", .album: "т", .composer: "т; b"])
  }

  @Test("FFmpeg's comment, a user-defined text, is the comment where there is no other")
  func commentOfFFmpeg() throws {
    let own = frame("TXXX", text("comment") + [0] + Array("by FFmpeg".utf8))
    try expectEqual(metadata(HandMadeTag(version: 4, content: own)).info, [.comments: "by FFmpeg"])
    let usual = frame("COMM", [0] + Array("eng".utf8) + [0] + Array("usual".utf8))
    try expectEqual(metadata(HandMadeTag(version: 4, content: own + usual)).info, [.comments: "usual"])
  }

  @Test("a byte order mark may stand twice, or be missing")
  func byteOrderMarks() throws {
    let content =
      frame("TIT2", [1, 0xFF, 0xFE, 0xFF, 0xFE, 0x61, 0]) + frame("TPE1", [1, 0x61, 0]) + frame("TALB", [1, 0, 0x61])
    let info = try metadata(HandMadeTag(version: 3, content: content)).info
    expectEqual(info, [.title: "a", .artist: "a", .album: "a"])
  }

  @Test("unsynchronisation is undone for the whole tag of version 2.3, and for each frame of 2.4")
  func unsynchronisation() throws {
    // The stored bytes FF 00 E0 mean FF E0; ISO 8859-1 for "ÿà". The size of 2.3 counts the plain bytes.
    let three = frame("TIT2", size: [0, 0, 0, 3], [0, 0xFF, 0x00, 0xE0]) + frame("TPE1", text("b"))
    try expectEqual(metadata(HandMadeTag(version: 3, flags: 0x80, content: three)).info, [.title: "ÿà", .artist: "b"])
    let four = frame("TIT2", flags: [0, 2], [0, 0xFF, 0x00, 0xE0]) + frame("TPE1", [0, 0xFF, 0x00, 0xE0])
    try expectEqual(metadata(HandMadeTag(version: 4, content: four)).info, [.title: "ÿà", .artist: "ÿ; à"])
    try expectEqual(metadata(HandMadeTag(version: 4, flags: 0x80, content: four)).info, [.title: "ÿà", .artist: "ÿà"])
  }

  @Test("an extended header is passed over, also one that is only claimed")
  func extendedHeader() throws {
    let title = frame("TIT2", text("abc"))
    let three: [UInt8] = [0, 0, 0, 6, 0, 0, 0, 0, 0, 0]
    let four: [UInt8] = [0, 0, 0, 6, 1, 0]
    for tag in [
      HandMadeTag(version: 3, flags: 0x40, content: three + title),
      HandMadeTag(version: 4, flags: 0x40, content: four + title),
      HandMadeTag(version: 3, flags: 0x40, content: title),
    ] {
      try expectEqual(metadata(tag).info, [.title: "abc"])
    }
  }

  @Test("a footer is no frame, and padding ends the frames")
  func footerAndPadding() throws {
    let title = frame("TIT2", text("abc"))
    var tag = HandMadeTag(version: 4, flags: 0x10, content: title).bytes
    tag += [0x33, 0x44, 0x49] + tag[3..<10]
    expectEqual(ID3Tag.byteCount(of: tag.span), tag.count)
    try expectEqual(ID3Tag(parsing: tag.span).frames.count, 1)
    let padded = HandMadeTag(version: 4, content: title + [UInt8](repeating: 0, count: 40))
    try expectEqual(ID3Tag(parsing: padded.bytes.span).frames.count, 1)
  }

  @Test("plain sizes in version 2.4 and seven-bit sizes in 2.3 are recognised by where they lead")
  func sizesOfTheOtherVersion() throws {
    let long = text(String(repeating: "a", count: 199))
    let plain = frame("TIT2", size: [0, 0, 0, 200], long) + frame("TPE1", text("b"))
    let sevenBits = frame("TIT2", size: [0, 0, 1, 72], long) + frame("TPE1", text("b"))
    for version: UInt8 in [3, 4] {
      for content in [plain, sevenBits] {
        let info = try metadata(HandMadeTag(version: version, content: content)).info
        expectEqual(info[.title]?.count, 199)
        expectEqual(info[.artist], "b")
      }
    }
  }

  @Test("group and data length are left out of a frame's body; compressed and encrypted frames are remarked upon")
  func frameFlags() throws {
    let content =
      frame("TIT2", flags: [0, 0x41], [7, 0, 0, 0, 4] + text("abc")) + frame("TPE1", flags: [0, 0x08], [1, 2, 3])
      + frame("TALB", flags: [0, 0x04], [1, 2, 3]) + frame("TCOM", text("c"))
    let tag = try ID3Tag(parsing: HandMadeTag(version: 4, content: content).bytes.span)
    expectEqual(tag.metadata(sampleRate: 1).info, [.title: "abc", .composer: "c"])
    expectEqual(tag.remarks.count, 2)
    let three = frame("TIT2", flags: [0, 0x20], [7] + text("abc")) + frame("TPE1", flags: [0, 0x80], [1, 2, 3, 4, 5])
    let second = try ID3Tag(parsing: HandMadeTag(version: 3, content: three).bytes.span)
    expectEqual(second.metadata(sampleRate: 1).info, [.title: "abc"])
    expectEqual(second.remarks.count, 1)
  }

  @Test(
    "references to genres are resolved",
    arguments: [
      ("(17)", "Rock"), ("17", "Rock"), ("(4)Eurodisco", "Disco; Eurodisco"), ("(51)(39)", "Techno-Industrial; Noise"),
      ("((Foo)", "(Foo)"), ("(RX)", "Remix"), ("CR", "Cover"), ("Own", "Own"), ("(255)", "Unknown"), ("(Own", "(Own"),
    ])
  func genres(stored: String, meaning: String) throws {
    let content = frame("TCON", text(stored))
    try expectEqual(metadata(HandMadeTag(version: 3, content: content)).info, [.genre: meaning])
  }

  @Test("the numbers of genres are those of the published lists")
  func genreNumbers() {
    // The ends of the lists: ID3v1 has 0…79, Winamp went on to 125, 147 and 191.
    let published: [(Int, String)] = [
      (0, "Blues"), (17, "Rock"), (79, "Hard Rock"), (80, "Folk"), (125, "Dance Hall"), (126, "Goa"), (147, "Synthpop"),
      (148, "Abstract"), (191, "Psybient"),
    ]
    for (number, name) in published { expectEqual(Genres.name(number), name) }
    expectEqual(Genres.names.count, 192)
  }

  @Test("comments of iTunes to itself are no comments, but tell what is played")
  func iTunesComments() throws {
    let gapless = " 00000000 00000210 00000726 00000000000AD0CA"
    let content =
      frame("COMM", [0] + Array("engiTunNORM".utf8) + [0] + Array(" 1".utf8))
      + frame("COMM", [0] + Array("engiTunSMPB".utf8) + [0] + Array(gapless.utf8))
      + frame("COMM", [0] + Array("engnote".utf8) + [0] + Array("second".utf8))
      + frame("COMM", [0] + Array("eng".utf8) + [0] + Array("first".utf8))
    let tag = try ID3Tag(parsing: HandMadeTag(version: 3, content: content).bytes.span)
    // Sound Check has a key, and keeps the blank that it begins with.
    #expect(tag.metadata(sampleRate: 1).info == [.comments: "first", InfoKey("iTunNORM"): " 1"])
    #expect(tag.iTunesGaplessText == gapless.trimmed)
  }

  @Test("dates are a stamp in version 2.4 and three frames in 2.3")
  func dates() throws {
    let four = try metadata(HandMadeTag(version: 4, content: frame("TDRC", text("2001-02-03T04:05")))).info
    expectEqual(four, [.year: "2001", .recordedDate: "2001-02-03T04:05"])
    let parts = frame("TYER", text("2001")) + frame("TDAT", text("0302")) + frame("TIME", text("0405"))
    try expectEqual(metadata(HandMadeTag(version: 3, content: parts)).info, four)
  }

  @Test("the front cover comes first, a link is no picture")
  func pictures() throws {
    func picture(_ kind: UInt8, _ type: String, _ bytes: [UInt8]) -> [UInt8] {
      frame("APIC", [0] + Array(type.utf8) + [0, kind, 0] + bytes)
    }
    let content =
      picture(4, "image/png", [4]) + picture(3, "image/jpeg", [3]) + picture(3, "-->", Array("http://x".utf8))
    try expectEqual(metadata(HandMadeTag(version: 3, content: content)).artwork.map(\.bytes), [[3], [4]])
  }

  @Test("chapters become markers at their milliseconds")
  func chapters() throws {
    func chapter(_ name: String, start: [UInt8], title: [UInt8]) -> [UInt8] {
      let times = start + [0, 0, 0x10, 0] + [UInt8](repeating: 0xFF, count: 8)
      return frame("CHAP", Array(name.utf8) + [0] + times + frame("TIT2", title))
    }
    let content =
      chapter("b", start: [0, 0, 3, 0xE8], title: text("two")) + chapter("a", start: [0, 0, 0, 0], title: text("one"))
    let tag = try ID3Tag(parsing: HandMadeTag(version: 4, content: content).bytes.span)
    expectEqual(
      tag.metadata(sampleRate: 44100).markers,
      [
        Marker(name: "one", framePosition: 0, identifier: 1), Marker(name: "two", framePosition: 44100, identifier: 2),
      ])
    expectEqual(tag.chapters.map(\.endMilliseconds), [4096, 4096])
  }

  @Test("what is not a tag, or not one that is known, is refused")
  func refusals() {
    #expect(throws: ContainerError.self) { try ID3Tag(parsing: text("no tag at all, only words").span) }
    #expect(throws: ContainerError.self) { try ID3Tag(parsing: HandMadeTag(version: 9, content: []).bytes.span) }
    #expect(throws: ContainerError.self) {
      try ID3Tag(parsing: HandMadeTag(version: 2, flags: 0x40, content: []).bytes.span)
    }
  }

  @Test("prefixes and damaged bytes never trap and never give more than they hold")
  func damage() {
    let picture = frame("APIC", [1] + Array("image/png".utf8) + [0, 3, 0xFF, 0xFE, 0x41, 0, 0, 0, 9, 9])
    let chapter = frame("CHAP", [0x61, 0] + [UInt8](repeating: 1, count: 16) + frame("TIT2", text("x")))
    let comment = frame("COMM", [1] + Array("eng".utf8) + [0xFF, 0xFE, 0, 0, 0xFF, 0xFE, 0x41, 0])
    let content = frame("TIT2", flags: [0, 3], [0, 0, 0, 4] + text("abc")) + picture + chapter + comment
    var random = SplitMix64(seed: 3)
    for version: UInt8 in [2, 3, 4] {
      let whole = HandMadeTag(version: version, flags: version == 4 ? 0x90 : 0, content: content).bytes
      for count in 0...whole.count { read(Array(whole.prefix(count))) }
      for _ in 0..<3000 {
        var damaged = whole
        for _ in 0..<3 {
          damaged[Int.random(in: 3..<whole.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        read(damaged)
      }
    }
  }

  private func read(_ bytes: [UInt8]) {
    guard let tag = try? ID3Tag(parsing: bytes.span) else { return }
    let metadata = tag.metadata(sampleRate: 44100)
    expectLessOrEqual(tag.frames.reduce(0) { $0 + $1.body.count }, bytes.count)
    expectLessOrEqual(metadata.artwork.reduce(0) { $0 + $1.bytes.count }, bytes.count)
  }
}
