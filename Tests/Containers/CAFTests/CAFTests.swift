import AudioBase
import Bitstream
import CAFContainer
import TestSupport
import Testing

/// Builds CAF files by hand, from Apple's specification.
struct HandMadeFile {
  var bytes: [UInt8] = Array("caff".utf8) + [0, 1, 0, 0]

  mutating func add(_ type: String, _ body: [UInt8], size: Int64? = nil) {
    bytes += Array(type.utf8)
    bytes.append(bigEndian: size ?? Int64(body.count))
    bytes += body
  }

  static func description(_ rate: Double, _ code: String, _ numbers: [UInt32]) -> [UInt8] {
    var body: [UInt8] = []
    body.append(bigEndian: rate.bitPattern)
    body += Array(code.utf8)
    for number in numbers { body.append(bigEndian: number) }
    return body
  }

  /// Three packets of 2, 130 and 1 bytes, 1024 frames each, of which the first 2112 are priming.
  static func variablePackets(tableFirst: Bool, dataSize: Int64? = nil) -> HandMadeFile {
    var table: [UInt8] = []
    table.append(bigEndian: 3 as Int64)
    table.append(bigEndian: 900 as Int64)
    table.append(bigEndian: 2112 as UInt32)
    table.append(bigEndian: 60 as UInt32)
    table += [0x02, 0x81, 0x02, 0x01]
    var file = HandMadeFile()
    file.add("desc", description(44_100, "aac ", [2, 0, 1024, 2, 0]))
    file.add("kuki", [0x12, 0x10])
    if tableFirst { file.add("pakt", table) }
    file.add("data", [0, 0, 0, 1] + (0..<133).map { UInt8($0) }, size: dataSize)
    if !tableFirst { file.add("pakt", table) }
    return file
  }
}

private func open(_ bytes: [UInt8]) throws -> any ContainerReader {
  let open = try required(CAFFile.descriptor.open)
  return try open(MemoryByteSource(bytes), ResourceLimits())
}

private func packets(_ reader: any ContainerReader) throws -> [[UInt8]] {
  var reader = reader
  var batch = PacketBatch(maximumPacketCount: 3)
  var packets: [[UInt8]] = []
  while try reader.readPackets(ofTrack: 0, into: &batch) {
    packets += (0..<batch.count).map { Array(batch.packet($0)) }
  }
  return packets
}

@Suite struct CAFReadingTests {
  @Test(arguments: [true, false]) func packetsAreFoundByTheTable(tableFirst: Bool) throws {
    let reader = try open(HandMadeFile.variablePackets(tableFirst: tableFirst).bytes)
    let track = reader.tracks[0]
    #expect(track.format.formatID == .aac && track.format.framesPerPacket == 1024 && track.cookie == [0x12, 0x10])
    #expect(track.packetCount == 3 && track.audioByteCount == 133 && track.maximumPacketSize == 130)
    expectEqual(
      track.packetTable, PacketTable(primingFrames: 2112, validFrames: 900, remainderFrames: 60, timescale: 44_100))
    try expectEqual(packets(reader).map(\.count), [2, 130, 1])
    try expectEqual(packets(reader).flatMap(\.self), (0..<133).map { UInt8($0) })
    #expect(reader.isOptimized == tableFirst && reader.warnings.isEmpty)
  }

  @Test func positionsComeFromTheTable() throws {
    var reader = try open(HandMadeFile.variablePackets(tableFirst: true).bytes)
    let start = reader.tracks[0].dataOffset
    try expectEqual(
      reader.locate(.packet(2), ofTrack: 0), PacketPosition(packet: 2, firstFrame: 2048, byteOffset: start + 132))
    try expectEqual(
      reader.locate(.frame(2047), ofTrack: 0), PacketPosition(packet: 1, firstFrame: 1024, byteOffset: start + 2))
    #expect(try reader.locate(.packet(3), ofTrack: 0) == nil && reader.locate(.frame(3072), ofTrack: 0) == nil)
    try reader.seek(toPacket: 2, ofTrack: 0)
    try expectEqual(packets(reader), [[132]])
  }

  @Test func dataOfUnknownSizeGoesToTheEnd() throws {
    var file = HandMadeFile()
    file.add("desc", HandMadeFile.description(8000, "lpcm", [2, 4, 1, 2, 16]))
    file.add("data", [0, 0, 0, 0] + [UInt8](repeating: 7, count: 41), size: -1)
    let reader = try open(file.bytes)
    #expect(reader.tracks[0].format.sampleFormat == .int16 && reader.tracks[0].packetCount == 10)
    expectEqual(reader.warnings.count, 1)
  }

  @Test func byteOrderAndWidthAreRead() throws {
    let cases: [(flags: UInt32, bits: UInt32, SampleFormat)] = [
      (0, 16, SampleFormat(.signedInteger, bitsPerSample: 16, byteOrder: .bigEndian)), (2, 24, .int24),
      (1, 32, SampleFormat(.floatingPoint, bitsPerSample: 32, byteOrder: .bigEndian)), (3, 64, .float64),
      (0, 8, SampleFormat(.signedInteger, bitsPerSample: 8)),
    ]
    for (flags, bits, samples) in cases {
      var file = HandMadeFile()
      file.add("desc", HandMadeFile.description(48_000, "lpcm", [flags, bits / 8, 1, 1, bits]))
      file.add("data", [0, 0, 0, 0] + [UInt8](repeating: 1, count: 64))
      try expectEqual(open(file.bytes).tracks[0].format.sampleFormat, samples)
    }
  }

