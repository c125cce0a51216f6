import AACDecoding
import AACEncoding
import AACSyntax
import AudioBase
import Foundation
import MPEG4Systems
import TestSupport
import Testing

/// The noise that the encoder's allocation begins with, against figures of psychoacoustics.
struct NoiseDistributionTests {
  /// Zwicker and Fastl, "Psychoacoustics", table 6.1: the widths of critical bands around their centres, in Hz.
  private static let criticalBands: [(center: Double, width: Float)] = [
    (250, 100), (570, 120), (1000, 160), (1850, 280), (2900, 450), (4000, 700), (5800, 1100), (8500, 1800),
    (10500, 2500),
  ]

  @Test func criticalBandsHaveTheWidthsOfTheTable() {
    for (center, width) in Self.criticalBands {
      let found = NoiseDistribution.criticalBandwidth(at: center)
      expectLess(abs(found / width - 1), 0.12, "\(center) Hz: \(found)")
    }
  }

  private func context(_ type: AudioObjectType, _ distribution: NoiseDistribution) throws -> AnalysisContext {
    let configuration = try configuration(type, channels: 2)
    return AnalysisContext(
      profile: configuration.profile, bands: configuration.bands, sampleRate: 44100, bitRatePerChannel: 64000,
      bandwidthLine: configuration.frameLength, isPair: true, distribution: distribution)
  }

  /// The distance of the threshold below the energy of the band at a frequency, in decibels, after some frames; without
  /// the further one of the lowest sounds.
  private func distance(
    _ context: AnalysisContext, at frequency: Double, _ lines: () -> [Float]
  ) throws -> Double {
    let count = context.bands.frameLength
    var model = PsychoacousticModel(context)
    var history = ThresholdHistory()
    var channel = AnalyzedChannel(frameLength: count)
    channel.info.bandCount = context.bands.bandCount(isShort: false)
    for _ in 0..<20 {
      channel.spectrum = lines()
      model.analyze(&channel, bands: context.bands, history: &history)
    }
    let line = Int(frequency / 22050 * Double(count))
    let band = try required(context.bands.longOffsets.lastIndex { $0 <= line })
    let offsets = context.bands.longOffsets
    let middle = context.frequency(ofLine: offsets[band] + offsets[band + 1], isShort: false) / 2
    let low = context.distribution.lowFactor(at: middle)
    return 10 * log10(Double(low * channel.energies[band] / channel.thresholds[band]))
  }

  /// Tones mask noise from 18 to 29 dB below them on (ISO/IEC 11172-3, annex D, model 2). In AAC-ELD the lowest ones,
  /// of which a critical band has two lines, have 2 dB more, which cost few bits.
  @Test(arguments: zip([AudioObjectType.aacLC, .erAACELD], [30.0, 32]))
  func tonesHideNoiseThatIsAsFarBelowAsTheTextbookSays(type: AudioObjectType, most: Double) throws {
    let context = try context(type, NoiseDistribution(bitRate: 64000, isPair: true, hasLowDelay: type != .aacLC))
    let count = context.bands.frameLength
    for frequency in [250.0, 500, 1000, 2000, 4000, 6000] {
      let found = try distance(context, at: frequency) {
        var lines = [Float](repeating: 1, count: count)
        lines[Int(frequency / 22050 * Double(count))] = 300_000
        return lines
      }
      #expect((18...(frequency > 1000 ? 30 : most)).contains(found), "\(frequency) Hz: \(found) dB")
    }
  }

  /// The window spreads a tone over three lines or so, of four that a low band has in frames of 480 and 512: among its
  /// neighbours it is a tone, and hides 4 dB less noise at least than a band of noise does, wherever its lines are.
  @Test(arguments: [600.0, 640, 690, 740, 900, 1500])
  func tonesThatFillTheirBandAreTones(frequency: Double) throws {
    var generator = SplitMix64(seed: 9)
    let distribution = NoiseDistribution(bitRate: 64000, isPair: true, hasLowDelay: true)
    let context = try context(.erAACELD, distribution)
    let count = context.bands.frameLength
    let line = Int(frequency / 22050 * Double(count))
    let tone = try distance(context, at: frequency) {
      var lines = (0..<count).map { _ in Float(100 * generator.normal()) }
      for (offset, value) in [(-1, 0.8), (0, 1), (1, 0.8)] { lines[line + offset] = Float(300_000 * value) }
      return lines
    }
    let noise = try distance(context, at: frequency) { (0..<count).map { _ in Float(3000 * generator.normal()) } }
    #expect(tone > noise + 4, "\(tone) and \(noise) dB")
  }

