import AudioBase
import TestSupport
import Testing
import WAVEContainer

@Suite struct FormatTests {
  private func track(_ format: [UInt8], data: Int = 64) throws -> (TrackInfo, [String]) {
    let file = Bytes.file(format + Bytes.chunk("data", [UInt8](repeating: 1, count: data)))
    let reader = try WAVEReader(MemoryByteSource(file), limits: ResourceLimits())
    return (reader.tracks[0], reader.warnings)
  }

  @Test(arguments: [(3, 20, 24), (4, 24, 32), (2, 12, 16), (1, 5, 8), (5, 36, 40), (8, 64, 64)])
  func theContainerDecidesTheSampleAndTheBitsItsDepth(bytes: Int, valid: Int, width: Int) throws {
    let (plain, _) = try track(Bytes.format(1, align: bytes, bits: valid))
    #expect(plain.format.bitsPerChannel == width && plain.format.bytesPerFrame == bytes)
    expectEqual(plain.sourceBitDepth, valid)
    let rest = Bytes.extensible(1, valid: valid, mask: 4)
    let (extensible, _) = try track(Bytes.format(0xFFFE, align: bytes, bits: width, rest: rest))
    #expect(extensible.format == plain.format && extensible.sourceBitDepth == valid)
    expectEqual(extensible.layout, ChannelLayout([.center]))
  }

