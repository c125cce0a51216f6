import AudioBase
import TestSupport
import Testing
import WAVEContainer

@Suite struct WAVEReaderTests {
  static let data: [UInt8] = (0..<40).map { UInt8($0) }

  @Test func aHandMadeFileIsUnderstood() throws {
    let bytes = handMade(riffSize: 36 + 40, dataSize: 40, data: Self.data)
    var reader = try WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits())
    let track = try required(reader.tracks.first)
    expectEqual(track.format, StreamFormat(.int16, sampleRate: 8000, channelsPerFrame: 2))
    #expect(track.packetCount == 10 && track.audioByteCount == 40 && track.dataOffset == 44)
    #expect(track.duration == 10.0 / 8000 && track.bitRate == 256_000)
    expectEqual(track.layout, ChannelLayout([.left, .right]))
    try expectEqual(readAll(&reader), Self.data)
    #expect(reader.warnings.isEmpty)
  }

  @Test func unknownChunksOfOddSizesAreSkipped() throws {
    let chunk = Array("odd ".utf8) + [3, 0, 0, 0, 1, 2, 3, 0]
    let bytes = handMade(riffSize: 48 + 40, dataSize: 40, data: Self.data, before: chunk, after: Array("LIST".utf8))
    var reader = try WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits())
    expectEqual(reader.tracks[0].dataOffset, 56)
    try expectEqual(readAll(&reader), Self.data)
  }

  @Test(arguments: [(UInt32(0), UInt32(0)), (0xFFFF_FFFF, 0xFFFF_FFFF), (36, 0), (0, 0xFFFF_FFFF)])
  func samplesOfUnknownSizeGoOnToTheEnd(riffSize: UInt32, dataSize: UInt32) throws {
    let bytes = handMade(riffSize: riffSize, dataSize: dataSize, data: Self.data)
    var reader = try WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits())
    expectEqual(reader.tracks[0].packetCount, 10)
    #expect(reader.warnings.contains { $0.contains("does not say how long the samples are") })
    try expectEqual(readAll(&reader), Self.data)
    var piped = try WAVEReader(EndlessSource(bytes), limits: ResourceLimits())
    #expect(piped.tracks[0].packetCount == nil && piped.tracks[0].duration == nil)
    try expectEqual(readAll(&piped), Self.data)
  }

  /// A program that ended early has written the form's size, and not that of the samples.
  @Test func samplesBehindASizeOfZeroAreReadWhereNoChunkLies() throws {
    let bytes = handMade(riffSize: 36 + 40, dataSize: 0, data: Self.data)
    var reader = try WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits())
    #expect(reader.warnings.contains { $0.contains("does not say how long the samples are") })
    try expectEqual(readAll(&reader), Self.data)
  }

  /// The sum of such a size and its place is no number of 64 bits.
  @Test(arguments: [UInt32(36), 0xFFFF_FFFF])
  func theLargestSizeOf64BitsIsRefusedOrCutOff(riffSize: UInt32) throws {
    func number(_ value: UInt64, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
    let plain = handMade(riffSize: riffSize, dataSize: 0xFFFF_FFFF, data: Self.data)
    let sizes = number(100, 8) + number(UInt64(Int64.max), 8) + number(10, 8) + number(0, 4)
    let wide = Array("RF64".utf8) + plain[4..<12] + Array("ds64".utf8) + number(28, 4) + sizes + plain[12...]
    var reader = try WAVEReader(MemoryByteSource(wide), limits: ResourceLimits())
    expectEqual(try readAll(&reader), Self.data)
    #expect(!reader.warnings.isEmpty)
  }

  @Test func anEndBeforeThatOfTheSamplesIsTold() throws {
    let bytes = handMade(riffSize: 60, dataSize: 40, data: Self.data)
    var reader = try WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits())
    #expect(reader.warnings == ["the header states an end before that of the samples"])
    #expect(try readAll(&reader) == Self.data)
  }

  @Test func aSecondChunkOfSamplesIsTold() throws {
    let after = Array("data".utf8) + [8, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]
    let bytes = handMade(riffSize: 36 + 40 + 16, dataSize: 40, data: Self.data, after: after)
    var reader = try WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits())
    expectEqual(reader.warnings, ["more samples lie at byte 84, and are not read"])
    try expectEqual(readAll(&reader), Self.data)
  }

  @Test func anEmptyFileWithChunksAfterItsSamplesIsEmpty() throws {
    let after = Array("LIST".utf8) + [4, 0, 0, 0, 1, 2, 3, 4]
    let bytes = handMade(riffSize: 36 + 12, dataSize: 0, data: [], after: after)
    var reader = try WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits())
    expectEqual(reader.tracks[0].packetCount, 0)
    #expect(try readAll(&reader).isEmpty)
  }

  @Test func aCutFileGivesItsWholeFramesAndSaysSo() throws {
    let bytes = handMade(riffSize: 36 + 40, dataSize: 40, data: Array(Self.data.prefix(38)))
    var reader = try WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits())
    try expectEqual(readAll(&reader), Array(Self.data.prefix(36)))
    expectEqual(reader.warnings.count, 2)
  }

  @Test func aPacketIsAFrameAndABatchHoldsRuns() throws {
    let frames = 10_000
    let data = (0..<(frames * 4)).map { UInt8(truncatingIfNeeded: $0 * 7 / 3) }
    let sink = MemoryByteSink()
    try write(settings(.int16, ChannelLayout([.left, .right])), data, to: sink)
    var reader = try WAVEReader(MemoryByteSource(sink.bytes), limits: ResourceLimits())
    var batch = PacketBatch()
    try reader.seek(toPacket: 5, ofTrack: 0)
    #expect(try reader.readPackets(ofTrack: 0, into: &batch))
    expectEqual(batch.firstPacket, 5)
    expectEqual(batch.descriptions.map(\.frameCount), [4096, 4096, 1803])
    expectEqual(batch.bytes, Array(data[20...]))
    expectEqual(batch.fileOffsets[1], batch.fileOffsets[0] + 4096 * 4)
    #expect(try !reader.readPackets(ofTrack: 0, into: &batch))
    try reader.seek(toPacket: Int64.max, ofTrack: 0)
    #expect(try !reader.readPackets(ofTrack: 0, into: &batch))
  }

  @Test func wideSizesComeFromTheirChunk() throws {
    let sink = MemoryByteSink()
    var writer = try WAVEWriter(sink, settings: settings(.int16, ChannelLayout([.left, .right])), form: .rf64)
    try writer.write(Self.data.span, descriptions: Span())
    try writer.finish()
    var reader = try WAVEReader(MemoryByteSource(sink.bytes + [1, 2, 3, 4]), limits: ResourceLimits())
    expectEqual(reader.fileType, "RF64")
    expectEqual(reader.tracks[0].audioByteCount, 40)
    try expectEqual(readAll(&reader), Self.data)
  }

  @Test func theMaskGivesTheLoudspeakers() throws {
    let layout = ChannelLayout([.left, .right, .center, .lowFrequency, .leftSide, .rightSide])
    let sink = MemoryByteSink()
    try write(settings(.int24, layout), [UInt8](repeating: 1, count: 18), to: sink)
    let reader = try WAVEReader(MemoryByteSource(sink.bytes), limits: ResourceLimits())
    expectEqual(reader.tracks[0].layout, layout)
    expectEqual(reader.tracks[0].format, StreamFormat(.int24, sampleRate: 48000, channelsPerFrame: 6))
  }

  @Test func everyShortenedHeaderIsRefusedOrRead() throws {
    let bytes = handMade(riffSize: 36 + 40, dataSize: 40, data: Self.data)
    for count in 0..<44 {
      let error = #expect(throws: ContainerError.self) {
        try WAVEReader(MemoryByteSource(Array(bytes.prefix(count))), limits: ResourceLimits())
      }
      #expect(error?.kind == .truncated || error?.kind == .malformed)
    }
  }

  @Test func flippedBitsNeverTrapNorLoop() throws {
    var random = SplitMix64(seed: 20_260_001)
    let sink = MemoryByteSink()
    let layout = ChannelLayout([.left, .right, .center])
    var writer = try WAVEWriter(sink, settings: settings(.float64, layout), form: .rf64)
    try writer.write([UInt8](repeating: 3, count: 480).span, descriptions: Span())
    try writer.finish()
    var opened = 0
    for _ in 0..<5000 {
      var bytes = sink.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<120, using: &random)] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      }
      guard var reader = try? WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits()) else { continue }
      opened += 1
      try expectLessOrEqual(readAll(&reader).count, bytes.count)
    }
    #expect(opened > 100 && opened < 5000)
  }

  @Test func absurdCountsAreRefused() {
    func opening(_ change: (inout [UInt8]) -> Void) -> ErrorKind? {
      var bytes = handMade(riffSize: 76, dataSize: 40, data: Self.data)
      change(&bytes)
      do throws(ContainerError) {
        _ = try WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits())
        return nil
      } catch {
        return error.kind
      }
    }
    expectEqual(opening { $0[22] = 0 }, .malformed)
    expectEqual(opening { $0[23] = 1 }, .limitExceeded)
    expectEqual(
      opening {
        $0[32] = 5
        $0[28] = 1
      }, .malformed)
    expectEqual(opening { $0[20] = 0x55 }, .unsupported)
    expectEqual(opening { $0.replaceSubrange(24..<28, with: [0, 0, 0, 0]) }, .malformed)
    expectEqual(opening { $0[34] = 24 }, .malformed)
    expectNil(opening { _ in })
    let chunk: [UInt8] = Array("junk".utf8) + [0, 0, 0, 0]
    let junk = [UInt8](repeatElement(chunk, count: FileSurvey.maximumChunkCount + 1).joined())
    let error = #expect(throws: ContainerError.self) {
      try WAVEReader(
        MemoryByteSource(handMade(riffSize: 76, dataSize: 40, data: Self.data, before: junk)), limits: ResourceLimits())
    }
    expectEqual(error?.kind, .limitExceeded)
  }

  @Test func probingWantsBothNames() {
    let bytes = handMade(riffSize: 76, dataSize: 40, data: Self.data)
    let probe = WAVEFile.descriptor.probe
    expectEqual(probe?(bytes.span), 100)
    expectEqual(probe?(bytes.span.extracting(0..<11)), 0)
    expectEqual(probe?(Array("RIFF....AVI ".utf8).span), 0)
    expectEqual(RF64File.descriptor.probe?(Array("RF64....WAVE".utf8).span), 100)
  }
}
