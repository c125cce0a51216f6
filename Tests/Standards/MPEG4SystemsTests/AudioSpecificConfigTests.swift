import AudioBase
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// Reads hexadecimal digits; white space is ignored.
private func bytes(_ hex: String) -> [UInt8] {
  let digits = hex.compactMap { $0.hexDigitValue }
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

private func parse(_ hex: String) throws -> AudioSpecificConfig {
  let data = bytes(hex)
  return try AudioSpecificConfig(parsing: data.span)
}

@Suite struct AudioSpecificConfigTests {
  /// Configurations of real encoders and of the worked examples of the specification pages.
  static let examples = [
    "1210", "1190", "1208", "1214", "11B0", "0A10", "121056E500", "131056E598", "138856E5A54880", "2B920800",
    "EB8A0800",
    "1390", "B99100", "BA1500", "B98D00", "F8E64000", "F8E63000", "F8E6C000", "F8E85000", "F8EC3000", "F8F03000",
    "F8EE2000", "F8F62000", "F8EC41B7409E00", "F8EC21A90000", "F8EC2126A000", "F8E8512EC0AE00",
    "F8ECC1B7409DBA04FDD02780", "F8EE21AF000911E9C20000", "F8E040313000",
    // A program configuration: conformance stream al17_44.
    "12000508000000F000",
  ]

  @Test("what was read is written back to the bit", arguments: examples)
  func roundTrip(_ hex: String) throws {
    try expectEqual(parse(hex).bytes, bytes(hex))
  }

  @Test(
    "the configurations of AirPlay, HomeKit and Linphone",
    arguments: [
      ("F8E85000", 44100, 2, 480), ("F8EC3000", 24000, 1, 480), ("F8F03000", 16000, 1, 480),
      ("F8EE2000", 22050, 1, 512),
    ])
  func enhancedLowDelay(_ hex: String, rate: Int, channels: Int, frameLength: Int) throws {
    let config = try parse(hex)
    expectEqual(config.objectType, .erAACELD)
    expectEqual(config.samplingFrequency.hertz, rate)
    expectEqual(config.channelConfiguration, channels)
    expectEqual(config.coreFrameLength, frameLength)
    #expect(config.lowDelaySBR == nil && config.resilience == ResilienceFlags() && config.errorProtection == 0)
  }

  @Test("a core coder delay is kept where it is there, and not missed where the configuration ends before it")
  func coreCoderDelay() throws {
    // 00010 0100 0010, frameLengthFlag 0, dependsOnCoreCoder 1, delay 5, extensionFlag 0.
    let whole = try parse("12120028")
    guard case .generalAudio(let general) = whole.specific else { return #expect(Bool(false)) }
    #expect(general.coreCoderDelay == 5 && whole.bytes == bytes("12120028"))
    let short = try parse("1212")
    #expect(short.objectType == .aacLC && short.samplingFrequency.hertz == 44100 && short.channelConfiguration == 2)
  }

  @Test("a configuration made from its fields is the one that encoders write")
  func construction() {
    let config = AudioSpecificConfig(
      objectType: .erAACELD, samplingFrequency: SamplingFrequency(hertz: 44100), channelConfiguration: 2,
      hasShortFrames: true)
    expectEqual(config.bytes, bytes("F8E85000"))
    let lowDelay = AudioSpecificConfig(
      objectType: .erAACLD, samplingFrequency: SamplingFrequency(hertz: 48000), channelConfiguration: 2)
    expectEqual(lowDelay.bytes, bytes("B99100"))
    let lowComplexity = AudioSpecificConfig(
      objectType: .aacLC, samplingFrequency: SamplingFrequency(hertz: 44100), channelConfiguration: 2)
    expectEqual(lowComplexity.bytes, bytes("1210"))
  }

  @Test("SBR is found however it is signalled")
  func signalling() throws {
    try expectEqual(parse("131056E598").extensionRate, 48000)
    try expectEqual(parse("131056E598").hasParametricStereo, false)
    #expect(try parse("138856E5A54880").hasParametricStereo)
    try expectEqual(parse("2B920800").signalling, .hierarchical(rate: .index(4), hasParametricStereo: false))
    #expect(try parse("EB8A0800").hasParametricStereo)
    try expectEqual(parse("121056E500").signalling, .backwardCompatible(rate: nil, hasParametricStereo: nil))
    try expectEqual(parse("1390").signalling, .implicit)
    try expectEqual(parse("F8EC41B7409E00").extensionRate, 48000)
    try expectEqual(parse("F8EC2126A000").extensionRate, 24000)
  }

  @Test("the headers of LD-SBR, one for each element but the LFE")
  func lowDelaySBR() throws {
    let stereo = try required(parse("F8EC41B7409E00").lowDelaySBR)
    #expect(stereo.isDualRate && !stereo.hasCRC && stereo.headers.count == 1)
    #expect(stereo.headers[0].startFrequency == 11 && stereo.headers[0].stopFrequency == 10)
    #expect(stereo.headers[0].frequency?.noiseBands == 3 && stereo.headers[0].limiter == nil)
    try expectEqual(parse("F8ECC1B7409DBA04FDD02780").lowDelaySBR?.headers.count, 3)
  }

  @Test("extensions of AAC-ELD are kept and named")
  func extensions() throws {
    #expect(try parse("F8EE21AF000911E9C20000").hasLowDelaySurround)
    try expectEqual(parse("F8E040313000").downscaledRate, 48000)
  }

  @Test("extension lengths of every form round trip", arguments: [0, 1, 14, 15, 16, 269, 270, 271, 1000])
  func extensionLengths(_ count: Int) throws {
    var config = try parse("F8E85000")
    guard case .enhancedLowDelay(var specific) = config.specific else { return #expect(Bool(false)) }
    specific.extensions = [.init(type: 1, payload: (0..<count).map { UInt8($0 & 0xFF) })]
    config.specific = .enhancedLowDelay(specific)
    let data = config.bytes
    try expectEqual(AudioSpecificConfig(parsing: data.span), config)
  }

  @Test("a program configuration aligns its comment to the start of the configuration")
  func programConfiguration() throws {
    var program = ProgramConfigElement()
    program.front = [.init(flag: false, tag: 0), .init(flag: true, tag: 0)]
    program.back = [.init(flag: true, tag: 1)]
    program.lowFrequency = [0]
    program.data = [3]
    program.coupling = [.init(flag: true, tag: 2)]
    program.monoMixdown = 5
    program.matrixMixdown = .init(index: 2, pseudoSurround: true)
    program.comment = [1, 2, 3]
    var general = GASpecificConfig()
    general.programConfig = program
    var config = AudioSpecificConfig(
      objectType: .aacLC, samplingFrequency: .explicit(44000), channelConfiguration: 0)
    config.specific = .generalAudio(general)
    let data = config.bytes
    expectEqual(data.suffix(4), [3, 1, 2, 3])
    try expectEqual(AudioSpecificConfig(parsing: data.span), config)
    expectEqual(program.layout.speakers.map(\.name), ["C", "L", "R", "Ls", "Rs", "LFE"])
  }

  @Test(
    "every shortened configuration is refused as truncated",
    arguments: ["1210", "F8E85000", "F8EC41B7409E00", "12000508000000F000"])
  func truncation(_ hex: String) {
    let data = bytes(hex)
    // The last byte of some examples is padding only, so that the one before it may do.
    for count in 0..<(data.count - 1) {
      let part = Array(data.prefix(count))
      #expect("\(hex), \(count) bytes") {
        _ = try AudioSpecificConfig(parsing: part.span)
      } throws: { ($0 as? CodecError)?.kind == .truncated }
    }
  }

  @Test("object types that are not ours are refused by name")
  func unsupported() {
    // MPEG-4 ALS: 11111 000100, 48 kHz, stereo.
    #expect { _ = try parse("F8864000") } throws: { error in
      "\(error)".contains("none of the AAC family")
    }
  }

  @Test("reserved sampling frequency indices are malformed")
  func reservedFrequency() {
    #expect { _ = try parse("1690") } throws: { ($0 as? CodecError)?.kind == .malformed }
  }

  @Test("any bytes parse or throw, and what parses is stable under writing", arguments: [UInt64(1), 2, 3])
  func mutations(_ seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func random() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    var parsed = 0
    for _ in 0..<4000 {
      var data = bytes(Self.examples[Int(random() % UInt64(Self.examples.count))])
      for _ in 0...(random() % 4) { data[Int(random() % UInt64(data.count))] ^= UInt8(1 << (random() % 8)) }
      guard let config = try? AudioSpecificConfig(parsing: data.span) else { continue }
      parsed += 1
      let written = config.bytes
      expectEqual(try? AudioSpecificConfig(parsing: written.span), config, "seed \(seed)")
    }
    expectGreater(parsed, 400)
  }

  @Test(
    "rates between those of the list use the tables of the nearest one",
    arguments: [
      (92017, 0), (92016, 1), (44000, 4), (37566, 4), (37565, 5), (9390, 11), (7350, 12), (1, 11),
    ])
  func tableIndex(_ rate: Int, index: Int) {
    expectEqual(SamplingFrequency(hertz: rate).tableIndex, index)
  }
}
