import AudioBase
import FramedStreams
import ID3Tags
import MPEGAudioContainer
import MPEGAudioFrames
import TestSupport
import Testing

@Suite("Writing MPEG audio")
struct WriterTests {
  private func settings(_ header: [UInt8] = [0xFF, 0xFB, 0x90, 0]) throws -> WriterSettings {
    let parsed = MPEGAudioHeader(header.span, at: 0)
    let format = try required(parsed?.format)
    return WriterSettings(format: format, layout: ChannelLayout(unlabelledChannelCount: format.channelsPerFrame))
  }

  private func write(
    _ packets: [[UInt8]], _ settings: WriterSettings, to sink: any ByteSink
  ) throws {
    var writer = try MPEGAudioWriter(sink, settings: settings)
    for start in stride(from: 0, to: packets.count, by: 7) {
      let part = batch(Array(packets[start..<min(packets.count, start + 7)]))
      try writer.write(part.bytes.span, descriptions: part.descriptions.span)
    }
    try writer.finish()
  }

  @Test("frames of all layers, versions and rates come back with metadata and packet table")
  func roundTrip() throws {
    var random = SplitMix64(seed: 11)
    for version: UInt32 in [0, 2, 3] {
      for layer: UInt32 in 1...3 {
        for rate: UInt32 in 0...2 {
          for mode: UInt32 in [0, 3] {
            let fixed = 0xFFE1_0000 | version << 19 | layer << 17 | rate << 10 | mode << 6
            let packets = (0..<25).map { number -> [UInt8] in
              let index = number == 0 ? 1 : UInt32.random(in: 1...14, using: &random)
              let word = fixed | index << 12 | UInt32(number & 1) << 9
              let size = MPEGAudioHeader(word: word)?.frameByteCount ?? 0
              return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
                // No main data from before: what cannot be decoded would be written as silence.
                + [0, 0] + [UInt8](repeating: 0x55, count: size - 6)
            }
            try check(packets, isLayer3: layer == 1)
          }
        }
      }
    }
  }

  private func check(_ packets: [[UInt8]], isLayer3: Bool) throws {
    var settings = try settings(packets[0])
    settings.metadata[.title] = "Größe"
    settings.metadata[.sourceEncoder] = "LAME3.100"
    let total = Int64(packets.count * settings.format.framesPerPacket)
    if isLayer3 {
      settings.packetTable = PacketTable(
        primingFrames: 1105, validFrames: total - 1605, remainderFrames: 500, timescale: settings.format.sampleRate)
    }
    let sink = MemoryByteSink()
    try write(packets, settings, to: sink)
    var reader = try reader(sink.bytes)
    expectEqual(reader.tracks[0].format, settings.format)
    expectEqual(reader.tracks[0].packetCount, Int64(packets.count))
    expectEqual(reader.tracks[0].packetTable, settings.packetTable)
    expectEqual(reader.metadata.info, settings.metadata.info)
    #expect(reader.warnings.isEmpty)
    expectEqual(readAll(&reader).packets, packets)
  }

  @Test("the check of LAME's extension is the published CRC-16 with the result BB3D for the digits 1 to 9")
  func check() {
    var check = ReflectedCheck()
    check.update(Array("123456789".utf8).span)
    expectEqual(check.value, 0xBB3D)
  }

  @Test("the info frame stands as LAME lays it out")
  func infoFrame() throws {
    var settings = try settings()
    settings.packetTable = PacketTable(primingFrames: 1105, validFrames: 0, remainderFrames: 471, timescale: 44100)
    let packets = (0..<200).map { HandMadeFrame.usual(UInt8($0 & 0x7F)) }
    let sink = MemoryByteSink()
    try write(packets, settings, to: sink)
    let info = Array(sink.bytes.prefix(417))
    expectEqual(Array(info[0..<4]), [0xFF, 0xFB, 0x90, 0])
    #expect(info[4..<36].allSatisfy { $0 == 0 })
    expectEqual(Array(info[36..<40]), Array("Info".utf8))
    expectEqual(Array(info[40..<52]), [0, 0, 0, 15, 0, 0, 0, 200, 0, 1, 0x47, 0x69])
    // A constant rate makes an even table: entry i is 256·i/100, give or take the frame that the info takes.
    for percent in 0..<100 {
      let even = percent * 256 / 100
      expectLessOrEqual(abs(Int(info[52 + percent]) - even), 2)
    }
    expectEqual(Array(info[156..<165]), Array("LAME-swat".utf8))
    // Delay 576 and padding 1000, twelve bits each.
    expectEqual(Array(info[177..<180]), [0x24, 0x03, 0xE8])
    expectEqual(Array(info[184..<188]), [0, 1, 0x47, 0x69])
    var music = ReflectedCheck()
    music.update(Array(packets.joined()).span)
    var own = ReflectedCheck()
    own.update(info.span.extracting(0..<190))
    expectEqual(info[188..<190].reduce(0) { $0 << 8 | UInt16($1) }, music.value)
    expectEqual(info[190..<192].reduce(0) { $0 << 8 | UInt16($1) }, own.value)
  }

