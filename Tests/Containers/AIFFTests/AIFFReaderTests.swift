import AIFFContainer
import AudioBase
import TestSupport
import Testing

@Suite struct AIFFReaderTests {
  @Test func sampleRatesOfPublishedExamplesAreExact() {
    // 44,100 and 22,050 Hz as AIFF files in the wild have them; 1 Hz is the significand alone; 48,000 as a product.
    let cases: [(UInt16, UInt64, Double)] = [
      (0x400E, 0xAC44_0000_0000_0000, 44_100), (0x400D, 0xAC44_0000_0000_0000, 22_050),
      (0x400E, 0xBB80_0000_0000_0000, 48_000), (0x3FFF, 0x8000_0000_0000_0000, 1),
      (0x3FFE, 0xC000_0000_0000_0000, 0.75), (0x400B, 0xFA00_0000_0000_0000, 8000),
    ]
    for (exponent, significand, rate) in cases {
      expectEqual(ExtendedFloat(signAndExponent: exponent, significand: significand).value, rate)
      expectEqual(ExtendedFloat(rate), ExtendedFloat(signAndExponent: exponent, significand: significand))
    }
    expectNil(ExtendedFloat(signAndExponent: 0x7FFF, significand: 1 << 63).value)
    expectNil(ExtendedFloat(signAndExponent: 0xFA00, significand: 0xFA << 56).value)
    expectEqual(ExtendedFloat(signAndExponent: 0x8000 | 0x3FFF, significand: 1 << 63).value, -1)
    expectEqual(ExtendedFloat(signAndExponent: 0, significand: 0).value, 0)
    for rate in stride(from: 1.0, to: 400_000, by: 977) { expectEqual(ExtendedFloat(rate).value, rate) }
  }

  @Test func aHandMadeFileIsReadFieldByField() throws {
    let data: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    let bytes = Bytes.form(
      "AIFF", Bytes.chunk("NAME", Array("thetitle".utf8)), Bytes.chunk("ANNO", Array("one\0".utf8)),
      Bytes.common(channels: 2, frames: 3, bits: 12), Bytes.chunk("ANNO", Array("two".utf8)),
      Bytes.sound(data, offset: 4), Bytes.chunk("(c) ", [0xA9, 0x20, 0x8E, 0]), Bytes.chunk("AUTH", Array("me".utf8)))
    var reader = try open(bytes)
    let track = reader.tracks[0]
    #expect(reader.fileType == "AIFF" && reader.isOptimized && reader.warnings.isEmpty)
    expectEqual(track.format, StreamFormat(SampleFormat("BEI16")!, sampleRate: 44_100, channelsPerFrame: 2))
    expectEqual(track.sourceBitDepth, 12)
    #expect(track.packetCount == 3 && track.audioByteCount == 12 && track.maximumPacketSize == 4)
    #expect(track.packetSizeUpperBound == 4 && track.bitRate == 44_100 * 32)
    expectEqual(track.duration, 3.0 / 44_100)
    expectEqual(track.layout, ChannelLayout([.left, .right]))
    expectEqual(reader.metadata.info, [.title: "thetitle", .comments: "one\ntwo", .copyright: "© é", .artist: "me"])
    expectEqual(reader.chunks.map(\.identifier), ["NAME", "ANNO", "COMM", "ANNO", "SSND", "(c) ", "AUTH"])
    try expectEqual(samples(&reader), data)
    expectEqual(track.dataOffset, Int64(bytes.count) - 12 - 12 - 10)
  }

  @Test func framesBehindThoseThatAreCountedAreTold() throws {
    let data: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    var reader = try open(Bytes.form("AIFF", Bytes.common(channels: 2, frames: 2, bits: 16), Bytes.sound(data)))
    expectEqual(reader.warnings, ["the file counts 2 of its 3 packets, and no more are read"])
    try expectEqual(samples(&reader), Array(data.prefix(8)))
  }

