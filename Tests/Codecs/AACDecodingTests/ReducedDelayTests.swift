import AACDecoding
import AACEncoding
import AACReplication
import AACSyntax
import AudioBase
import Foundation
import MPEG4Systems
import TestSupport
import Testing
import Transforms

/// AAC-ELD with reduced delay: the signalling, the derived windows and banks, and the sound.
struct ReducedDelayTests {
  /// Frames of M/f samples: M, f.
  static let modes = [(512, 2), (512, 4), (480, 2), (480, 3), (480, 4)]

  /// A configuration of a nominal rate with a playback rate.
  static func systems(lines: Int, nominal: Int, playback: Int, channels: Int = 1) -> AudioSpecificConfig {
    var systems = AudioSpecificConfig(
      objectType: .erAACELD, samplingFrequency: SamplingFrequency(hertz: nominal), channelConfiguration: channels,
      hasShortFrames: lines == 480)
    guard case .enhancedLowDelay(var config) = systems.specific else { return systems }
    config.extensions = [.init(type: 3, payload: payload(playback))]
    systems.specific = .enhancedLowDelay(config)
    return systems
  }

  private static func payload(_ rate: Int) -> [UInt8] {
    if let index = SamplingFrequency.rates.firstIndex(of: rate) { return [UInt8(index << 4)] }
    return [0xF0 | UInt8(rate >> 20), UInt8(rate >> 12 & 255), UInt8(rate >> 4 & 255), UInt8(rate << 4 & 255)]
  }

  // MARK: - Signalling

  @Test(arguments: [
    (512, 96000, 48000, 256), (480, 96000, 48000, 240), (512, 192_000, 48000, 128), (480, 192_000, 48000, 120),
    (480, 48000, 16000, 160), (512, 48000, 16000, 512), (512, 48000, 48000, 512), (512, 48000, 32000, 512),
    (480, 48000, 9600, 480), (512, 88200, 44100, 256), (480, 60000, 20000, 160),
  ])
  func theConfigurationTellsTheFrameLength(lines: Int, nominal: Int, playback: Int, expected: Int) throws {
    let systems = ReducedDelayTests.systems(lines: lines, nominal: nominal, playback: playback)
    try expectEqual(AudioSpecificConfig(parsing: systems.bytes.span), systems)
    let configuration = try AACConfiguration(systems)
    #expect(configuration.frameLength == expected && configuration.lineCount == lines)
    expectEqual(configuration.outputFrameLength, expected)
    expectEqual(configuration.sampleRate, Double(nominal * expected / lines))
    expectEqual(configuration.bands.frameLength, lines)
  }

