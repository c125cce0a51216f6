import AACDecoding
import AACEncoding
import AACSyntax
import Foundation
import MPEG4Systems
import TestSupport
import Testing

/// The decisions on temporal noise shaping, and that the decoder undoes them.
struct TemporalNoiseShapingAnalysisTests {
  private func context(_ type: AudioObjectType, hertz: Int = 44100, isShort: Bool = false) throws -> AnalysisContext {
    let configuration = try configuration(type, channels: 2, isShort: isShort, hertz: hertz)
    return AnalysisContext(
      profile: configuration.profile, bands: configuration.bands, sampleRate: Double(hertz), bitRatePerChannel: 48000,
      bandwidthLine: configuration.frameLength, isPair: true)
  }

  private func channel(
    _ context: AnalysisContext, _ lines: [Double], sequence: WindowSequence = .onlyLong, bandCount: Int? = nil
  ) -> AnalyzedChannel {
    var channel = AnalyzedChannel(frameLength: context.bands.frameLength)
    channel.info.windowSequence = sequence
    if sequence == .eightShort {
      channel.info.grouping = 0b1101101
      channel.info.setGroups()
    }
    channel.info.bandCount = bandCount ?? context.bands.bandCount(isShort: sequence == .eightShort)
    channel.spectrum = lines.map { Float($0) }
    return channel
  }

  /// A cosine transform of one sample at a place, with noise: what a click makes of a spectrum.
  private func click(_ count: Int, at place: Double, _ generator: inout SplitMix64) -> [Double] {
    (0..<count).map { line -> Double in
      let phase: Double = place + 0.5 + Double(count) / 2
      let wave: Double = cos(Double.pi / Double(count) * phase * (Double(line) + 0.5))
      return 3000 * wave + 30 * generator.normal()
    }
  }

  private func stream(_ channel: AnalyzedChannel) -> ChannelStream {
    var stream = ChannelStream(frameLength: channel.spectrum.count)
    stream.info = channel.info
    stream.temporalNoiseShaping = channel.temporalNoiseShaping
    return stream
  }

  @Test(arguments: [AudioObjectType.aacLC, .erAACLD, .erAACELD], [false, true])
  func aClickIsPredictedAndTheDecoderRestoresIt(type: AudioObjectType, isShort: Bool) throws {
    var generator = SplitMix64(seed: 11)
    let context = try context(type, isShort: isShort)
    var analysis = TemporalNoiseShapingAnalysis(context: context)
    let length = context.bands.frameLength
    for place in stride(from: 0.1, to: 0.9, by: 0.2) {
      let lines = click(length, at: place * Double(length), &generator)
      for bandCount in [nil, context.bands.bandCount(isShort: false) - 6] {
        var channel = channel(context, lines, bandCount: bandCount)
        let before = channel.spectrum
        analysis.shape(&channel, reduction: 0)
        let data = try required(channel.temporalNoiseShaping)
        expectGreater(channel.predictionGain, 2)
        #expect(data.filters[0].order > 0 && data.filters[0].order <= 12)
        // The filters take away energy, and the reference in double precision does the same.
        var expected = before.map { Double($0) }
        Reference.applyShaping(stream(channel), context.bands, &expected)
        expectGreater(signalToNoise(channel.spectrum, expected), 100)
        let energy = { (values: [Float]) in values.reduce(0) { $0 + Double($1 * $1) } }
        expectLess(energy(channel.spectrum), 0.8 * energy(before))
        var shaped = stream(channel)
        #expect(TemporalNoiseShaping.undo(&shaped, bands: context.bands, in: &channel.spectrum))
        expectGreater(signalToNoise(channel.spectrum, before.map { Double($0) }), 80)
      }
    }
  }

  @Test func shortWindowsHaveAFilterEach() throws {
    var generator = SplitMix64(seed: 12)
    let context = try context(.aacLC)
    var analysis = TemporalNoiseShapingAnalysis(context: context)
    var lines: [Double] = []
    for window in 0..<8 {
      lines += window == 5 ? click(128, at: 40, &generator) : (0..<128).map { _ in 500 * generator.normal() }
    }
    var channel = channel(context, lines, sequence: .eightShort)
    let before = channel.spectrum
    analysis.shape(&channel, reduction: 0)
    let data = try required(channel.temporalNoiseShaping)
    for window in 0..<8 { expectEqual(data.filterCounts[window] > 0, window == 5) }
    expectLessOrEqual(data.filters[5].order, 7)
    expectEqual(channel.spectrum[0..<640], before[0..<640])
    var shaped = stream(channel)
    #expect(TemporalNoiseShaping.undo(&shaped, bands: context.bands, in: &channel.spectrum))
    expectGreater(signalToNoise(channel.spectrum, before.map { Double($0) }), 80)
  }

  @Test(arguments: [AudioObjectType.aacLC, .erAACELD])
  func steadyNoiseIsLeftAlone(type: AudioObjectType) throws {
    var generator = SplitMix64(seed: 13)
    let context = try context(type)
    var analysis = TemporalNoiseShapingAnalysis(context: context)
    for _ in 0..<50 {
      var channel = channel(context, (0..<context.bands.frameLength).map { _ in 1000 * generator.normal() })
      let before = channel.spectrum
      analysis.shape(&channel, reduction: 0)
      expectNil(channel.temporalNoiseShaping)
      expectEqual(channel.predictionGain, 1)
      expectEqual(channel.spectrum, before)
    }
  }

