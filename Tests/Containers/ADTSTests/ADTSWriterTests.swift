import ADTSContainer
import AudioBase
import Foundation
import FramedStreams
import MPEG4Systems
import TestSupport
import Testing

@Suite struct ADTSWriterTests {
  private func settings(_ cookie: [UInt8], framesPerPacket: Int = 1024) -> WriterSettings {
    let format = StreamFormat(
      formatID: .aac, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: framesPerPacket)
    return WriterSettings(format: format, layout: ChannelLayout([.left, .right]), cookie: cookie)
  }

  /// Writes packets in two calls.
  private func write(
    _ packets: [[UInt8]], frameCounts: [Int] = [], to sink: any ByteSink, _ settings: WriterSettings
  ) throws {
    var writer = try ADTSWriter(sink, settings: settings)
    for part in [0..<(packets.count / 2), (packets.count / 2)..<packets.count] {
      var bytes: [UInt8] = [0xEE]
      var places: [PacketDescription] = []
      for index in part {
        places.append(
          PacketDescription(
            startOffset: bytes.count, byteCount: packets[index].count,
            frameCount: index < frameCounts.count ? frameCounts[index] : 0))
        bytes += packets[index]
      }
      try writer.write(bytes.span, descriptions: places.span)
    }
    try writer.finish()
  }

  @Test func framesAreThoseMadeByHand() throws {
    let sink = OneWaySink()
    // 12 10: LC, 44.1 kHz, stereo.
    try write(ADTSTests.packets, to: sink, settings([0x12, 0x10]))
    expectEqual(sink.bytes, ADTSTests.stream)
  }

  @Test("a stream without a packet is refused by name")
  func emptyStream() {
    let error = #expect(throws: ContainerError.self) { try write([], to: MemoryByteSink(), settings([0x12, 0x10])) }
    expectEqual(error?.kind, .unsupported)
  }

  @Test func everyConfigurationThatFitsComesBack() throws {
    var random = SplitMix64(seed: 31)
    for type in 1...4 {
      for index in 0..<13 {
        for channels in 1...7 {
          let cookie = bits(binary(type, 5) + binary(index, 4) + binary(channels, 4) + "000")
          let packets = (0..<6).map { _ in random.bytes(Int.random(in: 0...8184, using: &random)) }
          let sink = MemoryByteSink()
          try write(packets, to: sink, settings(cookie))
          var reader = try ADTSReader(MemoryByteSource(sink.bytes))
          expectEqual(reader.tracks[0].cookie, cookie)
          expectEqual(reader.tracks[0].packetSizeUpperBound, 8184)
          #expect(readAll(&reader).packets == packets && reader.warnings.isEmpty)
        }
      }
    }
  }

  @Test func sbrAndParametricStereoAreWrittenAsTheirCore() throws {
    // Object types 5 and 29 in front, and the sync words behind, each over LC at 22.05 kHz with one channel.
    let cases = [
      "00101 0111 0001 0100 00010 000", "11101 0111 0001 0100 00010 000",
      "00010 0111 0001 000 01010110111 00101 1 0100", "00010 1111 000000000101011000100010 0001 000",
    ]
    for cookie in cases {
      let sink = MemoryByteSink()
      try write(ADTSTests.packets, to: sink, settings(bits(cookie), framesPerPacket: 2048))
      var reader = try ADTSReader(MemoryByteSource(sink.bytes))
      expectEqual(reader.tracks[0].cookie, bits("00010 0111 0001 000"))
      expectEqual(readAll(&reader).packets, ADTSTests.packets)
    }
  }

  @Test func severalBlocksOfAPacketAreCounted() throws {
    let bytes = [[0, 1, 2], [3, 4], [5], [6, 7, 8, 9]].flatMap { group in
      TestFrame(blocks: group.map { ADTSTests.packets[$0] }).bytes()
    }
    var reader = try ADTSReader(MemoryByteSource(bytes))
    let found = readAll(&reader)
    let sink = MemoryByteSink()
    try write(found.packets, frameCounts: found.frameCounts, to: sink, settings([0x12, 0x10]))
    expectEqual(sink.bytes, bytes)
  }

