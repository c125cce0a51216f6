import AudioBase
import Foundation
import MP4Container
import TestSupport
import Testing

/// What `ffprobe` must say of a file, and what must come out of `ffmpeg`.
struct ForeignCase: CustomTestStringConvertible {
  var fileType: FourCharacterCode
  var format: StreamFormat
  var codec: String
  var layout: ChannelLayout?

  var testDescription: String { "\(fileType) \(codec) \(format.sampleRate) \(format.channelsPerFrame)" }

  static let linearPCM: [ForeignCase] = {
    let kinds: [(String, String)] = [
      ("UI8", "pcm_u8"), ("I8", "pcm_s8"), ("LEI16", "pcm_s16le"), ("BEI16", "pcm_s16be"), ("LEI24", "pcm_s24le"),
      ("BEI24", "pcm_s24be"), ("LEI32", "pcm_s32le"), ("BEI32", "pcm_s32be"), ("LEF32", "pcm_f32le"),
      ("BEF32", "pcm_f32be"), ("LEF64", "pcm_f64le"), ("BEF64", "pcm_f64be"),
    ]
    var cases: [ForeignCase] = []
    for (name, codec) in kinds {
      guard let samples = SampleFormat(name) else { continue }
      for (rate, channels) in [(8000, 1), (44_100, 2), (48_000, 6), (96_000, 2)] as [(Double, Int)] {
        let format = StreamFormat(samples, sampleRate: rate, channelsPerFrame: channels)
        cases.append(ForeignCase(fileType: "MooV", format: format, codec: codec))
      }
    }
    return cases
  }()
}

struct SoundEntryTests {
  private func write(_ settings: WriterSettings, _ fileType: FourCharacterCode, _ bytes: [UInt8]) throws -> [UInt8] {
    let sink = MemoryByteSink()
    var writer = try MP4Writer(sink, fileType: fileType, settings: settings)
    // Pieces that are no whole chunks.
    let frame = max(1, settings.format.bytesPerPacket)
    for start in stride(from: 0, to: bytes.count, by: frame * 1001) {
      try writer.write(
        bytes.span.extracting(start..<min(bytes.count, start + frame * 1001)), descriptions: Span())
    }
    try writer.finish()
    return sink.bytes
  }

  /// Finite numbers in every encoding: no byte above 0x3F.
  private func samples(_ entry: ForeignCase) -> [UInt8] {
    var random = SplitMix64(seed: 11)
    return random.bytes(entry.format.bytesPerFrame * 30_000).map { $0 & 0x3F }
  }

  private func write(_ entry: ForeignCase, _ structure: FileStructure, _ bytes: [UInt8]) throws -> [UInt8] {
    var settings = WriterSettings(
      format: entry.format, layout: ChannelLayout(unlabelledChannelCount: entry.format.channelsPerFrame))
    settings.structure = structure
    return try write(settings, entry.fileType, bytes)
  }

  @Test(arguments: ForeignCase.linearPCM)
  func linearPCMOfQuickTimeReadsBack(_ entry: ForeignCase) throws {
    let bytes = samples(entry)
    for structure in [FileStructure.indexFirst, .fragmented(seconds: 0.3)] {
      let file = try write(entry, structure, bytes)
      var reader = try MP4Reader(MemoryByteSource(file))
      #expect(readAll(&reader).packets.joined().elementsEqual(bytes))
      expectEqual(reader.tracks[0].duration, 30_000 / entry.format.sampleRate)
    }
  }

  @Test(.needs(.ffmpeg), arguments: ForeignCase.linearPCM)
  func linearPCMOfQuickTimeIsWhatOthersRead(_ entry: ForeignCase) throws {
    let bytes = samples(entry)
    for structure in [FileStructure.indexFirst, .fragmented(seconds: 0.3)] {
      let file = try write(entry, structure, bytes)
      let found = try ForeignProgram.probe(file, named: "a.mov")
      expectEqual(found["codec_name"], entry.codec)
      expectEqual(found["sample_rate"], "\(Int(entry.format.sampleRate))")
      expectEqual(found["channels"], "\(entry.format.channelsPerFrame)")
      let raw = try ForeignProgram.run(
        "ffmpeg", ["-v", "error", "-i", "FILE", "-f", String(entry.codec.dropFirst(4)), "-c", "copy", "-"], on: file,
        named: "a.mov")
      expectEqual(raw, bytes)
    }
  }

  @Test func linearPCMOfISOFilesHasItsConfiguration() throws {
    for (name, type) in [("LEI16", "ipcm"), ("BEI24", "ipcm"), ("LEF32", "fpcm"), ("BEF64", "fpcm")] {
      let samples = try required(SampleFormat(name))
      let format = StreamFormat(samples, sampleRate: 48_000, channelsPerFrame: 2)
      let entry = try SoundEntry(WriterSettings(format: format, layout: ChannelLayout([.left, .right])), brand: .movie)
      let bytes = entry.bytes(StreamStatistics(bufferByteCount: 0))
      let order: UInt8 = samples.byteOrder == .littleEndian ? 1 : 0
      let expected = box(
        type, number(0, 6), number(1, 2), number(0, 8), number(2, 2), number(samples.bitsPerSample, 2), number(0, 4),
        number(48_000 << 16, 4), fullBox("pcmC", [order, UInt8(samples.bitsPerSample)]))
      expectEqual(bytes, expected)
    }
  }

