import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

/// What tagging leaves alone: packets, and all that no key stands for.
@Suite struct TagKeepingTests {
  private static let picture = Artwork(bytes: [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0x5A, count: 6000))

  private func media(_ path: Pathname) throws -> MediaFile {
    try MediaFile(path: path, containers: Catalog.standard.containers)
  }

  private func packets(_ path: Pathname) throws -> [UInt8] {
    var reader = try media(path).reader
    var batch = PacketBatch()
    var bytes: [UInt8] = []
    while try reader.readPackets(ofTrack: 0, into: &batch) { bytes += batch.bytes }
    return bytes
  }

  private func set(_ key: InfoKey, _ value: String, in path: Pathname) throws -> [JobNote] {
    var tagging = FileTagging(of: path)
    tagging.changes.values = [key: value]
    return try tagging.run()
  }

  private func node(_ path: Pathname) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path.description)
    return try required(attributes[.systemFileNumber] as? Int)
  }

  private func make(_ name: String, _ code: FourCharacterCode?, in directory: TemporaryDirectory) throws -> Pathname {
    try directory.write("in.wav", wave(sine(amplitude: 0.3, frequency: 440, seconds: 2), channels: 1, rate: 48_000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
    conversion.dataFormat = code.map { OutputDataFormat(.coded($0)) }
    try conversion.run()
    return directory.file(name)
  }

  @Test(
    "a short change is written over the old bytes, within one block, and a long one beside the file",
    arguments: [
      ("a.m4a", .aac), ("a.m4b", .appleLossless), ("a.mp4", .flac), ("a.mov", nil), ("a.3gp", .aac), ("a.caf", nil),
      ("a.wav", nil), ("a.rf64", nil), ("a.aiff", nil), ("a.aifc", nil), ("a.flac", nil), ("a.aac", .aac),
    ] as [(String, FourCharacterCode?)])
  func inPlace(name: String, code: FourCharacterCode?) throws {
    let directory = try TemporaryDirectory()
    let path = try make(name, code, in: directory)
    let sound = try packets(path)
    // The first tag makes room.
    _ = try set(.title, "A first title", in: path)
    var inPlaceCount = 0
    for title in ["Another", "A title that is longer than the first", "B"] {
      let before = try required(directory.read(name))
      let node = try node(path)
      _ = try set(.title, title, in: path)
      let after = try required(directory.read(name))
      try expectEqual(packets(path), sound)
      try expectEqual(media(path).reader.metadata[.title], title)
      guard try self.node(path) == node else { continue }
      inPlaceCount += 1
      expectEqual(before.count, after.count)
      let changed = before.indices.filter { before[$0] != after[$0] }
      let (first, last) = (try required(changed.first), try required(changed.last))
      expectEqual(first / 4096, last / 4096)
    }
    // A change may lie over the border of two blocks, but not three times.
    expectGreater(inPlaceCount, 0)
    let node = try node(path)
    _ = try set(.title, String(repeating: "long ", count: 2000) + "end", in: path)
    #expect(try packets(path) == sound && self.node(path) != node)
    expectEqual(Set(directory.names), ["in.wav", name])
  }

  @Test(
    "packets stay in files that are always written anew",
    arguments: [("a.ogg", .flac), ("a.w64", nil), ("a.au", nil)] as [(String, FourCharacterCode?)])
  func anew(name: String, code: FourCharacterCode?) throws {
    let directory = try TemporaryDirectory()
    let path = try make(name, code, in: directory)
    let sound = try packets(path)
    let key: InfoKey = name == "a.au" ? .comments : .title
    for value in ["One", String(repeating: "two ", count: 40_000), "3"] {
      _ = try set(key, value, in: path)
      try expectEqual(packets(path), sound)
      try expectEqual(media(path).reader.metadata[key], value)
    }
  }

  @Test("in Ogg the pages behind are numbered on, and every check holds")
  func pages() throws {
    let directory = try TemporaryDirectory()
    let path = try make("a.ogg", .flac, in: directory)
    _ = try set(.title, String(repeating: "wide ", count: 40_000), in: path)
    let bytes = try required(directory.read("a.ogg"))
    var place = 0
    var sequence: UInt32 = 0
    while place + 27 <= bytes.count {
      expectEqual(Array(bytes[place..<(place + 4)]), Array("OggS".utf8))
      let number = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + 18 + $1]) << UInt32(8 * $1) }
      expectEqual(number, sequence)
      sequence += 1
      let count = Int(bytes[place + 26])
      place += 27 + count + bytes[(place + 27)..<(place + 27 + count)].reduce(0) { $0 + Int($1) }
    }
    #expect(place == bytes.count && sequence > 3)
    let report = try FileVerification(of: path).run()
    #expect(report.isFlawless)
  }

  @Test(
    "a cover of two megabytes is written, found again and copied to another kind of file",
    arguments: [
      ("a.flac", nil), ("a.oga", .flac), ("a.m4a", .aac), ("a.mka", .flac), ("a.aac", .aac), ("a.aiff", nil),
      ("a.wav", nil),
    ] as [(String, FourCharacterCode?)])
  func largePicture(name: String, code: FourCharacterCode?) throws {
    let directory = try TemporaryDirectory()
    let path = try make(name, code, in: directory)
    let cover = Artwork(bytes: Self.picture.bytes + [UInt8](repeating: 0xA5, count: 2 << 20))
    var tagging = FileTagging(of: path)
    tagging.changes.artwork = [cover]
    #expect(try tagging.run().isEmpty)
    try expectEqual(media(path).reader.metadata.artwork.map(\.bytes), [cover.bytes])
    let copy = directory.file(name == "a.flac" ? "copy.oga" : "copy.flac")
    var conversion = FileConversion(from: path, to: copy)
    conversion.dataFormat = OutputDataFormat(.coded(.flac))
    try conversion.run()
    try expectEqual(media(copy).reader.metadata.artwork.map(\.bytes), [cover.bytes])
  }

  // MARK: - What no key stands for

  /// A frame of ID3v2.4.
  private func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [0, 0, UInt8(body.count >> 7), UInt8(body.count & 127), 0, 0] + body
  }

  @Test("frames of an ID3 tag that have no key stay, byte by byte", arguments: ["a.aac", "a.aiff", "a.wav"])
  func frames(name: String) throws {
    let directory = try TemporaryDirectory()
    let path = try make(name, name == "a.aac" ? .aac : nil, in: directory)
    let others = [
      frame("PRIV", Array("me\0".utf8) + [1, 2, 255, 0]), frame("GEOB", Array("\0text/plain\0a\0b\0payload".utf8)),
      frame("UFID", Array("http://example.org\0".utf8) + [9, 9]), frame("POPM", Array("a@b\0".utf8) + [196, 0, 0, 1]),
      frame("TOFN", Array("\u{3}Name".utf8)), frame("WOAR", Array("http://example.org".utf8)),
      frame("USLT", Array("\u{3}engfirst\0la la".utf8)), frame("TXXX", Array("\u{3}mood\0fine".utf8)),
      frame("COMM", Array("\u{3}engiTunNORM\0 00000001".utf8)), frame("TCMP", Array("\u{3}1".utf8)),
    ]
    var content: [UInt8] = frame("TIT2", Array("\u{3}Old".utf8))
    for other in others { content += other }
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, UInt8(content.count >> 7), UInt8(content.count & 127)] + content
    var file = try required(directory.read(name))
    switch name {
    case "a.aac": file = tag + file
    default:
      let isWave = name == "a.wav"
      let size =
        isWave
        ? [UInt8(tag.count & 255), UInt8(tag.count >> 8), 0, 0] : [0, 0, UInt8(tag.count >> 8), UInt8(tag.count & 255)]
      file += Array((isWave ? "id3 " : "ID3 ").utf8) + size + tag + (tag.count & 1 == 1 ? [0] : [])
      let total = file.count - 8
      for index in 0..<4 { file[4 + index] = UInt8(total >> (8 * (isWave ? index : 3 - index)) & 255) }
    }
    try directory.write(name, file)
    let sound = try packets(path)
    for title in ["New", "Another title that is a good deal longer than the one that was there before it"] {
      #expect(try set(.title, title, in: path).isEmpty)
      let bytes = try required(directory.read(name))
      for other in others { #expect(bytes.firstRange(of: other) != nil) }
      try expectEqual(media(path).reader.metadata[.title], title)
      try expectEqual(media(path).reader.metadata[InfoKey("MOOD")], "fine")
      try expectEqual(packets(path), sound)
    }
    try expectNil(#require(directory.read(name)).firstRange(of: Array("\u{3}Old".utf8)))
    var tagging = FileTagging(of: path)
    tagging.changes.removesAll = true
    try tagging.run()
    let bytes = try required(directory.read(name))
    for other in others { expectNil(bytes.firstRange(of: other)) }
    try expectEqual(packets(path), sound)
  }

  @Test("a tag of ID3v2.2 becomes one of 2.3; a frame that has no later name is told by its own")
  func oldTag() throws {
    let directory = try TemporaryDirectory()
    let path = try make("a.aac", .aac, in: directory)
    func old(_ name: String, _ body: [UInt8]) -> [UInt8] { Array(name.utf8) + [0, 0, UInt8(body.count)] + body }
    let picture: [UInt8] = [0] + Array("PNG".utf8) + [4, 0, 0x89, 0x50, 0x4E, 0x47, 1, 2, 3]
    let content =
      old("TT2", [0] + Array("Old".utf8)) + old("PIC", picture) + old("XYZ", [1, 2]) + old("GEO", [0, 0, 0, 0, 7])
    let tag = Array("ID3".utf8) + [2, 0, 0, 0, 0, 0, UInt8(content.count)] + content
    try directory.write("a.aac", tag + (try required(directory.read("a.aac"))))
    let notes = try set(.artist, "New", in: path)
    expectEqual(notes.map(\.description), ["the ID3v2.2 frame 'XYZ ' cannot be kept"])
    let metadata = try media(path).reader.metadata
    #expect(metadata[.title] == "Old" && metadata[.artist] == "New")
    expectEqual(metadata.artwork.map(\.bytes), [[0x89, 0x50, 0x4E, 0x47, 1, 2, 3]])
    let bytes = try required(directory.read("a.aac"))
    #expect(bytes[3] == 3 && bytes.firstRange(of: Array("GEOB".utf8) + [0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 7]) != nil)
  }

  @Test("items and boxes of an MP4 file that have no key stay, and packets are found where they move to")
  func boxes() throws {
    let directory = try TemporaryDirectory()
    let path = try make("a.m4a", .aac, in: directory)
    _ = try set(.title, "First", in: path)
    // An item of nobody's, in the place of the room behind the list.
    var bytes = try required(directory.read("a.m4a"))
    var item: [UInt8] = [0, 0, 0, 27]
    item += "zzzz".utf8
    item += [0, 0, 0, 19]
    item += "data".utf8
    item += [0, 0, 0, 0, 0, 0, 0, 0, 7, 8, 9]
    let list = try required(bytes.firstRange(of: Array("ilst".utf8)))
    let start = list.lowerBound - 4
    let size = bytes[start..<(start + 4)].reduce(0) { value, byte -> Int in value << 8 | Int(byte) }
    let free = start + size
    expectEqual(Array(bytes[(free + 4)..<(free + 8)]), Array("free".utf8))
    let room = bytes[free..<(free + 4)].reduce(0) { value, byte -> Int in value << 8 | Int(byte) }
    func number(_ value: Int) -> [UInt8] {
      [24, 16, 8, 0].map { shift -> UInt8 in UInt8(truncatingIfNeeded: value >> shift) }
    }
    bytes.replaceSubrange(free..<(free + item.count), with: item)
    bytes.replaceSubrange(
      (free + item.count)..<(free + item.count + 8), with: number(room - item.count) + Array("free".utf8))
    bytes.replaceSubrange(start..<(start + 4), with: number(size + item.count))
    try directory.write("a.m4a", bytes)
    let sound = try packets(path)
    for title in ["Second", String(repeating: "much longer ", count: 400)] {
      #expect(try set(.title, title, in: path).isEmpty)
      #expect(try #require(directory.read("a.m4a")).firstRange(of: item) != nil)
      #expect(try packets(path) == sound && media(path).reader.metadata[.title] == title)
    }
    var tagging = FileTagging(of: path)
    tagging.changes.artwork = [Self.picture]
    try tagging.run()
    let node = try node(path)
    // Texts stand in front of the picture and grow towards the room.
    _ = try set(.title, "3", in: path)
    #expect(try media(path).reader.metadata.artwork == [Self.picture] && packets(path) == sound)
    #expect(try #require(directory.read("a.m4a")).firstRange(of: item) != nil)
    _ = node
    // Chapters are a track, and the file is made anew for them: what cannot come along is named.
    tagging.changes = TagChanges()
    tagging.changes.markers = [Marker(name: "One", framePosition: 0)]
    let notes = try tagging.run()
    expectEqual(notes.map(\.description), ["the item 'zzzz' cannot be kept"])
    try expectEqual(media(path).reader.metadata.markers.map(\.name), ["One"])
  }

  @Test("comments of FLAC keep their letters, their order and their repetitions")
  func comments() throws {
    let directory = try TemporaryDirectory()
    let path = try make("a.flac", nil, in: directory)
    var bytes = try required(directory.read("a.flac"))
    // The block of comments is taken for one of our own.
    func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    let texts = ["Artist=A", "artist=B", "Mood=x=y", "TITLE=Old"]
    var body = little(5) + Array("maker".utf8) + little(texts.count)
    for text in texts { body += little(text.utf8.count) + Array(text.utf8) }
    let info = Array(bytes[0..<42])
    var place = 42
    while bytes[place] & 0x80 == 0 {
      place += 4 + Int(bytes[place + 1]) << 16 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
    }
    place += 4 + Int(bytes[place + 1]) << 16 | Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
    let application: [UInt8] = [2, 0, 0, 6] + Array("ours".utf8) + [1, 2]
    let frames = try packets(path)
    bytes = info + application + [0x84, 0, 0, UInt8(body.count)] + body + frames
    try directory.write("a.flac", bytes)
    _ = try set(.title, "New", in: path)
    let after = try required(directory.read("a.flac"))
    for text in texts.dropLast() + ["maker"] { #expect(after.firstRange(of: Array(text.utf8)) != nil) }
    #expect(after.firstRange(of: application) != nil && after.firstRange(of: Array("TITLE=Old".utf8)) == nil)
    try expectEqual(packets(path), frames)
    let metadata = try media(path).reader.metadata
    #expect(metadata[.title] == "New" && metadata[.artist] == "A; B" && metadata[.sourceEncoder] == "maker")
  }
}
