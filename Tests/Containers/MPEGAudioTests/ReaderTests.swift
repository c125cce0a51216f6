import AudioBase
import Bitstream
import FramedStreams
import ID3Tags
import MPEGAudioContainer
import TestSupport
import Testing

@Suite("Reading MPEG audio")
struct ReaderTests {
  @Test("bare frames are packets, header included, and all counts are exact")
  func bareFrames() throws {
    let packets = HandMadeFrame.stream(40)
    var reader = try reader(Array(packets.joined()))
    let track = reader.tracks[0]
    expectEqual(reader.fileType, "MPG3")
    expectEqual(
      track.format, StreamFormat(formatID: ".mp3", sampleRate: 44100, channelsPerFrame: 2, framesPerPacket: 1152))
    expectEqual(track.packetCount, 40)
    expectEqual(track.audioByteCount, Int64(40 * 417 + 13))
    expectEqual(track.maximumPacketSize, 418)
    expectEqual(track.bitRate, 128_000)
    expectEqual(track.duration, 40 * 1152 / 44100.0)
    expectEqual(track.layout, ChannelLayout([.left, .right]))
    expectNil(track.packetTable)
    let all = readAll(&reader)
    expectEqual(all.packets, packets)
    expectNil(all.error)
    expectEqual(all.offsets[3], 3 * 417 + 1)
    #expect(reader.warnings.isEmpty)
  }