  /// As a program leaves a file that ends before it has come back to the sizes.
  @Test func aSizeOfZeroWasNotWrittenYetUnlessAChunkFollows() throws {
    let data: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    let name = Bytes.chunk("NAME", Array("thetitle".utf8))
    let common = Bytes.common(channels: 2, frames: 3, bits: 16)
    var counted = try open(Bytes.form("AIFF", common, Bytes.sound(data, size: 0), name))
    #expect(try samples(&counted) == data)
    #expect(counted.warnings == ["the header states no size of the samples, and as many are read as it counts"])
    #expect(counted.metadata[.title] == "thetitle")
    let uncounted = Bytes.common(channels: 2, frames: 0, bits: 16)
    var whole = try open(Bytes.form("AIFF", uncounted, Bytes.sound(data, size: 0)))
    #expect(try samples(&whole) == data)
    #expect(
      whole.warnings
        == ["the header does not say how long the samples are, and they are read to the end of the file"])
    let empty = try open(Bytes.form("AIFF", common, Bytes.chunk("SSND", []), Bytes.chunk("ANNO", Array("none".utf8))))
    #expect(empty.tracks[0].packetCount == 0 && empty.metadata[.comments] == "none")
  }

  @Test func aCountOfZeroIsNotBelieved() throws {
    let data: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    var reader = try open(Bytes.form("AIFF", Bytes.common(channels: 2, frames: 0, bits: 16), Bytes.sound(data)))
    #expect(try samples(&reader) == data)
    #expect(reader.warnings == ["the file counts none of its 3 packets, and all are read"])
  }

  @Test func everyCompressionTypeHasItsFormat() throws {
    let cases: [(type: String, bits: Int, format: String)] = [
      ("NONE", 8, "BEI8"), ("NONE", 16, "BEI16"), ("NONE", 20, "BEI24"), ("NONE", 32, "BEI32"), ("twos", 16, "BEI16"),
      ("sowt", 16, "LEI16"), ("sowt", 24, "LEI24"), ("raw ", 8, "BEUI8"), ("fl32", 32, "BEF32"), ("FL32", 32, "BEF32"),
      ("fl64", 64, "BEF64"), ("FL64", 64, "BEF64"), ("in24", 24, "BEI24"), ("in32", 32, "BEI32"), ("42ni", 24, "LEI24"),
      ("23ni", 32, "LEI32"), ("alaw", 8, "alaw"), ("ALAW", 16, "alaw"), ("ulaw", 8, "ulaw"), ("ULAW", 16, "ulaw"),
      ("ima4", 16, "ima4"),
    ]
    for (type, bits, name) in cases {
      let expected = HeldFormat(form: .aifc, name: name, codec: "").format(rate: 44_100, channels: 2)
      let data = (0..<(expected.bytesPerPacket * 5)).map { UInt8($0 % 256) }
      var reader = try open(
        Bytes.form(
          "AIFC", Bytes.common(channels: 2, frames: 5, bits: bits, compression: type), Bytes.sound(data)))
      expectEqual(reader.fileType, "AIFC")
      expectEqual(reader.tracks[0].format, expected, "\(type)")
      #expect(
        reader.tracks[0].packetCount == 5
          && reader.tracks[0].duration == 5.0 * Double(expected.framesPerPacket) / 44_100)
      try expectEqual(samples(&reader), data)
    }
    for type in ["MAC3", "QDM2", "GSM ", "G722", "able", "ABCD"] {
      let error = #expect(throws: ContainerError.self) {
        try open(
          Bytes.form("AIFC", Bytes.common(channels: 1, frames: 1, bits: 16, compression: type), Bytes.sound([0, 0])))
      }
      #expect(error?.kind == .unsupported && error?.structure == FourCharacterCode(type))
    }
  }

  @Test func theNumberOfIMA4FramesMayCountPacketsOrFrames() throws {
    let data = [UInt8](repeating: 7, count: 34 * 3)
    let cases: [(counted: Int, packets: Int64, valid: Int64?, warns: Bool)] = [
      (3, 3, nil, false), (2, 2, nil, true), (192, 3, nil, false), (129, 3, 129, false), (191, 3, 191, false),
      (128, 3, nil, true), (193, 3, nil, true), (0xFFFF_FFFF, 3, nil, false),
    ]
    for (counted, packets, valid, warns) in cases {
      let reader = try open(
        Bytes.form(
          "AIFC", Bytes.common(channels: 1, frames: counted, bits: 16, compression: "ima4"), Bytes.sound(data)))
      expectEqual(reader.tracks[0].packetCount, packets)
      expectEqual(reader.tracks[0].packetTable?.validFrames, valid)
      if let valid { expectEqual(reader.tracks[0].packetTable?.remainderFrames, 192 - valid) }
      expectEqual(reader.tracks[0].duration, Double(valid ?? packets * 64) / 44_100)
      #expect(reader.warnings.isEmpty != warns)
    }
  }

  @Test func theFormatMayComeBehindTheSamples() throws {
    let data: [UInt8] = [1, 2, 3, 4]
    let bytes = Bytes.form("AIFF", Bytes.sound(data), Bytes.common(channels: 1, frames: 2, bits: 16))
    var reader = try open(bytes)
    #expect(!reader.isOptimized)
    try expectEqual(samples(&reader), data)
    let error = #expect(throws: ContainerError.self) {
      try AIFFReader(PartialSource(bytes, arrivedCount: 28), limits: ResourceLimits())
    }
    expectEqual(error?.kind, .notStreamable)
    let missing = #expect(throws: ContainerError.self) { try open(Bytes.form("AIFF", Bytes.sound(data))) }
    expectEqual(missing?.kind, .malformed)
  }

  @Test func markersCommentsAndLoopsAreRead() throws {
    // As QuickTime's and Peak's files have them: names padded so that length byte and text are even.
    let markers: [UInt8] =
      [0, 3, 0, 1, 0, 0, 0, 0, 11] + Array("Tempo: 98.0".utf8) + [0, 2, 0, 1, 0, 0, 2] + Array("ab".utf8) + [0]
      + [0, 9, 0, 0, 0, 5, 0, 0]
    let instrument: [UInt8] = [60, 0, 0, 127, 1, 127, 0, 0] + [0, 1, 0, 1, 0, 2] + [0, 2, 0, 2, 0, 9]
    let comments: [UInt8] =
      [0, 2, 0, 0, 0, 1, 0, 0, 0, 3] + Array("abc".utf8) + [0, 0, 0, 0, 2, 0, 1, 0, 1] + Array("x".utf8) + [0]
    let reader = try open(
      Bytes.form(
        "AIFF", Bytes.common(channels: 1, frames: 0, bits: 16), Bytes.chunk("INST", instrument),
        Bytes.chunk("MARK", markers), Bytes.chunk("COMT", comments), Bytes.sound([])))
    let expected = [
      Marker(name: "Tempo: 98.0", framePosition: 0, identifier: 1),
      Marker(name: "ab", framePosition: 65536, identifier: 2), Marker(framePosition: 5, identifier: 9),
    ]
    expectEqual(reader.metadata.markers, expected)
    expectEqual(
      reader.metadata.regions,
      [
        Region(identifier: 1, flags: [.loop, .playForward], markers: [expected[0], expected[1]]),
        Region(identifier: 2, flags: [.loop, .playForward, .playBackward], markers: [expected[1], expected[2]]),
      ])
    expectEqual(reader.metadata[.comments], "abc")
  }

  @Test func layoutsComeByTagBitmapAndDescription() throws {
    // 115 << 16 | 4 is L R C Cs; the bitmap 0x3F is L R C LFE Ls Rs.
    let description = { (label: Int) in Bytes.big(label, 4) + [UInt8](repeating: 0, count: 16) }
    let cases: [([UInt8], [Speaker])] = [
      (Bytes.big(115 << 16 | 4, 4) + Bytes.big(0, 8), [.left, .right, .center, .centerSurround]),
      (Bytes.big(1 << 16, 4) + Bytes.big(0x33, 4) + Bytes.big(0, 4), [.left, .right, .leftSurround, .rightSurround]),
      (
        Bytes.big(0, 8) + Bytes.big(4, 4) + [2, 1, 4, 3].flatMap(description), [.right, .left, .lowFrequency, .center]
      ),
      (Bytes.big(101 << 16 | 2, 4) + Bytes.big(0, 8), [.unknown, .unknown, .unknown, .unknown]),
      (Bytes.big(0, 8) + Bytes.big(0x7FFF_FFFF, 4), [.unknown, .unknown, .unknown, .unknown]),
    ]
    for (body, speakers) in cases {
      let reader = try open(
        Bytes.form(
          "AIFF", Bytes.common(channels: 4, frames: 0, bits: 16), Bytes.chunk("CHAN", body), Bytes.sound([])))
      expectEqual(reader.tracks[0].layout, ChannelLayout(speakers))
    }
  }

  @Test func filesThatWereNotFinishedGiveWhatIsThere() throws {
    let data: [UInt8] = [1, 2, 3, 4, 5]
    for (form, frames, size) in [(-1, -1, -1), (0, 0, 0), (0, 0, -1), (100, 50, 108)] {
      let bytes = Bytes.form(
        "AIFF", Bytes.common(channels: 1, frames: frames, bits: 16), Bytes.sound(data, size: size), size: form)
      var reader = try open(Array(bytes.dropLast()))
      try expectEqual(samples(&reader), [1, 2, 3, 4])
      expectEqual(reader.tracks[0].packetCount, 2)
      #expect(reader.warnings.contains("the last frame is incomplete and was left out"))
    }
  }

  @Test func aByteOfPaddingMayBeMissing() throws {
    let body = Bytes.sound([1, 2, 3])
    let bytes = Bytes.form(
      "AIFF", Bytes.common(channels: 1, frames: 3, bits: 8), Array(body.dropLast()),
      Bytes.chunk("NAME", Array("late".utf8)))
    let reader = try open(bytes)
    expectEqual(reader.metadata[.title], "late")
    expectEqual(reader.warnings, ["a chunk of odd length is not followed by a byte of padding"])
  }

  @Test func brokenFormatsAreRefused() throws {
    func file(channels: Int = 1, bits: Int = 16, rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]) -> [UInt8]
    {
      Bytes.form(
        "AIFF", Bytes.chunk("COMM", Bytes.big(channels, 2) + Bytes.big(1, 4) + Bytes.big(bits, 2) + rate),
        Bytes.sound([0, 0]))
    }
    let negative: [UInt8] = [0xFA, 0, 0xFA, 0, 0, 0, 0, 0, 0, 0]
    let cases: [([UInt8], ErrorKind)] = [
      (file(channels: 0), .malformed), (file(channels: -1), .malformed), (file(channels: 65), .limitExceeded),
      (file(bits: 0), .unsupported), (file(bits: 33), .unsupported), (file(bits: -8), .unsupported),
      (file(rate: negative), .malformed), (file(rate: [UInt8](repeating: 0, count: 10)), .malformed),
      (file(rate: [0x7F, 0xFF] + [UInt8](repeating: 0xFF, count: 8)), .malformed),
      (Bytes.form("AIFF", Bytes.chunk("COMM", [0, 1]), Bytes.sound([])), .truncated),
      (Bytes.form("ILBM", Bytes.common(channels: 1, frames: 0, bits: 16)), .malformed), ([], .truncated),
    ]
    for (bytes, kind) in cases {
      let error = #expect(throws: ContainerError.self) { try open(bytes) }
      expectEqual(error?.kind, kind)
    }
  }

  @Test func theProbeAsksForTheFormOfTheFile() {
    let file = Bytes.form("AIFC", Bytes.common(channels: 1, frames: 0, bits: 16))
    let scores = [AIFFFile.descriptor, AIFCFile.descriptor].map { $0.probe?(file.span) }
    expectEqual(scores, [0, 100])
    let short = AIFFForm(Array(file.prefix(11)).span)
    expectNil(short)
  }
}