  @Test func highRatesAreWrittenInTheFormOfTheFileType() throws {
    var settings = aacSettings()
    settings.format.sampleRate = 96_000
    settings.cookie = [0x10, 0x10]
    let plain = try SoundEntry(settings, brand: .audio)
    expectEqual(plain.tableVersion, 1)
    let bytes = plain.bytes(StreamStatistics(bufferByteCount: 0))
    expectEqual(Array(bytes.suffix(16)), fullBox("srat", number(96_000, 4)))
    expectEqual(Array(bytes[16..<18]), [0, 1])
    let wide = try SoundEntry(settings, brand: .quickTime).bytes(StreamStatistics(bufferByteCount: 0))
    expectEqual(Array(wide[16..<18]), [0, 2])
    expectEqual(Array(wide[40..<48]), number(96_000.0.bitPattern, 8))
    for fileType in ["m4af", "MooV"] as [FourCharacterCode] {
      let file = try writeFile(settings, fileType: fileType, makePackets(10))
      try expectEqual(MP4Reader(MemoryByteSource(file)).tracks[0].format.sampleRate, 96_000)
    }
  }

  @Test(.needs(.ffmpeg), arguments: ["m4af", "MooV"] as [FourCharacterCode])
  func othersReadHighRates(fileType: FourCharacterCode) throws {
    var settings = aacSettings()
    settings.format.sampleRate = 96_000
    settings.cookie = [0x10, 0x10]
    let file = try writeFile(settings, fileType: fileType, makePackets(10))
    let found = try ForeignProgram.probe(file, named: "a.mp4", keys: ["codec_name", "sample_rate", "channels"])
    expectEqual(found, ["codec_name": "aac", "sample_rate": "96000", "channels": "2"])
  }

  /// A cookie of Apple Lossless: 4096 frames a packet, 16 bits, 40, 10, 14, 2 channels, 255, largest packet, bit rate,
  /// 44,100 Hz.
  private static let losslessCookie: [UInt8] =
    number(4096, 4) + [0, 16, 40, 10, 14, 2] + number(255, 2) + number(0, 8) + number(44_100, 4)

  /// The same in the boxes that QuickTime puts around it.
  private static var wrappedLosslessCookie: [UInt8] {
    box("frma", typeBytes("alac")) + fullBox("alac", losslessCookie) + number(8, 4) + number(0, 4)
  }

  /// Ways in which a cookie of Apple Lossless is given.
  private static let losslessCookies = [losslessCookie, wrappedLosslessCookie, losslessCookie + number(0, 24)]

  private func lossless(cookie: [UInt8]) -> WriterSettings {
    var settings = WriterSettings(
      format: StreamFormat(formatID: "alac", sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 4096),
      layout: ChannelLayout([.left, .right]), cookie: cookie)
    settings.packetTable = PacketTable(primingFrames: 0, validFrames: 40_000, remainderFrames: 960, timescale: 44_100)
    return settings
  }

  @Test(.needs(.ffmpeg), arguments: losslessCookies, ["m4af", "MooV"] as [FourCharacterCode])
  func othersReadAppleLossless(cookie: [UInt8], fileType: FourCharacterCode) throws {
    let file = try writeFile(lossless(cookie: cookie), fileType: fileType, makePackets(10))
    let found = try ForeignProgram.probe(
      file, named: "a.m4a", keys: ["codec_name", "sample_rate", "bits_per_raw_sample"])
    expectEqual(found, ["codec_name": "alac", "sample_rate": "44100", "bits_per_raw_sample": "16"])
  }

  @Test func appleLosslessKeepsItsCookie() throws {
    for given in Self.losslessCookies {
      let settings = lossless(cookie: given)
      for fileType in ["m4af", "MooV"] as [FourCharacterCode] {
        let file = try writeFile(settings, fileType: fileType, makePackets(10))
        let track = try MP4Reader(MemoryByteSource(file)).tracks[0]
        expectEqual(track.cookie, given == Self.wrappedLosslessCookie ? Self.losslessCookie : given)
        expectEqual(track.format.framesPerPacket, 4096)
        expectNil(track.rollDistance)
        expectEqual(track.packetTable, settings.packetTable)
      }
    }
    var settings = aacSettings()
    settings.format.formatID = "alac"
    #expect(throws: ContainerError.self) { try MP4Writer(MemoryByteSink(), fileType: "m4af", settings: settings) }
  }

