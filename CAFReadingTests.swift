import AudioBase
import TestSupport
import Testing

@testable import CAFContainer

@Suite struct CAFReadingTests {
  @Test func linearPCMIsDescribedAndReadInRuns() throws {
    // Flags 2: little-endian integers. Two channels of 16 bits, 4 bytes a frame.
    let file =
      HandMade.head + HandMade.desc("lpcm", flags: 2, bytes: 4, frames: 1, bits: 16)
      + HandMade.data([UInt8](repeating: 9, count: 4 * 5000 + 2))
    var reader = try open(file)
    let track = reader.tracks[0]
    #expect(track.format == StreamFormat(.int16, sampleRate: 44100, channelsPerFrame: 2))
    #expect(track.dataOffset == 8 + 44 + 16)
    #expect(track.packetCount == 5000 && track.audioByteCount == 20000 && track.maximumPacketSize == 4)
    #expect(track.bitRate == 1_411_200 && track.duration == 5000.0 / 44100)
    #expect(reader.warnings == ["the last packet is incomplete and was left out"])
    let all = readAll(&reader)
    #expect(all.frameCounts == [4096, 904] && all.error == nil)
    #expect(try reader.locate(.frame(4999), ofTrack: 0)?.byteOffset == 68 + 4 * 4999)
    #expect(try reader.locate(.packet(5000), ofTrack: 0) == nil)
    #expect(reader.isOptimized)
  }

  @Test(
    arguments: [
      (0, 16, "BEI16"), (2, 16, "LEI16"), (0, 8, "BEI8"), (0, 24, "BEI24"), (2, 24, "LEI24"), (0, 32, "BEI32"),
      (1, 32, "BEF32"), (3, 32, "LEF32"), (1, 64, "BEF64"), (3, 64, "LEF64"),
    ] as [(UInt64, UInt64, String)])
  func flagsTellTheEncoding(flags: UInt64, bits: UInt64, expected: String) throws {
    let reader = try open(
      HandMade.head + HandMade.desc("lpcm", flags: flags, bytes: bits / 8, frames: 1, channels: 1, bits: bits)
        + HandMade.data([]))
    #expect(reader.tracks[0].format.sampleFormat?.description == expected)
  }

  @Test func bitsThatDoNotFillTheirPlaceStandAtItsUpperEnd() throws {
    let reader = try open(
      HandMade.head + HandMade.desc("lpcm", flags: 2, bytes: 6, frames: 1, bits: 20) + HandMade.data([]))
    #expect(reader.tracks[0].format.sampleFormat == .int24)
    #expect(reader.tracks[0].sourceBitDepth == 20)
  }

  @Test func audioOfUnknownSizeGoesToTheEnd() throws {
    let pcm = HandMade.desc("lpcm", flags: 2, bytes: 4, frames: 1, bits: 16)
    var reader = try open(HandMade.head + pcm + HandMade.data([UInt8](1...12), size: -1))
    #expect(reader.tracks[0].packetCount == 3)
    #expect(readAll(&reader).packets == [[UInt8](1...12)])
    let pipe = WatchedSource(HandMade.head + pcm + HandMade.data([UInt8](1...12), size: -1), isPipe: true)
    var streamed = try CAFReader(pipe, limits: Limits())
    #expect(streamed.tracks[0].packetCount == nil)
    #expect(readAll(&streamed).packets == [[UInt8](1...12)])
  }

