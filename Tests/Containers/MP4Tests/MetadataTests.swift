import AudioBase
import MP4Container
import TestSupport
import Testing

struct MetadataTests {
  private func read(userData: [UInt8]) throws -> Metadata {
    var builder = MovieBuilder(packets: makePackets(4))
    builder.userData = userData
    return try MP4Reader(MemoryByteSource(builder.bytes())).metadata
  }

  private func data(_ kind: Int, _ value: [UInt8]) -> [UInt8] { box("data", number(kind, 4), number(0, 4), value) }

  @Test func everyKindOfItemReadsBack() throws {
    var metadata = Metadata()
    metadata.info = [
      .title: "Titel", .artist: "Künstlerin", .albumArtist: "Various", .album: "専辑", .year: "1999", .composer: "B",
      .genre: "Jazz", .comments: "none", .copyright: "C", .lyrics: "la\nla", .encodingApplication: "af",
      .trackNumber: "3/12", .discNumber: "1", .tempo: "120", .isrc: "DEABC9900001", .keySignature: "Bb",
      .subtitle: "Sub", .lyricist: "L", .timeSignature: "3/4", .mediaKind: "Podcast",
      InfoKey("iTunNORM"): " 00000001 00000002",
      InfoKey("own key"): "own value",
    ]
    metadata.artwork = [
      Artwork(bytes: [0xFF, 0xD8, 0xFF, 1, 2]), Artwork(bytes: [0x89, 0x50, 0x4E, 0x47, 9]), Artwork(bytes: [1, 2, 3]),
    ]
    // Whole frames survive the rounding to 100 ns.
    metadata.markers = [
      Marker(name: "Anfang", framePosition: 0, identifier: 1), Marker(name: "", framePosition: 44_101, identifier: 2),
      Marker(name: "Ende", framePosition: 12_345_678, identifier: 3),
    ]
    for arrangement in Arrangement.allCases {
      var settings = arrangement.apply(aacSettings(), packetCount: 10)
      settings.metadata = metadata
      for fileType in ["m4af", "MooV", "m4bf"] as [FourCharacterCode] {
        let bytes = try writeFile(settings, fileType: fileType, makePackets(10))
        try expectEqual(MP4Reader(MemoryByteSource(bytes)).metadata, metadata, "\(arrangement) \(fileType)")
      }
    }
  }

  @Test func itemsAreLaidOutAsITunesHasThem() throws {
    var metadata = Metadata()
    metadata.info = [.trackNumber: "3/12", .discNumber: "1/2", .tempo: "120", .title: "T", .isrc: "X"]
    let item = box(
      "----", fullBox("mean", Array("com.apple.iTunes".utf8)), fullBox("name", Array("ISRC".utf8)), data(1, [0x58]))
    let list = box(
      "ilst", box("\u{A9}nam", data(1, [0x54])), box("trkn", data(0, [0, 0, 0, 3, 0, 12, 0, 0])),
      box("disk", data(0, [0, 0, 0, 1, 0, 2])), box("tmpo", data(21, [0, 120])), item)
    let handler = fullBox("hdlr", number(0, 4), typeBytes("mdir"), typeBytes("appl"), number(0, 9))
    expectEqual(
      UserDataBox.bytes(metadata, gapless: nil, sampleRate: 44_100), box("udta", fullBox("meta", handler, list)))
    expectEqual(UserDataBox.bytes(Metadata(), gapless: nil, sampleRate: 44_100), [])
  }

  @Test func namesOfOnesOwnAndItemsOfTheSameKeyAreOne() throws {
    func free(_ name: String, _ value: String) -> [UInt8] {
      box(
        "----", fullBox("mean", Array("com.apple.iTunes".utf8)), fullBox("name", Array(name.utf8)),
        data(1, Array(value.utf8)))
    }
    func list(_ items: [UInt8]...) -> [UInt8] { fullBox("meta", box("ilst", items.flatMap { $0 })) }
    let (own, sort) = (box("soar", data(1, Array("Bach".utf8))), InfoKey("ARTISTSORT"))
    // The item of its own counts, wherever it is.
    try expectEqual(read(userData: list(free("ARTISTSORT", "Old"), own)).info, [sort: "Bach"])
    try expectEqual(read(userData: list(free("artistsort", "Old"))).info, [sort: "Old"])
    for (items, names) in [
      ([free("ARTISTSORT", "Old"), own], ["a second value of 'ARTISTSORT'"]), ([free("ARTISTSORT", "Bach"), own], []),
    ] {
      var builder = MovieBuilder(packets: makePackets(4))
      builder.userData = list(items[0], items[1])
      try expectEqual(MP4Reader(MemoryByteSource(builder.bytes())).unnamedItems, names)
    }
    var other = free("Key", "V")
    other.replaceSubrange(20..<36, with: "org.example.name".utf8)
    let bytesOfOwn = box(
      "----", fullBox("mean", Array("com.apple.iTunes".utf8)), fullBox("name", Array("Raw".utf8)),
      data(0, [0xFF, 0xFE]))
    var spaces = MovieBuilder(packets: makePackets(4))
    spaces.userData = list(other, bytesOfOwn)
    let spaced = try MP4Reader(MemoryByteSource(spaces.bytes()))
    expectEqual(spaced.metadata.info, [InfoKey("Key"): "V"])
    expectEqual(
      spaced.unnamedItems, ["the name space 'org.example.name' of the item 'Key'", "the bytes of the item 'Raw'"])
    // iTunes' items, not names of this package's own; and in the spelling of other formats, too.
    var metadata = Metadata()
    metadata.info = [
      InfoKey("grouping"): "G", InfoKey("description"): "D", InfoKey("long description"): "L", sort: "Bach",
    ]
    let items =
      box("soar", data(1, Array("Bach".utf8))) + box("\u{A9}grp", data(1, [0x47])) + box("desc", data(1, [0x44]))
    let bytes = UserDataBox.bytes(metadata, gapless: nil, sampleRate: 44_100)
    expectEqual(Array(bytes.suffix(items.count + 25)), items + box("ldes", data(1, [0x4C])))
    metadata.info = [
      InfoKey("GROUPING"): "G", InfoKey("DESCRIPTION"): "D", InfoKey("Long Description"): "L",
      InfoKey("artistsort"): "Bach",
    ]
    expectEqual(UserDataBox.bytes(metadata, gapless: nil, sampleRate: 44_100), bytes)
  }