  @Test("frames of different rates make a Xing header whose table follows the bytes")
  func table() throws {
    // First half 32 kbit/s (104 bytes), second half 320 kbit/s (1044 bytes).
    let packets =
      (0..<100).map { _ in HandMadeFrame(head: [0xFF, 0xFB, 0x10], byteCount: 104).bytes }
      + (0..<100).map { _ in HandMadeFrame(head: [0xFF, 0xFB, 0xE0], byteCount: 1044).bytes }
    let sink = MemoryByteSink()
    try write(packets, try settings(), to: sink)
    // 192 bytes are needed: 64 kbit/s, 208 bytes.
    let info = Array(sink.bytes.prefix(208))
    expectEqual(Array(info[36..<40]), Array("Xing".utf8))
    let total = Double(208 + 100 * 104 + 100 * 1044)
    for percent in 0..<100 {
      let packet = percent * 2
      let offset = 208 + min(packet, 100) * 104 + max(0, packet - 100) * 1044
      expectEqual(info[52 + percent], UInt8(Double(offset) / total * 256))
    }
    let reader = try reader(sink.bytes)
    let estimate = try required(reader.estimatedByteOffset(ofPacket: 150))
    expectLess(abs(estimate - Int64(208 + 10400 + 50 * 1044)), 600)
  }

  @Test("a pipe gets the tag and the frames and nothing else")
  func pipe() throws {
    var settings = try settings()
    settings.metadata[.title] = "a"
    let packets = HandMadeFrame.stream(10)
    let sink = OneWaySink()
    try write(packets, settings, to: sink)
    let tag = try ID3Tag.bytes(for: settings.metadata, options: ID3WritingOptions(sampleRate: 44100))
    expectEqual(sink.bytes, tag + Array(packets.joined()))
    var writer = try MPEGAudioWriter(OneWaySink(), settings: settings)
    #expect(throws: ContainerError.self) {
      try writer.setPacketTable(PacketTable(primingFrames: 1105, validFrames: 1, remainderFrames: 0, timescale: 44100))
    }
  }

  @Test(
    "what is there when the writer is killed can be read, and is counted rightly",
    arguments: [SizeUpdatePolicy.deferred, .continuous])
  func killed(policy: SizeUpdatePolicy) throws {
    var settings = try settings()
    settings.sizeUpdates = policy
    settings.packetTable = PacketTable(primingFrames: 1105, validFrames: 0, remainderFrames: 0, timescale: 44100)
    let packets = HandMadeFrame.stream(12)
    let sink = MemoryByteSink()
    var writer = try MPEGAudioWriter(sink, settings: settings)
    for count in 1...12 {
      let part = batch([packets[count - 1]])
      try writer.write(part.bytes.span, descriptions: part.descriptions.span)
      var reader = try reader(sink.bytes)
      expectEqual(reader.tracks[0].packetCount, Int64(count))
      #expect(reader.warnings.isEmpty)
      expectEqual(readAll(&reader).packets, Array(packets[0..<count]))
      expectEqual(reader.tracks[0].packetTable != nil, policy == .continuous)
    }
    expectEqual(writer.dataOffset, 417)
  }

  @Test("what the format cannot hold is refused and leaves the file as it was")
  func refusals() throws {
    let sink = MemoryByteSink()
    var writer = try MPEGAudioWriter(sink, settings: try settings())
    let layer2 = HandMadeFrame(head: [0xFF, 0xFD, 0xA4], byteCount: 576).bytes
    let otherRate = HandMadeFrame(head: [0xFF, 0xFB, 0x94], byteCount: 384).bytes
    for packet in [layer2, otherRate, HandMadeFrame.usual(1) + [0], [0xFF], [1, 2, 3, 4, 5]] {
      let part = batch([HandMadeFrame.usual(1), packet])
      #expect(throws: ContainerError.self) { try writer.write(part.bytes.span, descriptions: part.descriptions.span) }
      #expect(sink.bytes.isEmpty)
    }
    for priming: Int64 in [100, 5000] {
      #expect(throws: ContainerError.self) {
        try writer.setPacketTable(
          PacketTable(primingFrames: priming, validFrames: 1, remainderFrames: 0, timescale: 44100))
      }
    }
    var other = try settings([0xFF, 0xFD, 0xA4, 0])
    other.packetTable = PacketTable(primingFrames: 481, validFrames: 1, remainderFrames: 0, timescale: 48000)
    #expect(throws: ContainerError.self) { try MPEGAudioWriter(MemoryByteSink(), settings: other) }
    #expect(throws: ContainerError.self) {
      _ = try MPEGAudioFile.layer3.create?(MemoryByteSink(), try settings([0xFF, 0xFD, 0xA4, 0]))
    }
    #expect(throws: ContainerError.self, "a file has one frame at least") { try writer.finish() }
    let part = batch([HandMadeFrame.usual(1)])
    #expect(throws: ContainerError.self) { try writer.write(part.bytes.span, descriptions: part.descriptions.span) }
  }

  @Test("metadata can be replaced until the first packet")
  func lateMetadata() throws {
    let sink = MemoryByteSink()
    var writer = try MPEGAudioWriter(sink, settings: try settings())
    var metadata = Metadata()
    metadata[.album] = "late"
    try writer.setMetadata(metadata)
    let part = batch(HandMadeFrame.stream(3))
    try writer.write(part.bytes.span, descriptions: part.descriptions.span)
    #expect(throws: ContainerError.self) { try writer.setMetadata(Metadata()) }
    try writer.setMetadata(metadata)
    try writer.finish()
    try expectEqual(reader(sink.bytes).metadata[.album], "late")
  }
}
