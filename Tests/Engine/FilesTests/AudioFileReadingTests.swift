import AudioBase
import AudioCatalog
import AudioFiles
import TestSupport
import Testing

/// Packets of all sizes that are told apart, as a file of M4A in memory.
struct MadeFile {
  static let cookie: [UInt8] = [0x12, 0x10]  // AAC LC, 44.1 kHz, stereo: ISO/IEC 14496-3, 1.6.2.1.

  var packets: [[UInt8]]
  var bytes: [UInt8]

  static let options = AudioFile.Options(containers: Catalog.standard.containers, codecs: Catalog.standard.codecs)

  static func container(_ code: FourCharacterCode) throws -> ContainerDescriptor {
    try required(Catalog.standard.container(fileType: code))
  }

  static var aacSettings: WriterSettings {
    let format = StreamFormat(formatID: .aac, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 1024)
    return WriterSettings(format: format, layout: ChannelLayout([.left, .right]), cookie: cookie)
  }

  static func settings(_ samples: SampleFormat = .int16, channels: Int = 2) -> WriterSettings {
    WriterSettings(
      format: StreamFormat(samples, sampleRate: 8000, channelsPerFrame: channels),
      layout: ChannelLayout(unlabelledChannelCount: channels))
  }

  /// An M4A of random packets, written in one call.
  static func aac(_ count: Int, seed: UInt64 = 1) throws -> MadeFile {
    var random = SplitMix64(seed: seed)
    let packets = (0..<count).map { _ in random.bytes(Int.random(in: 1...400, using: &random)) }
    let sink = MemoryByteSink()
    let file = try AudioFile(
      creatingIn: sink, container: container("m4af"), settings: aacSettings, options: options)
    try write(packets, to: file)
    try file.close()
    return MadeFile(packets: packets, bytes: sink.bytes)
  }

  static func write(_ packets: [[UInt8]], to file: AudioFile) throws {
    var descriptions: [PacketDescription] = []
    var bytes: [UInt8] = []
    for packet in packets {
      descriptions.append(PacketDescription(startOffset: bytes.count, byteCount: packet.count))
      bytes += packet
    }
    try expectEqual(file.writePackets(bytes.span, descriptions: descriptions.span), packets.count)
  }

  /// A WAVE of 16-bit stereo at 8 kHz whose bytes are a pattern.
  static func wave(_ frameCount: Int) throws -> MadeFile {
    let bytes = pattern(frameCount * 4)
    let sink = MemoryByteSink()
    let file = try AudioFile(
      creatingIn: sink, container: container("WAVE"), settings: settings(), options: options)
    try file.writePackets(bytes.span)
    try file.close()
    return MadeFile(packets: [bytes], bytes: sink.bytes)
  }

  func open() throws -> AudioFile {
    try AudioFile(source: MemoryByteSource(bytes), options: Self.options)
  }
}

/// One call of `readPacketData`, as arrays.
func readPackets(
  _ file: AudioFile, from packet: Int64, count: Int, room: Int = 1 << 20
) throws -> (packets: [[UInt8]], byteCount: Int) {
  var bytes = [UInt8](repeating: 0xEE, count: room)
  var descriptions = [PacketDescription](repeating: .init(startOffset: 0, byteCount: 0), count: count)
  var span = bytes.mutableSpan
  var places = descriptions.mutableSpan
  let read = try file.readPacketData(from: packet, count: count, into: &span, descriptions: &places)
  let packets = descriptions.prefix(read.packetCount).map {
    Array(bytes[$0.startOffset..<$0.startOffset + $0.byteCount])
  }
  #expect(bytes[read.byteCount...].allSatisfy { $0 == 0xEE })
  return (packets, read.byteCount)
}

@Suite struct AudioFileReadingTests {
  @Test func theBufferIsFilledWithWholePackets() throws {
    let made = try MadeFile.aac(3000)
    let file = try made.open()
    var next = 0
    var random = SplitMix64(seed: 7)
    while next < made.packets.count {
      let room = Int.random(in: 400...3000, using: &random)
      let wanted = Int.random(in: 1...20, using: &random)
      var fitting = 0
      var sum = 0
      while fitting < wanted, next + fitting < made.packets.count, sum + made.packets[next + fitting].count <= room {
        sum += made.packets[next + fitting].count
        fitting += 1
      }
      let read = try readPackets(file, from: Int64(next), count: wanted, room: room)
      try #require(read.packets == Array(made.packets[next..<next + fitting]) && read.byteCount == sum)
      next += fitting
    }
    #expect(try readPackets(file, from: 3000, count: 5).packets.isEmpty)
    #expect(try readPackets(file, from: Int64.max, count: 5).packets.isEmpty)
    #expect(throws: ContainerError.self) { try readPackets(file, from: -1, count: 5) }
    #expect(throws: ContainerError.self) { try readPackets(file, from: 0, count: 5, room: made.packets[0].count - 1) }
  }