  @Test func ambisonicChannelsHaveNoLoudspeakers() throws {
    var rest = Bytes.extensible(1, valid: 16, mask: 0xF)
    // 00000001-0721-11D3-8644-C8C1CA000000.
    rest.replaceSubrange(12..., with: [0x21, 0x07, 0xD3, 0x11, 0x86, 0x44, 0xC8, 0xC1, 0xCA, 0, 0, 0])
    let (info, _) = try track(Bytes.format(0xFFFE, channels: 4, align: 8, bits: 16, rest: rest))
    expectEqual(info.layout?.speakers, [.unknown, .unknown, .unknown, .unknown])
    expectEqual(info.format.sampleFormat, .int16)
    rest[20] = 1
    let error = #expect(throws: ContainerError.self) {
      try track(Bytes.format(0xFFFE, channels: 4, align: 8, bits: 16, rest: rest))
    }
    expectEqual(error?.kind, .unsupported)
  }

  @Test func frameSizesThatAreOutvotedAreRepaired() throws {
    var format = Bytes.format(1, channels: 3, align: 9, bits: 24)
    format[20] = 4
    let (info, warnings) = try track(format, data: 45)
    #expect(info.packetCount == 5 && info.format.bytesPerFrame == 9 && warnings.count == 1)
  }

  @Test(arguments: [0x10, 0x22, 0xFF, 0x161, 0x92, 0x674F, 0xF1AC, 0x7777])
  func otherTagsAreUnsupported(tag: Int) {
    let error = #expect(throws: ContainerError.self) { try track(Bytes.format(tag, align: 4, bits: 16, rest: [0, 0])) }
    #expect(error?.kind == .unsupported && error?.structure == "fmt ")
  }

  // 1024 bytes of stereo hold 1012 frames of MS ADPCM and 1017 of IMA ADPCM, as the documents of both say.
  @Test(arguments: [(2, 1012, FourCharacterCode(rawValue: 0x6D73_0002)), (0x11, 1017, .init(rawValue: 0x6D73_0011))])
  func blocksAreCheckedAgainstTheirSize(tag: Int, frames: Int, formatID: FourCharacterCode) throws {
    let coefficients: [UInt8] = tag == 2 ? [1, 0, 0, 1, 0, 0] : []
    func format(_ frames: Int) -> [UInt8] {
      let rest = Bytes.little(2 + coefficients.count, 2) + Bytes.little(frames, 2) + coefficients
      return Bytes.format(tag, channels: 2, rate: 44100, align: 1024, bits: 4, rest: rest)
    }
    let fact = Bytes.chunk("fact", Bytes.little(2 * frames - 12, 4))
    let (info, warnings) = try track(format(frames) + fact, data: 2048)
    #expect(info.format.formatID == formatID && info.format.framesPerPacket == frames)
    #expect(info.format.bytesPerPacket == 1024 && info.packetCount == 2 && warnings.isEmpty)
    expectEqual(info.cookie, tag == 2 ? Bytes.little(frames, 2) + coefficients : [])
    let table = try required(info.packetTable)
    #expect(table.primingFrames == 0 && table.validFrames == Int64(2 * frames - 12) && table.remainderFrames == 12)
    expectEqual(info.duration, Double(2 * frames - 12) / 44100)
    let (computed, remarks) = try track(format(0), data: 2048)
    #expect(computed.format.framesPerPacket == frames && remarks.count == 1 && computed.packetTable == nil)
    let (shorter, _) = try track(format(frames - 8), data: 2048)
    expectEqual(shorter.format.framesPerPacket, frames - 8)
    let error = #expect(throws: ContainerError.self) { try track(format(frames + 1)) }
    expectEqual(error?.kind, .malformed)
  }

  @Test func aBlockShorterThanItsHeaderIsMalformed() {
    for (tag, align) in [(2, 6), (0x11, 3), (0x31, 64)] {
      let rest = Bytes.little(2, 2) + Bytes.little(1, 2)
      let error = #expect(throws: ContainerError.self) {
        try track(Bytes.format(tag, align: align, bits: tag == 0x31 ? 0 : 4, rest: rest))
      }
      expectEqual(error?.kind, .malformed)
    }
  }

  @Test func countsThatCannotBeAreNotBelieved() throws {
    let rest = Bytes.little(2, 2) + Bytes.little(1017, 2)
    let format = Bytes.format(0x11, channels: 2, align: 1024, bits: 4, rest: rest)
    let (more, warnings) = try track(format + Bytes.chunk("fact", Bytes.little(1018, 4)), data: 1024)
    #expect(more.packetTable == nil && more.duration == 1017.0 / 8000 && warnings.count == 1)
    for unknown in [0, 0xFFFF_FFFF] {
      let (info, remarks) = try track(format + Bytes.chunk("fact", Bytes.little(unknown, 4)), data: 1024)
      #expect(info.packetTable == nil && remarks.isEmpty)
    }
  }

  @Test func bigEndianFilesAreReadAsTheyAre() throws {
    var file = Array("RIFX".utf8) + Bytes.big(36 + 12, 4) + Array("WAVEfmt ".utf8) + Bytes.big(16, 4)
    file += Bytes.big(1, 2) + Bytes.big(2, 2) + Bytes.big(22050, 4) + Bytes.big(22050 * 6, 4) + Bytes.big(6, 2)
    file += Bytes.big(24, 2) + Array("data".utf8) + Bytes.big(12, 4) + (0..<12).map { UInt8($0) }
    var reader = try WAVEReader(MemoryByteSource(file), limits: ResourceLimits())
    expectEqual(reader.fileType, "WAVE")
    expectEqual(reader.tracks[0].format.sampleFormat?.description, "BEI24")
    #expect(reader.tracks[0].packetCount == 2 && reader.tracks[0].format.sampleRate == 22050)
    try expectEqual(readAll(&reader), (0..<12).map { UInt8($0) })
  }

  @Test func wave64HasNamesOfSixteenBytesAndCountsItsHeaders() throws {
    let format = Array(Bytes.format(1, channels: 2, rate: 48000, align: 4, bits: 16)[8...])
    let data: [UInt8] = (0..<20).map { UInt8($0) }
    let file = Bytes.wave64(
      Bytes.wide("junk", [1, 2, 3]) + Bytes.wide("fmt ", format) + Bytes.wide("data", data) + Bytes.wide("levl", [9]))
    var reader = try WAVEReader(MemoryByteSource(file), limits: ResourceLimits())
    #expect(reader.fileType == "W64f" && reader.warnings.isEmpty)
    expectEqual(reader.chunks.map(\.identifier), ["JUNK", "fmt ", "data", "levl"])
    #expect(reader.chunks[2].bodyOffset == 40 + 32 + 40 + 24 && reader.chunks[2].byteCount == 20)
    expectEqual(reader.tracks[0].packetCount, 5)
    try expectEqual(readAll(&reader), data)
    expectEqual(Wave64File.descriptor.probe?(file.span), 100)
    expectEqual(Wave64File.descriptor.probe?(file.span.extracting(0..<39)), 0)
    expectEqual(WAVEFile.descriptor.probe?(file.span), 0)
  }

  @Test func aLawOfWave64IsAsLongAsItsFact() throws {
    let format = Array(Bytes.format(6, align: 1, bits: 8, rest: [0, 0])[8...])
    let data = [UInt8](repeating: 7, count: 16)
    let file = Bytes.wave64(
      Bytes.wide("fmt ", format) + Bytes.wide("fact", Bytes.little(13, 8)) + Bytes.wide("data", data))
    try expectEqual(WAVEReader(MemoryByteSource(file), limits: ResourceLimits()).tracks[0].packetCount, 13)
  }

  @Test func rf64AndBW64TakeTheirSizesFromTheirChunk() throws {
    let format = Bytes.format(1, channels: 2, rate: 48000, align: 4, bits: 16)
    let samples: [UInt8] = (0..<12).map { UInt8($0) }
    for form in ["RF64", "BW64"] {
      var chunks = Bytes.chunk(
        "ds64",
        Bytes.little(4 + 48 + 24 + 20 + 12 + 8, 8) + Bytes.little(12, 8) + Bytes.little(3, 8) + Bytes.little(1, 4)
          + Array("chna".utf8) + Bytes.little(4, 8))
      chunks += format + Array("data".utf8) + Bytes.little(-1, 4) + samples
      chunks += Array("chna".utf8) + Bytes.little(-1, 4) + [1, 2, 3, 4] + Bytes.chunk("axml", [5])
      var file = Bytes.file(chunks, form: form)
      file.replaceSubrange(4..<8, with: [255, 255, 255, 255])
      var reader = try WAVEReader(MemoryByteSource(file), limits: ResourceLimits())
      expectEqual("\(reader.fileType)", form)
      expectEqual(reader.chunks.map(\.identifier), ["ds64", "fmt ", "data", "chna", "axml"])
      expectEqual(reader.chunks.map(\.byteCount), [40, 16, 12, 4, 1])
      try expectEqual(readAll(&reader), samples)
    }
  }

  @Test func missingPaddingIsSeenAndRemarked() throws {
    let data = Bytes.chunk("data", [1, 2, 3, 4])
    let odd = Array("abcd".utf8) + Bytes.little(3, 4) + [7, 8, 9]
    let reader = try WAVEReader(
      MemoryByteSource(Bytes.file(odd + Bytes.format(1, align: 2, bits: 16) + data)), limits: ResourceLimits())
    #expect(reader.tracks[0].packetCount == 2 && reader.warnings.count == 1)
    expectEqual(reader.chunks.map(\.identifier), ["abcd", "fmt ", "data"])
    let kept = odd + [0x41] + Bytes.format(1, align: 2, bits: 16) + data
    #expect(try WAVEReader(MemoryByteSource(Bytes.file(kept)), limits: ResourceLimits()).warnings.isEmpty)
  }

  @Test func dataBeforeItsFormatIsMalformed() {
    let file = Bytes.file(Bytes.chunk("data", [1, 2]) + Bytes.format(1, align: 2, bits: 16))
    let error = #expect(throws: ContainerError.self) {
      try WAVEReader(MemoryByteSource(file), limits: ResourceLimits())
    }
    expectEqual(error?.kind, .malformed)
  }
}