  @Test("tags around and between the frames are passed over and told in the order of trust")
  func tags() throws {
    let packets = HandMadeFrame.stream(9)
    let items = [7, 0, 0, 0, 0, 0, 0, 0] + Array("Artist".utf8) + [0] + Array("the ape".utf8)
    let footer =
      Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, UInt8(items.count + 32), 0, 0, 0, 1] + [UInt8](repeating: 0, count: 15)
    let lyrics = Array("LYRICSBEGININD0000200EAL00003abc".utf8)
    let lyricsEnd = Array("0000\(lyrics.count)LYRICS200".utf8)
    var last = Metadata()
    last.info = [.title: "no", .artist: "no", .album: "the old"]
    let bytes =
      identifierTag(title: "first", padding: 30) + identifierTag(title: "second") + Array(packets[0..<4].joined())
      + identifierTag(title: "third") + Array(packets[4...].joined()) + items + footer + lyrics + lyricsEnd
      + ID3v1(last).bytes
    var reader = try reader(bytes)
    expectEqual(readAll(&reader).packets, packets)
    expectEqual(reader.metadata.info, [.title: "first", .artist: "the ape", .album: "the old"])
    expectEqual(reader.metadata.id3Tag, identifierTag(title: "first", padding: 30))
    expectEqual(reader.metadata.id3TagOffset, 0)
    let front = identifierTag(title: "first", padding: 30).count + identifierTag(title: "second").count
    expectEqual(reader.tracks[0].dataOffset, Int64(front))
    #expect(reader.warnings.isEmpty)
  }

  @Test("LAME's delays become priming and remainder with the decoder's 529 samples")
  func lame() throws {
    // 576 = 0x240, 1000 = 0x3E8.
    let info = infoFrame(frames: 20, bytes: 417 * 21, delays: [0x24, 0x03, 0xE8])
    let packets = (0..<20).map { HandMadeFrame.usual(UInt8($0)) }
    var reader = try reader(info + Array(packets.joined()))
    expectEqual(reader.tracks[0].packetCount, 20)
    expectEqual(reader.tracks[0].dataOffset, 417)
    expectEqual(
      reader.tracks[0].packetTable,
      PacketTable(primingFrames: 1105, validFrames: 20 * 1152 - 1105 - 471, remainderFrames: 471, timescale: 44100))
    expectEqual(reader.metadata[.sourceEncoder], "LAME3.100")
    expectEqual(readAll(&reader).packets, packets)
    let short = infoFrame(frames: 20, bytes: 417 * 21, delays: [0x24, 0x00, 0x10])
    let table = try MPEGAudioReader(MemoryByteSource(short + Array(packets.joined()))).tracks[0].packetTable
    expectEqual(table?.remainderFrames, 0)
    expectEqual(table?.validFrames, Int64(20 * 1152 - 1105))
  }

  /// mpg123 and FFmpeg cut the decoder's own delay, too, where a named encoder has none.
  @Test(
    "the decoder's 529 samples go where an encoder counts none", arguments: ["LAME3.100", "Lavf59.16", "Lavc58.13"])
  func zeroDelay(encoder: String) throws {
    let packets = Array(HandMadeFrame.stream(20).joined())
    let info = infoFrame(frames: 20, bytes: UInt32(417 + packets.count), encoder: encoder, delays: [0, 0, 0])
    let table = try reader(info + packets).tracks[0].packetTable
    expectEqual(
      table, PacketTable(primingFrames: 529, validFrames: 20 * 1152 - 529, remainderFrames: 0, timescale: 44100))
    for other in [nil, "swift-at "] {
      let none = infoFrame(frames: 20, bytes: UInt32(417 + packets.count), encoder: other)
      try expectNil(reader(none + packets).tracks[0].packetTable)
    }
  }

  @Test("iTunes' text gives the delays where LAME does not")
  func iTunesDelays() throws {
    let text =
      Array("eng".utf8) + Array("iTunSMPB".utf8) + [0] + Array(" 00000000 00000210 00000400 0000000000005000".utf8)
    let body = [0] + text
    let frame = Array("COMM".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
    let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    let reader = try reader(tag + Array(HandMadeFrame.stream(20).joined()))
    expectEqual(reader.tracks[0].packetTable?.primingFrames, Int64(528 + 529))
    expectEqual(reader.tracks[0].packetTable?.remainderFrames, Int64(1024 - 529))
  }

  @Test("a header of Fraunhofer is no audio")
  func fraunhofer() throws {
    var info: [UInt8] =
      [0xFF, 0xFB, 0x90, 0] + [UInt8](repeating: 0, count: 32) + Array("VBRI".utf8) + [0, 1, 0, 0, 0, 75]
    info.append(bigEndian: UInt32(417 * 11))
    info.append(bigEndian: 10 as UInt32)
    info += [0, 2, 0, 1, 0, 2, 0, 5] + [0x08, 0x25, 0x08, 0x25]
    info += [UInt8](repeating: 0, count: 417 - info.count)
    let packets = (0..<10).map { HandMadeFrame.usual(UInt8($0)) }
    var reader = try reader(info + Array(packets.joined()))
    expectEqual(reader.tracks[0].packetCount, 10)
    expectEqual(readAll(&reader).packets, packets)
    // The table has two steps of five frames with 2085 bytes each.
    expectEqual(reader.estimatedByteOffset(ofPacket: 7), Int64(417 + 2085 + 834))
  }

  @Test("a gigabyte opens by its header alone; one that does not fit the file is not believed")
  func longFile() throws {
    let frame = HandMadeFrame.usual(1)
    let count = 2_600_000
    let right = EndlessSource(
      start: infoFrame(frames: UInt32(count), bytes: UInt32(417 * (count + 1)), delays: [0x24, 0x03, 0xE8]),
      frame: frame,
      frameCount: count)
    let reader = try MPEGAudioReader(right)
    expectEqual(reader.tracks[0].packetCount, Int64(count))
    expectEqual(reader.tracks[0].audioByteCount, Int64(count * 417))
    expectEqual(reader.tracks[0].packetTable?.validFrames, Int64(count * 1152 - 1105 - 471))
    expectEqual(reader.tracks[0].bitRate, 128_000)
    expectEqual(reader.tracks[0].packetSizeUpperBound, 1045)
    expectLess(right.readByteCount, 1 << 18)
    let stale = EndlessSource(start: infoFrame(frames: 5000, bytes: 417 * 5001), frame: frame, frameCount: count)
    let second = try MPEGAudioReader(stale)
    expectNil(second.tracks[0].packetCount)
    expectNil(second.tracks[0].duration)
    expectEqual(second.warnings.count, 1)
    let none = EndlessSource(start: [], frame: frame, frameCount: count)
    try expectNil(MPEGAudioReader(none).tracks[0].packetCount)
    expectLess(none.readByteCount, 1 << 18)
  }

  @Test("a header that counts wrongly is told, and the file's own frames are counted")
  func wrongCount() throws {
    let reader = try reader(infoFrame(frames: 99, bytes: 41700) + Array(HandMadeFrame.stream(12).joined()))
    expectEqual(reader.tracks[0].packetCount, 12)
    expectEqual(reader.warnings, ["the header counts 99 frames, there are 12"])
  }

  @Test("in free format the distance of headers is the length, but for padding")
  func freeFormat() throws {
    // 600 bytes, every third with one more; layer II with mono headers.
    let packets = (0..<20).map { number in
      let isPadded = number % 3 == 1
      return HandMadeFrame(
        head: [0xFF, 0xFD, isPadded ? 0x06 : 0x04], byteCount: isPadded ? 601 : 600, mode: 0xC0, fill: UInt8(number)
      ).bytes
    }
    var reader = try reader(Array(packets.joined()))
    expectEqual(reader.fileType, "MPG2")
    expectEqual(reader.tracks[0].packetCount, 20)
    // 600 bytes of 1152 samples at 48 kHz: 200 kbit/s, and a little for the padding.
    expectEqual(reader.tracks[0].bitRate, 200_117)
    expectEqual(readAll(&reader).packets, packets)
  }

  @Test("garbage is passed over and counted; a damaged header costs its frame only")
  func damage() throws {
    let packets = HandMadeFrame.stream(30)
    let garbage: [UInt8] = (0..<700).map { UInt8($0 % 251) }
    var damaged = packets[10]
    damaged[1] = 0
    let bytes =
      garbage + Array(packets[0..<10].joined()) + damaged + Array(packets[11..<20].joined()) + garbage
      + Array(packets[20...].joined())
    var reader = try reader(bytes)
    var expected = packets
    expected.remove(at: 10)
    expectEqual(readAll(&reader).packets, expected)
    expectEqual(reader.warnings, ["\(1400 + damaged.count) bytes between frames were skipped"])
  }

  @Test("an incomplete last frame is left out with a remark")
  func cutFrame() throws {
    let packets = HandMadeFrame.stream(6)
    var reader = try reader(Array(packets.joined().dropLast(100)))
    expectEqual(reader.tracks[0].packetCount, 5)
    let all = readAll(&reader)
    expectEqual(all.packets, Array(packets[0..<5]))
    expectNil(all.error)
    expectEqual(reader.warnings, ["the last frame is incomplete and was left out"])
  }

  @Test("a seek to any packet reads on as from the start, also after a guess")
  func seeking() throws {
    let packets = HandMadeFrame.stream(1500)
    var reader = try reader(Array(packets.joined()))
    var batch = PacketBatch(maximumPacketCount: 3)
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
      let packet = Int.random(in: 0..<1500, using: &random)
      if random.chance(30) {
        try reader.resynchronize(atOffset: Int64(packet * 417 + 200), asPacket: 77)
        _ = try reader.readPackets(ofTrack: 0, into: &batch)
      }
      try reader.seek(toPacket: Int64(packet), ofTrack: 0)
      #expect(try reader.readPackets(ofTrack: 0, into: &batch))
      expectEqual(batch.firstPacket, Int64(packet))
      expectEqual(Array(batch.packet(0)), packets[packet])
    }
    try reader.seek(toPacket: 1500, ofTrack: 0)
    #expect(try !reader.readPackets(ofTrack: 0, into: &batch))
    #expect(throws: ContainerError.self) { try reader.seek(toPacket: -1, ofTrack: 0) }
    #expect(throws: ContainerError.self) { try reader.seek(toPacket: 0, ofTrack: 1) }
  }

  @Test("from any byte on the next frame is found and numbered as asked")
  func resynchronizing() throws {
    let packets = HandMadeFrame.stream(100)
    var reader = try reader(Array(packets.joined()))
    var batch = PacketBatch(maximumPacketCount: 1)
    try reader.resynchronize(atOffset: 5000, asPacket: 12)
    #expect(try reader.readPackets(ofTrack: 0, into: &batch))
    expectEqual(batch.firstPacket, 12)
    // Eleven frames and three of their four padding bytes end at 4590, the twelfth at 5008.
    expectEqual(batch.fileOffsets, [5008])
    expectEqual(Array(batch.packet(0)), packets[12])
  }

  @Test("bytes that come one by one give the same packets, and what was read is not asked for again")
  func arriving() throws {
    let packets = HandMadeFrame.stream(30)
    let info = infoFrame(frames: 30, bytes: 417 * 31 + 10, delays: [0x24, 0x03, 0xE8])
    var garbage = [UInt8](repeating: 0x33, count: 90)
    garbage[40] = 0xFF
    let bytes =
      identifierTag(title: "a", padding: 300) + info + Array(packets[0..<20].joined()) + garbage
      + Array(packets[20...].joined())
    for step in [1, 7, 1000] {
      let source = ArrivingSource(bytes)
      var opened: MPEGAudioReader?
      var found: [[UInt8]] = []
      var batch = PacketBatch(maximumPacketCount: 1)
      while source.arrivedCount < bytes.count {
        source.arrivedCount = min(bytes.count, source.arrivedCount + step)
        if opened == nil { opened = try? MPEGAudioReader(source) }
        while let current = opened {
          var copy = current
          guard (try? copy.readPackets(ofTrack: 0, into: &batch)) == true else { break }
          found.append(Array(batch.packet(0)))
          opened = copy
          let start = Int(copy.tracks[0].dataOffset)
          source.forgotten = start..<max(start, Int(copy.lowestNeededOffset))
        }
      }
      expectEqual(found, packets)
      expectEqual(opened?.metadata[.title], "a")
      expectEqual(opened?.tracks[0].packetCount, 30)
    }
  }

  @Test("a first frame is given as soon as the second one's header has come")
  func earlyOpening() throws {
    let packets = HandMadeFrame.stream(3)
    let source = ArrivingSource(Array(packets.joined()))
    source.arrivedCount = 417 + 4
    var reader = try MPEGAudioReader(source)
    var batch = PacketBatch(maximumPacketCount: 1)
    #expect(try reader.readPackets(ofTrack: 0, into: &batch))
    expectEqual(Array(batch.packet(0)), packets[0])
  }

  @Test("what holds no frames is refused")
  func refusals() {
    for bytes in [[], [1, 2, 3], identifierTag(title: "a"), [UInt8](repeating: 0xFF, count: 5000)] {
      #expect(throws: ContainerError.self) { try reader(bytes) }
    }
    let zeros = [UInt8](repeating: 0, count: 3 << 20)
    #expect(throws: ContainerError.self) { try reader(zeros) }
  }
}