  @Test func mediaKindsAreNumbersWhereTheyHaveOne() throws {
    var metadata = Metadata()
    metadata.info = [.mediaKind: "Audiobook"]
    let bytes = UserDataBox.bytes(metadata, gapless: nil, sampleRate: 44_100)
    let item = box("stik", data(21, [2]))
    expectEqual(Array(bytes.suffix(item.count)), item)
    try expectEqual(read(userData: Array(bytes.dropFirst(8))).info, [.mediaKind: "Audiobook"])
    metadata.info = [.mediaKind: "Voice Memo"]
    let voice = UserDataBox.bytes(metadata, gapless: nil, sampleRate: 44_100)
    try expectEqual(read(userData: Array(voice.dropFirst(8))), metadata)
  }

  @Test func valuesThatNumbersCannotHoldAreKeptAsText() throws {
    for (key, value) in [
      (.tempo, "120.5"), (.tempo, "70000"), (.trackNumber, "A3"), (.trackNumber, "03"), (.trackNumber, "3/0"),
      (.discNumber, "1/2/3"), (.discNumber, ""),
    ] as [(InfoKey, String)] {
      var settings = aacSettings()
      settings.metadata[key] = value
      let found = try MP4Reader(MemoryByteSource(try writeFile(settings, makePackets(3)))).metadata
      expectEqual(found[key], value)
    }
  }

  @Test func gaplessTextIsWrittenAsITunesDoes() {
    // The example that is quoted everywhere: 2112 frames of priming, 532 of remainder, 0x4D01C valid ones.
    let table = PacketTable(primingFrames: 0x840, validFrames: 0x4D01C, remainderFrames: 0x214, timescale: 44_100)
    expectEqual(
      UserDataBox.gaplessText(table),
      " 00000000 00000840 00000214 000000000004D01C 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000"
    )
  }

  @Test func genresMayBeNumbersOrNames() throws {
    func genre(_ items: [UInt8]...) throws -> String? {
      try read(userData: fullBox("meta", fullBox("hdlr", number(0, 21)), box("ilst", items.flatMap { $0 })))[.genre]
    }
    try expectEqual(genre(box("gnre", data(0, [0, 18]))), "Rock")
    try expectEqual(genre(box("gnre", data(0, [0, 80]))), "Hard Rock")
    try expectNil(genre(box("gnre", data(0, [0, 0]))))
    try expectNil(genre(box("gnre", data(0, [0, 81]))))
    try expectEqual(genre(box("\u{A9}gen", data(1, Array("Own".utf8))), box("gnre", data(0, [0, 18]))), "Own")
  }

  @Test func quickTimeKeysAreRead() throws {
    let names = ["com.apple.quicktime.title", "com.android.version", "com.apple.quicktime.artwork"]
    let keys = fullBox(
      "keys", number(names.count, 4),
      names.flatMap { number($0.utf8.count + 8, 4) + typeBytes("mdta") + Array($0.utf8) })
    func numbered(_ index: Int, _ value: [UInt8]) -> [UInt8] {
      number(value.count + 8, 4) + number(index, 4) + value
    }
    let list = box(
      "ilst", numbered(1, data(1, Array("Film".utf8))), numbered(2, data(1, Array("14".utf8))),
      numbered(3, data(13, [0xFF, 0xD8, 0xFF])), numbered(4, data(1, Array("no".utf8))))
    let found = try read(
      userData: box("meta", fullBox("hdlr", number(0, 4), typeBytes("mdta"), number(0, 13)), keys, list))
    expectEqual(found.info, [.title: "Film", InfoKey("com.android.version"): "14"])
    expectEqual(found.artwork, [Artwork(bytes: [0xFF, 0xD8, 0xFF])])
  }

