import AudioBase
import MP4Container
import TestSupport
import Testing

struct PlainSampleTests {
  /// 10,000 frames in chunks of 7,000 and 3,000, as QuickTime writes them: each frame a sample of one byte.
  private func quickTime(_ entry: [UInt8], frameByteCount: Int) -> (bytes: [UInt8], samples: [UInt8]) {
    var random = SplitMix64(seed: 5)
    let samples = random.bytes(10_000 * frameByteCount)
    let front = box("ftyp", typeBytes("qt  "), number(0, 4)) + box("mdat", samples)
    let table =
      fullBox("stsd", number(1, 4), entry) + fullBox("stts", number(1, 4), number(10_000, 4), number(1, 4))
      + fullBox(
        "stsc", number(2, 4), number(1, 4), number(7000, 4), number(1, 4), number(2, 4), number(3000, 4), number(1, 4))
      + fullBox("stsz", number(1, 4), number(10_000, 4))
      + fullBox("stco", number(2, 4), number(24, 4), number(24 + 7000 * frameByteCount, 4))
    let movie = box(
      "moov", fullBox("mvhd", number(0, 8), number(600, 4), number(0, 84)),
      box(
        "trak", fullBox("tkhd", number(0, 8), number(1, 4), number(0, 68)),
        box(
          "mdia", fullBox("mdhd", number(0, 8), number(44_100, 4), number(10_000, 4), number(0, 4)),
          fullBox("hdlr", number(0, 4), typeBytes("soun"), number(0, 13)), box("minf", box("stbl", table)))))
    return (front + movie, samples)
  }

  private func entry(
    _ type: String, bits: Int = 16, channels: Int = 2, version: Int = 0, fields: [UInt8] = [], children: [UInt8] = []
  ) -> [UInt8] {
    box(
      type, number(0, 6) + number(1, 2) + number(version, 2) + number(0, 6), number(channels, 2), number(bits, 2),
      number(0, 4), number(44_100 << 16, 4), fields, children)
  }

  /// QuickTime's version 2 for linear PCM.
  private func entry(flags: Int, bits: Int, channels: Int) -> [UInt8] {
    let fields =
      number(72, 4) + number(44_100.0.bitPattern, 8) + number(channels, 4) + number(0x7F00_0000, 4) + number(bits, 4)
      + number(flags, 4) + number((bits + 7) / 8 * channels, 4) + number(1, 4)
    return entry("lpcm", channels: 3, version: 2, fields: fields)
  }

  @Test func everyNameOfLinearPCMHasItsEncoding() throws {
    let little = box("wave", box("enda", number(1, 2)))
    let big = box("wave", box("enda", number(0, 2)))
    let wide = number(1, 4) + number(3, 4) + number(6, 4) + number(3, 4)
    func isoEntry(_ type: String, little: Int, bits: Int) -> [UInt8] {
      entry(type, children: fullBox("pcmC", [UInt8(little), UInt8(bits)]))
    }
    let cases: [([UInt8], String)] = [
      (entry("sowt"), "LEI16"), (entry("twos"), "BEI16"), (entry("twos", bits: 8), "BEI8"),
      (entry("raw ", bits: 8), "LEUI8"), (entry("NONE", bits: 16), "BEI16"),
      (entry("in24", version: 1, fields: wide), "BEI24"),
      (entry("in24", version: 1, fields: wide, children: little), "LEI24"),
      (entry("in32", version: 1, fields: wide, children: big), "BEI32"),
      (entry("fl32", version: 1, fields: wide, children: little), "LEF32"),
      (entry("fl64", version: 1, fields: wide), "BEF64"),
      (entry(flags: 12, bits: 24, channels: 2), "LEI24"), (entry(flags: 14, bits: 16, channels: 2), "BEI16"),
      (entry(flags: 9, bits: 32, channels: 2), "LEF32"), (entry(flags: 11, bits: 64, channels: 2), "BEF64"),
      (isoEntry("ipcm", little: 1, bits: 24), "LEI24"), (isoEntry("ipcm", little: 0, bits: 16), "BEI16"),
      (isoEntry("fpcm", little: 1, bits: 32), "LEF32"),
    ]
    for (entry, name) in cases {
      let samples = try required(SampleFormat(name))
      let file = quickTime(entry, frameByteCount: samples.byteCount * 2)
      var reader = try MP4Reader(MemoryByteSource(file.bytes))
      let track = reader.tracks[0]
      expectEqual(track.format, StreamFormat(samples, sampleRate: 44_100, channelsPerFrame: 2), "\(name)")
      expectEqual(track.format.sampleFormat, samples, "\(name)")
      expectEqual(track.packetCount, 10_000)
      expectEqual(track.audioByteCount, Int64(file.samples.count))
      expectEqual(track.maximumPacketSize, samples.byteCount * 2)
      let found = readAll(&reader)
      #expect(found.packets.joined().elementsEqual(file.samples), "\(name)")
      expectEqual(found.frameCounts.reduce(0, +), 10_000)
    }
  }