  /// Two channels of packets of one size in a QuickTime file, and FFmpeg's name for the codec.
  struct PlainFormat: Sendable {
    var formatID: FourCharacterCode
    var rate: Double
    var frames: Int
    var size: Int
    var codec: String

    var stream: StreamFormat {
      var format = StreamFormat(formatID: formatID, sampleRate: rate, channelsPerFrame: 2, framesPerPacket: frames)
      format.bytesPerPacket = size
      return format
    }

    static let all = [
      PlainFormat(formatID: "ima4", rate: 44_100, frames: 64, size: 68, codec: "adpcm_ima_qt"),
      PlainFormat(formatID: "ulaw", rate: 8000, frames: 1, size: 2, codec: "pcm_mulaw"),
      PlainFormat(formatID: "alaw", rate: 8000, frames: 1, size: 2, codec: "pcm_alaw"),
    ]
  }

  private func write(_ plain: PlainFormat, _ bytes: [UInt8]) throws -> [UInt8] {
    try write(WriterSettings(format: plain.stream, layout: ChannelLayout([.left, .right])), "MooV", bytes)
  }

  @Test(arguments: PlainFormat.all) func otherFormatsReadBack(plain: PlainFormat) throws {
    let bytes = [UInt8](repeating: 0x25, count: plain.size * 5000)
    var reader = try MP4Reader(MemoryByteSource(try write(plain, bytes)))
    #expect(readAll(&reader).packets.joined().elementsEqual(bytes))
    expectEqual(reader.tracks[0].format.formatID, plain.formatID)
    expectEqual(reader.tracks[0].duration, Double(5000 * plain.frames) / plain.rate)
  }

  @Test(.needs(.ffmpeg), arguments: PlainFormat.all)
  func otherFormatsAreNamedAsOthersNameThem(plain: PlainFormat) throws {
    let file = try write(plain, [UInt8](repeating: 0x25, count: plain.size * 5000))
    let found = try ForeignProgram.probe(file, named: "a.mov")
    #expect(found["codec_name"] == plain.codec && found["channels"] == "2")
    expectEqual(found["sample_rate"], "\(Int(plain.rate))")
    let seconds = try required(found["duration"].flatMap(Double.init))
    expectLess(abs(seconds - Double(5000 * plain.frames) / plain.rate), 1e-5)
  }

  @Test func layoutsAreWrittenAsEachFileTypeHasThem() {
    let layout = ChannelLayout([.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency])
    let descriptions = layout.speakers.flatMap { number($0.rawValue, 4) + number(0, 16) }
    expectEqual(
      SoundEntry.channelBox(layout, isQuickTime: true, isPCM: true),
      fullBox("chan", number(0, 8), number(6, 4), descriptions))
    expectEqual(
      SoundEntry.channelBox(layout, isQuickTime: false, isPCM: true), fullBox("chnl", [1, 0, 2, 0, 1, 4, 5, 3]))
    expectEqual(SoundEntry.channelBox(layout, isQuickTime: false, isPCM: false), [])
    expectEqual(SoundEntry.channelBox(ChannelLayout([.left, .right]), isQuickTime: true, isPCM: true), [])
    expectEqual(SoundEntry.channelBox(ChannelLayout(unlabelledChannelCount: 5), isQuickTime: true, isPCM: true), [])
  }

  @Test func opusHeadersAreTurnedRound() throws {
    let head = Array("OpusHead".utf8) + [1, 2, 0x38, 0x01, 0x80, 0xBB, 0, 0, 0xFE, 0xFF, 0]
    try expectEqual(SoundEntry.opusConfiguration(head), [0, 2, 0x01, 0x38, 0, 0, 0xBB, 0x80, 0xFF, 0xFE, 0])
    #expect(throws: ContainerError.self) { try SoundEntry.opusConfiguration(Array(head.dropLast())) }
    let mapped = Array(head.dropLast()) + [1, 1, 1, 0, 1]
    try expectEqual(SoundEntry.opusConfiguration(mapped).suffix(5), [1, 1, 1, 0, 1])
  }

  @Test func ratesAndSizesAreMeasured() throws {
    // Four seconds of 100 packets each, 441 frames a packet: 100 bytes in three seconds, 300 in one.
    let packets = (0..<400).map { [UInt8](repeating: 1, count: (200..<300).contains($0) ? 300 : 100) }
    var settings = aacSettings()
    settings.format.framesPerPacket = 441
    let file = try writeFile(settings, packets)
    let chain = try MP4Reader(MemoryByteSource(file)).tracks[0].containerCookie
    // Tag and length of ES_Descriptor (5), its fields (3), tag and length (5), type, stream type: then the numbers.
    expectEqual(Array(chain[15..<18]), number(300, 3))
    expectEqual(Array(chain[18..<22]), number(300 * 100 * 8, 4))
    expectEqual(Array(chain[22..<26]), number(60_000 * 8 / 4, 4))
  }
}
