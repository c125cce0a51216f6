import AudioBase
import Foundation
import OggContainer
import TestSupport
import Testing

@Suite struct WritingTests {
  /// Writes what a reader has into a new file.
  private func copy(
    _ bytes: [UInt8], to sink: any ByteSink, change: (inout WriterSettings) -> Void = { _ in }
  ) throws {
    let create = try required(OggFile.descriptor.create)
    var reader = try OggReader(MemoryByteSource(bytes), limits: ResourceLimits())
    let track = reader.tracks[0]
    var settings = WriterSettings(
      format: track.format, layout: track.layout ?? ChannelLayout(unlabelledChannelCount: 1), cookie: track.cookie)
    settings.metadata = reader.metadata
    settings.packetTable = track.packetTable
    change(&settings)
    var writer = try create(sink, settings)
    var batch = PacketBatch(maximumPacketCount: 5)
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      try writer.write(batch.bytes.span, descriptions: batch.descriptions.span)
    }
    try writer.finish()
  }

  /// The headers of all pages, by their bytes: flags, position, number, lacing values.
  private func pages(_ bytes: [UInt8]) throws -> [(flags: UInt8, granule: Int64, sequence: Int, lacing: [UInt8])] {
    var found: [(flags: UInt8, granule: Int64, sequence: Int, lacing: [UInt8])] = []
    var place = 0
    while place < bytes.count {
      try required(bytes[place...].starts(with: "OggS".utf8))
      let lacing = Array(bytes[(place + 27)..<(place + 27 + Int(bytes[place + 26]))])
      let size = 27 + lacing.count + lacing.reduce(0) { $0 + Int($1) }
      var page = Array(bytes[place..<(place + size)])
      let check = Array(page[22..<26])
      page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
      expectEqual(check, HandMadePage.little(UInt64(HandMadePage.check(page)), 4))
      let number = { (range: Range<Int>) in range.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(page[$1]) } }
      found.append((page[5], Int64(bitPattern: number(6..<14)), Int(number(18..<22)), lacing))
      place += size
    }
    return found
  }

  @Test("a copy has the packets, the table and the texts of its original", arguments: OggFixture.all)
  func roundTrip(fixture: OggFixture) throws {
    let sink = MemoryByteSink()
    try copy(fixture.bytes, to: sink)
    var original = try OggReader(MemoryByteSource(fixture.bytes), limits: ResourceLimits())
    var copied = try OggReader(MemoryByteSource(sink.bytes), limits: ResourceLimits())
    #expect(readAll(&copied).packets == readAll(&original).packets && copied.warnings.isEmpty)
    expectEqual(copied.tracks[0].packetTable, original.tracks[0].packetTable)
    expectEqual(copied.tracks[0].cookie, original.tracks[0].cookie)
    expectEqual(copied.tracks[0].format, original.tracks[0].format)
    for key in [InfoKey.title, .artist, InfoKey("MOOD"), .sourceEncoder] {
      expectEqual(copied.metadata[key], original.metadata[key])
    }
    // The same input gives the same bytes, to a pipe as well.
    let pipe = OneWaySink()
    try copy(fixture.bytes, to: pipe)
    expectEqual(pipe.bytes, sink.bytes)
  }

  @Test("pages begin and end a stream, count up, and have positions where packets end", arguments: OggFixture.all)
  func pageRules(fixture: OggFixture) throws {
    let sink = MemoryByteSink()
    try copy(fixture.bytes, to: sink)
    let pages = try pages(sink.bytes)
    expectEqual(pages.map(\.sequence), Array(pages.indices))
    #expect(pages.indices.allSatisfy { (pages[$0].flags & 2 != 0) == ($0 == 0) })
    #expect(pages.indices.allSatisfy { (pages[$0].flags & 4 != 0) == ($0 == pages.count - 1) })
    #expect(pages.allSatisfy { ($0.granule < 0) == !$0.lacing.contains { $0 < 255 } })
    let positions = pages.map(\.granule).filter { $0 >= 0 }
    expectEqual(positions, positions.sorted())
    // RFC 7845, 3: identification alone on the first page, comments end the page they end on.
    #expect(pages[0].lacing.filter { $0 < 255 }.count == 1 && pages[0].granule == 0)
    for index in pages.indices.dropFirst() {
      expectEqual(pages[index].flags & 1 != 0, pages[index - 1].lacing.last == 255)
    }
  }

  @Test("packets of any size are laced, those of whole segments too", arguments: [0, 1])
  func lacing(shift: Int) throws {
    let sizes = [255, 510, 254, 256, 255 * 255, 255 * 255 - 1, 255 * 254, 3, 200_000, 255 * 510, 8192].map {
      $0 + shift
    }
    let packets = sizes.enumerated().map { HandMadeOpus.packet($0.offset, byteCount: $0.element) }
    let sink = MemoryByteSink()
    let settings = WriterSettings(
      format: StreamFormat(formatID: .opus, sampleRate: 48_000, channelsPerFrame: 1, framesPerPacket: 960),
      layout: ChannelLayout([.center]), cookie: HandMadeOpus.head())
    let create = try required(OggFile.descriptor.create)
    var writer = try create(sink, settings)
    for packet in packets {
      let place = [PacketDescription(startOffset: 0, byteCount: packet.count)]
      try writer.write(packet.span, descriptions: place.span)
    }
    let frames = Int64(packets.count * 960)
    try writer.setPacketTable(
      PacketTable(primingFrames: 400, validFrames: frames - 500, remainderFrames: 100, timescale: 48_000))
    try writer.finish()
    var reader = try OggReader(MemoryByteSource(sink.bytes), limits: ResourceLimits())
    #expect(readAll(&reader).packets == packets && reader.warnings.isEmpty)
    // The pre-skip was written before it was known.
    let table = try required(reader.tracks[0].packetTable)
    #expect(table.primingFrames == 400 && table.validFrames == frames - 500)
    _ = try pages(sink.bytes)
  }

  @Test("pictures and texts come back, however long they are")
  func metadata() throws {
    let sink = MemoryByteSink()
    var random = SplitMix64(seed: 4)
    let pictures = [
      Artwork(bytes: [0xFF, 0xD8, 0xFF] + random.bytes(100_000), description: "cover"), Artwork(bytes: [1]),
    ]
    try copy(OggFixture.all[0].bytes, to: sink) { settings in
      settings.metadata.artwork = pictures
      settings.metadata[.album] = "Ä"
    }
    let reader = try OggReader(MemoryByteSource(sink.bytes), limits: ResourceLimits())
    #expect(reader.metadata.artwork == pictures && reader.metadata[.album] == "Ä" && reader.warnings.isEmpty)
    let flac = MemoryByteSink()
    try copy(OggFixture.all[6].bytes, to: flac) { $0.metadata.artwork = pictures }
    try expectEqual(OggReader(MemoryByteSource(flac.bytes), limits: ResourceLimits()).metadata.artwork, pictures)
  }

  @Test("comments that are not read whole are not changed")
  func commentsBeyondTheLimit() throws {
    var pages = HandMadeOpus.pages(2, packetsPerPage: 3)
    pages[1] = HandMadePage([HandMadeOpus.tags(["A=" + String(repeating: "x", count: 2000)])], sequence: 1)
    let source = MemoryByteSource(pages.bytes)
    var (before, after) = (Metadata(), Metadata())
    (before[InfoKey("A")], after[InfoKey("A")]) = ("x", "y")
    var change = MetadataChange(from: before, to: after, sampleRate: 48_000)
    let edit = try required(OggFile.descriptor.editTags)
    #expect(try edit(source, change) != nil)
    change.limits.structureByteCount = 100
    let error = #expect(throws: ContainerError.self) { _ = try edit(source, change) }
    expectEqual(error?.kind, .limitExceeded)
  }

  @Test("streams without packets end at once")
  func empty() throws {
    let sink = MemoryByteSink()
    let settings = WriterSettings(
      format: StreamFormat(formatID: .opus, sampleRate: 48_000, channelsPerFrame: 1), layout: ChannelLayout([.center]))
    let create = try required(OggFile.descriptor.create)
    var writer = try create(sink, settings)
    try writer.finish()
    try writer.finish()
    let pages = try pages(sink.bytes)
    #expect(pages.count == 3 && pages[2].flags == 4 && pages[2].lacing.isEmpty)
    var reader = try OggReader(MemoryByteSource(sink.bytes), limits: ResourceLimits())
    #expect(readAll(&reader).packets.isEmpty && reader.tracks[0].packetCount == 0)
  }

  @Test("FFmpeg finds the pictures of FLAC in Ogg, which it reads among the comments alone", .needs(.ffmpeg))
  func picturesOfFLAC() throws {
    // A PNG of one pixel, without which FFmpeg takes no picture.
    let cover = Array(
      try required(
        Data(
          base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")))
    let sink = MemoryByteSink()
    try copy(OggFixture.all[6].bytes, to: sink) { $0.metadata.artwork = [Artwork(bytes: cover)] }
    func found(_ bytes: [UInt8]) throws -> [UInt8] {
      try ForeignProgram.run(
        "ffmpeg", ["-v", "quiet", "-i", "FILE", "-map", "0:v", "-c", "copy", "-f", "data", "-"], on: bytes,
        named: "a.oga")
    }
    try expectEqual(found(sink.bytes), cover)
    // Another one takes its place.
    let reader = try OggReader(MemoryByteSource(sink.bytes), limits: ResourceLimits())
    var after = reader.metadata
    let other = cover + [1, 2, 3]
    after.artwork = [Artwork(bytes: other)]
    let change = MetadataChange(from: reader.metadata, to: after, sampleRate: 48_000)
    let edit = try required(OggFile.descriptor.editTags?(MemoryByteSource(sink.bytes), change))
    var bytes: [UInt8] = []
    var window = SourceWindow(try EditedByteSource(MemoryByteSource(sink.bytes), edit), capacity: 1 << 12)
    _ = try window.append(Int(sink.byteCount + edit.growth), at: 0, to: &bytes)
    try expectEqual(found(bytes), other)
    try expectEqual(OggReader(MemoryByteSource(bytes), limits: ResourceLimits()).metadata.artwork, after.artwork)
  }

  @Test("what a format cannot say is refused")
  func refusals() throws {
    let create = try required(OggFile.descriptor.create)
    let format = StreamFormat(formatID: .opus, sampleRate: 48_000, channelsPerFrame: 1)
    var settings = WriterSettings(format: format, layout: ChannelLayout([.center]))
    var writer = try create(MemoryByteSink(), settings)
    let tables: [(table: PacketTable, kind: ErrorKind)] = [
      (PacketTable(primingFrames: 70_000, validFrames: 1, remainderFrames: 0, timescale: 48_000), .unsupported),
      (PacketTable(primingFrames: 1, validFrames: 1, remainderFrames: 0, timescale: 44_100), .unsupported),
      (PacketTable(primingFrames: -1, validFrames: 1, remainderFrames: 0, timescale: 48_000), .invalidState),
    ]
    for item in tables {
      let error = #expect(throws: ContainerError.self) { try writer.setPacketTable(item.table) }
      expectEqual(error?.kind, item.kind)
    }
    let silent: [UInt8] = [0xFB]
    let place = [PacketDescription(startOffset: 0, byteCount: 1)]
    #expect(throws: ContainerError.self) { try writer.write(silent.span, descriptions: place.span) }
    settings.format.channelsPerFrame = 3
    #expect(throws: ContainerError.self) { try create(MemoryByteSink(), settings) }
    settings.format.formatID = .vorbis
    #expect(throws: ContainerError.self) { try create(MemoryByteSink(), settings) }
    settings.format.formatID = .flac
    #expect(throws: ContainerError.self) { try create(MemoryByteSink(), settings) }
    settings.format.formatID = .aac
    let error = #expect(throws: ContainerError.self) { try create(MemoryByteSink(), settings) }
    expectEqual(error?.kind, .unsupported)
  }

  @Test("the programs of Xiph find nothing wrong", .needs(.program("oggz-validate"), .program("opusinfo")))
  func foreignChecks() throws {
    for fixture in OggFixture.all {
      let sink = MemoryByteSink()
      try copy(fixture.bytes, to: sink)
      let name = fixture.name
      // Both say nothing of what is right: a program that fails gives no output here, so the last word is asked for.
      let output = try ForeignProgram.run(
        "sh", ["-c", "oggz-validate \"$0\" && echo good", "FILE"], on: sink.bytes, named: name)
      expectEqual(String(decoding: output, as: UTF8.self), "good\n", "\(name)")
      guard fixture.formatID == .opus else { continue }
      let text = try ForeignProgram.run("opusinfo", ["FILE"], on: sink.bytes, named: name)
      #expect(String(decoding: text, as: UTF8.self).contains("Playback length") && !text.isEmpty)
      #expect(!String(decoding: text, as: UTF8.self).contains("WARNING"))
    }
  }
}
