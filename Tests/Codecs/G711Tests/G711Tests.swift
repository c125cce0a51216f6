import AudioBase
import G711Codec
import TestSupport
import Testing

private func stream(_ formatID: FourCharacterCode, channels: Int, rate: Double = 8000) -> CodedStream {
  var format = StreamFormat(
    formatID: formatID, sampleRate: rate, channelsPerFrame: channels, framesPerPacket: 1)
  format.bytesPerPacket = channels
  return CodedStream(format: format)
}

/// Planar blocks of 16-bit samples, all channels alike in length.
private func block(_ channels: [[Int]]) -> PCMBlock {
  var block = PCMBlock(channelCount: channels.count, capacity: channels[0].count)
  for (index, samples) in channels.enumerated() {
    var plane = block.plane(index)
    for frame in samples.indices { plane[frame] = Float(samples[frame]) / 32768 }
  }
  block.setFrameCount(channels[0].count)
  return block
}

private func encoded(_ samples: [Int], _ formatID: FourCharacterCode) throws -> [UInt8] {
  let settings = EncoderSettings(formatID: formatID, sampleRate: 8000, layout: ChannelLayout([.center]))
  var encoder = try G711Encoder(settings)
  var bytes: [UInt8] = []
  try encoder.encode(block([samples]), frames: 0..<samples.count, into: &bytes)
  return bytes
}

private func decoded(_ bytes: [UInt8], _ formatID: FourCharacterCode) throws -> [Int] {
  var decoder = try G711Decoder(stream(formatID, channels: 1))
  var output = PCMBlock(channelCount: 1, capacity: bytes.count)
  try decoder.decode(bytes.span, frameCount: bytes.count, into: &output)
  let samples = output.channel(0)
  return samples.indices.map { Int(samples[$0] * 32768) }
}

/// The 127 positive decision values of G.711's tables 1 and 2 in units of 16-bit samples: each output value stands in
/// the middle of its interval, so that half a step of its segment is added to it.
private func decisionValues(_ formatID: FourCharacterCode) throws -> [Int] {
  let positive = (0..<127).map { formatID == .muLaw ? ~UInt8($0) : (UInt8($0) | 0x80) ^ 0x55 }
  return try decoded(positive, formatID).enumerated().map { index, output in
    let segment = index / 16
    return output + (formatID == .muLaw ? 4 << segment : 8 << max(0, segment - 1))
  }
}

@Suite struct G711Tests {
  @Test(.needs(.ffmpeg), arguments: [FourCharacterCode.muLaw, .aLaw])
  func all256CodesDecodeToWhatFFmpegGives(_ formatID: FourCharacterCode) throws {
    let codes = (0...255).map { UInt8($0) }
    let name = formatID == .muLaw ? "mulaw" : "alaw"
    let arguments = ["-v", "error", "-f", name, "-ar", "8000", "-ac", "1", "-i", "FILE", "-f", "s16le", "pipe:1"]
    let output = try ForeignProgram.run("ffmpeg", arguments, on: codes, named: "codes.raw")
    expectEqual(output.count, 512)
    let wanted = stride(from: 0, to: output.count, by: 2).map {
      Int(Int16(bitPattern: UInt16(output[$0]) | UInt16(output[$0 + 1]) << 8))
    }
    try expectEqual(decoded(codes, formatID), wanted)
  }

  @Test func codesOfTheTablesEndsAndMiddlesDecodeToG711sValues() throws {
    // G.711, table 2a: 8031, 99, 0 in units of 14 bits; table 1a: 4032, 66, 1 in units of 13 bits.
    try expectEqual(decoded([0x80, 0xEF, 0xFF, 0x00, 0x7F], .muLaw), [8031 * 4, 33 * 4, 0, -8031 * 4, 0])
    try expectEqual(decoded([0xAA, 0x55, 0xD5, 0x2A], .aLaw), [4032 * 8, -8, 8, -4032 * 8])
  }