  @Test func framesComeInRunsWithinChunks() throws {
    let file = quickTime(entry("sowt"), frameByteCount: 4)
    var reader = try MP4Reader(MemoryByteSource(file.bytes))
    var batch = PacketBatch(targetByteCount: 1 << 20)
    _ = try reader.readPackets(ofTrack: 0, into: &batch)
    expectEqual(batch.descriptions.map(\.frameCount), [4096, 2904, 3000])
    expectEqual(batch.timings.map(\.decodeTime), [0, 4096, 7000])
    expectEqual(batch.timings.map(\.duration), [4096, 2904, 3000])
    expectEqual(batch.fileOffsets, [24, 16_408, 28_024])
    for frame: Int64 in [0, 1, 4095, 6999, 7000, 7001, 9999] {
      try reader.seek(toPacket: frame, ofTrack: 0)
      _ = try reader.readPackets(ofTrack: 0, into: &batch)
      expectEqual(batch.firstPacket, frame)
      #expect(batch.bytes.elementsEqual(file.samples.dropFirst(Int(frame) * 4)))
      try expectEqual(
        reader.locate(.frame(frame), ofTrack: 0),
        PacketPosition(packet: frame, firstFrame: frame, byteOffset: 24 + frame * 4))
    }
    try reader.seek(toPacket: 10_000, ofTrack: 0)
    try expectEqual(reader.readPackets(ofTrack: 0, into: &batch), false)
  }

  @Test func aRunThatIsCutOffGivesTheFramesThatAreThere() throws {
    // The file ends 1,001 bytes into the second chunk.
    var builder = MovieBuilder(
      brand: "qt  ", packets: (0..<2000).map { frame in number(frame, 4) }, packetsPerChunk: [1000])
    builder.entry = entry("sowt")
    builder.durations = [(2000, 1)]
    builder.sizes = fullBox("stsz", number(1, 4), number(2000, 4))
    var reader = try MP4Reader(MemoryByteSource(Array(builder.bytes().dropLast(4000 - 1001))))
    let found = readAll(&reader)
    #expect(found.packets.joined().elementsEqual(builder.packets.joined().prefix(4000 + 1000)))
    expectEqual(found.frameCounts.reduce(0, +), 1250)
    expectEqual(found.error?.kind, .truncated)
  }

  @Test func samplesOfManyFramesAreCountedInFrames() throws {
    // Six samples of 100 frames each, 400 bytes, as some MP4 writers have it.
    var builder = MovieBuilder(brand: "isom", packets: makePackets(6, sizes: { _ in 400 }), packetsPerChunk: [4])
    builder.entry = entry("ipcm", children: fullBox("pcmC", [1, 16]))
    builder.durations = [(6, 100)]
    builder.sizes = fullBox("stsz", number(400, 4), number(6, 4))
    var reader = try MP4Reader(MemoryByteSource(builder.bytes()))
    expectEqual(reader.tracks[0].packetCount, 600)
    expectEqual(reader.tracks[0].format.bytesPerPacket, 4)
    let found = readAll(&reader)
    #expect(found.packets.joined().elementsEqual(builder.packets.joined()))
    expectEqual(found.frameCounts, [400, 200])
    try reader.seek(toPacket: 399, ofTrack: 0)
    expectEqual(readAll(&reader).frameCounts, [1, 200])
  }

  @Test func samplesThatDifferAreRunsOfTheirOwn() throws {
    var builder = MovieBuilder(brand: "isom", packets: makePackets(5, sizes: { 4 * (10 + $0) }), packetsPerChunk: [2])
    builder.entry = entry("ipcm", children: fullBox("pcmC", [1, 16]))
    builder.durations = (0..<5).map { (1, 10 + $0) }
    var reader = try MP4Reader(MemoryByteSource(builder.bytes()))
    expectEqual(reader.tracks[0].packetCount, 5)
    expectEqual(reader.tracks[0].format.framesPerPacket, 0)
    let found = readAll(&reader)
    expectEqual(found.packets, builder.packets)
    expectEqual(found.frameCounts, [10, 11, 12, 13, 14])
  }