  @Test func noiseMasksMoreThanTonesAndMoreSoWhereCriticalBandsAreWide() throws {
    var generator = SplitMix64(seed: 5)
    let context = try context(.aacLC, NoiseDistribution(bitRate: 64000, isPair: true))
    func ofNoise(_ frequency: Double) throws -> Double {
      try distance(context, at: frequency) { (0..<1024).map { _ in Float(3000 * generator.normal()) } }
    }
    let (low, high) = try (ofNoise(300), ofNoise(8500))
    // 1,800 Hz against 100: 12.6 dB, give or take what a band of four lines differs from its neighbours.
    expectLess(abs(low - high - 12.6), 4, "\(low), \(high)")
    expectGreater(high, 6)
    let flat = try self.context(.aacLC, .ofLowRates)
    let even = try distance(flat, at: 8500) { (0..<1024).map { _ in Float(3000 * generator.normal()) } }
    expectGreater(even, high + 6)
  }

  /// From 96 to 128 kbit/s the lowest kilohertz gets its distance; from there on it has all of it.
  @Test(arguments: [false, true])
  func lowestSoundsHaveLessNoiseTheMoreBitsThereAreWithoutAnEdge(hasLowDelay: Bool) {
    func factor(_ bitRate: Double, _ frequency: Double) -> Float {
      NoiseDistribution(bitRate: bitRate, isPair: true, hasLowDelay: hasLowDelay).lowFactor(at: frequency)
    }
    for frequency in [50.0, 300, 900] {
      expectEqual(factor(32000, frequency), 1)
      expectEqual(factor(40000, frequency), 1)
      expectLess(factor(48000, frequency), 1)
      expectLess(factor(64000, frequency), factor(48000, frequency))
      expectEqual(factor(64000, frequency), factor(128000, frequency))
      expectEqual(NoiseDistribution.ofLowRates.lowFactor(at: frequency), 1)
    }
    // What fdk-aac's noise was below ours there: 4 to 8 dB, on most clips.
    #expect((-12 ... -8).contains(10 * log10(factor(64000, 200))))
    for frequency in stride(from: 0.0, to: 2000, by: 10) {
      let (here, next) = (factor(64000, frequency), factor(64000, frequency + 10))
      #expect(next >= here && next < 1.03 * here, "\(frequency) Hz")
    }
    expectEqual(factor(64000, 1500), 1)
  }

  /// A voice's harmonics, and onsets that use up the bits: at 128 kbit/s noise below 1 kHz is as far below the sound as
  /// fdk-aac's is in the median of the clips of `Scripts/measure encoder-quality` (34 dB), in AAC-ELD at least 30.
  /// Without a distance of its own it is 25 to 30 dB below.
  @Test(arguments: [(FourCharacterCode.aac, 34.0), (.aacEnhancedLowDelay, 30)])
  func lowestKilohertzIsClean(format: FourCharacterCode, least: Double) throws {
    var generator = SplitMix64(seed: 7)
    let count = 40960
    let left: [Float] = (0..<count).map { index in
      let time = Double(index) / 44100
      var value = 0.0
      for harmonic in 1...40 {
        value += sin(2 * .pi * 131 * Double(harmonic) * time + Double(harmonic * harmonic)) / Double(harmonic)
      }
      let noise = index % 11025 < 2000 ? 0.2 : 0.004
      return Float(0.1 * value + noise * 0.3 * generator.normal())
    }
    let right: [Float] = left.map { Float(0.8) * $0 + Float(0.002 * generator.normal()) }
    var encoding = try Encoding(encoderSettings(format, channels: 2, bitRate: 128000))
    try encoding.encode([left, right])
    let decoded = try encoding.decoded(frameCount: count)
    // A moving average of 32 samples, twice: 6 dB down at 0.6 kHz, 24 at 1.2.
    func low(_ samples: [Float]) -> [Float] {
      var result = samples
      for _ in 0..<2 {
        let sums = result.reduce(into: [Double(0)]) { $0.append($0[$0.count - 1] + Double($1)) }
        result = (0..<(result.count - 32)).map { Float((sums[$0 + 32] - sums[$0]) / 32) }
      }
      return result
    }
    for (channel, original) in [left, right].enumerated() {
      let difference = zip(original, decoded[channel]).map { $0 - $1 }
      let energies = [low(original), low(difference)].map { $0[4096..<36864].reduce(0) { $0 + Double($1 * $1) } }
      let ratio = 10 * log10(energies[0] / energies[1])
      expectGreater(ratio, least, "channel \(channel): \(ratio) dB")
    }
  }