  @Test func whatADTSCannotSayIsRefused() throws {
    let cases: [(cookie: [UInt8], kind: ErrorKind)] = [
      ([0xF8, 0xE8, 0x50, 0x00], .unsupported), ([0xB9, 0x8C, 0x00], .unsupported),
      (bits("10001 0100 0010 000 0 00 000"), .unsupported), (bits("00010 0100 0010 100"), .unsupported),
      (bits("00010 1111 000000001010110001000101 0010 000"), .unsupported), (bits("00010 0100 1011 000"), .unsupported),
      (bits("00010 0100 1100 000"), .unsupported), ([], .invalidState), ([0x12], .invalidState),
      ([0x03, 0x01, 0x00], .invalidState),
    ]
    for (cookie, kind) in cases {
      let error = #expect(throws: ContainerError.self) { try ADTSWriter(OneWaySink(), settings: settings(cookie)) }
      expectEqual(error?.kind, kind, "\(cookie)")
    }
    let sink = MemoryByteSink()
    var writer = try ADTSWriter(sink, settings: settings([0x12, 0x10]))
    let long = [UInt8](repeating: 0, count: 8185)
    let packets = [PacketDescription(startOffset: 0, byteCount: 5), PacketDescription(startOffset: 0, byteCount: 8185)]
    #expect(throws: ContainerError.self) { try writer.write(long.span, descriptions: packets.span) }
    #expect(sink.bytes.isEmpty)
    for place in [(-1, 5), (0, 8186), (8186, 0), (1, .max), (0, -1)] {
      let wrong = [PacketDescription(startOffset: place.0, byteCount: place.1)]
      #expect(throws: ContainerError.self) { try writer.write(long.span, descriptions: wrong.span) }
    }
    #expect(throws: ContainerError.self) {
      try writer.setPacketTable(PacketTable(primingFrames: 1, validFrames: 1, remainderFrames: 0, timescale: 1))
    }
    try writer.setCookie([0x12, 0x08])
    try writer.write(long.span, descriptions: packets.span.extracting(0..<1))
    try writer.setCookie([0x12, 0x08])
    #expect(throws: ContainerError.self) { try writer.setCookie([0x12, 0x10]) }
  }

  @Test func withoutAChannelConfigurationThePacketsSayIt() throws {
    let fields = "0011 01 0100" + "0010 0000 0000 01 000 0000" + "1 0010 0 0" + "1 0000 0 0001" + "0111"
    let cookie = bits("00010 0100 0000 000" + fields) + [1, 0x41]
    let packet = bits("101" + fields) + [1, 0x41, 0xE0]
    let sink = MemoryByteSink()
    try write([packet, [0x20, 1, 2], packet], to: sink, settings(cookie))
    var reader = try ADTSReader(MemoryByteSource(sink.bytes))
    expectEqual(reader.tracks[0].cookie, cookie)
    expectEqual(readAll(&reader).packets, [packet, [0x20, 1, 2], packet])
    let other = MemoryByteSink()
    #expect(throws: ContainerError.self) { try write([[0x20, 1, 2], packet], to: other, settings(cookie)) }
    #expect(other.bytes.isEmpty)
  }

  @Test func whatIsSaidStandsInATagInFront() throws {
    var settings = settings([0x12, 0x10])
    settings.metadata[.title] = "Ein Lied"
    settings.metadata.artwork = [Artwork(bytes: [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0xFF, count: 5000))]
    let sink = MemoryByteSink()
    try write(ADTSTests.packets, to: sink, settings)
    var reader = try ADTSReader(MemoryByteSource(sink.bytes))
    #expect(reader.metadata.info == settings.metadata.info && reader.metadata.artwork == settings.metadata.artwork)
    #expect(reader.metadata.id3TagOffset == 0 && reader.metadata.id3Tag.count == Int(reader.tracks[0].dataOffset))
    #expect(sink.bytes.starts(with: reader.metadata.id3Tag))
    expectEqual(readAll(&reader).packets, ADTSTests.packets)
    var limits = ResourceLimits()
    limits.structureByteCount = 100
    let careful = try ADTSReader(MemoryByteSource(sink.bytes), limits: limits)
    #expect(careful.metadata == Metadata() && careful.warnings.count == 1)
    var writer = try ADTSWriter(MemoryByteSink(), settings: settings)
    try writer.setMetadata(Metadata())
    let place = [PacketDescription(startOffset: 0, byteCount: 1)]
    try writer.write([1].span, descriptions: place.span)
    #expect(throws: ContainerError.self) { try writer.setMetadata(settings.metadata) }
    expectEqual(writer.dataOffset, 0)
  }

  @Test(.needs(.ffmpeg)) func othersReadTheTag() throws {
    var tagged = settings([0x12, 0x10])
    tagged.metadata[.title] = "Ein Lied"
    let sink = MemoryByteSink()
    try write(ADTSTests.packets, to: sink, tagged)
    try expectEqual(ForeignProgram.probe(sink.bytes, named: "a.aac")["TAG:title"], "Ein Lied")
  }

  @Test func aStreamWhoseWriterWasKilledHoldsAllWholeFrames() throws {
    let bytes = ADTSTests.stream
    var ends: [Int] = []
    for packet in ADTSTests.packets { ends.append((ends.last ?? 0) + 7 + packet.count) }
    for count in 0...bytes.count {
      guard var reader = try? ADTSReader(MemoryByteSource(Array(bytes.prefix(count)))) else {
        expectLess(count, ends[1])
        continue
      }
      expectEqual(readAll(&reader).packets, Array(ADTSTests.packets.prefix(ends.filter { $0 <= count }.count)))
    }
  }

  @Test(.needs(.vectors)) func everyVectorThatFitsComesBack() throws {
    var count = 0, refused = 0
    for file in try SharedFiles.files(below: "vectors", where: { $0.lastPathComponent == "v.dump" }) {
      let cookie = SharedFiles.bytes(file.deletingLastPathComponent().appending(path: "v.asc"))
      let packets = packetsOfDump(SharedFiles.bytes(file))
      let config = try AudioSpecificConfig(parsing: cookie.span)
      let fits = config.objectType.rawValue <= 4 && config.coreFrameLength == 1024 && config.channelConfiguration > 0
      let sink = MemoryByteSink()
      do {
        try write(packets, to: sink, settings(cookie))
        var reader = try ADTSReader(MemoryByteSource(sink.bytes))
        expectEqual(readAll(&reader).packets, packets, "\(file.path)")
        count += 1
      } catch {
        refused += 1
        #expect(!fits, "\(file.path): \(error)")
      }
    }
    print("vectors written as ADTS: \(count), refused: \(refused)")
    expectGreater(count, 0)
  }

  @Test(
    .needs(.vectors, .ffmpeg),
    arguments: [
      "lc_44100_st_192k_etr", "hev1_44100_st_48k_spk_rap", "lc_48000_mc51_320k", "ff_main_spk_fillets_44100_mo",
    ])
  func ffmpegReadsWhatWeWrite(name: String) throws {
    let folder = try SharedFiles.file("vectors/\(name)")
    let packets = packetsOfDump(SharedFiles.bytes(folder.appending(path: "v.dump")))
    let sink = MemoryByteSink()
    try write(packets, to: sink, settings(SharedFiles.bytes(folder.appending(path: "v.asc"))))
    let copied = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", "FILE", "-c", "copy", "-f", "adts", "-"], on: sink.bytes, named: "a.aac")
    // Its muxer passes frames with headers on as they are.
    expectEqual(copied, sink.bytes)
  }
}
