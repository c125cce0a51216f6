import AudioBase
import TestSupport
import Testing
import WAVEContainer

@Suite struct MetadataTests {
  private func reader(_ chunks: [UInt8], isBehind: Bool = true, form: String = "RIFF") throws -> WAVEReader {
    let data = Bytes.chunk("data", [1, 2, 3])
    let format = Bytes.format(1, align: 1, bits: 8)
    let file = Bytes.file(isBehind ? format + data + chunks : format + chunks + data, form: form)
    return try WAVEReader(MemoryByteSource(file), limits: ResourceLimits())
  }

  private func text(_ code: String, _ text: [UInt8]) -> [UInt8] { Bytes.chunk(code, text) }

  @Test(arguments: [true, false])
  func infoTextsAreUTF8OrWindows1252(isBehind: Bool) throws {
    let list =
      Array("INFO".utf8) + text("INAM", Array("Grün".utf8) + [0]) + text("IART", [0x42, 0x6A, 0xF6, 0x72, 0x6B, 0x80])
      + text("IPRD", Array("A".utf8) + [0, 0x42]) + text("ICRD", Array("1999".utf8)) + text("IPRT", Array("3/9".utf8))
      + text("ITRK", Array("4".utf8)) + text("IZZZ", Array("own".utf8)) + text("ICMT", [0])
    let info = try reader(Bytes.chunk("LIST", list), isBehind: isBehind).metadata.info
    expectEqual(
      info,
      [
        .title: "Grün", .artist: "Björk\u{20AC}", .album: "A", .year: "1999", .trackNumber: "3/9",
        InfoKey("IZZZ"): "own",
      ])
    let date = Array("INFO".utf8) + text("ICRD", Array("1999-12-31".utf8))
    try expectEqual(reader(Bytes.chunk("LIST", date)).metadata.info, [.recordedDate: "1999-12-31"])
  }

  @Test func broadcastFieldsLieAtTheirOffsets() throws {
    var body = [UInt8](repeating: 0, count: 602)
    func put(_ text: String, _ offset: Int) {
      body.replaceSubrange(offset..<(offset + text.utf8.count), with: text.utf8)
    }
    put("Scene 1", 0)
    put("Recorder        ", 256)
    put("REF", 288)
    put("2024-02-29", 320)
    put("23:59:58", 330)
    body.replaceSubrange(338..<346, with: Bytes.little(0x1_0000_0002, 8))
    body[346] = 2
    body[348] = 0xAB
    body[411] = 0x01
    body.replaceSubrange(412..<422, with: Bytes.little(-2305, 2) + [9, 0, 0xFF, 0x7F] + Bytes.little(-7, 2) + [0, 0])
    let metadata = try reader(Bytes.chunk("bext", body + Array("A=PCM\r\n".utf8))).metadata
    let umid = "AB" + String(repeating: "0", count: 124) + "01"
    expectEqual(
      metadata.info,
      [
        .broadcastDescription: "Scene 1", .broadcastOriginator: "Recorder", .broadcastOriginatorReference: "REF",
        .broadcastOriginationDate: "2024-02-29", .broadcastOriginationTime: "23:59:58",
        .broadcastTimeReference: "4294967298", .broadcastUMID: umid, .broadcastLoudnessValue: "-23.05",
        .broadcastLoudnessRange: "0.09", .broadcastMaximumMomentaryLoudness: "-0.07",
        .broadcastMaximumShortTermLoudness: "0.00", .broadcastCodingHistory: "A=PCM\r\n",
      ])
    // What is written is what was read, byte for byte.
    try expectEqual(
      BroadcastExtension.bytes(metadata),
      Array(body[..<256])
        + {
          var rest = Array(body[256...])
          rest.replaceSubrange(8..<16, with: [UInt8](repeating: 0, count: 8))
          return rest
        }() + Array("A=PCM\r\n".utf8))
  }

  private func cue(_ points: [(id: Int, frame: Int)]) -> [UInt8] {
    var body = Bytes.little(points.count, 4)
    for point in points {
      body += Bytes.little(point.id, 4)
      body += Bytes.little(0, 4) + Array("data".utf8) + Bytes.little(0, 8)
      body += Bytes.little(point.frame, 4)
    }
    return Bytes.chunk("cue ", body)
  }

  @Test func cuePointsBecomeMarkersAndThoseWithLengthsRegions() throws {
    let labels =
      Array("adtl".utf8) + Bytes.chunk("labl", Bytes.little(7, 4) + Array("Intro".utf8) + [0])
      + Bytes.chunk("note", Bytes.little(8, 4) + Array("noted\0".utf8))
      + Bytes.chunk("ltxt", Bytes.little(9, 4) + Bytes.little(50, 4) + Array("rgn ".utf8) + Bytes.little(0, 8))
      + Bytes.chunk("labl", Bytes.little(9, 4) + Array("Verse\0".utf8))
    let metadata = try reader(Bytes.chunk("LIST", labels) + cue([(7, 100), (8, 0xFFFF_FFFF), (9, 300)])).metadata
    expectEqual(
      metadata.markers,
      [
        Marker(name: "Intro", framePosition: 100, identifier: 7),
        Marker(name: "noted", framePosition: 4_294_967_295, identifier: 8),
      ])
    expectEqual(
      metadata.regions,
      [
        Region(identifier: 9, name: "Verse", markers: [Marker(framePosition: 300), Marker(framePosition: 350)])
      ])
  }

