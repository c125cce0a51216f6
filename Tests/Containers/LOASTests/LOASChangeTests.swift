import AudioBase
import FramedStreams
import LOASContainer
import TestSupport
import Testing

@Suite("LOAS streams that change")
struct LOASChangeTests {
  private static let packets = LOASBytes.packets(40) { 5 + $0 * 37 % 90 }
  private static let usual = HandMade()
  /// LC at 48 kHz in mono.
  private static let other = HandMade(configuration: (2, 3, 1))

  private static func batches(_ reader: inout LOASReader) throws -> [(packets: [[UInt8]], stream: Int)] {
    var batch = PacketBatch()
    var found: [(packets: [[UInt8]], stream: Int)] = []
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      found.append(((0..<batch.count).map { [UInt8](batch.packet($0)) }, batch.streamNumber))
    }
    return found
  }

  @Test(
    "All packets are given, a batch is of one stream, and the first stream is known again", arguments: [false, true])
  func parts(isPipe: Bool) throws {
    let bytes =
      Self.usual.stream(Array(Self.packets[..<12])) + Self.other.stream(Array(Self.packets[12..<24]))
      + Self.usual.stream(Array(Self.packets[24...]))
    var reader = try LOASReader(WatchedSource(bytes, isPipe: isPipe))
    let found = try Self.batches(&reader)
    #expect(found.map(\.stream) == [0, 1, 0] && found.map(\.packets.count) == [12, 12, 16])
    expectEqual(found.flatMap(\.packets), Self.packets)
    let known = reader.streamChanges(ofTrack: 0)
    #expect(known.changes.map(\.packet) == [12, 24] && known.changes.map(\.stream) == [1, 0])
    expectEqual(known.otherStreams.map(\.cookie), [[0x11, 0x88]])
    #expect(known.otherStreams[0].format.sampleRate == 48_000 && known.otherStreams[0].format.channelsPerFrame == 1)
    expectEqual(reader.warnings, [])
    guard !isPipe else { return }
    expectEqual(reader.tracks[0].duration, 28.0 * 1024 / 44_100 + 12.0 * 1024 / 48_000)
    for target in [39, 13, 0, 12, 25, 11, 23, 24] {
      try reader.seek(toPacket: Int64(target), ofTrack: 0)
      let rest = try Self.batches(&reader)
      expectEqual(rest.flatMap(\.packets), Array(Self.packets[target...]))
      expectEqual(rest[0].stream, (12..<24).contains(target) ? 1 : 0)
    }
  }

  @Test("A configuration that is never repeated counts where no other one follows")
  func withoutRepetition() throws {
    let bytes =
      Self.usual.stream(Array(Self.packets[..<12])) + Self.other.stream(Array(Self.packets[12...]), interval: 1000)
    var reader = try LOASReader(MemoryByteSource(bytes))
    try expectEqual(Self.batches(&reader).map(\.packets.count), [12, 28])
    // The last frame alone is no stream.
    let last = Self.usual.stream(Array(Self.packets[..<12])) + Self.other.stream([Self.packets[12]])
    var short = try LOASReader(MemoryByteSource(last))
    try expectEqual(Self.batches(&short).map(\.stream), [0])
    #expect(short.warnings.count == 1 && short.streamChanges(ofTrack: 0).isEmpty)
  }

  @Test("Every bit of a configuration that is wrong: the frames up to the next one may be left out, and no others")
  func damagedConfigurations() throws {
    let frames = Self.packets.indices.map { Self.usual.frame([Self.packets[$0]], withConfiguration: $0 % 4 == 0) }
    // Behind the three bytes of the header and `useSameStreamMux`: 44 bits of configuration.
    for bit in 25..<69 {
      var damaged = frames
      damaged[20][bit / 8] ^= 0x80 >> UInt8(bit % 8)
      var reader = try LOASReader(MemoryByteSource(damaged.flatMap { $0 }))
      let found = try Self.batches(&reader)
      #expect(found.allSatisfy { $0.stream == 0 }, "bit \(bit)")
      let packets = found.flatMap(\.packets)
      #expect(packets.starts(with: Self.packets[..<20]) && packets.suffix(16) == Self.packets[24...], "bit \(bit)")
      #expect(reader.streamChanges(ofTrack: 0).isEmpty, "bit \(bit)")
    }
  }

  @Test("A stream that changes while it arrives is given as the whole is")
  func arriving() throws {
    let bytes = Self.usual.stream(Array(Self.packets[..<12])) + Self.other.stream(Array(Self.packets[12...]))
    let source = PartialSource(bytes, arrivedCount: 700)
    var reader = try LOASReader(source)
    var found: [[UInt8]] = []
    var batch = PacketBatch(maximumPacketCount: 1)
    while true {
      let saved = reader
      do {
        guard try reader.readPackets(ofTrack: 0, into: &batch) else { break }
        found.append([UInt8](batch.packet(0)))
        expectEqual(batch.streamNumber, found.count > 12 ? 1 : 0)
      } catch {
        reader = saved
        try #require(source.arrivedCount < bytes.count)
        source.arrivedCount += 1
      }
    }
    expectEqual(found, Self.packets)
  }

  @Test("A stream that never rests is read up to the limit")
  func bomb() throws {
    var limits = ResourceLimits()
    limits.streamChangeCount = 100
    var bytes: [UInt8] = []
    for index in 0..<1000 {
      let form = index % 2 == 0 ? Self.usual : Self.other
      let frame = form.frame([[UInt8(index & 127)]], withConfiguration: true)
      bytes += frame + frame
    }
    var reader = try LOASReader(MemoryByteSource(bytes), limits: limits)
    let found = readAll(&reader)
    #expect(found.packets.count == 202 && found.error?.kind == .limitExceeded)
    expectEqual(reader.tracks[0].packetCount, 202)
  }

  @Test("A writer goes on with another stream; a short part comes back, too")
  func writing() throws {
    let parts: [(form: HandMade, cookie: [UInt8], range: Range<Int>)] = [
      (Self.usual, [0x12, 0x10], 0..<12), (Self.other, [0x11, 0x88], 12..<15), (Self.usual, [0x12, 0x10], 15..<40),
    ]
    let sink = MemoryByteSink()
    let format = StreamFormat(formatID: .aac, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 1024)
    var writer = try LOASWriter(
      sink, settings: WriterSettings(format: format, layout: ChannelLayout([.left, .right]), cookie: [0x12, 0x10]))
    for (index, part) in parts.enumerated() {
      if index > 0 { try writer.changeStream(to: CodedStream(format: format, cookie: part.cookie)) }
      for packet in Self.packets[part.range] {
        let place = [PacketDescription(startOffset: 0, byteCount: packet.count)]
        try writer.write(packet.span, descriptions: place.span)
      }
    }
    try writer.finish()
    var reader = try LOASReader(MemoryByteSource(sink.bytes))
    let found = try Self.batches(&reader)
    #expect(found.map(\.stream) == [0, 1, 0] && found.map(\.packets.count) == [12, 3, 25])
    expectEqual(found.flatMap(\.packets), Self.packets)
    var flac = format
    flac.formatID = .flac
    #expect(throws: ContainerError.self) { try writer.changeStream(to: CodedStream(format: flac)) }
  }
}
