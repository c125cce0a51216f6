import AudioBase
import SunAudioContainer
import TestSupport
import Testing

@Suite struct SunAudioTests {
  private func words(_ numbers: [UInt32], isBig: Bool = true) -> [UInt8] {
    numbers.flatMap { number in
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
      return isBig ? bytes : bytes.reversed()
    }
  }

  private func file(
    _ encoding: UInt32, channels: UInt32 = 2, size: UInt32 = 0xFFFF_FFFF, isBig: Bool = true,
    annotation: [UInt8] = [0, 0, 0, 0], samples: [UInt8]
  ) -> [UInt8] {
    let numbers = [0x2E73_6E64, UInt32(24 + annotation.count), size, encoding, 44100, channels]
    return words(numbers, isBig: isBig) + annotation + samples
  }

  private func open(_ bytes: [UInt8]) throws -> SunAudioReader {
    try SunAudioReader(MemoryByteSource(bytes), limits: ResourceLimits())
  }

  @Test(
    arguments: [
      (1, "ulaw", 1, 0), (2, "lpcm", 1, 14), (3, "lpcm", 2, 14), (4, "lpcm", 3, 14), (5, "lpcm", 4, 14),
      (6, "lpcm", 4, 11), (7, "lpcm", 8, 11), (27, "alaw", 1, 0),
    ] as [(UInt32, FourCharacterCode, Int, UInt32)])
  func encodingsAreUnderstood(code: UInt32, formatID: FourCharacterCode, width: Int, flags: UInt32) throws {
    let samples = (0..<(2 * width * 5)).map { UInt8($0) }
    for isBig in [true, false] {
      var reader = try open(file(code, isBig: isBig, samples: samples))
      let track = reader.tracks[0]
      #expect(track.format.formatID == formatID && track.format.bytesPerPacket == 2 * width)
      expectEqual(track.format.formatFlags, flags == 0 || isBig ? flags : flags - 2)
      #expect(track.format.bitsPerChannel == 8 * width && track.format.sampleRate == 44100)
      #expect(track.packetCount == 5 && track.audioByteCount == Int64(samples.count) && track.dataOffset == 28)
      #expect(track.duration == 5.0 / 44100 && track.layout == nil && reader.warnings.isEmpty)
      expectEqual(readAll(&reader).packets.flatMap { $0 }, samples)
      try reader.seek(toPacket: 3, ofTrack: 0)
      expectEqual(reader.lowestNeededOffset, Int64(28 + 6 * width))
      expectEqual(readAll(&reader).packets.flatMap { $0 }, Array(samples[(6 * width)...]))
      try expectEqual(reader.locate(.frame(4), ofTrack: 0)?.byteOffset, Int64(28 + 8 * width))
      try expectNil(reader.locate(.packet(5), ofTrack: 0))
    }
  }

  @Test(arguments: [0, 8, 13, 23, 24, 26, 28, 0xFFFF_FFFF] as [UInt32])
  func otherEncodingsAreRefused(code: UInt32) {
    let bytes = file(code, samples: [1, 2, 3, 4])
    #expect { try open(bytes) } throws: { ($0 as? ContainerError)?.kind == .unsupported }
  }

  @Test func theStatedSizeEndsTheSamples() throws {
    var reader = try open(file(3, channels: 1, size: 4, samples: [1, 2, 3, 4, 5, 6]))
    #expect(readAll(&reader).packets == [[1, 2, 3, 4]] && reader.warnings.isEmpty)
    reader = try open(file(3, channels: 1, size: 5, samples: [1, 2, 3, 4, 5, 6]))
    #expect(readAll(&reader).packets == [[1, 2, 3, 4]] && reader.warnings.count == 1)
    reader = try open(file(3, channels: 1, size: 7, samples: [1, 2, 3, 4, 5, 6]))
    #expect(readAll(&reader).packets == [[1, 2, 3, 4, 5, 6]] && reader.warnings.count == 1)
    reader = try open(file(3, channels: 1, size: 0, samples: [1, 2, 3, 4, 5, 6]))
    #expect(readAll(&reader).packets == [[1, 2, 3, 4, 5, 6]] && reader.warnings.count == 1)
    // A pipe's end is not known, the size of the header is.
    let pipe = WatchedSource(file(3, channels: 1, samples: [1, 2, 3, 4]), isPipe: true)
    reader = try SunAudioReader(pipe, limits: ResourceLimits())
    #expect(reader.tracks[0].packetCount == nil && readAll(&reader).packets == [[1, 2, 3, 4]])
  }

