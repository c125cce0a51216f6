import AudioBase
import RawPCMContainer
import TestSupport
import Testing

@Suite struct RawPCMTests {
  @Test func samplesPassAsTheyAre() throws {
    let sink = MemoryByteSink()
    let format = StreamFormat(
      SampleFormat(.signedInteger, bitsPerSample: 16, byteOrder: .bigEndian), sampleRate: 8000, channelsPerFrame: 1)
    let create = try required(RawPCMFile.descriptor.create)
    var writer = try create(sink, WriterSettings(format: format, layout: ChannelLayout([.center])))
    try writer.write([1, 2, 3, 4].span, descriptions: Span())
    try writer.write([5, 6].span, descriptions: Span())
    try writer.finish()
    expectEqual(sink.bytes, [1, 2, 3, 4, 5, 6])
  }

  @Test func packetsOfACodecAreRefused() {
    let format = StreamFormat(formatID: .aac, sampleRate: 8000, channelsPerFrame: 1)
    let error = #expect(throws: ContainerError.self) {
      try RawPCMWriter(MemoryByteSink(), settings: WriterSettings(format: format, layout: ChannelLayout([.center])))
    }
    expectEqual(error?.kind, .unsupported)
  }

  @Test func samplesAreReadAsTheCallerSays() throws {
    let format = StreamFormat(.int16, sampleRate: 8000, channelsPerFrame: 2)
    let open = try required(RawPCMFile.descriptor(reading: format).open)
    var reader = try open(MemoryByteSource([1, 2, 3, 4, 5, 6, 7, 8, 9]), ResourceLimits())
    #expect(reader.tracks[0].packetCount == 2 && reader.tracks[0].duration == 0.00025 && reader.warnings.count == 1)
    try reader.seek(toPacket: 1, ofTrack: 0)
    var batch = PacketBatch()
    #expect(try reader.readPackets(ofTrack: 0, into: &batch))
    expectEqual(batch.bytes, [5, 6, 7, 8])
    var strange = format
    strange.sampleRate = 0
    #expect(throws: ContainerError.self) { try RawPCMReader(MemoryByteSource([]), format: strange) }
  }
}
