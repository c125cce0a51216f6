import Foundation
import SignalProcessing
import TestSupport
import Testing

/// Lengths, chunks, starts and ends.
@Suite struct ResamplerStreamTests {
  /// One of each kind of stages.
  static let kinds: [Conversion] = [
    Conversion(input: 44_100, output: 48_000),
    Conversion(input: 48_000, output: 16_000, complexity: .mastering),
    Conversion(input: 44_100, output: 48_001),
    Conversion(input: 48_001, output: 11_025, complexity: .mastering),
    Conversion(input: 44_100, output: 48_000, complexity: .minimumPhase),
    Conversion(input: 48_000.7, output: 22_050, complexity: .minimumPhase),
    Conversion(input: 8000, output: 44_100, complexity: .linear),
    Conversion(input: 48_000, output: 1200),
    Conversion(input: 48_000, output: 345, complexity: .mastering),
    Conversion(input: 44_100, output: 48_000, delivery: .prompt),
    Conversion(input: 48_000, output: 16_000, complexity: .mastering, delivery: .prompt),
    Conversion(input: 44_100, output: 48_001, delivery: .prompt),
    Conversion(input: 48_001, output: 11_025, complexity: .mastering, delivery: .prompt),
    Conversion(input: 44_100, output: 44_100),
  ]

  @Test(arguments: kinds)
  func theOutputDoesNotDependOnChunks(_ conversion: Conversion) throws {
    let input = noise(6000, seed: 1).map { Float($0) }
    let whole = try conversion.convert(input)
    for (inputChunk, outputChunk) in [(1, 1), (1, 5000), (7000, 1), (17, 31), (1000, 999), (3000, 7), (5000, 8000)] {
      let pieces = try conversion.convert(
        input, inputChunk: inputChunk, outputChunk: outputChunk, seed: UInt64(inputChunk))
      expectEqual(pieces, whole, "chunks of \(inputChunk) and \(outputChunk)")
    }
  }

  @Test(arguments: [
    (44_100, 48_000), (48_000, 44_100), (8000, 192_000), (192_000, 8000), (48_000, 16_000), (44_100, 48_001),
    (11_025, 8000), (44_100, 88_200), (88_200, 44_100), (1, 256), (256, 1), (22_050, 22_050), (16_000, 11_111),
  ])
  func theLengthIsExact(_ input: Int, _ output: Int) throws {
    for (complexity, delivery) in ResamplerComplexity.allCases.map({ ($0, .blocks) }) + [
      (ResamplerComplexity.normal, ResamplerDelivery.prompt)
    ] {
      var resampler = try Resampler<Double>(
        from: Double(input), to: Double(output), channelCount: 1,
        settings: ResamplerSettings(complexity: complexity, quality: .minimum, delivery: delivery))
      for count in [0, 1, 2, 3, 7, 100, 147, 160, 1000, 4321] {
        let conversion = Conversion(input: Double(input), output: Double(output))
        let converted = conversion.convert([Double](repeating: 0.1, count: count), with: &resampler)
        expectEqual(converted.count, (count * output + input - 1) / input, "\(complexity), \(count) frames")
        resampler.reset()
      }
    }
  }

  @Test(arguments: kinds)
  func resetMakesItAsGoodAsNew(_ conversion: Conversion) throws {
    let input = noise(5000, seed: 2)
    var used = try conversion.resampler(Double.self)
    let fresh = conversion.convert(input, with: &used)
    used.reset()
    expectEqual(conversion.convert(input, with: &used), fresh)
    used.reset()
    var buffer = [Double](repeating: 0, count: 777)
    var output = buffer.mutableSpan
    _ = used.process(channel: 0, input.span, into: &output)
    used.reset()
    expectEqual(conversion.convert(input, with: &used), fresh)
  }

  @Test(arguments: kinds)
  func channelsAreConversionsOfTheirOwn(_ conversion: Conversion) throws {
    let inputs = [noise(5000, seed: 3), noise(5000, seed: 4), noise(5000, seed: 5)]
    var resampler = try Resampler<Double>(
      from: conversion.input, to: conversion.output, channelCount: 3, settings: conversion.settings)
    let count = resampler.totalOutputFrameCount(forInput: 5000)
    var outputs = [[Double]](repeating: Array(repeating: 0, count: count), count: 3)
    var filled = [0, 0, 0]
    for channel in [2, 0, 1] {
      let input = inputs[channel]
      var output = outputs[channel].mutableSpan
      filled[channel] = resampler.process(channel: channel, input.span, into: &output).produced
    }
    resampler.endInput()
    for channel in 0..<3 {
      var output = outputs[channel].mutableSpan
      var rest = output._mutatingExtracting(filled[channel]..<count)
      let last = resampler.process(channel: channel, Span(), into: &rest)
      expectEqual(filled[channel] + last.produced, count)
      expectEqual(outputs[channel], try conversion.convert(inputs[channel]))
    }
  }

  @Test(arguments: kinds)
  func theInputThatIsAskedForIsJustEnough(_ conversion: Conversion) throws {
    let input = noise(conversion.input < 32 * conversion.output ? 60_000 : 800_000, seed: 6)
    var resampler = try conversion.resampler(Double.self)
    var place = 0
    for wanted in [1, 1, 10, 500, 3, 2000, 1] {
      var buffer = [Double](repeating: 0, count: wanted)
      var output = buffer.mutableSpan
      let needed = resampler.inputFrameCount(forOutput: wanted)
      expectGreaterOrEqual(resampler.outputFrameCount(forInput: needed), wanted)
      if needed > 0 {
        expectLess(resampler.outputFrameCount(forInput: needed - 1), wanted)
        let short = resampler.process(
          channel: 0, input.span.extracting(place..<(place + needed - 1)), into: &output)
        #expect(short.consumed == needed - 1 && short.produced < wanted)
        var rest = output._mutatingExtracting(short.produced..<wanted)
        let last = resampler.process(
          channel: 0, input.span.extracting((place + needed - 1)..<(place + needed)), into: &rest)
        #expect(last.consumed == 1 && short.produced + last.produced == wanted)
      } else {
        expectEqual(resampler.process(channel: 0, Span(), into: &output).produced, wanted)
      }
      place += needed
    }
  }

  @Test(
    arguments: [
      (44_100, 0), (0, 48_000), (-1, 2), (.nan, 48_000), (44_100, .infinity), (48_000, 100), (1, 300), (1e9, 1e9),
    ] as [(Double, Double)])
  func ratesThatMakeNoSenseAreRefused(_ input: Double, _ output: Double) {
    #expect(throws: ResamplerError.unsupportedRates) {
      _ = try Resampler<Float>(from: input, to: output, channelCount: 1)
    }
  }

  @Test func qualitiesStayInRange() {
    expectEqual(ResamplerQuality(-5).value, 0)
    expectEqual(ResamplerQuality(1000), .maximum)
    expectLess(ResamplerQuality.low, .high)
  }
}