  @Test func sizesStandInThePacketTable() throws {
    var reader = try open(HandMade.variable)
    let track = reader.tracks[0]
    #expect(track.packetCount == 3 && track.audioByteCount == 133 && track.maximumPacketSize == 130)
    #expect(
      track.packetTable
        == PacketTable(primingFrames: 48, validFrames: 3000, remainderFrames: 24, timescale: 44100))
    #expect(track.duration == 3000.0 / 44100 && reader.warnings.isEmpty)
    let all = readAll(&reader)
    #expect(all.packets == HandMade.packets && all.frameCounts == [0, 0, 0])
    #expect(all.offsets == [track.dataOffset, track.dataOffset + 1, track.dataOffset + 131])
    #expect(try reader.locate(.frame(2047), ofTrack: 0)?.packet == 1)
    #expect(try reader.locate(.frame(3072), ofTrack: 0) == nil)
    try reader.seek(toPacket: 2, ofTrack: 0)
    #expect(reader.lowestNeededOffset == track.dataOffset + 131)
    #expect(readAll(&reader).packets == [HandMade.packets[2]])
  }

  @Test func durationsStandInThePacketTable() throws {
    // Sizes 1, 130, 2 and durations 128, 960, 16384.
    let table = HandMade.pakt(
      3, valid: 17472, [0x01, 0x81, 0x00, 0x81, 0x02, 0x87, 0x40, 0x02, 0x81, 0x80, 0x00])
    var reader = try open(HandMade.head + HandMade.desc("opus") + table + HandMade.data(HandMade.audio))
    let all = readAll(&reader)
    #expect(all.packets == HandMade.packets && all.frameCounts == [128, 960, 16384])
    #expect(try reader.locate(.frame(127), ofTrack: 0)?.packet == 0)
    let second = PacketPosition(packet: 1, firstFrame: 128, byteOffset: reader.tracks[0].dataOffset + 1)
    #expect(try reader.locate(.frame(1087), ofTrack: 0) == second)
    #expect(try reader.locate(.frame(1088), ofTrack: 0)?.packet == 2)
    #expect(try reader.locate(.packet(1), ofTrack: 0) == second)
    #expect(reader.warnings.isEmpty)
  }

  @Test func packetsOfOneSizeMayDifferInDuration() throws {
    let table = HandMade.pakt(3, valid: 6, [1, 2, 3])
    var reader = try open(
      HandMade.head + HandMade.desc("abcd", bytes: 4) + table + HandMade.data([UInt8](1...12)))
    let all = readAll(&reader)
    #expect(all.packets == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]] && all.frameCounts == [1, 2, 3])
  }

  @Test func aTableBehindTheAudioServesFilesButNotStreams() throws {
    let file = HandMade.head + HandMade.desc("aac ", frames: 1024) + HandMade.data(HandMade.audio)
      + HandMade.variableTable
    var reader = try open(file)
    #expect(readAll(&reader).packets == HandMade.packets && !reader.isOptimized)
    let pipe = WatchedSource(file, isPipe: true)
    var streamed = try CAFReader(pipe, limits: Limits())
    #expect(readAll(&streamed).packets == HandMade.packets)
    let source = ArrivingSource(file)
    source.arrived = file.count
    #expect { try CAFReader(source, limits: Limits()) } throws: {
      ($0 as? ContainerError)?.kind == .notStreamable
    }
  }

  @Test func constantPacketsNeedNoTableToArrive() throws {
    let file =
      HandMade.head + HandMade.desc("ima4", bytes: 34, frames: 64, channels: 1)
      + HandMade.data([UInt8](repeating: 1, count: 68)) + HandMade.pakt(0, valid: 100, remainder: 28, [])
    let source = ArrivingSource(file)
    source.arrived = 100
    let streamed = try CAFReader(source, limits: Limits())
    #expect(streamed.tracks[0].packetTable == nil && streamed.tracks[0].packetCount == 2)
    let reader = try open(file)
    #expect(
      reader.tracks[0].packetTable
        == PacketTable(primingFrames: 0, validFrames: 100, remainderFrames: 28, timescale: 44100))
  }

  @Test func aFileWithoutItsTableIsIncomplete() throws {
    let file = HandMade.head + HandMade.desc("aac ", frames: 1024) + HandMade.data(HandMade.audio, size: -1)
    #expect { try open(file) } throws: { ($0 as? ContainerError)?.kind == .truncated }
  }

  @Test func aTableThatDisagreesIsAdjusted() throws {
    let head = HandMade.head + HandMade.desc("aac ", frames: 1024)
    let reader = try open(head + HandMade.pakt(3, valid: 9999, priming: 48, [1, 0x81, 2, 2]) + HandMade.data(HandMade.audio))
    #expect(
      reader.tracks[0].packetTable
        == PacketTable(primingFrames: 48, validFrames: 3024, remainderFrames: 0, timescale: 44100))
    #expect(reader.warnings.count == 1)
    let negative = try open(
      head + HandMade.pakt(3, valid: -1, priming: 48, [1, 0x81, 2, 2]) + HandMade.data(HandMade.audio))
    #expect(negative.tracks[0].packetTable == nil && negative.warnings.count == 1)
  }

  @Test func anAbsurdDurationIsLeftAside() throws {
    // What FFmpeg 5.1 writes for FLAC: 0x66666667 frames a packet.
    let file =
      HandMade.head + HandMade.desc("flac", frames: 0x6666_6667)
      + HandMade.pakt(3, valid: 0x6666_666A, [1, 0x81, 2, 2]) + HandMade.data(HandMade.audio)
    var reader = try open(file)
    #expect(reader.tracks[0].format.framesPerPacket == 0 && reader.tracks[0].packetTable == nil)
    #expect(reader.tracks[0].duration == nil && reader.warnings.count == 1)
    #expect(readAll(&reader).packets == HandMade.packets)
  }

  @Test func audioThatIsCutKeepsItsWholePackets() throws {
    let file = Array(HandMade.variable.dropLast(3))
    var reader = try open(file)
    #expect(reader.tracks[0].packetCount == 1)
    #expect(readAll(&reader).packets == [HandMade.packets[0]])
    #expect(
      reader.tracks[0].packetTable
        == PacketTable(primingFrames: 48, validFrames: 976, remainderFrames: 0, timescale: 44100))
  }

  @Test func chunksAreListedAndUnknownOnesPassedOver() throws {
    let file =
      HandMade.head + HandMade.desc("ulaw", bytes: 2, frames: 1) + HandMade.chunk("uuid", [UInt8](repeating: 1, count: 20))
      + HandMade.chunk("midi", [1]) + HandMade.chunk("free", [UInt8](repeating: 0, count: 5000))
      + HandMade.data([1, 2]) + HandMade.chunk("peak", [1, 2, 3]) + [1, 2, 3]
    let reader = try open(file)
    #expect(reader.chunks.map { "\($0.identifier)" } == ["desc", "uuid", "midi", "free", "data", "peak"])
    #expect(reader.chunks.map(\.byteCount) == [32, 20, 1, 5000, 6, 3])
    #expect(reader.chunks[1].bodyOffset == 64)
    #expect(!reader.isOptimized && reader.warnings.count == 1)
  }

  @Test func theFrontIsLookedForByItsFourCharacters() throws {
    #expect(CAFFile.descriptor.probe?(HandMade.variable.span) == 100)
    #expect(CAFFile.descriptor.probe?(([0x63, 0x61, 0x66, 0x65, 0, 1, 0, 0] as [UInt8]).span) == 0)
    #expect(CAFFile.descriptor.probe?(HandMade.variable.span.extracting(0..<7)) == 0)
    #expect { try open([0x63, 0x61, 0x66, 0x66, 0, 2, 0, 0]) } throws: { ($0 as? ContainerError)?.kind == .unsupported }
  }

  @Test func impossibleDescriptionsAreRefused() throws {
    func kind(_ desc: [UInt8]) -> ErrorKind? {
      do { _ = try open(HandMade.head + desc + HandMade.data([])) } catch { return (error as? ContainerError)?.kind }
      return nil
    }
    #expect(kind(HandMade.desc(rate: 0, "ulaw", bytes: 2, frames: 1)) == .malformed)
    #expect(kind(HandMade.desc(rate: 0x7FF0_0000_0000_0000, "ulaw", bytes: 2, frames: 1)) == .malformed)
    #expect(kind(HandMade.desc("ulaw", bytes: 2, frames: 1, channels: 0)) == .malformed)
    #expect(kind(HandMade.desc("ulaw", bytes: 2, frames: 1, channels: 65)) == .limitExceeded)
    #expect(kind(HandMade.desc("ulaw", bytes: 0xFFFF_FFFF, frames: 1)) == .limitExceeded)
    #expect(kind(HandMade.desc("lpcm", bytes: 0, frames: 1, bits: 16)) == .malformed)
    #expect(kind(HandMade.desc("lpcm", bytes: 3, frames: 1, bits: 16)) == .malformed)
  }
}
