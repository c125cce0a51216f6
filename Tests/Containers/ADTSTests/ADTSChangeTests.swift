import ADTSContainer
import AudioBase
import FramedStreams
import TestSupport
import Testing

@Suite("ADTS streams that change")
struct ADTSChangeTests {
  private static let packets = ADTSTests.packets

  /// A stretch of frames: 44.1 kHz in stereo where nothing else is said.
  private static func part(_ places: Range<Int>, rateIndex: Int = 4, channels: Int = 2) -> [UInt8] {
    places.flatMap {
      TestFrame(blocks: [packets[$0]], samplingFrequencyIndex: rateIndex, channelConfiguration: channels).bytes()
    }
  }

  /// The packets of each batch, and the stream that it says they are of.
  private static func batches(_ reader: inout ADTSReader) throws -> [(packets: [[UInt8]], stream: Int)] {
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
    // 48 kHz in mono, the first stream again, then 24 kHz in stereo.
    var bytes = Self.part(0..<10)
    bytes += Self.part(10..<15, rateIndex: 3, channels: 1)
    bytes += Self.part(15..<30)
    bytes += Self.part(30..<40, rateIndex: 6)
    var reader = try ADTSReader(WatchedSource(bytes, isPipe: isPipe))
    let seconds: [Double] = [25 * 1024 / 44_100, 5 * 1024 / 48_000, 10 * 1024 / 24_000]
    let duration = seconds.reduce(0, +)
    expectLess(abs((reader.tracks[0].duration ?? duration) - duration), 1e-12)
    expectEqual(reader.tracks[0].packetCount, isPipe ? nil : 40)
    expectEqual(reader.streamChanges(ofTrack: 0).isEmpty, isPipe)
    let found = try Self.batches(&reader)
    expectEqual(found.map(\.stream), [0, 1, 0, 2])
    expectEqual(found.map(\.packets.count), [10, 5, 15, 10])
    expectEqual(found.flatMap(\.packets), Self.packets)
    let known = reader.streamChanges(ofTrack: 0)
    #expect(known.changes.map(\.packet) == [10, 15, 30] && known.changes.map(\.stream) == [1, 0, 2])
    expectEqual(known.changes[0].byteOffset, Int64(Self.part(0..<10).count))
    // ISO/IEC 14496-3, 1.6.2.1: LC, index 3, one channel; LC, index 6, two channels.
    expectEqual(known.otherStreams.map(\.cookie), [[0x11, 0x88], [0x13, 0x10]])
    expectEqual(known.otherStreams.map(\.format.sampleRate), [48_000, 24_000])
    expectEqual(known.otherStreams.map(\.format.channelsPerFrame), [1, 2])
    expectEqual((0..<40).map { known.streamNumber(ofPacket: $0) }.filter { $0 == 1 }.count, 5)
    expectEqual(reader.warnings, [])
  }

  @Test("Every packet is sought, and its batch says of which stream it is", arguments: [false, true])
  func seeking(isPipe: Bool) throws {
    let many = (0..<1500).map { packet in (0..<(3 + packet % 11)).map { UInt8(truncatingIfNeeded: $0 + packet * 3) } }
    func stream(_ packet: Int) -> Int { (packet / 300) % 2 }
    let bytes = many.indices.flatMap {
      TestFrame(blocks: [many[$0]], samplingFrequencyIndex: stream($0) == 0 ? 4 : 8).bytes()
    }
    var reader = try ADTSReader(WatchedSource(bytes, isPipe: isPipe))
    var random = SplitMix64(seed: 11)
    var batch = PacketBatch()
    for target in [0, 299, 300, 301, 1499, 599, 600, 0, 899, 900]
      + (0..<40).map({ _ in Int.random(in: 0..<1500, using: &random) })
    {
      try reader.seek(toPacket: Int64(target), ofTrack: 0)
      #expect(try reader.readPackets(ofTrack: 0, into: &batch))
      #expect([UInt8](batch.packet(0)) == many[target] && batch.firstPacket == Int64(target))
      expectEqual(batch.streamNumber, stream(target))
      expectLessOrEqual(target + batch.count, (target / 300 + 1) * 300)
    }
    expectEqual(reader.streamChanges(ofTrack: 0).changes.map(\.packet), [300, 600, 900, 1200])
  }

