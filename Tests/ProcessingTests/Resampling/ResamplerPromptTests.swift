import Foundation
import SignalProcessing
import TestSupport
import Testing

/// Sound that arrives a little at a time: what is given follows what is taken.
@Suite struct ResamplerPromptTests {
  static let rates: [Double] = [44_100, 48_000, 96_000, 24_000, 16_000, 8000]

  static func conversion(
    _ input: Double, _ output: Double, _ complexity: ResamplerComplexity = .normal,
    _ quality: ResamplerQuality = .medium
  ) -> Conversion {
    Conversion(input: input, output: output, complexity: complexity, quality: quality, delivery: .prompt)
  }

  /// Some pairs of usual rates, normal; some with the other complexities, and ratios of large numbers.
  static let conversions: [Conversion] = [
    conversion(44_100, 48_000), conversion(48_000, 44_100), conversion(48_000, 16_000), conversion(16_000, 48_000),
    conversion(96_000, 44_100), conversion(44_100, 8000), conversion(8000, 96_000), conversion(24_000, 16_000),
    conversion(44_100, 48_000, .mastering), conversion(48_000, 16_000, .mastering, .maximum),
    conversion(44_100, 48_000, .minimumPhase), conversion(44_100, 8000, .minimumPhase), conversion(44_100, 48_001),
    conversion(48_001, 11_025, .mastering),
  ]

  /// What calls of equal length gave.
  struct Stream {
    var output: [Float] = []
    /// Frames of each call.
    var given: [Int] = []

    init(_ conversion: Conversion, _ input: [Float], callLength: Int) throws {
      var resampler = try conversion.resampler(Float.self)
      var buffer = [Float](repeating: 0, count: 13 * callLength + 16)
      for start in stride(from: 0, to: input.count - callLength + 1, by: callLength) {
        let promised = resampler.outputFrameCount(forInput: callLength)
        var span = buffer.mutableSpan
        let progress = resampler.process(
          channel: 0, input.span.extracting(start..<(start + callLength)), into: &span)
        precondition(progress.consumed == callLength && progress.produced == promised)
        output += buffer[..<progress.produced]
        given.append(progress.produced)
      }
    }
  }

  @Test("each call gives its share, one frame more or less, from the filter's delay on", arguments: conversions)
  func steadiness(_ conversion: Conversion) throws {
    let input = noise(Int(conversion.input / 5), seed: 20).map { Float($0) }
    let told = try conversion.resampler(Float.self).trailingFrameCount
    for milliseconds in [2.5, 5, 10, 20] {
      let length = Int(conversion.input * milliseconds / 1000)
      let stream = try Stream(conversion, input, callLength: length)
      let share = Double(length) * conversion.output / conversion.input
      // The first frame comes with the first call that reaches past what it depends on.
      let first = try required(stream.given.firstIndex { $0 > 0 })
      expectEqual(first, told / length, "\(milliseconds) ms")
      for given in stream.given[(first + 1)...] {
        expectLessOrEqual(abs(Double(given) - share), 1, "\(milliseconds) ms: \(given) of \(share)")
      }
    }
  }

  @Test("a pulse comes out as long after it went in as is told, to a frame", arguments: conversions)
  func delay(_ conversion: Conversion) throws {
    var resampler = try conversion.resampler(Double.self)
    let lower = min(conversion.input, conversion.output)
    let centre = (400 * conversion.input / lower).rounded()
    var buffer = [Double](repeating: 0, count: Int(conversion.output / conversion.input) + 2)
    var (moment, sum) = (0.0, 0.0)
    for frame in 0..<Int(2.5 * centre) {
      let distance = (Double(frame) - centre) * lower / conversion.input / 4
      var output = buffer.mutableSpan
      let count = resampler.process(channel: 0, [exp(-distance * distance)].span, into: &output).produced
      for index in 0..<count {
        // What one call gives is heard from its end on, one frame after the other.
        moment += buffer[index] * (Double(frame) / conversion.input + Double(index) / conversion.output)
        sum += buffer[index]
      }
    }
    let measured = moment / sum - centre / conversion.input
    expectLess(abs(measured - resampler.latency), 1 / lower)
    #expect(conversion.complexity != .minimumPhase || measured < 0.001)
  }

  @Test("what is given promptly is what blocks give, but for rounding", arguments: conversions)
  func agreement(_ conversion: Conversion) throws {
    let input = noise(Int(conversion.input / 4), seed: 21).map { Float($0) }
    var blocks = conversion
    blocks.delivery = .blocks
    let whole = try blocks.convert(input)
    let prompt = try conversion.convert(input)
    expectEqual(prompt.count, whole.count)
    let worst = zip(prompt, whole).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
    expectLess(worst, conversion.complexity == .mastering ? 1e-7 : 8e-7)
    #expect(conversion.complexity == .minimumPhase || worst > 0)
  }

  @Test("the low-delay mode is behind by less than a millisecond, and the filter of others by no more than told")
  func lowDelay() throws {
    for input in Self.rates {
      for output in Self.rates where output != input {
        let resampler = try Self.conversion(input, output, .minimumPhase).resampler(Float.self)
        #expect(resampler.latency < 0.001 && resampler.latency > 0, "\(input) to \(output)")
        expectEqual(resampler.inputFrameCount(forOutput: 1), 1)
        let normal = try Self.conversion(input, output).resampler(Float.self)
        expectEqual(normal.inputFrameCount(forOutput: 1), normal.trailingFrameCount + 1)
        expectEqual(normal.latency, Double(normal.trailingFrameCount) / input)
      }
    }
  }

  @Test(
    "a conversion of any rates takes memory in proportion",
    arguments: [
      (1.0, 256.0), (256, 1), (8_388_608, 48_000), (8_388_608, 32_768), (345, 48_000), (48_000.7, 191.3),
      (32_768, 0x1p23),
    ])
  func memory(_ input: Double, _ output: Double) throws {
    let ratio = try required(RateRatio(inputRate: input, outputRate: output))
    for complexity in [ResamplerComplexity.normal, .mastering] {
      let design = ResamplerDesign(
        ratio: ratio, settings: ResamplerSettings(complexity: complexity, quality: .maximum, delivery: .prompt))
      let bank = design.promptBank(Double.self)
      // For a converter as a whole 8 MiB are promised and 1 MiB for a channel, whose history is half as long again as a
      // row.
      expectLessOrEqual(bank.taps.count * 8, 5 << 20, "\(complexity)")
      expectLessOrEqual(bank.width * 12, 7 << 17, "\(complexity)")
    }
  }
}