  @Test func packetsWithoutATableAreRefused() throws {
    var file = HandMadeFile()
    file.add("desc", HandMadeFile.description(44_100, "aac ", [0, 0, 1024, 2, 0]))
    file.add("data", [0, 0, 0, 0, 1, 2, 3], size: -1)
    #expect { try open(file.bytes) } throws: { ($0 as? ContainerError)?.kind == .truncated }
  }

  @Test func textsAndMarkersAreRead() throws {
    var file = HandMadeFile()
    file.add("desc", HandMadeFile.description(8000, "lpcm", [2, 2, 1, 1, 16]))
    file.add("info", [0, 0, 0, 2] + Array("title\0Étude\0artist\0Nobody\0".utf8))
    file.add("strg", [0, 0, 0, 1, 0, 0, 0, 7] + [UInt8](repeating: 0, count: 8) + Array("Verse\0".utf8))
    var mark: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    mark.append(bigEndian: (12.5).bitPattern)
    mark += [0, 0, 0, 7] + [UInt8](repeating: 0xFF, count: 8) + [0, 0, 0, 2]
    file.add("mark", mark)
    file.add("data", [0, 0, 0, 0, 1, 2])
    let metadata = try open(file.bytes).metadata
    expectEqual(metadata.info, [.title: "Étude", .artist: "Nobody"])
    expectEqual(metadata.markers, [Marker(name: "Verse", framePosition: 12.5, identifier: 7, channel: 2)])
  }

  @Test func noTruncationAndNoSizeTraps() throws {
    let whole = HandMadeFile.variablePackets(tableFirst: true).bytes
    for count in 0..<whole.count {
      if let reader = try? open(Array(whole.prefix(count))) { _ = try? packets(reader) }
    }
    var refused = 0
    for offset in 0..<whole.count - 8 {
      for value: UInt64 in [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFF, .max] {
        var bytes = whole
        for index in 0..<8 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * index)) }
        if let reader = try? open(bytes) { _ = try? packets(reader) } else { refused += 1 }
      }
    }
    expectGreater(refused, 100)
  }
}

@Suite struct CAFWritingTests {
  private func write(
    _ settings: WriterSettings, to sink: any ByteSink = MemoryByteSink(),
    _ body: (inout any ContainerWriter) throws -> Void
  ) throws -> any ByteSink {
    let create = try required(CAFFile.descriptor.create)
    var writer = try create(sink, settings)
    try body(&writer)
    try writer.finish()
    return sink
  }

  @Test func linearPCMOfEveryKindComesBack() throws {
    var generator = SplitMix64(seed: 5)
    for samples in CAFFile.descriptor.sampleFormats {
      for channels in 1...8 {
        for rate in [8000.0, 44_100, 96_000, 22_050.5] {
          var settings = WriterSettings(
            format: StreamFormat(samples, sampleRate: rate, channelsPerFrame: channels),
            layout: ChannelLayout(unlabelledChannelCount: channels))
          settings.metadata[.title] = "Tïtle"
          let bytes = (0..<samples.byteCount * channels * 50).map { _ in UInt8.random(in: 0...255, using: &generator) }
          let sink = try write(settings) { try $0.write(bytes.span, descriptions: Span()) }
          let reader = try open((sink as? MemoryByteSink)?.bytes ?? [])
          expectEqual(reader.tracks[0].format, settings.format)
          #expect(reader.tracks[0].packetCount == 50 && reader.warnings.isEmpty && reader.isOptimized)
          expectEqual(reader.metadata, settings.metadata)
          try expectEqual(packets(reader).flatMap(\.self), bytes)
        }
      }
    }
  }