  /// Each magnitude belongs to the interval between two decision values, whose output value is the code's.
  @Test(arguments: [FourCharacterCode.muLaw, .aLaw])
  func all65536SamplesTakeTheIntervalOfTheStandard(_ formatID: FourCharacterCode) throws {
    let samples = Array(-32768...32767)
    let codes = try encoded(samples, formatID)
    let decisions = try decisionValues(formatID)
    var wrong = 0
    var interval = [Int](repeating: 0, count: 32769)
    for magnitude in 1...32768 {
      let before = interval[magnitude - 1]
      interval[magnitude] = before < 127 && decisions[before] <= magnitude ? before + 1 : before
    }
    for (sample, code) in zip(samples, codes) {
      let magnitude = formatID == .aLaw && sample < 0 ? -sample - 1 : abs(sample)
      let positive = UInt8(interval[magnitude])
      let wanted =
        formatID == .muLaw ? ~(positive | (sample < 0 ? 0x80 : 0)) : (positive | (sample < 0 ? 0 : 0x80)) ^ 0x55
      if code != wanted { wrong += 1 }
    }
    expectEqual(wrong, 0)
  }

  /// FFmpeg cuts samples to 14 bits downwards and takes the nearest output value; the standard's decision values lie
  /// elsewhere only where two segments meet.
  @Test(.needs(.ffmpeg), arguments: [FourCharacterCode.muLaw, .aLaw])
  func differencesFromFFmpegLieAtDecisionValuesAlone(_ formatID: FourCharacterCode) throws {
    let samples = Array(-32768...32767)
    var raw: [UInt8] = []
    for sample in samples { raw += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)] }
    let name = formatID == .muLaw ? "mulaw" : "alaw"
    let arguments = [
      "-v", "error", "-f", "s16le", "-ar", "8000", "-ac", "1", "-i", "FILE", "-c:a", "pcm_\(name)", "-f", name,
      "pipe:1",
    ]
    let theirs = try ForeignProgram.run("ffmpeg", arguments, on: raw, named: "all.s16")
    try #require(theirs.count == samples.count)
    let ours = try encoded(samples, formatID)
    let decisions = try decisionValues(formatID)
    func interval(_ code: UInt8) -> Int { Int((formatID == .muLaw ? ~code : code ^ 0x55) & 0x7F) }
    var count = 0
    for (index, sample) in samples.enumerated() where ours[index] != theirs[index] {
      count += 1
      let (mine, other) = (interval(ours[index]), interval(theirs[index]))
      // Silence has two codes in mu-law, and -1…-3 are cut to the one or the other.
      guard mine != other else {
        #expect(formatID == .muLaw && mine == 0 && abs(sample) < 4, "sample \(sample)")
        continue
      }
      expectEqual(abs(mine - other), 1, "sample \(sample)")
      let isCut = abs(decisions[min(mine, other)] - abs(sample)) <= 4
      #expect(isCut || mine / 16 != other / 16, "sample \(sample)")
    }
    print("\(formatID): \(count) of 65536 codes differ from FFmpeg's")
    expectLess(count, 1000)
  }

  @Test(arguments: [FourCharacterCode.muLaw, .aLaw])
  func decodedSamplesEncodeToThemselves(_ formatID: FourCharacterCode) throws {
    let values = try decoded((0...255).map { UInt8($0) }, formatID)
    try expectEqual(decoded(encoded(values, formatID), formatID), values)
  }

  @Test func overloadAndNotANumberAreClippedAndSilent() throws {
    let settings = EncoderSettings(formatID: .muLaw, sampleRate: 8000, layout: ChannelLayout([.center]))
    var encoder = try G711Encoder(settings)
    var input = PCMBlock(channelCount: 1, capacity: 5)
    var plane = input.plane(0)
    for (index, value) in [Float.infinity, -.infinity, .nan, 7, -1e30].enumerated() { plane[index] = value }
    input.setFrameCount(5)
    var bytes: [UInt8] = []
    try encoder.encode(input, frames: 0..<5, into: &bytes)
    expectEqual(bytes, [0x80, 0x00, 0xFF, 0x80, 0x00])
  }

  @Test func channelsAreInterleavedAndRangesHonoured() throws {
    let settings = EncoderSettings(formatID: .aLaw, sampleRate: 8000, layout: ChannelLayout([.left, .right]))
    var encoder = try G711Encoder(settings)
    #expect(encoder.format.stream.bytesPerPacket == 2 && encoder.format.stream.framesPerPacket == 1)
    #expect(encoder.format.stream.bitsPerChannel == 8 && encoder.format.stream.bytesPerFrame == 2)
    var bytes: [UInt8] = [1]
    try encoder.encode(block([[9000, 8, -8], [0, 504, -504]]), frames: 1..<3, into: &bytes)
    expectEqual(bytes, [1, 0xD5, 0xCA, 0x55, 0x4A])
    var decoder = try G711Decoder(stream(.aLaw, channels: 2))
    var output = PCMBlock(channelCount: 2, capacity: 2)
    try decoder.decode(bytes.span.extracting(1..<5), frameCount: 2, into: &output)
    expectEqual(output.frameCount, 2)
    #expect(output.channel(0)[0] * 32768 == 8 && output.channel(1)[1] * 32768 == -504)
  }
}

