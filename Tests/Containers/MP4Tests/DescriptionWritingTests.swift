import AudioBase
import MP4Container
import TestSupport
import Testing

@Suite("Tracks that are written with several sample descriptions")
struct DescriptionWritingTests {
  /// AAC-LC at 24 kHz in mono, behind AAC-LC at 44.1 kHz in stereo.
  private static let mono = CodedStream(
    format: StreamFormat(formatID: .aac, sampleRate: 24_000, channelsPerFrame: 1, framesPerPacket: 1024),
    layout: ChannelLayout([.center]), cookie: [0x13, 0x08])
  private static let stereo = CodedStream(
    format: StreamFormat(formatID: .aac, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 1024),
    layout: ChannelLayout([.left, .right]), cookie: [0x12, 0x10])

  /// Ten packets in stereo, ten in mono, five in stereo.
  private func write(_ packets: [[UInt8]], _ structure: FileStructure, to sink: any ByteSink) throws {
    var writer = try MP4Writer(sink, fileType: "m4af", settings: aacSettings(structure))
    try feed(Array(packets[..<10]), to: &writer)
    try writer.changeStream(to: Self.mono)
    try feed(Array(packets[10..<20]), to: &writer)
    try writer.changeStream(to: Self.stereo)
    // Nothing changes by this.
    try writer.changeStream(to: Self.stereo, track: 0)
    try feed(Array(packets[20...]), to: &writer)
    try writer.finish()
  }

  @Test("Each stream is read back with its packets, and one that returns has the entry that it had")
  func reading() throws {
    let packets = makePackets(25)
    for structure in [FileStructure.indexFirst, .indexLast, .fragmented(seconds: 0.1), .fragmented(seconds: 100)] {
      let sink = MemoryByteSink()
      try write(packets, structure, to: sink)
      var reader = try MP4Reader(MemoryByteSource(sink.bytes))
      var batch = PacketBatch()
      var streams: [Int] = []
      var found: [[UInt8]] = []
      while try reader.readPackets(ofTrack: 0, into: &batch) {
        streams += Array(repeating: batch.streamNumber, count: batch.count)
        found += (0..<batch.count).map { [UInt8](batch.packet($0)) }
      }
      expectEqual(found, packets, "\(structure)")
      expectEqual(streams, Array(repeating: 0, count: 10) + Array(repeating: 1, count: 10) + [0, 0, 0, 0, 0])
      let others = reader.streamChanges(ofTrack: 0).otherStreams
      expectEqual(others.map(\.cookie), [[0x13, 0x08]])
      #expect(others.map(\.format.sampleRate) == [24_000] && others.map(\.format.channelsPerFrame) == [1])
    }
  }

  @Test("Packets of another rate last as long as they sound, without an error that adds up")
  func durations() throws {
    let sink = MemoryByteSink()
    try write(makePackets(25), .indexLast, to: sink)
    var reader = try MP4Reader(MemoryByteSource(sink.bytes))
    var batch = PacketBatch()
    var timings: [PacketTiming] = []
    while try reader.readPackets(ofTrack: 0, into: &batch) { timings += batch.timings }
    // 1024 frames of 24 kHz are 1881.6 units of 44.1 kHz.
    expectEqual(timings[10..<20].map(\.duration), [1881, 1882, 1881, 1882, 1882, 1881, 1882, 1881, 1882, 1882])
    expectEqual(timings[20].decodeTime, 10 * 1024 + 18_816)
    #expect(timings[20...].allSatisfy { $0.duration == 1024 })
  }

  @Test("A pipe that has taken the movie box takes no further description")
  func pipe() throws {
    let sink = OneWaySink()
    var writer = try MP4Writer(sink, fileType: "m4af", settings: aacSettings(.fragmented(seconds: 0.1)))
    try feed(makePackets(20), to: &writer)
    let error = #expect(throws: ContainerError.self) { try writer.changeStream(to: Self.mono) }
    expectEqual(error?.kind, .unsupported)
    // It goes on as it was.
    try feed(makePackets(5), to: &writer)
    try writer.finish()
    let reader = try MP4Reader(MemoryByteSource(sink.bytes))
    #expect(reader.streamChanges(ofTrack: 0).isEmpty)
  }

  @Test("What cannot share a track is refused by name")
  func refusals() throws {
    var writer = try MP4Writer(MemoryByteSink(), fileType: "MooV", settings: aacSettings())
    let samples = CodedStream(
      format: StreamFormat(
        SampleFormat(.signedInteger, bitsPerSample: 16), sampleRate: 44_100, channelsPerFrame: 2))
    #expect(throws: ContainerError.self) { try writer.changeStream(to: samples) }
    #expect(throws: ContainerError.self) { try writer.changeStream(to: Self.mono, track: 1) }
    var audio = try MP4Writer(MemoryByteSink(), fileType: "3gpp", settings: aacSettings())
    let other = CodedStream(format: StreamFormat(formatID: .appleLossless, sampleRate: 44_100, channelsPerFrame: 2))
    #expect(throws: ContainerError.self) { try audio.changeStream(to: other) }
  }
}