  @Test(arguments: [nil, 200, 3] as [Int64?]) func packetsOfManySizesComeBack(expected: Int64?) throws {
    var generator = SplitMix64(seed: 9)
    for framesPerPacket in [0, 480] {
      var settings = WriterSettings(
        format: StreamFormat(
          formatID: "opus", sampleRate: 48_000, channelsPerFrame: 6, framesPerPacket: framesPerPacket),
        layout: ChannelLayout([.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency]),
        cookie: [9, 8, 7])
      settings.expectedPacketCount = expected
      settings.packetTable = PacketTable(primingFrames: 312, validFrames: 90_000, remainderFrames: 1, timescale: 48_000)
      var all: [[UInt8]] = []
      var frames: [Int] = []
      let sink = try write(settings) { writer in
        for _ in 0..<50 {
          var bytes: [UInt8] = [0xEE]
          var descriptions: [PacketDescription] = []
          for _ in 0..<4 {
            let packet = (0..<Int.random(in: 0...300, using: &generator)).map { UInt8(truncatingIfNeeded: $0) }
            frames.append(framesPerPacket > 0 ? 0 : Int.random(in: 120...5760, using: &generator))
            descriptions.append(
              PacketDescription(startOffset: bytes.count, byteCount: packet.count, frameCount: frames.last ?? 0))
            bytes += packet
            all.append(packet)
          }
          try writer.write(bytes.span, descriptions: descriptions.span)
        }
      }
      let reader = try open((sink as? MemoryByteSink)?.bytes ?? [])
      let track = reader.tracks[0]
      #expect(track.format == settings.format && track.layout == settings.layout && track.cookie == [9, 8, 7])
      #expect(track.packetTable?.primingFrames == 312 && track.packetTable?.validFrames == 90_000)
      try expectEqual(packets(reader), all)
      #expect(reader.isOptimized == (expected == 200) && reader.warnings.isEmpty)
      guard framesPerPacket == 0 else { continue }
      var copy = reader
      var batch = PacketBatch(maximumPacketCount: 1000, targetByteCount: 1 << 20)
      #expect(try copy.readPackets(ofTrack: 0, into: &batch))
      expectEqual(batch.descriptions.map(\.frameCount), frames)
      let first = frames.prefix(100).reduce(0, +)
      try expectEqual(copy.locate(.frame(Int64(first)), ofTrack: 0)?.packet, 100)
      try expectEqual(copy.locate(.frame(Int64(first - 1)), ofTrack: 0)?.packet, 99)
    }
  }

  @Test func whatIsSetLateTakesThePlaceOfWhatStoodInFront() throws {
    var settings = WriterSettings(
      format: StreamFormat(formatID: "opus", sampleRate: 48_000, channelsPerFrame: 1, framesPerPacket: 960),
      layout: ChannelLayout([.center]), cookie: [1])
    settings.metadata[.title] = "first"
    var late = Metadata()
    late[.title] = "second"
    late.markers = [Marker(name: "here", framePosition: 3, identifier: 1)]
    late.regions = [
      Region(
        identifier: 2, name: "loop", flags: .loop,
        markers: [Marker(framePosition: 1, identifier: 3), Marker(framePosition: 2, identifier: 4)])
    ]
    let sink = try write(settings) { writer in
      try writer.write([5, 6].span, descriptions: [PacketDescription(startOffset: 0, byteCount: 2)].span)
      try writer.setCookie([2, 3])
      try writer.setMetadata(late)
    }
    let reader = try open((sink as? MemoryByteSink)?.bytes ?? [])
    #expect(reader.tracks[0].cookie == [2, 3] && reader.metadata == late)
    try expectEqual(packets(reader), [[5, 6]])
  }

  @Test func aFileLeftAloneOpensWithWhatWasWritten() throws {
    let sink = MemoryByteSink()
    let settings = WriterSettings(
      format: StreamFormat(.int16, sampleRate: 8000, channelsPerFrame: 1), layout: ChannelLayout([.center]))
    let create = try required(CAFFile.descriptor.create)
    var writer = try create(sink, settings)
    try writer.write([1, 2, 3, 4].span, descriptions: Span())
    try expectEqual(packets(open(sink.bytes)).flatMap(\.self), [1, 2, 3, 4])
    expectEqual(writer.dataOffset, (try open(sink.bytes)).tracks[0].dataOffset)
  }

  @Test func aConfigurationOfAACIsWrappedAsCoreAudioDoes() throws {
    let configuration: [UInt8] = [0xF8, 0xE8, 0x50, 0x00]
    let settings = WriterSettings(
      format: StreamFormat(formatID: .aac, sampleRate: 44_100, channelsPerFrame: 2),
      layout: ChannelLayout([.left, .right]),
      cookie: configuration)
    let sink = try write(settings) {
      try $0.write([5].span, descriptions: [PacketDescription(startOffset: 0, byteCount: 1)].span)
    }
    let track = try open((sink as? MemoryByteSink)?.bytes ?? []).tracks[0]
    #expect(track.cookie == configuration && track.containerCookie.first == 3)
    #expect(track.format.formatID == .aacEnhancedLowDelay && track.format.framesPerPacket == 480)
  }

  // The box `dfLa` as MP4 has it, field by field. FFmpeg 5.1 refuses any other cookie.
  @Test func theConfigurationOfFLACIsWrappedAsInMP4() throws {
    let body: [UInt8] = [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0] + [UInt8](repeating: 7, count: 20)
    let box: [UInt8] =
      [0, 0, 0, 50, 0x64, 0x66, 0x4C, 0x61, 0, 0, 0, 0, 0x80, 0, 0, 34] + body
    for cookie in [body, box] {
      let settings = WriterSettings(
        format: StreamFormat(formatID: .flac, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 4096),
        layout: ChannelLayout([.left, .right]), cookie: cookie)
      let sink = try write(settings) {
        try $0.write([5].span, descriptions: [PacketDescription(startOffset: 0, byteCount: 1)].span)
      }
      let track = try open((sink as? MemoryByteSink)?.bytes ?? []).tracks[0]
      #expect(track.containerCookie == box && track.cookie == body)
    }
  }
}