  @Test func theAnnotationIsTheComment() throws {
    let plain = Array("a text\0rest".utf8)
    try expectEqual(open(file(3, annotation: plain, samples: [])).metadata[.comments], "a text")
    try expectEqual(open(file(3, annotation: [0x67, 0xFC, 0, 0], samples: [])).metadata[.comments], "g\u{FC}")
    #expect(try open(file(3, annotation: [], samples: [1, 2, 3, 4])).metadata.isEmpty)
    let long = [UInt8](repeating: 0x41, count: (1 << 20) + 1)
    let reader = try open(file(3, annotation: long, samples: []))
    #expect(reader.metadata.isEmpty && reader.warnings.count == 1)
  }

  @Test func damagedHeadersAreRefusedOrRead() throws {
    let whole = file(3, size: 8, samples: [1, 2, 3, 4, 5, 6, 7, 8])
    for count in whole.indices {
      if count < 28 {
        #expect { try open(Array(whole[..<count])) } throws: { ($0 as? ContainerError)?.kind == .truncated }
      } else {
        var reader = try open(Array(whole[..<count]))
        expectEqual(readAll(&reader).packets.flatMap { $0 }, Array(whole[28..<(28 + (count - 28) / 4 * 4)]))
      }
    }
    for field in 0..<6 {
      let start = 4 * field
      let value = whole[start..<(start + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      for number in [0, 1, value &- 1, value &+ 1, 23, 64, 65, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] as [UInt32] {
        var bytes = whole
        bytes.replaceSubrange(start..<(start + 4), with: words([number]))
        guard var reader = try? open(bytes) else { continue }
        let read = readAll(&reader)
        #expect(read.error == nil && read.packets.reduce(0) { $0 + $1.count } <= bytes.count - 24)
      }
    }
    for (place, number, kind) in [
      (0, 0x5249_4646, .malformed), (4, 23, .malformed), (16, 0, .malformed), (20, 0, .malformed),
      (20, 65, .limitExceeded), (4, 37, .truncated),
    ] as [(Int, UInt32, ErrorKind)] {
      var bytes = whole
      bytes.replaceSubrange(place..<(place + 4), with: words([number]))
      #expect { try open(bytes) } throws: { ($0 as? ContainerError)?.kind == kind }
    }
  }

  @Test func onlyTheMarkIsProbed() throws {
    let probe = try required(SunAudioFile.descriptor.probe)
    let (big, little, short, other) = (Array(".snd".utf8), Array("dns.".utf8), Array(".sn".utf8), Array("RIFF".utf8))
    #expect(probe(big.span) == 100 && probe(little.span) == 100 && probe(short.span) == 0 && probe(other.span) == 0)
  }

  private func settings(_ format: StreamFormat, comments: String? = nil) -> WriterSettings {
    var settings = WriterSettings(
      format: format, layout: ChannelLayout(unlabelledChannelCount: format.channelsPerFrame))
    settings.metadata[.comments] = comments
    return settings
  }

  private func pcm(_ text: String, channels: Int = 2, rate: Double = 48000) throws -> StreamFormat {
    StreamFormat(try required(SampleFormat(text)), sampleRate: rate, channelsPerFrame: channels)
  }

  private let empty: [PacketDescription] = []

  @Test func aFileIsWrittenByteByByte() throws {
    let sink = MemoryByteSink()
    var writer = try SunAudioWriter(sink, settings: settings(try pcm("BEI16"), comments: "12345678"))
    let samples: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    try writer.write(samples.span, descriptions: empty.span)
    let head: [UInt8] = [0x2E, 0x73, 0x6E, 0x64, 0, 0, 0, 40]
    let tail: [UInt8] = [0, 0, 0, 3, 0, 0, 0xBB, 0x80, 0, 0, 0, 2] + Array("12345678".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
    #expect(sink.bytes == head + [255, 255, 255, 255] + tail + samples && writer.dataOffset == 40)
    try writer.finish()
    expectEqual(sink.bytes, head + [0, 0, 0, 8] + tail + samples)
    try writer.finish()
    #expect { try writer.write(samples.span, descriptions: empty.span) } throws: {
      ($0 as? ContainerError)?.kind == .invalidState
    }
  }

  @Test func sizesFollowEveryWriteWhereAskedFor() throws {
    let sink = MemoryByteSink()
    var settings = settings(try pcm("BEI16"))
    settings.sizeUpdates = .continuous
    var writer = try SunAudioWriter(sink, settings: settings)
    let samples = [UInt8](repeating: 7, count: 400)
    for count in 1...3 {
      try writer.write(samples.span, descriptions: empty.span)
      expectEqual(Array(sink.bytes[8..<12]), words([UInt32(400 * count)]))
    }
  }

  @Test func aPipeKeepsTheUnknownSize() throws {
    let sink = OneWaySink()
    var settings = settings(try pcm("BEF32", channels: 1), comments: "gr\u{FC}n")
    settings.sizeUpdates = .continuous
    var writer = try SunAudioWriter(sink, settings: settings)
    try writer.write([1, 2, 3, 4].span, descriptions: empty.span)
    try writer.updateHeaders()
    try writer.finish()
    expectEqual(Array(sink.bytes[8..<12]), [255, 255, 255, 255])
    var reader = try open(sink.bytes)
    #expect(readAll(&reader).packets == [[1, 2, 3, 4]] && reader.metadata[.comments] == "gr\u{FC}n")
  }

  @Test(arguments: ["BEI8", "BEI16", "BEI24", "BEI32", "BEF32", "BEF64", "ulaw", "alaw"])
  func whatIsWrittenIsRead(kind: String) throws {
    var random = SplitMix64(seed: 7)
    for channels in [1, 2, 6] {
      var format: StreamFormat
      if let code = FourCharacterCode(kind), code == .muLaw || code == .aLaw {
        format = StreamFormat(formatID: code, sampleRate: 8000, channelsPerFrame: channels, framesPerPacket: 1)
        format.bytesPerPacket = channels
        format.bytesPerFrame = channels
        format.bitsPerChannel = 8
      } else {
        format = try pcm(kind, channels: channels, rate: 96000)
      }
      let samples = random.bytes(format.bytesPerPacket * 9000)
      let sink = MemoryByteSink()
      var writer = try SunAudioWriter(sink, settings: settings(format))
      for part in 0..<3 {
        let size = samples.count / 3
        try writer.write(samples.span.extracting((part * size)..<((part + 1) * size)), descriptions: empty.span)
      }
      try writer.finish()
      var reader = try open(sink.bytes)
      #expect(reader.tracks[0].format == format && reader.tracks[0].packetCount == 9000)
      #expect(reader.metadata.isEmpty && reader.warnings.isEmpty)
      expectEqual(readAll(&reader).packets.flatMap { $0 }, samples)
    }
  }

  @Test func whatTheFormatDoesNotHoldIsRefused() throws {
    for format in [
      try pcm("LEI16"), try pcm("UI8"), try pcm("BEI16", rate: 44100.5), try pcm("BEI16", rate: 0x1p32),
      StreamFormat(formatID: .aac, sampleRate: 44100, channelsPerFrame: 2, framesPerPacket: 1024),
    ] {
      let sink = MemoryByteSink()
      #expect { try SunAudioWriter(sink, settings: settings(format)) } throws: {
        ($0 as? ContainerError)?.kind == .unsupported
      }
      #expect(sink.bytes.isEmpty)
    }
    var writer = try SunAudioWriter(MemoryByteSink(), settings: settings(try pcm("BEI16")))
    var other = Metadata()
    other[.comments] = "late"
    #expect(throws: ContainerError.self) { try writer.setMetadata(other) }
    #expect(throws: ContainerError.self) {
      try writer.setPacketTable(PacketTable(primingFrames: 1, validFrames: 1, remainderFrames: 0, timescale: 1))
    }
  }
}
