import AudioBase
import TestSupport
import Testing

@testable import CAFContainer

@Suite struct CAFMetadataTests {
  static let pcm = HandMade.desc("lpcm", flags: 2, bytes: 4, frames: 1, bits: 16)

  @Test func keysAndValuesAreTextsThatEndWithZero() throws {
    let info = [0, 0, 0, 3] + Array("title\0A\u{E9}\0artist\0B\0source bit depth\0I24\0".utf8)
    let reader = try open(HandMade.head + Self.pcm + HandMade.chunk("info", info) + HandMade.data([]))
    #expect(reader.metadata[.title] == "A\u{E9}" && reader.metadata[.artist] == "B")
    #expect(reader.tracks[0].sourceBitDepth == 24)
    #expect(CAFStrings.informationBytes([.title: "A\u{E9}", .artist: "B"]) == [0, 0, 0, 2] + Array("artist\0B\0title\0A\u{E9}\0".utf8))
    for cut in 0..<info.count { _ = CAFStrings.information(info.span.extracting(0..<cut)) }
    let absurd = [0xFF, 0xFF, 0xFF, 0xFF] + Array("a\0b\0c".utf8)
    #expect(CAFStrings.information(absurd.span) == [InfoKey("a"): "b"])
  }

  @Test func namesOfMarkersStandInTheChunkOfStrings() throws {
    // Number 7 at offset 3, number 9 at offset 0.
    let names = HandMade.chunk(
      "strg", [0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0]
        + Array("ab\0cd\0".utf8))
    let marker: [UInt8] =
      [0x70, 0x62, 0x65, 0x67, 0x40, 0x59, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 1, 2, 3, 4, 0, 0, 0, 5, 0, 0, 0, 2]
    let marks = HandMade.chunk("mark", [0, 0, 0, 2, 0, 0, 0, 1] + marker)
    let regions = HandMade.chunk("regn", [0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 3, 0, 0, 0, 1] + marker)
    let reader = try open(HandMade.head + Self.pcm + names + marks + regions + HandMade.data([]))
    let expected = Marker(
      name: "cd", framePosition: 100, identifier: 7, type: 0x7062_6567, channel: 2,
      time: SMPTETime(hours: 1, minutes: 2, seconds: 3, frames: 4, subFrameSampleOffset: 5))
    #expect(reader.metadata.markers == [expected])
    #expect(
      reader.metadata.regions
        == [Region(identifier: 9, name: "ab", flags: [.loop, .playForward], markers: [expected])])
    #expect(reader.metadata.smpteTimeType == 2)
  }

  @Test func brokenMarkersAreReadAsFarAsTheyAreThere() {
    let body: [UInt8] = [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 60)
    #expect(CAFMarkers.markers(body.span, names: [:]).count == 2)
    #expect(CAFMarkers.regions(body.span, names: [:]).count == 5)
    let strings: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 60)
    #expect(CAFStrings.names(strings.span).isEmpty)
    let outside: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 7, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0x61, 0]
    #expect(CAFStrings.names(outside.span).isEmpty)
  }

  @Test func aNumberStandsForOneName() throws {
    var metadata = Metadata()
    metadata.markers = [
      Marker(name: "a", framePosition: 1), Marker(name: "b", framePosition: 2), Marker(framePosition: 3),
    ]
    metadata.regions = [
      Region(identifier: 5, name: "r", markers: [Marker(name: "a", framePosition: 4)])
    ]
    let sink = MemoryByteSink()
    var settings = WriterSettings(
      format: StreamFormat(.int16, sampleRate: 48000, channelsPerFrame: 2), layout: ChannelLayout([.left, .right]))
    settings.metadata = metadata
    var writer = try CAFWriter(sink, settings: settings)
    try writer.finish()
    let read = try open(sink.bytes).metadata
    #expect(read.markers.map(\.name) == ["a", "b", ""])
    #expect(Set(read.markers.map(\.identifier)).count == 3)
    #expect(read.regions.map(\.name) == ["r"] && read.regions[0].markers.map(\.name) == ["a"])
  }

  @Test func anESDescriptorIsUnwrapped() throws {
    // The chunk of an Apple-made file: tag 3, 4, 5 with lengths of four bytes, configuration 12 10, tag 6.
    let chain: [UInt8] = [
      0x03, 0x80, 0x80, 0x80, 0x22, 0, 0, 0, 0x04, 0x80, 0x80, 0x80, 0x14, 0x40, 0x15, 0, 0x18, 0, 0, 3, 0xE8, 0, 0, 3, 0xE8,
      0, 0x05, 0x80, 0x80, 0x80, 0x02, 0x12, 0x10, 0x06, 0x80, 0x80, 0x80, 0x01, 0x02,
    ]
    let rest = HandMade.variableTable + HandMade.data(HandMade.audio)
    let head = HandMade.head + HandMade.desc("aac ", frames: 1024)
    let wrapped = try open(head + HandMade.chunk("kuki", chain) + rest)
    #expect(wrapped.tracks[0].cookie == [0x12, 0x10] && wrapped.tracks[0].containerCookie == chain)
    let bare = try open(head + HandMade.chunk("kuki", [0x12, 0x10]) + rest)
    #expect(bare.tracks[0].cookie == [0x12, 0x10])
    let broken = try open(head + HandMade.chunk("kuki", Array(chain[0..<20])) + rest)
    #expect(broken.tracks[0].packetCount == 3)
    // The same chain but for the stream type's reserved bit, the buffer and the rates.
    var expected = chain
    expected.replaceSubrange(15..<25, with: [0, 0x18, 0, 0, 1, 0xF4, 0, 0, 1, 0xF4])
    #expect(CAFCookie.wrapped([0x12, 0x10], .aac, bitRate: 128000).count == 39)
    #expect(CAFCookie.wrapped([0x12, 0x10], .aac, bitRate: 128000)[0..<15] == expected[0..<15])
    #expect(CAFCookie.wrapped(chain, .aac, bitRate: nil) == chain)
    #expect(CAFCookie.wrapped([1, 2, 3], "alac", bitRate: nil) == [1, 2, 3])
  }

  @Test func theConfigurationOfALACIsUnwrapped() throws {
    let configuration: [UInt8] = [0, 0, 0x10, 0, 0, 24, 40, 10, 14, 2, 0, 255] + [UInt8](repeating: 0, count: 12)
    let atoms = Array("\0\0\0\u{C}frmaalac\0\0\0\u{24}alac\0\0\0\0".utf8) + configuration
    let rest = HandMade.variableTable + HandMade.data(HandMade.audio)
    for cookie in [configuration, atoms, Array(atoms[12...])] {
      let reader = try open(
        HandMade.head + HandMade.desc("alac", frames: 1024) + HandMade.chunk("kuki", cookie) + rest)
      #expect(reader.tracks[0].cookie == configuration && reader.tracks[0].sourceBitDepth == 24)
    }
  }

  @Test func theLayoutIsThatOfItsChunk() throws {
    let surround = HandMade.desc("lpcm", flags: 2, bytes: 12, frames: 1, channels: 6, bits: 16)
    let layout = HandMade.chunk("chan", [0, 0x79, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0])
    let reader = try open(HandMade.head + surround + layout + HandMade.data([]))
    #expect(reader.tracks[0].layout?.description == "L R C LFE Ls Rs")
    let wrong = try open(HandMade.head + Self.pcm + layout + HandMade.data([]))
    #expect(wrong.tracks[0].layout == nil && wrong.warnings.count == 1)
  }
}
