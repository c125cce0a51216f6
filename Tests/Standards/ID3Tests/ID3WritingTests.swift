import AudioBase
import ID3Tags
import TestSupport
import Testing

@Suite("Writing ID3v2")
struct ID3WritingTests {
  private var full: Metadata {
    var metadata = Metadata()
    metadata.info = [
      .title: "Größe", .artist: "A; B", .albumArtist: "C", .album: "т", .year: "2001",
      .recordedDate: "2001-02-03T04:05",
      .trackNumber: "3/12", .discNumber: "1/2", .genre: "Rock", .comments: "a comment", .tempo: "120",
      .keySignature: "Am", .composer: "D", .lyricist: "E", .copyright: "2001 F", .isrc: "USTC40852229",
      .encodingApplication: "G 1.0", .subtitle: "H", .lyrics: "la\nla", .timeSignature: "3/4", InfoKey("own"): "value",
      InfoKey("ORIGINALDATE"): "1999-12-31", InfoKey("RELEASEDATE"): "2002", InfoKey("ARTISTSORT"): "A, B",
      InfoKey("MEDIA"): "LP",
    ]
    metadata.artwork = [
      Artwork(bytes: [0x89, 0x50, 0x4E, 0x47, 0, 0xFF, 0xE0], description: "Vorn"),
      Artwork(bytes: [0xFF, 0xD8, 0xFF, 0xE0], description: ""),
    ]
    metadata.markers = [
      Marker(name: "eins", framePosition: 0, identifier: 1), Marker(name: "", framePosition: 96000, identifier: 2),
    ]
    return metadata
  }

  @Test("what is written is read again", arguments: [ID3Tag.Version.three, .four])
  func roundTrip(version: ID3Tag.Version) throws {
    var options = ID3WritingOptions(sampleRate: 48000)
    options.version = version
    options.paddingByteCount = 100
    options.durationMilliseconds = 5000
    let bytes = try ID3Tag.bytes(for: full, options: options)
    expectEqual(ID3Tag.byteCount(of: bytes.span), bytes.count)
    expectEqual(bytes[3], version.rawValue)
    let tag = try ID3Tag(parsing: bytes.span)
    expectEqual(tag.metadata(sampleRate: 48000), full)
    #expect(tag.remarks.isEmpty)
    expectEqual(tag.chapters.map(\.endMilliseconds), [2000, 5000])
  }

  @Test("a title of version 2.4 is UTF-8 behind a size of seven bits a byte")
  func bytesOfTitle() throws {
    var metadata = Metadata()
    metadata[.title] = "é" + String(repeating: "a", count: 130)
    let bytes = try ID3Tag.bytes(for: metadata, options: ID3WritingOptions(sampleRate: 1))
    let header: [UInt8] = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 16]
    let frame: [UInt8] = [0x54, 0x49, 0x54, 0x32, 0, 0, 1, 6, 0, 0, 3, 0xC3, 0xA9]
    expectEqual(Array(bytes.prefix(23)), header + frame)
    expectEqual(bytes.count, 10 + 144)
    expectEqual(bytes.last, 0)
  }

  @Test("version 2.3 writes UTF-16 with a mark where ASCII does not do, and plain sizes")
  func bytesOfVersionThree() throws {
    var metadata = Metadata()
    metadata[.title] = "т"
    metadata[.album] = String(repeating: "a", count: 200)
    var options = ID3WritingOptions(sampleRate: 1)
    options.version = .three
    let bytes = try ID3Tag.bytes(for: metadata, options: options)
    let title: [UInt8] = [0x54, 0x49, 0x54, 0x32, 0, 0, 0, 7, 0, 0, 1, 0xFF, 0xFE, 0x42, 0x04, 0, 0]
    expectEqual(Array(bytes[10..<27]), title)
    expectEqual(Array(bytes[27..<37]), [0x54, 0x41, 0x4C, 0x42, 0, 0, 0, 202, 0, 0])
  }

  @Test("nothing to say gives no tag, and version 2.2 is not written")
  func nothing() throws {
    #expect(try ID3Tag.bytes(for: Metadata(), options: ID3WritingOptions(sampleRate: 1)).isEmpty)
    var metadata = Metadata()
    metadata[.title] = "a"
    var options = ID3WritingOptions(sampleRate: 1)
    options.version = .two
    #expect(throws: ContainerError.self) { try ID3Tag.bytes(for: metadata, options: options) }
  }

  @Test("a tag that was read is written as it was, until something is changed")
  func verbatim() throws {
    let content = frame("TIT2", text("abc")) + frame("PRIV", Array("owner".utf8) + [0, 1, 2, 3])
    let tag = HandMadeTag(version: 3, content: content).bytes
    var metadata = try ID3Tag(parsing: tag.span).metadata(sampleRate: 44100)
    metadata.id3Tag = tag
    metadata[.sourceEncoder] = "LAME3.100"
    let options = ID3WritingOptions(sampleRate: 44100)
    try expectEqual(ID3Tag.bytes(for: metadata, options: options), tag)
    metadata[.title] = "abd"
    let changed = try ID3Tag.bytes(for: metadata, options: options)
    try expectEqual(ID3Tag(parsing: changed.span).metadata(sampleRate: 44100)[.title], "abd")
  }
}