  @Test("A single frame of other headers is damage, wherever it stands")
  func singleFrames() throws {
    for place in [3, 20, 39] {
      for (rate, channels) in [(5, 2), (4, 1), (3, 6)] {
        let bytes =
          Self.part(0..<place) + Self.part(place..<(place + 1), rateIndex: rate, channels: channels)
          + Self.part((place + 1)..<40)
        var reader = try ADTSReader(MemoryByteSource(bytes))
        let found = try Self.batches(&reader)
        #expect(found.allSatisfy { $0.stream == 0 })
        expectEqual(found.flatMap(\.packets), Array(Self.packets[..<place] + Self.packets[(place + 1)...]))
        #expect(reader.streamChanges(ofTrack: 0).isEmpty)
        expectEqual(reader.warnings, ["\(Self.packets[place].count + 7) bytes between frames were skipped"])
      }
    }
  }

  @Test("Whether headers have checks, or call themselves MPEG-2, is no change of the stream")
  func otherHeadersOfOneStream() throws {
    let protected = (10..<20).flatMap { TestFrame(blocks: [Self.packets[$0]], isProtected: true).bytes() }
    let older = (20..<30).flatMap { TestFrame(blocks: [Self.packets[$0]], isMPEG2: true).bytes() }
    var reader = try ADTSReader(MemoryByteSource(Self.part(0..<10) + protected + older + Self.part(30..<40)))
    #expect(reader.tracks[0].packetCount == 40 && reader.streamChanges(ofTrack: 0).isEmpty)
    let found = try Self.batches(&reader)
    #expect(found.flatMap(\.packets) == Self.packets && found.map(\.stream) == [0])
  }

  @Test("A stream that changes while it arrives is given as the whole is")
  func arriving() throws {
    let bytes = Self.part(0..<6) + Self.part(6..<12, rateIndex: 3, channels: 1) + Self.part(12..<18)
    let source = PartialSource(bytes, arrivedCount: 100)
    var reader = try ADTSReader(source)
    var found: [[UInt8]] = []
    var streams: [Int] = []
    var batch = PacketBatch(maximumPacketCount: 1)
    while true {
      let saved = reader
      do {
        guard try reader.readPackets(ofTrack: 0, into: &batch) else { break }
        found.append([UInt8](batch.packet(0)))
        streams.append(batch.streamNumber)
      } catch {
        reader = saved
        try #require(source.arrivedCount < bytes.count)
        source.arrivedCount += 1
      }
    }
    expectEqual(found, Array(Self.packets[..<18]))
    expectEqual(streams, Array(repeating: 0, count: 6) + Array(repeating: 1, count: 6) + Array(repeating: 0, count: 6))
    expectEqual(reader.streamChanges(ofTrack: 0).changes.map(\.packet), [6, 12])
  }

  // MARK: Program configurations

  /// `id_syn_ele` and a program_config_element of LC at 44.1 kHz with front elements, whole bytes: a pair where the
  /// flag is 1. Without mix-downs and comment.
  private static func program(_ front: [(flag: Int, tag: Int)]) -> [UInt8] {
    let elements = front.map { "\($0.flag)" + binary($0.tag, 4) }.joined()
    let fields = "101" + "0000 01 0100" + binary(front.count, 4) + "0000 0000 00 000 0000" + "0 0 0" + elements
    return bits(fields) + [0]
  }

  /// A frame that leaves its channels to a program_config_element.
  private static func frame(_ block: [UInt8]) -> [UInt8] {
    TestFrame(blocks: [block], channelConfiguration: 0).bytes()
  }

  /// A packet that begins with a channel pair of tag 0, and one that begins with a single channel of tag 0.
  private static let (pair, single): ([UInt8], [UInt8]) = ([0x20, 7, 8, 9], [0x00, 7, 8, 9])

  @Test("Another program configuration begins another stream where the packet behind it bears it out")
  func programs() throws {
    let stereo = Self.program([(1, 0)])
    let mono = Self.program([(0, 0)])
    // In every packet, and in the first of each part alone.
    for isRepeated in [true, false] {
      let first = (0..<5).flatMap { Self.frame(isRepeated || $0 == 0 ? stereo + Self.pair : Self.pair) }
      let second = (0..<5).flatMap { Self.frame(isRepeated || $0 == 0 ? mono + Self.single : Self.single) }
      for isPipe in [false, true] {
        var reader = try ADTSReader(WatchedSource(first + second, isPipe: isPipe))
        expectEqual(reader.tracks[0].format.channelsPerFrame, 2)
        try expectEqual(Self.batches(&reader).map(\.stream), [0, 1])
        let known = reader.streamChanges(ofTrack: 0)
        #expect(known.changes.map(\.packet) == [5] && known.otherStreams[0].format.channelsPerFrame == 1)
        // The configuration without a channel configuration, and the element: 16 bits less 3 of its id.
        expectEqual(known.otherStreams[0].cookie.prefix(2), [0x12, 0x00])
        try reader.seek(toPacket: 2, ofTrack: 0)
        try expectEqual(Self.batches(&reader).map(\.packets.count), [3, 5])
      }
    }
  }

