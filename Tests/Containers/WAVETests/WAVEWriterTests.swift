import AudioBase
import TestSupport
import Testing
import WAVEContainer

@Suite struct WAVEWriterTests {
  static let stereo = ChannelLayout([.left, .right])
  static let surround = ChannelLayout([.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround])

  @Test func plainStereoUsesTheSixteenByteFormat() throws {
    let sink = MemoryByteSink()
    try write(settings(.int16, Self.stereo, rate: 44100), [1, 2, 3, 4, 5, 6, 7, 8], to: sink)
    let file = ParsedWAVE(sink.bytes)
    expectEqual(file.form, "RIFF")
    expectEqual(Int(file.riffSize), sink.bytes.count - 8)
    expectEqual(file.chunks.map(\.name), ["JUNK", "fmt ", "data"])
    // Tag 1, 2 channels, 44100 Hz, 176400 bytes/s, 4 bytes a frame, 16 bits.
    expectEqual(file.body("fmt "), [1, 0, 2, 0, 0x44, 0xAC, 0, 0, 0x10, 0xB1, 2, 0, 4, 0, 16, 0])
    expectEqual(file.body("data"), [1, 2, 3, 4, 5, 6, 7, 8])
  }

  @Test(arguments: [SampleFormat.int24, .int32])
  func integersBeyondSixteenBitsAreExtensible(samples: SampleFormat) throws {
    let sink = MemoryByteSink()
    try write(settings(samples, Self.stereo), [], to: sink)
    let body = try required(ParsedWAVE(sink.bytes).body("fmt "))
    expectEqual(body.count, 40)
    expectEqual(ParsedWAVE.little16(body, 0), 0xFFFE)
    expectEqual(ParsedWAVE.little16(body, 16), 22)
    expectEqual(Int(ParsedWAVE.little16(body, 18)), samples.bitsPerSample)
    expectEqual(ParsedWAVE.little32(body, 20), 3)
    // KSDATAFORMAT_SUBTYPE_PCM, 00000001-0000-0010-8000-00AA00389B71.
    expectEqual(Array(body[24...]), [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71])
  }

  @Test func beyondStereoTheMaskNamesTheLoudspeakers() throws {
    let sink = MemoryByteSink()
    try write(settings(.float32, Self.surround), [], to: sink)
    let body = try required(ParsedWAVE(sink.bytes).body("fmt "))
    // SPEAKER_FRONT_LEFT … SPEAKER_BACK_RIGHT, KSAUDIO_SPEAKER_5POINT1.
    expectEqual(ParsedWAVE.little32(body, 20), 0x3F)
    expectEqual(ParsedWAVE.little16(body, 24), 3)
  }

  @Test func floatStereoHasTagThreeAndCountsItsFrames() throws {
    let sink = MemoryByteSink()
    try write(settings(.float32, Self.stereo), [UInt8](repeating: 7, count: 24), to: sink)
    let file = ParsedWAVE(sink.bytes)
    let body = try required(file.body("fmt "))
    #expect(body.count == 18 && ParsedWAVE.little16(body, 0) == 3 && ParsedWAVE.little16(body, 16) == 0)
    expectEqual(file.body("fact"), [3, 0, 0, 0])
  }

  @Test func anOddNumberOfBytesIsPadded() throws {
    let sink = MemoryByteSink()
    let mono = ChannelLayout([.center])
    try write(settings(SampleFormat(.unsignedInteger, bitsPerSample: 8), mono), [9, 8, 7], to: sink)
    let file = ParsedWAVE(sink.bytes)
    expectEqual(file.chunks.last?.size, 3)
    expectEqual(sink.bytes.suffix(4), [9, 8, 7, 0])
    expectEqual(Int(file.riffSize), sink.bytes.count - 8)
    expectEqual(sink.bytes.count % 2, 0)
  }

  @Test func aPipeGetsSizesOfAllOnes() throws {
    let sink = OneWaySink()
    try write(settings(.int16, Self.stereo), [1, 2, 3, 4], to: sink)
    let file = ParsedWAVE(sink.bytes)
    #expect(file.riffSize == 0xFFFF_FFFF && file.chunks.last?.size == 0xFFFF_FFFF)
    expectEqual(file.chunks.map(\.name), ["fmt ", "data"])
    expectEqual(sink.bytes.count, 44 + 4)
  }

  // Files have even lengths, so that these are neighbours.
  @Test(arguments: [Int64(0xFFFF_FFFE), 0x1_0000_0000])
  func theFormChangesWhereTheSizePassesThirtyTwoBits(riffSize: Int64) throws {
    let sink = BottomlessSink()
    var writer = try WAVEWriter(sink, settings: settings(.int16, Self.stereo), form: .riff)
    let dataByteCount = riffSize + 8 - sink.byteCount
    let block = [UInt8](repeating: 0, count: 1 << 24)
    var left = dataByteCount
    while left > 0 {
      let count = Int(min(left, Int64(block.count)))
      try writer.write(block.span.extracting(0..<count), descriptions: Span())
      left -= Int64(count)
    }
    try writer.finish()
    let file = ParsedWAVE(sink.header)
    guard riffSize > 0xFFFF_FFFE else {
      #expect(file.form == "RIFF" && file.riffSize == 0xFFFF_FFFE)
      expectEqual(Int64(file.chunks.last?.size ?? 0), dataByteCount)
      return
    }
    #expect(file.form == "RF64" && file.riffSize == 0xFFFF_FFFF)
    expectEqual(file.chunks.last?.size, 0xFFFF_FFFF)
    let sizes = try required(file.body("ds64"))
    func wide(_ offset: Int) -> Int64 {
      Int64(ParsedWAVE.little32(sizes, offset)) + Int64(ParsedWAVE.little32(sizes, offset + 4)) * 4_294_967_296
    }
    expectEqual(wide(0), sink.byteCount - 8)
    expectEqual(wide(8), dataByteCount)
    expectEqual(wide(16), dataByteCount / 4)
    expectEqual(ParsedWAVE.little32(sizes, 24), 0)
  }

  @Test func formatsThatWAVEDoesNotHaveAreRefused() {
    let mono = ChannelLayout([.center])
    let refused = [
      SampleFormat(.signedInteger, bitsPerSample: 8), SampleFormat(.unsignedInteger, bitsPerSample: 16),
      SampleFormat(.signedInteger, bitsPerSample: 16, byteOrder: .bigEndian),
    ]
    for samples in refused {
      let error = #expect(throws: ContainerError.self) { try write(settings(samples, mono), [], to: MemoryByteSink()) }
      expectEqual(error?.kind, .unsupported)
    }
    let pipe = #expect(throws: ContainerError.self) {
      try WAVEWriter(OneWaySink(), settings: settings(.int16, mono), form: .rf64)
    }
    expectEqual(pipe?.kind, .unsupported)
  }
}