  @Test func framesOfCompressedSoundAreGroupedIntoPackets() throws {
    // IMA4: 64 frames in 34 bytes a channel. QuickTime counts 640 samples; a chunk of 384 and one of 256.
    let wide = number(64, 4) + number(34, 4) + number(68, 4) + number(2, 4)
    for entry in [entry("ima4"), entry("ima4", version: 1, fields: wide)] {
      let packets = makePackets(10, sizes: { _ in 68 })
      var builder = MovieBuilder(brand: "qt  ", packets: packets, packetsPerChunk: [6, 4])
      builder.entry = entry
      builder.durations = [(640, 1)]
      builder.sizes = fullBox("stsz", number(1, 4), number(640, 4))
      var bytes = builder.bytes()
      // The builder counts packets in stsc; QuickTime counts frames.
      let place = try required((0..<bytes.count).first { Array(bytes[$0..<($0 + 4)]) == typeBytes("stsc") })
      bytes.replaceSubrange((place + 16)..<(place + 20), with: number(384, 4))
      bytes.replaceSubrange((place + 28)..<(place + 32), with: number(256, 4))
      var reader = try MP4Reader(MemoryByteSource(bytes))
      let track = reader.tracks[0]
      expectEqual(track.format.formatID, "ima4")
      #expect(track.format.bytesPerPacket == 68 && track.format.framesPerPacket == 64)
      expectEqual(track.packetCount, 10)
      expectEqual(track.duration, 640 / 44_100.0)
      expectEqual(readAll(&reader).packets, packets)
      try reader.seek(toPacket: 0, ofTrack: 0)
      let times: [Int64] = [0, 64, 128, 192, 256, 320, 384, 448, 512, 576]
      try expectEqual(readTimings(&reader).map(\.decodeTime), times)
      try expectEqual(reader.locate(.frame(200), ofTrack: 0)?.packet, 3)
      try reader.seek(toPacket: 7, ofTrack: 0)
      expectEqual(readAll(&reader).packets, Array(packets[7...]))
    }
  }

  @Test func companyCodesOfG711HaveOneByteAFrame() throws {
    for type in ["ulaw", "alaw"] {
      let file = quickTime(entry(type, channels: 2), frameByteCount: 2)
      var reader = try MP4Reader(MemoryByteSource(file.bytes))
      let format = reader.tracks[0].format
      expectEqual(format.formatID.description, type)
      #expect(format.bytesPerPacket == 2 && format.framesPerPacket == 1 && format.bitsPerChannel == 8)
      #expect(readAll(&reader).packets.joined().elementsEqual(file.samples))
    }
  }

  @Test func channelLayoutsOfBothKindsAreRead() throws {
    func layout(_ child: [UInt8], channels: Int) throws -> ChannelLayout? {
      let entry = entry("twos", channels: channels, children: child)
      return try MP4Reader(MemoryByteSource(quickTime(entry, frameByteCount: 2 * channels).bytes)).tracks[0].layout
    }
    let surround: [Speaker] = [.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround]
    // MPEG 5.1 A is 121 << 16 | 6.
    try expectEqual(layout(fullBox("chan", number(121 << 16 | 6, 4), number(0, 8)), channels: 6)?.speakers, surround)
    try expectEqual(
      layout(fullBox("chan", number(1 << 16, 4), number(0x3F, 4), number(0, 4)), channels: 6)?.speakers, surround)
    let described = [3, 1].flatMap { number($0, 4) + number(0, 16) }
    try expectEqual(
      layout(fullBox("chan", number(0, 8), number(2, 4), described), channels: 2)?.speakers, [.center, .left])
    // A layout of another number of channels is none.
    try expectNil(layout(fullBox("chan", number(121 << 16 | 6, 4), number(0, 8)), channels: 2))
    // Positions of ISO/IEC 23091-3: 2 is the centre, 0 the left, 126 an angle.
    try expectEqual(layout(fullBox("chnl", [1, 0, 2, 0]), channels: 2)?.speakers, [.center, .left])
    try expectEqual(layout(fullBox("chnl", [1, 0, 126, 0, 30, 0, 1]), channels: 2)?.speakers, [.unknown, .right])
    try expectEqual(layout(fullBox("chnl", [1, 2] + number(0, 8)), channels: 2)?.speakers, [.left, .right])
    try expectEqual(
      layout(fullBox("chnl", version: 1, [0x10, 2, 0, 2, 1, 0]), channels: 2)?.speakers, [.right, .left])
    try expectEqual(layout(fullBox("chnl", version: 1, [0x10, 2, 2, 0]), channels: 2)?.speakers, [.left, .right])
    try expectNil(layout(fullBox("chnl", [2, 1]), channels: 2))
  }
}
