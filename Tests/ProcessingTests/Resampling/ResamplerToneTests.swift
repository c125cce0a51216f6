import Foundation
import SignalProcessing
import TestSupport
import Testing

/// What the converter promises of tones: 0.5 of full scale, residue after a least-squares fit.
@Suite struct ResamplerToneTests {
  static let pairs: [(Double, Double)] = [
    (44_100, 48_000), (48_000, 44_100), (96_000, 44_100), (48_000, 16_000), (8000, 48_000), (44_100, 48_001),
    (44_100.5, 48_000), (192_000, 4000), (192_000, 3999),
  ]

  static func conversions(_ complexity: ResamplerComplexity) -> [Conversion] {
    let deliveries: [ResamplerDelivery] = complexity == .minimumPhase ? [.blocks] : [.blocks, .prompt]
    return pairs.flatMap { pair in
      deliveries.flatMap { delivery in
        [ResamplerQuality.medium, .maximum].map {
          Conversion(input: pair.0, output: pair.1, complexity: complexity, quality: $0, delivery: delivery)
        }
      }
    }
  }

  /// Tones that both rates can carry.
  static func tones(_ conversion: Conversion) -> [Double] {
    [1000, 10_000, 20_000].filter { $0 < 0.456 * min(conversion.input, conversion.output) }
  }

  @Test(arguments: conversions(.mastering))
  func masteringKeepsTonesTo180Decibels(_ conversion: Conversion) throws {
    for frequency in Self.tones(conversion) {
      let output = try conversion.convert(tone(frequency, rate: conversion.input, count: Int(conversion.input / 2)))
      let fit = ToneFit(output, frequency: frequency, rate: conversion.output, margin: output.count / 5)
      expectGreater(fit.signalToNoise, 185, "\(frequency) Hz")
      expectLess(abs(decibels(fit.amplitude / 0.5)), 1e-6, "\(frequency) Hz")
      expectLess(abs(fit.delay), 1e-12, "\(frequency) Hz")
    }
  }

  @Test(arguments: conversions(.normal))
  func normalKeepsTonesTo130Decibels(_ conversion: Conversion) throws {
    for frequency in Self.tones(conversion) {
      let input = tone(frequency, rate: conversion.input, count: Int(conversion.input / 2)).map { Float($0) }
      let output = try conversion.convert(input).map { Double($0) }
      let fit = ToneFit(output, frequency: frequency, rate: conversion.output, margin: output.count / 5)
      expectGreater(fit.signalToNoise, 130, "\(frequency) Hz")
      expectLess(abs(decibels(fit.amplitude / 0.5)), 0.0001, "\(frequency) Hz")
      expectLess(abs(fit.delay), 1e-9, "\(frequency) Hz")
    }
  }

  @Test(arguments: conversions(.minimumPhase))
  func minimumPhaseKeepsTonesTo130DecibelsWithinAMillisecond(_ conversion: Conversion) throws {
    let delay = try conversion.resampler(Double.self).delay
    // A millisecond at the rates of music; filters for lower rates take longer in proportion.
    let bound = 0.001 * max(1, 44_100 / min(conversion.input, conversion.output))
    #expect(delay > 0 && delay < bound)
    for frequency in Self.tones(conversion) + [100] {
      let input = tone(frequency, rate: conversion.input, count: Int(conversion.input / 2)).map { Float($0) }
      let output = try conversion.convert(input).map { Double($0) }
      let fit = ToneFit(output, frequency: frequency, rate: conversion.output, margin: output.count / 5)
      expectGreater(fit.signalToNoise, 130, "\(frequency) Hz")
      expectLess(abs(decibels(fit.amplitude / 0.5)), 0.0001, "\(frequency) Hz")
      if frequency == 100 { expectLess(abs(fit.delay - delay), 1e-6) }
    }
  }

  @Test(arguments: [
    (96_000.0, 44_100.0), (48_000, 44_100), (48_000, 16_000), (192_000, 8000), (48_001, 44_100), (192_000, 2000),
  ])
  func tonesBeyondTheNewBandAreStopped(_ input: Double, _ output: Double) throws {
    let bounds: [(ResamplerComplexity, ResamplerDelivery, Double)] = [
      (.mastering, .blocks, -180), (.normal, .blocks, -135), (.minimumPhase, .blocks, -135),
      (.mastering, .prompt, -180), (.normal, .prompt, -135),
    ]
    for (complexity, delivery, bound) in bounds {
      for quality in [ResamplerQuality.medium, .maximum] {
        let conversion = Conversion(
          input: input, output: output, complexity: complexity, quality: quality, delivery: delivery)
        let alias = try conversion.convert(tone(1.02 * output / 2, rate: input, count: Int(input / 2)))
        let middle = alias[(alias.count / 5)..<(alias.count * 4 / 5)]
        let power = middle.reduce(0) { $0 + $1 * $1 } / Double(middle.count)
        expectLess(decibels((2 * power).squareRoot() / 0.5), bound, "\(conversion.testDescription)")
      }
    }
  }

  @Test(arguments: [ResamplerComplexity.normal, .mastering])
  func thePassbandIsFlatTo20Kilohertz(_ complexity: ResamplerComplexity) throws {
    for (input, output) in [(44_100.0, 48_000.0), (48_000, 44_100), (96_000, 44_100)] {
      let conversion = Conversion(input: input, output: output, complexity: complexity, quality: .medium)
      for frequency in stride(from: 500.0, through: 20_000, by: 1500) {
        let converted = try conversion.convert(tone(frequency, rate: input, count: 20_000))
        let fit = ToneFit(converted, frequency: frequency, rate: output, margin: converted.count / 4)
        expectLess(abs(decibels(fit.amplitude / 0.5)), 0.0001, "\(frequency) Hz")
      }
    }
  }

  @Test func lowerQualitiesTakeShorterFiltersAndStopLess() throws {
    var widths: [Int] = []
    var aliases: [Double] = []
    for quality in [ResamplerQuality.minimum, .low, .medium] {
      let conversion = Conversion(input: 48_000, output: 44_100, quality: quality)
      widths.append(try conversion.resampler(Double.self).leadingFrameCount)
      let alias = try conversion.convert(tone(22_491, rate: 48_000, count: 24_000))
      aliases.append(decibels(alias[5000..<15_000].map { abs($0) }.max()! / 0.5))
    }
    #expect(widths == widths.sorted() && Set(widths).count == 3)
    expectEqual(aliases, aliases.sorted(by: >))
    #expect(aliases[0] < -70 && aliases[0] > -110)
  }

  @Test func linearDrawsStraightLines() throws {
    let input = noise(500, seed: 11)
    let output = try Conversion(input: 44_100, output: 48_000, complexity: .linear).convert(input)
    for frame in 0..<530 {
      let time = Double(frame) * 44_100 / 48_000
      let before = Int(time)
      let wanted = input[before] + (input[before + 1] - input[before]) * (time - Double(before))
      expectLess(abs(output[frame] - wanted), 1e-12)
    }
  }
}