  @Test func samplerLoopsAreRegionsWhoseLastFrameIsIncluded() throws {
    func loop(_ id: Int, _ type: Int, _ start: Int, _ end: Int) -> [UInt8] {
      [id, type, start, end, 0, 0].flatMap { Bytes.little($0, 4) }
    }
    let body =
      [0, 0, 22676, 60, 0, 0, 0, 4, 0].flatMap { Bytes.little($0, 4) } + loop(1, 0, 10, 19) + loop(2, 1, 0, 0)
      + loop(3, 2, 5, 6) + loop(4, 0, 9, 8)
    let regions = try reader(Bytes.chunk("smpl", body)).metadata.regions
    expectEqual(regions.map(\.identifier), [1, 2, 3])
    expectEqual(regions.map { $0.markers.map(\.framePosition) }, [[10, 20], [0, 1], [5, 7]])
    expectEqual(
      regions.map(\.flags), [[.loop, .playForward], [.loop, .playForward, .playBackward], [.loop, .playBackward]])
  }

  @Test("how often a loop is played has no key, and a name") func playCount() throws {
    for (count, names) in [(0, []), (3, ["the number of times that a loop is played"])] {
      let body = ([0, 0, 22676, 60, 0, 0, 0, 1, 0] + [1, 0, 10, 19, 0, count]).flatMap { Bytes.little($0, 4) }
      #expect(try reader(Bytes.chunk("smpl", body)).unnamedItems == names)
    }
  }

  @Test(arguments: ["id3 ", "ID3 "])
  func anID3TagIsKeptAsItIs(name: String) throws {
    let tag: [UInt8] = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 2, 0, 0]
    let reader = try reader(Bytes.chunk(name, tag))
    // 12 of the form, 24 of the format, 8 + 4 of the samples, 8 of the chunk itself.
    #expect(reader.metadata.id3Tag == tag && reader.metadata.id3TagOffset == 12 + 24 + 12 + 8)
    let other = try self.reader(Bytes.chunk(name, [1, 2, 3]))
    #expect(other.metadata.isEmpty && other.warnings.count == 1)
  }

  @Test func chunksBehindAStatedEndCountOnlyWhereTheyAreKnown() throws {
    var file = Bytes.file(Bytes.format(1, align: 1, bits: 8) + Bytes.chunk("data", [1, 2, 3, 4]))
    let list = Bytes.chunk("LIST", Array("INFO".utf8) + text("INAM", [0x41]))
    let known = try WAVEReader(MemoryByteSource(file + list), limits: ResourceLimits())
    #expect(known.metadata[.title] == "A" && known.warnings.count == 1)
    file += Bytes.chunk("zzzz", [1, 2]) + list
    let unknown = try WAVEReader(MemoryByteSource(file), limits: ResourceLimits())
    #expect(unknown.metadata.isEmpty && unknown.chunks.count == 2)
  }

  @Test func longChunksArePassedOver() throws {
    var limits = ResourceLimits()
    limits.structureByteCount = 64
    let list = Array("INFO".utf8) + text("INAM", [UInt8](repeating: 0x41, count: 100))
    let file = Bytes.file(
      Bytes.format(1, align: 1, bits: 8) + Bytes.chunk("LIST", list) + Bytes.chunk("data", [1, 2, 3, 4]))
    let reader = try WAVEReader(MemoryByteSource(file), limits: limits)
    #expect(reader.metadata.isEmpty && reader.warnings.count == 1 && reader.tracks[0].packetCount == 4)
  }

  @Test func whatDoesNotFitIsRefused() {
    func kind(_ change: (inout Metadata) -> Void) -> ErrorKind? {
      var metadata = Metadata()
      change(&metadata)
      do throws(ContainerError) {
        _ = try OutgoingChunk.chunks(metadata, form: .riff, sampleRate: 48000)
        return nil
      } catch {
        return error.kind
      }
    }
    expectEqual(kind { $0.markers = [Marker(framePosition: 4_294_967_296)] }, .unsupported)
    expectEqual(kind { $0.markers = [Marker(framePosition: -1)] }, .unsupported)
    expectNil(kind { $0.markers = [Marker(framePosition: 4_294_967_295)] })
    expectEqual(kind { $0[.broadcastTimeReference] = "x" }, .unsupported)
    expectEqual(kind { $0[.broadcastUMID] = "0" }, .unsupported)
    expectEqual(kind { $0[.broadcastLoudnessValue] = "400" }, .unsupported)
  }

  @Test func summaryListsAreUTF16() throws {
    let text = Array("Äh".utf16).flatMap { Bytes.little(Int($0), 2) }
    var summary = Bytes.wide(
      "....", Bytes.little(1, 4) + Array("INAM".utf8) + Bytes.little(text.count + 2, 4) + text + [0, 0])
    // {925F94BC-525A-11D2-86DC-00C04F8EDB8A}, as ffprobe reads it out of our files.
    summary.replaceSubrange(
      0..<16,
      with: [0xBC, 0x94, 0x5F, 0x92, 0x5A, 0x52, 0xD2, 0x11, 0x86, 0xDC, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A])
    let format = Array(Bytes.format(1, align: 1, bits: 8)[8...])
    let file = Bytes.wave64(Bytes.wide("fmt ", format) + Bytes.wide("data", [1]) + summary)
    try expectEqual(WAVEReader(MemoryByteSource(file), limits: ResourceLimits()).metadata.info, [.title: "Äh"])
    var metadata = Metadata()
    metadata[.title] = "Äh"
    var written: [UInt8] = []
    for chunk in try OutgoingChunk.chunks(metadata, form: .wave64, sampleRate: 8000) {
      written.append(chunk, form: .wave64)
    }
    expectEqual(written, summary)
  }
}