  /// What rounding to 16 bits adds, an even distribution one step wide, is no sound.
  @Test func roundingNoiseIsInaudible() throws {
    var generator = SplitMix64(seed: 8)
    let context = try context(.aacLC, NoiseDistribution(bitRate: 64000, isPair: true))
    let deviation = (2 * 1024.0 / 12).squareRoot()
    let found = try distance(context, at: 8500) { (0..<1024).map { _ in Float(deviation * generator.normal()) } }
    expectEqual(found, 0)
  }

  /// It takes next to no bits of a voice, in the middle of two channels neither: three quarters more, in AAC-LC, where
  /// it is coded as any other sound.
  @Test(arguments: [FourCharacterCode.aac, .aacEnhancedLowDelay], [1, 2])
  func roundingNoiseTakesNoBitsOfAVoice(format: FourCharacterCode, channelCount: Int) throws {
    let count = 22050
    let voice: [Float] = (0..<count).map { index in
      let time = Double(index) / 44100
      var value = 0.0
      for harmonic in 1...30 {
        value += sin(2 * .pi * 141.3 * Double(harmonic) * time + Double(harmonic * harmonic)) / Double(harmonic)
      }
      return Float(0.1 * value)
    }
    let rounded = voice.map { ($0 * 32768).rounded() / 32768 }
    func byteCount(_ samples: [Float]) throws -> Int {
      var settings = encoderSettings(format, channels: channelCount, mode: .variable)
      settings.quality = 96
      var encoding = try Encoding(settings)
      try encoding.encode(Array(repeating: samples, count: channelCount))
      return encoding.packets.reduce(0) { $0 + $1.count }
    }
    let (clean, noisy) = try (byteCount(voice), byteCount(rounded))
    expectLess(Double(noisy), 1.15 * Double(clean), "\(clean) and \(noisy) bytes")
  }

  /// The decoder's filter carries noise upwards: no filter of AAC-LC begins where sounds are loudest.
  @Test func filtersLeaveLowLinesAlone() throws {
    var generator = SplitMix64(seed: 6)
    let context = try context(.aacLC, NoiseDistribution(bitRate: 64000, isPair: true))
    var analysis = TemporalNoiseShapingAnalysis(context: context)
    var channel = AnalyzedChannel(frameLength: 1024)
    channel.info.windowSequence = .eightShort
    channel.info.grouping = 0b1101101
    channel.info.setGroups()
    channel.info.bandCount = context.bands.bandCount(isShort: true)
    channel.spectrum = (0..<1024).map { line in
      let phase = (40.5 + 64) * (Double(line % 128) + 0.5)
      return Float(3000 * cos(Double.pi / 128 * phase) + 30 * generator.normal())
    }
    let before = channel.spectrum
    analysis.shape(&channel, reduction: 0)
    #expect(channel.temporalNoiseShaping != nil)
    #expect(channel.spectrum != before)
    // A line is 172 Hz wide.
    for window in 0..<8 {
      expectEqual(channel.spectrum[(128 * window)..<(128 * window + 8)], before[(128 * window)..<(128 * window + 8)])
    }
  }
}