  @Test func aPairWithTheSameClickHasTheSameFilters() throws {
    var generator = SplitMix64(seed: 14)
    let context = try context(.erAACELD)
    var analysis = TemporalNoiseShapingAnalysis(context: context)
    let lines = click(context.bands.frameLength, at: 100, &generator)
    var element = AnalyzedElement(frameLength: context.bands.frameLength, isPair: true)
    element.hasCommonWindow = true
    element.first = channel(context, lines)
    element.second = channel(context, lines.map { 0.3 * $0 + 5 * generator.normal() })
    analysis.shape(&element, reduction: 0)
    let first = try required(element.first.temporalNoiseShaping)
    let second = try required(element.second.temporalNoiseShaping)
    for number in 0..<2 {
      expectEqual(first.filters[number].order, second.filters[number].order)
      for index in 0..<20 {
        expectEqual(first.filters[number].coefficients[index], second.filters[number].coefficients[index])
      }
    }
    element.second = channel(context, (0..<context.bands.frameLength).map { _ in 1000 * generator.normal() })
    element.first = channel(context, lines)
    analysis.shape(&element, reduction: 0)
    #expect(element.first.temporalNoiseShaping != nil)
    expectNil(element.second.temporalNoiseShaping)
  }

  /// Loud noise up to a line, and above it what a quiet click makes: its filter predicts the click, not the noise.
  private func quietClickBehindLoudNoise(_ count: Int, _ generator: inout SplitMix64) -> [Double] {
    var lines = click(count, at: 0.4 * Double(count), &generator)
    for line in 0..<(count / 8) { lines[line] = 300_000 * generator.normal() }
    return lines
  }

  @Test(arguments: [AudioObjectType.aacLC, .erAACELD], [false, true])
  func filtersOfLongWindowsMustSaveBits(type: AudioObjectType, isPair: Bool) throws {
    var generator = SplitMix64(seed: 15)
    let context = try context(type)
    var analysis = TemporalNoiseShapingAnalysis(context: context)
    let length = context.bands.frameLength
    // With noise at the thresholds the lines of the click cost bits, and the filter saves them. Where noise drowns the
    // click, only what the filter makes worse is left.
    for (reduction, isUsed) in [(Float(0), true), (70, false)] {
      var element = AnalyzedElement(frameLength: length, isPair: true)
      element.hasCommonWindow = true
      element.first = channel(context, quietClickBehindLoudNoise(length, &generator))
      element.second = channel(context, quietClickBehindLoudNoise(length, &generator))
      let before = (element.first.spectrum, element.second.spectrum)
      if isPair {
        analysis.shape(&element, reduction: reduction)
      } else {
        analysis.shape(&element.first, reduction: reduction)
        analysis.shape(&element.second, reduction: reduction)
      }
      for (channel, lines) in [(element.first, before.0), (element.second, before.1)] {
        expectEqual(channel.temporalNoiseShaping != nil, isUsed)
        expectEqual(channel.predictionGain > 1, isUsed)
        expectEqual(channel.spectrum != lines, isUsed)
      }
    }
  }

  @Test(arguments: [AudioObjectType.aacLC, .erAACELD])
  func silenceAndAbsurdLinesAreLeftAlone(type: AudioObjectType) throws {
    let context = try context(type)
    var analysis = TemporalNoiseShapingAnalysis(context: context)
    for value in [0, 1e-30, 1e30, Double.infinity, .nan] {
      var channel = channel(context, Array(repeating: value, count: context.bands.frameLength))
      analysis.shape(&channel, reduction: 0)
      if value < 1 { expectNil(channel.temporalNoiseShaping) }
      expectGreaterOrEqual(channel.predictionGain, 1)
    }
    var channel = channel(context, Array(repeating: 100, count: context.bands.frameLength), bandCount: 0)
    analysis.shape(&channel, reduction: 0)
    expectNil(channel.temporalNoiseShaping)
  }

  @Test(arguments: [UInt8(3), 4])
  func filtersAreNearlyAsGoodAsTheProcessAllows(resolution: UInt8) {
    // A process of first order with pole −k: the best gain is 1 / (1 − k²), whatever the order.
    for k: Float in [-0.97, -0.8, -0.4, 0.3, 0.6, 0.98] {
      var correlation: [13 of Float] = .init(repeating: 0)
      var value: Float = 1
      for lag in 0..<13 {
        correlation[lag] = value
        value *= -k
      }
      let filter = LinearPrediction.filter(correlation, order: 12, resolution: resolution, least: 0.1)
      let predictor = TemporalNoiseShaping.predictor(filter, resolution: resolution)
      let gain = LinearPrediction.gain(predictor, order: 12, correlation)
      let best = 1 / (1 - k * k)
      expectLessOrEqual(gain, 1.001 * best)
      expectGreater(gain, (resolution == 4 ? 0.9 : 0.75) * best, "\(k): \(gain) of \(best)")
    }
  }

  @Test(arguments: [UInt8(3), 4])
  func coefficientsAreQuantisedToTheNearestOfTheStandardsSines(resolution: UInt8) {
    let half = 1 << (Int(resolution) - 1)
    for step in -100...100 {
      let value = Double(step) / 100
      let distances = (-half..<half).map { index in
        let divisor = Double(half) + (index < 0 ? 0.5 : -0.5)
        return abs(sin(Double(index) / divisor * .pi / 2) - value)
      }
      let nearest = TemporalNoiseShaping.nearest(Float(value), resolution: resolution)
      expectLessOrEqual(distances[Int(nearest) + half], distances.min()! + 1e-6)
    }
  }
}