  @Test("A program configuration that lasts one packet is damage")
  func damagedProgram() throws {
    let stereo = Self.program([(1, 0)])
    for wrong in [Self.program([(0, 0)]), Self.program([(1, 0), (1, 1)]), Self.program([(1, 3)])] {
      let bytes = (0..<9).flatMap { Self.frame(($0 == 4 ? wrong : stereo) + Self.pair) }
      var reader = try ADTSReader(MemoryByteSource(bytes))
      try expectEqual(Self.batches(&reader).map(\.stream), [0])
      #expect(reader.streamChanges(ofTrack: 0).isEmpty)
    }
  }

  // MARK: Bounds

  @Test("A stream that never rests is read up to the limit, in time that follows its length")
  func bomb() throws {
    var limits = ResourceLimits()
    expectEqual(limits.streamChangeCount, 4096)
    limits.streamChangeCount = 100
    let bytes = (0..<2000).flatMap { index in
      (0..<2).flatMap { _ in TestFrame(blocks: [[UInt8(index & 127)]], samplingFrequencyIndex: 3 + index % 2).bytes() }
    }
    var reader = try ADTSReader(MemoryByteSource(bytes), limits: limits)
    let found = readAll(&reader)
    #expect(found.packets.count == 202 && found.error?.kind == .limitExceeded)
    expectEqual(reader.tracks[0].packetCount, 202)
    expectEqual(reader.streamChanges(ofTrack: 0).changes.count, 100)
    expectEqual(reader.streamChanges(ofTrack: 0).otherStreams.count, 1)
    // It is met again, until a seek.
    expectEqual(readAll(&reader).error?.kind, .limitExceeded)
    try reader.seek(toPacket: 0, ofTrack: 0)
    expectEqual(readAll(&reader).packets.count, 202)
  }

  @Test("Changed and shortened streams that change never trap, and count what they give")
  func mutations() {
    var random = SplitMix64(seed: 0x4348_414E)
    let mixed =
      Self.part(0..<8) + Self.part(8..<16, rateIndex: 3, channels: 1)
      + (0..<6).flatMap { Self.frame(Self.program([($0 / 3, 0)]) + [0x20, 1, 2]) } + Self.part(16..<24)
    for _ in 0..<2000 {
      var bytes = mixed
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      bytes.removeLast(Int.random(in: 0...20, using: &random))
      guard var reader = try? ADTSReader(MemoryByteSource(bytes)) else { continue }
      let found = readAll(&reader)
      expectEqual(reader.tracks[0].packetCount, Int64(found.packets.count))
      let known = reader.streamChanges(ofTrack: 0)
      #expect(known.changes.allSatisfy { $0.stream <= known.otherStreams.count })
    }
  }

  // MARK: Writing

  @Test("A writer goes on with another stream, and what it has written reads back")
  func writing() throws {
    let bytes = Self.part(0..<10) + Self.part(10..<20, rateIndex: 3, channels: 1) + Self.part(20..<30)
    var reader = try ADTSReader(MemoryByteSource(bytes))
    let sink = MemoryByteSink()
    let track = reader.tracks[0]
    var writer = try ADTSWriter(
      sink,
      settings: WriterSettings(format: track.format, layout: ChannelLayout([.left, .right]), cookie: track.cookie))
    var batch = PacketBatch()
    var number = 0
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      if batch.streamNumber != number {
        number = batch.streamNumber
        let stream = reader.streamChanges(ofTrack: 0).stream(number) ?? CodedStream(of: track)
        try writer.changeStream(to: stream)
      }
      try writer.write(batch.bytes.span, descriptions: batch.descriptions.span)
    }
    try writer.finish()
    expectEqual(sink.bytes, bytes)
    // ELD has no place in ADTS.
    let eld = CodedStream(format: track.format, cookie: [0xF8, 0xE8, 0x50, 0x00])
    let error = #expect(throws: ContainerError.self) { try writer.changeStream(to: eld) }
    expectEqual(error?.kind, .unsupported)
  }
}