@Suite struct G711RobustnessTests {
  @Test func partsOfFramesAreRefusedAndAnythingElseDecodes() throws {
    var decoder = try G711Decoder(stream(.muLaw, channels: 3))
    var output = PCMBlock(channelCount: 3, capacity: 4)
    var random = SplitMix64(seed: 711)
    for count in 0...16 {
      let packet = random.bytes(count)
      do throws(CodecError) {
        try decoder.decode(packet.span, frameCount: count / 3, into: &output)
        #expect(count % 3 == 0 && count <= 12)
        expectEqual(output.frameCount, count / 3)
      } catch {
        expectEqual(error.kind, count % 3 != 0 ? .truncated : .limitExceeded)
      }
    }
    decoder.conceal(into: &output)
    #expect(output.frameCount == 1 && output.channel(2)[0] == 0)
  }

  @Test(arguments: [
    (0, 8000.0, 1, 0), (65, 8000.0, 1, 65), (1, 0.0, 1, 1), (1, .nan, 1, 1), (1, .infinity, 1, 1), (2, 8000.0, 1, 1),
    (2, 8000.0, 64, 2), (-1, 8000.0, 1, -1), (.max, 8000.0, 1, .max),
  ])
  func absurdFormatsAreRefused(channels: Int, rate: Double, frames: Int, bytes: Int) {
    var coded = stream(.muLaw, channels: channels, rate: rate)
    coded.format.framesPerPacket = frames
    coded.format.bytesPerPacket = bytes
    #expect(throws: CodecError.self) { _ = try G711Codec.descriptor.summary(of: coded) }
    #expect(throws: CodecError.self) { try refuse(coded) }
  }

  private func refuse(_ stream: CodedStream) throws { _ = try G711Decoder(stream) }
  private func refuse(_ settings: EncoderSettings) throws { _ = try G711Encoder(settings) }

  @Test func settingsThatNobodyCanMeetAreRefused() {
    var settings = EncoderSettings(formatID: .muLaw, sampleRate: 8000, layout: ChannelLayout([.left, .right]))
    settings.bytesPerPacket = 1
    #expect(throws: CodecError.self) { try refuse(settings) }
    settings.bytesPerPacket = nil
    settings.framesPerPacket = 160
    #expect(throws: CodecError.self) { try refuse(settings) }
    settings.framesPerPacket = 1
    settings.formatID = "ima4"
    #expect(throws: CodecError.self) { try refuse(settings) }
  }

  @Test func theCatalogsDescriptionNamesTheLaw() throws {
    var coded = stream(.aLaw, channels: 2)
    coded.layout = ChannelLayout([.right, .left])
    let summary = try G711Codec.descriptor.summary(of: coded)
    #expect(summary.profile == "G.711 A-law" && summary.decoded.layout == coded.layout)
    expectEqual(summary.decoded.framesPerPacket, 1)
  }
}