  @Test func textsInUserDataAreRead() throws {
    let found = try read(
      userData: box("\u{A9}nam", number(5, 2), number(0x15C7, 2), Array("Titel".utf8))
        + box("\u{A9}ART", number(2, 2), number(0, 2), [0x41, 0x8E])
        + box("\u{A9}cmt", number(50, 2), number(0, 2), [0x41])
        + fullBox("albm", number(0x15C7, 2), Array("Platte".utf8) + [0, 7])
        + fullBox("perf", number(0x15C7, 2), [0xFE, 0xFF, 0, 0x42, 0, 0])
        + fullBox("yrrc", number(2004, 2)))
    expectEqual(found.info, [.title: "Titel", .artist: "A\u{E9}", .album: "Platte", .year: "2004"])
  }

  @Test func chaptersOfBothVersionsAreRead() throws {
    let entries =
      number(0, 8) + [3] + Array("One".utf8) + number(10_000_000, 8) + [0] + number(25_000_000, 8) + [90, 1]
    let later = try read(userData: fullBox("chpl", version: 1, number(0, 4), [4], entries))
    expectEqual(later.markers.map(\.name), ["One", ""])
    expectEqual(later.markers.map(\.framePosition), [0, 44_100])
    try expectEqual(read(userData: fullBox("chpl", [2], entries)).markers, later.markers)
  }

  @Test func audiobooksHaveATextTrackOfChapters() throws {
    var settings = aacSettings()
    settings.packetTable = PacketTable(primingFrames: 2112, validFrames: 88_200, remainderFrames: 1, timescale: 44_100)
    // A chapter that begins late is shown late.
    settings.metadata.markers = [
      Marker(name: "late", framePosition: 22_050, identifier: 1),
      Marker(name: "", framePosition: 22_051, identifier: 2),
    ]
    let late = try MP4Reader(MemoryByteSource(try writeFile(settings, fileType: "m4bf", makePackets(91))))
    expectEqual(late.metadata.markers, settings.metadata.markers)
    var reader = try MP4Reader(MemoryByteSource(try bookOfTwoChapters()))
    expectEqual(reader.tracks.count, 2)
    expectEqual(readAll(&reader, track: 0).packets, makePackets(91))
    let encoding = box("encd", number(0x100, 4))
    expectEqual(
      readAll(&reader, track: 1).packets,
      [number(6, 2) + Array("Zwölf".utf8) + encoding, number(3, 2) + Array("Two".utf8) + encoding])
  }

  /// An audiobook of two seconds: a chapter of a second and a quarter, and one of the rest.
  private func bookOfTwoChapters() throws -> [UInt8] {
    var settings = aacSettings()
    settings.packetTable = PacketTable(primingFrames: 2112, validFrames: 88_200, remainderFrames: 1, timescale: 44_100)
    settings.metadata.markers = [Marker(name: "Zwölf", framePosition: 0), Marker(name: "Two", framePosition: 55_125)]
    return try writeFile(settings, fileType: "m4bf", makePackets(91))
  }

  @Test(.needs(.ffmpeg)) func othersFindTheChaptersOfAudiobooks() throws {
    let data = try ForeignProgram.run(
      "ffprobe", ["-v", "error", "-show_chapters", "-of", "csv=p=0", "FILE"], on: try bookOfTwoChapters(),
      named: "a.m4b")
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: ",").map(String.init)
    }
    expectEqual(lines.map(\.last), ["Zwölf", "Two"])
    expectEqual(lines.map { Double($0[3]) }, [0, 1.25])
    expectEqual(lines.map { Double($0[5]) }, [1.25, 2])
  }

  @Test func artworkBeyondTheBoundIsPassedOver() throws {
    let large = [UInt8](repeating: 1, count: 9 << 20)
    let found = try read(
      userData: fullBox(
        "meta", fullBox("hdlr", number(0, 21)),
        box("ilst", box("covr", data(13, large), data(13, large), data(13, [5])))))
    expectEqual(found.artwork.map(\.bytes.count), [9 << 20, 1])
  }

  @Test func longNamesAreCutBetweenCharacters() {
    expectEqual(UserDataBox.shortened("aé", to: 2), [0x61])
    expectEqual(UserDataBox.shortened("aé", to: 3), [0x61, 0xC3, 0xA9])
  }

  @Test func damagedMetadataNeverTraps() throws {
    var metadata = Metadata()
    metadata.info = [.title: "T", .trackNumber: "3", .tempo: "9", InfoKey("x"): "y"]
    metadata.artwork = [Artwork(bytes: [0xFF, 0xD8, 0xFF])]
    metadata.markers = [Marker(name: "m", framePosition: 5)]
    let sound =
      UserDataBox.bytes(metadata, gapless: "x", sampleRate: 1000) + box("\u{A9}ART", number(1, 2), number(0, 2), [65])
      + fullBox("titl", number(0, 2), [65, 0])
    for place in sound.indices {
      for value in [0, 1, 7, 0x7F, 0xFF] as [UInt8] {
        var bytes = sound
        bytes[place] = value
        _ = try read(userData: bytes)
      }
    }
    for count in sound.indices { _ = try read(userData: Array(sound[..<count])) }
  }
}