  @Test func packetsAreReadInAnyOrder() throws {
    let made = try MadeFile.aac(2500)
    let file = try made.open()
    var random = SplitMix64(seed: 3)
    for _ in 0..<300 {
      let start = Int.random(in: 0..<2500, using: &random)
      let count = min(Int.random(in: 1...1500, using: &random), 2500 - start)
      try #require(
        try readPackets(file, from: Int64(start), count: count).packets == Array(made.packets[start..<start + count]))
    }
  }

  @Test func readingByDurationNeedsRoomForAllPackets() throws {
    let made = try MadeFile.aac(100)
    let file = try made.open()
    var small = [UInt8](repeating: 0, count: made.packets[..<10].reduce(-1) { $0 + $1.count })
    var descriptions = [PacketDescription](repeating: .init(startOffset: 0, byteCount: 0), count: 10)
    let error = #expect(throws: ContainerError.self) {
      var span = small.mutableSpan
      var places = descriptions.mutableSpan
      _ = try file.readPackets(from: 0, count: 10, into: &span, descriptions: &places)
    }
    expectEqual(error?.kind, .invalidState)
    var large = [UInt8](repeating: 0, count: 10 * file.packetSizeUpperBound)
    var span = large.mutableSpan
    var places = descriptions.mutableSpan
    let read = try file.readPackets(from: 95, count: 10, into: &span, descriptions: &places)
    #expect(read.packetCount == 5 && Array(large.prefix(read.byteCount)) == made.packets[95...].flatMap { $0 })
  }

  @Test func everyFrameOfLinearPCMIsAPacket() throws {
    let made = try MadeFile.wave(50_000)
    let samples = made.packets[0]
    let file = try made.open()
    try expectEqual(file.packetCount, 50_000)
    try expectEqual(file.maximumPacketSize, 4)
    expectEqual(file.packetSizeUpperBound, 4)
    for (start, count, room) in [(0, 50_000, 200_000), (4095, 3, 100), (4097, 9000, 35_999), (49_990, 100, 400)] {
      let fitting = min(count, room / 4, 50_000 - start)
      let read = try readPackets(file, from: Int64(start), count: count, room: room)
      #expect(read.packets.count == fitting && read.packets.allSatisfy { $0.count == 4 })
      expectEqual(read.packets.flatMap { $0 }, Array(samples[(start * 4)..<(start + fitting) * 4]))
    }
  }

  @Test func bytesOfLinearPCMAreReadFromAnyOffset() throws {
    let made = try MadeFile.wave(50_000)
    let file = try made.open()
    for (offset, count) in [(0, 200_000), (1, 10), (65_535, 70_000), (199_999, 5), (200_000, 5)] {
      var bytes = [UInt8](repeating: 0, count: count)
      var span = bytes.mutableSpan
      let got = try file.readBytes(at: Int64(offset), into: &span)
      expectEqual(Array(bytes.prefix(got)), Array(made.packets[0][offset...].prefix(count)), "\(offset)")
    }
  }

  @Test func readingOnNeverSeeks() throws {
    let made = try MadeFile.aac(20_000)
    let source = WatchedSource(made.bytes)
    let file = try AudioFile(source: source, options: MadeFile.options)
    let before = source.readByteCount
    var next: Int64 = 0
    while case let read = try readPackets(file, from: next, count: 7), !read.packets.isEmpty {
      next += Int64(read.packets.count)
    }
    expectEqual(next, 20_000)
    // Every byte once, and the tables, which the cursor reads through windows as it goes.
    expectLess(source.readByteCount - before, made.bytes.count * 3 / 2)
  }

  @Test func aSourceThatFailsIsAnErrorBehindThePacketsBeforeIt() throws {
    let made = try MadeFile.wave(50_000)
    let memory = MemoryByteSource(made.bytes)
    let failing = CallbackByteSource(
      read: { offset, buffer throws(ContainerError) in
        if offset + Int64(buffer.count) > 100_000 {
          throw ContainerError(.inputOutput, "the disk is broken", at: offset, systemError: 5)
        }
        return try memory.read(at: offset, into: &buffer)
      }, size: { memory.byteCount })
    let file = try AudioFile(source: failing, options: MadeFile.options)
    var next: Int64 = 0
    var failure: ContainerError?
    while failure == nil {
      do {
        let read = try readPackets(file, from: next, count: 1000)
        try #require(!read.packets.isEmpty)
        let start = Int(next) * 4
        expectEqual(read.packets.flatMap { $0 }, Array(made.packets[0][start..<start + read.byteCount]))
        next += Int64(read.packets.count)
      } catch let error as ContainerError {
        failure = error
      }
    }
    #expect(failure?.kind == .inputOutput && failure?.systemError == 5)
    expectGreater(next, 10_000)
    try expectEqual(readPackets(file, from: 5, count: 1).packets, [Array(made.packets[0][20..<24])])
  }
}