  @Test(arguments: ["F8E040313000", "F8E050313000", "F8FE05DC0040313000", "F8FE05DC0050313000"])
  func configurationsOfAnEncoderAreOfReducedDelay(hex: String) throws {
    let bytes = stride(from: 0, to: hex.count, by: 2).map { place in
      let start = hex.index(hex.startIndex, offsetBy: place)
      return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16) ?? 0
    }
    let configuration = try AACConfiguration(AudioSpecificConfig(parsing: bytes.span))
    #expect(configuration.sampleRate == 48000 && configuration.downscaleFactor > 1)
  }

  @Test(
    arguments: [[UInt8]](
      [[], [0x31], [0x30, 0], [0xF0, 0, 0], [0xD0], [0xF0, 0, 0, 0]]))
  func brokenPlaybackRatesAreMalformed(payload: [UInt8]) {
    var systems = ReducedDelayTests.systems(lines: 512, nominal: 96000, playback: 48000)
    guard case .enhancedLowDelay(var config) = systems.specific else { return }
    config.extensions = [.init(type: 3, payload: payload)]
    systems.specific = .enhancedLowDelay(config)
    #expect(throws: CodecError.self) { try AACConfiguration(systems) }
    expectEqual(systems.downscaleFactor, 1)
  }

  @Test func surroundAndReducedDelayExcludeEachOther() {
    var systems = ReducedDelayTests.systems(lines: 512, nominal: 96000, playback: 48000)
    guard case .enhancedLowDelay(var config) = systems.specific else { return }
    config.extensions.insert(.init(type: 2, payload: [0x33, 0xA7, 0x08, 0x00]), at: 0)
    systems.specific = .enhancedLowDelay(config)
    let error = #expect(throws: CodecError.self) { try AACConfiguration(systems) }
    expectEqual(error?.kind, .malformed)
  }

  @Test func aThirdNeeds480LinesAndNoReplication() {
    var systems = ReducedDelayTests.systems(lines: 480, nominal: 48000, playback: 16000)
    expectEqual(systems.downscaleFactor, 3)
    guard case .enhancedLowDelay(var config) = systems.specific else { return }
    config.sbr = .init(isDualRate: true, hasCRC: false, headers: [])
    systems.specific = .enhancedLowDelay(config)
    expectEqual(systems.downscaleFactor, 1)
  }

  // MARK: - Windows

  @Test(arguments: modes) func derivedWindowsReconstructWithTheSameWindowInTheAnalysis(mode: (Int, Int)) {
    let length = mode.0 / mode.1
    let window = LowDelayWindow.values(frameLength: length)
    #expect(window.count == 4 * length && !window.prefix(length / 4).contains { $0 != 0 })
    var analysis = LowDelayAnalysis(frameLength: length, window: window.span)
    var synthesis = LowDelaySynthesis(frameLength: length, window: window.span)
    var analysisState = LowDelayAnalysisState(frameLength: length)
    var synthesisState = LowDelaySynthesisState(frameLength: length)
    var generator = SplitMix64(seed: 7)
    let input = (0..<(12 * length)).map { _ in Float(Int64(bitPattern: generator.next()) >> 40) * 0x1p-23 }
    var output: [Float] = []
    var spectrum = [Float](repeating: 0, count: length)
    var frame = spectrum
    for start in stride(from: 0, to: input.count, by: length) {
      var lines = spectrum.mutableSpan
      analysis.analyze(input.span.extracting(start..<(start + length)), state: &analysisState, into: &lines)
      var samples = frame.mutableSpan
      synthesis.synthesize(spectrum.span, state: &synthesisState, into: &samples)
      output += frame
    }
    let errors = (4 * length..<input.count).map { index -> Float in abs(output[index] - input[index - length / 2]) }
    let worst = errors.max() ?? 1
    expectLess(worst, 4e-6, "perfect reconstruction but for single precision")
  }

  @Test func aSplineGoesThroughAnyCubic() {
    let cubic = { (x: Double) in 0.3 * x * x * x - 2 * x * x + x - 5 }
    let spline = CubicSpline((0..<9).map { cubic(Double($0)) })
    for step in -2..<40 {
      let place = Double(step) / 4 - 0.25
      expectLess(abs(spline.value(at: place) - cubic(place)), 1e-9)
    }
  }

  @Test(.enabled(if: SharedFiles.folder != nil, "needs the shared folder"))
  func derivedWindowsAreThoseOfThePage() throws {
    struct Page: Decodable { var windows: [String: [Double]] }
    let folder = try required(SharedFiles.folder)
    let data = try Data(contentsOf: folder.appending(path: "tables/eld_windows_downscaled.json"))
    let page = try JSONDecoder().decode(Page.self, from: data)
    expectEqual(page.windows.count, 5)
    for (length, values) in page.windows {
      let window = LowDelayWindow.values(frameLength: try required(Int(length)))
      expectEqual(window.count, values.count)
      expectLess(zip(window, values).map { abs(Double($0) - $1) }.max() ?? 1, 2e-7, "single precision of the source")
    }
  }

  // MARK: - Banks

  /// 16 and 8 bands by the formula of LD-SBR's bank, with the mean of the two middle taps of each group.
  @Test(arguments: [16, 8]) func smallAnalysisBanksFollowTheFormula(count: Int) {
    var generator = SplitMix64(seed: 8)
    let input = (0..<(16 * count)).map { _ in Float(Int64(bitPattern: generator.next()) >> 40) * 0x1p-23 }
    var analysis = SubbandAnalysis(.lowDelay, bandCount: count, columnCount: 16, synthesisBandCount: 2 * count)
    var history = SubbandAnalysis.History(bandCount: count)
    var low = LowSubbands(historyCount: 2, columnCount: 16)
    analysis.analyze(input.span, history: &history, into: &low)
    let group = 64 / count
    var worst = 0.0
    for column in [12, 15] {
      for k in 0..<count {
        var (re, im) = (0.0, 0.0)
        for n in 0..<(10 * count) {
          let place = count * column + count - 1 - n
          guard place >= 0 else { continue }
          let middle = group * n + group / 2
          let tap = Double(lowDelayQuadratureMirrorWindow[middle - 1] + lowDelayQuadratureMirrorWindow[middle]) / 2
          let phase = Double(2 * (n % (2 * count)) - (3 * count - 1))
          let angle = .pi / Double(2 * count) * (Double(k) + 0.5) * phase
          let value = 64 / Double(count) * 32768 * Double(input[place]) * tap
          re += value * cos(angle)
          im += value * sin(angle)
        }
        let place = (column + 2) * 32 + k
        worst = max(worst, abs(re - Double(low.real[place])), abs(im - Double(low.imaginary[place])))
      }
    }
    #expect(worst > 0 && worst < 0.4, "of sums of up to 2^20")
  }

  // MARK: - Sound

  /// A tone that an ordinary encoder coded comes out at the lower rate, at the same level and the same place.
  @Test(arguments: modes) func theLowerPartOfAnOrdinaryStreamIsItsSound(mode: (Int, Int)) throws {
    let (lines, factor) = mode
    let tone = 0.05
    var encoding = try Encoding(
      encoderSettings(.aacEnhancedLowDelay, rate: 48000, channels: 1, frames: lines, bitRate: 128_000))
    let signal = (0..<(40 * lines)).map { Float(0.4 * sin(tone * Double($0))) }
    try encoding.encode([signal])
    let systems = ReducedDelayTests.systems(lines: lines, nominal: 48000, playback: 48000 / factor)
    var decoding = Decoding(try AACConfiguration(systems))
    let output = try decoding.decode(encoding.packets).flatMap { $0[0] }
    let length = lines / factor
    expectEqual(output.count, encoding.packets.count * length)
    // Sample t stands in the middle of `factor` samples of the nominal rate, half a frame later.
    var (error, energy) = (0.0, 0.0)
    for t in (8 * length)..<(30 * length) {
      let place = (Double(t - length / 2) + 0.5) * Double(factor) - 0.5
      let expected = 0.4 * sin(tone * place)
      error += (Double(output[t]) - expected) * (Double(output[t]) - expected)
      energy += expected * expected
    }
    expectGreater(10 * log10(energy / error), 38)
  }

  /// A lost frame of a few milliseconds is continued at the level of the sound around it.
  @Test(arguments: modes) func lossesAreFilled(mode: (Int, Int)) throws {
    let (lines, factor) = mode
    var encoding = try Encoding(
      encoderSettings(.aacEnhancedLowDelay, rate: 48000, channels: 1, frames: lines, bitRate: 128_000))
    try encoding.encode([(0..<(90 * lines)).map { Float(0.4 * sin(0.05 * Double($0))) }])
    let systems = ReducedDelayTests.systems(lines: lines, nominal: 48000, playback: 48000 / factor)
    let configuration = try AACConfiguration(systems)
    var whole = Decoding(configuration)
    let expected = try whole.decode(encoding.packets).map { $0[0] }
    var errors: [Float] = []
    for lost in 60..<84 {
      var decoding = Decoding(configuration)
      var worst: Float = 0
      for (index, packet) in encoding.packets.enumerated() {
        let frame = index == lost ? decoding.conceal()[0] : try decoding.decode(packet)[0]
        for n in frame.indices { worst = max(worst, abs(frame[n] - expected[index][n])) }
        if index < lost { expectEqual(worst, 0) }
      }
      errors.append(worst)
    }
    // How well the tone goes on depends on the noise of the frame before: half of the losses are far better, and one
    // may be no better than silence.
    errors.sort()
    #expect(errors[0] > 0 && errors[12] < 0.03 && errors[22] < 0.2, "\(errors)")
  }

  // MARK: - Encoding

  /// The sound comes back at the place that the encoder's priming tells, its noise below the thresholds.
  @Test(arguments: [(256, 48000.0), (240, 48000), (128, 48000), (120, 48000), (256, 44100), (120, 44100), (240, 16000)])
  func whatIsEncodedIsDecoded(mode: (Int, Double)) throws {
    let (length, rate) = mode
    var encoding = try Encoding(
      encoderSettings(.aacEnhancedLowDelay, rate: rate, channels: 2, frames: length, bitRate: Int(rate) * 5))
    let stream = encoding.configuration.stream
    #expect(stream.frameLength == length && stream.downscaleFactor == (length > 200 ? 2 : 4))
    #expect(encoding.format.primingFrames == length / 2 && encoding.format.stream.framesPerPacket == length)
    let written = try AACConfiguration(AudioSpecificConfig(parsing: encoding.format.cookie.span))
    #expect(written.systems == stream.systems && written.sampleRate == rate)
    let count = 200 * length
    let signal = (0..<2).map { channel in
      (0..<count).map { n in
        let t = Double(n) / rate
        return Float(0.3 * sin(2 * .pi * 440 * t + Double(channel)) + 0.1 * sin(2 * .pi * 2750 * t))
      }
    }
    try encoding.encode(signal)
    let decoded = try encoding.decoded(frameCount: count)
    for channel in 0..<2 {
      var (error, energy) = (0.0, 0.0)
      for n in (8 * length)..<(count - 4 * length) {
        error += pow(Double(decoded[channel][n] - signal[channel][n]), 2)
        energy += pow(Double(signal[channel][n]), 2)
      }
      expectGreater(10 * log10(energy / error), 28, "as far below as the masking model asks of noise")
    }
  }

  @Test(arguments: [160, 100, 64, 1024]) func otherFrameLengthsAreRefused(length: Int) {
    #expect(throws: CodecError.self) {
      try AACEncoderConfiguration(encoderSettings(.aacEnhancedLowDelay, rate: 48000, frames: length))
    }
    #expect(throws: CodecError.self) {
      try AACEncoderConfiguration(encoderSettings(.aacLowDelay, rate: 48000, frames: 256))
    }
  }

  /// Constant rates are met, the lowest and the highest included.
  @Test(arguments: [256, 120], [96000, 160_000, 256_000]) func ratesAreMet(length: Int, bitRate: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 9))
    var encoding = try Encoding(
      encoderSettings(.aacEnhancedLowDelay, rate: 48000, frames: length, bitRate: bitRate, mode: .constant))
    try encoding.encode((0..<2).map { _ in maker.noisy(96000, level: 0.5) })
    let bits = encoding.packets.reduce(0) { $0 + 8 * $1.count }
    let found = Double(bits) * 48000 / Double(encoding.packets.count * length)
    expectLess(abs(found / Double(bitRate) - 1), 0.02)
  }

  @Test(arguments: [256, 240, 128, 120]) func theLowestAndHighestRatesMakePacketsThatCanBeRead(length: Int) throws {
    let settings = encoderSettings(.aacEnhancedLowDelay, rate: 48000, frames: length)
    let range = try AACEncoding.bitRates(for: settings).range
    for bitRate in [range.lowerBound, range.upperBound] {
      var maker = SignalMaker(generator: SplitMix64(seed: 2))
      var asked = settings
      asked.bitRate = bitRate
      var encoding = try Encoding(asked)
      try encoding.encode((0..<2).map { _ in maker.noisy(24000, level: 0.9) })
      #expect(try encoding.decoded(frameCount: 12000).allSatisfy { $0.allSatisfy { $0.isFinite } })
    }
  }
}
