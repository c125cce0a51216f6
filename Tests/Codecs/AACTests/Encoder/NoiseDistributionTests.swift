import AACCodec
import AACEncoding
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
      #expect(abs(found / width - 1) < 0.12, "\(center) Hz: \(found)")
    }
  }

  private func context(_ type: AudioObjectType, _ distribution: NoiseDistribution) throws -> AnalysisContext {
    let configuration = try configuration(type, channels: 2)
    return AnalysisContext(
      profile: configuration.profile, bands: configuration.bands, sampleRate: 44100, bitRatePerChannel: 64000,
      bandwidthLine: configuration.frameLength, isPair: true, distribution: distribution)
  }

  /// The distance of the threshold below the energy of the band at a frequency, in decibels, after some frames.
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
    let band = try #require(context.bands.longOffsets.lastIndex { $0 <= line })
    return 10 * log10(Double(channel.energies[band] / channel.thresholds[band]))
  }

  /// Tones mask noise from 18 to 29 dB below them on (ISO/IEC 11172-3, annex D, model 2).
  @Test(arguments: [AudioObjectType.aacLC, .erAACELD])
  func tonesHideNoiseThatIsAsFarBelowAsTheTextbookSays(type: AudioObjectType) throws {
    let context = try context(type, NoiseDistribution(bitRate: 64000, isPair: true, hasLowDelay: type != .aacLC))
    let count = context.bands.frameLength
    let range = 18.0...30.0
    for frequency in [250.0, 500, 1000, 2000, 4000, 6000] {
      let found = try distance(context, at: frequency) {
        var lines = [Float](repeating: 1, count: count)
        lines[Int(frequency / 22050 * Double(count))] = 300_000
        return lines
      }
      #expect(range.contains(found), "\(frequency) Hz: \(found) dB")
    }
  }

  @Test func noiseMasksMoreThanTonesAndMoreSoWhereCriticalBandsAreWide() throws {
    var generator = SplitMix64(seed: 5)
    let context = try context(.aacLC, NoiseDistribution(bitRate: 64000, isPair: true))
    func ofNoise(_ frequency: Double) throws -> Double {
      try distance(context, at: frequency) { (0..<1024).map { _ in Float(3000 * generator.normal()) } }
    }
    let (low, high) = try (ofNoise(300), ofNoise(8500))
    // 1,800 Hz against 100: 12.6 dB, give or take what a band of four lines differs from its neighbours.
    #expect(abs(low - high - 12.6) < 4, "\(low), \(high)")
    #expect(high > 6)
    let flat = try self.context(.aacLC, .ofLowRates)
    let even = try distance(flat, at: 8500) { (0..<1024).map { _ in Float(3000 * generator.normal()) } }
    #expect(even > high + 6)
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
      #expect(channel.spectrum[(128 * window)..<(128 * window + 8)] == before[(128 * window)..<(128 * window + 8)])
    }
  }
}
