import Foundation
import SignalProcessing
import TestSupport
import Testing

/// Where in time the output is.
@Suite struct ResamplerTimeTests {
  static let pairs: [(Double, Double)] = [
    (44_100, 48_000), (48_000, 44_100), (48_000, 16_000), (8000, 48_000), (44_100, 48_001), (96_000, 44_099.5),
    (192_000, 8000), (8000, 192_000), (192_000, 4000), (192_000, 1999.5),
  ]

  static let deliveries: [ResamplerDelivery] = [.blocks, .prompt]

  /// A smooth pulse whose middle is at `time` seconds, and whose band ends well below both rates' limits.
  static func pulse(at time: Double, rate: Double, lowestRate: Double, count: Int, from start: Double = 0) -> [Double] {
    (0..<count).map { frame in
      let distance = (Double(frame) / rate + start - time) * lowestRate / 4
      return exp(-distance * distance)
    }
  }

  @Test(arguments: pairs, deliveries)
  func aPulseStaysWhereItWas(_ pair: (input: Double, output: Double), _ delivery: ResamplerDelivery) throws {
    let (input, output) = pair
    let lowest = min(input, output)
    let time = 1234.567 / lowest
    let count = Int(input * max(0.4, 1800 / lowest))
    let source = Self.pulse(at: time, rate: input, lowestRate: lowest, count: count)
    for (complexity, bound) in [(ResamplerComplexity.normal, 1e-6), (.mastering, 1e-9)] {
      let result = try Conversion(input: input, output: output, complexity: complexity, delivery: delivery)
        .convert(source)
      let wanted = Self.pulse(at: time, rate: output, lowestRate: lowest, count: result.count)
      let error = zip(result, wanted).map { abs($0 - $1) }.max()!
      expectLess(error, bound, "\(complexity)")
    }
  }

  @Test(arguments: pairs)
  func aPulseOfMinimumPhaseComesAsLateAsStated(_ input: Double, _ output: Double) throws {
    let lowest = min(input, output)
    let time = 1234.567 / lowest
    let conversion = Conversion(input: input, output: output, complexity: .minimumPhase)
    let source = Self.pulse(at: time, rate: input, lowestRate: lowest, count: Int(input * max(0.4, 1800 / lowest)))
    let result = try conversion.convert(source)
    // The centre of gravity is late by the group delay at frequency 0 exactly.
    let sum = result.reduce(0, +)
    let centre = zip(result.indices, result).reduce(0) { $0 + Double($1.0) * $1.1 } / sum / output
    let delay = try conversion.resampler(Double.self).delay
    expectLess(abs(centre - time - delay), 1e-4 / lowest)
    // Nothing comes before its cause.
    let late = [Double](repeating: 0, count: 2000) + noise(100, seed: 12)
    let first = try required(conversion.convert(late).firstIndex { $0 != 0 })
    expectGreaterOrEqual(Double(first) / output, 2000 / input)
    expectLess(Double(first) / output, 2000 / input + 2 / lowest)
  }

  @Test(arguments: pairs, deliveries)
  func silenceBeforeTheStartIsPartOfTheSignal(_ pair: (input: Double, output: Double), _ delivery: ResamplerDelivery)
    throws
  {
    let (input, output) = pair
    // A pulse in the very first frames: what is missing of it was silence, and the rest is in place.
    let lowest = min(input, output)
    let source = Self.pulse(at: 40 / lowest, rate: input, lowestRate: lowest, count: Int(input * 0.2))
    let result = try Conversion(input: input, output: output, complexity: .mastering, delivery: delivery)
      .convert(source)
    let wanted = Self.pulse(at: 40 / lowest, rate: output, lowestRate: lowest, count: result.count)
    #expect(zip(result, wanted).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test(arguments: pairs, deliveries)
  func aConstantStaysWhatItIs(_ pair: (input: Double, output: Double), _ delivery: ResamplerDelivery) throws {
    let (input, output) = pair
    let source = [Double](repeating: 0.25, count: Int(input * 0.5))
    // Of minimum phase all images of the constant may add up in one frame.
    let bounds: [(ResamplerComplexity, Double)] = [
      (.linear, 1e-15), (.normal, 1e-7), (.mastering, 1e-9), (.minimumPhase, 2e-7),
    ]
    for (complexity, bound) in bounds {
      let result = try Conversion(input: input, output: output, complexity: complexity, delivery: delivery)
        .convert(source)
      let middle = result[(result.count / 4)..<(result.count * 3 / 4)]
      let error = middle.map { abs($0 - 0.25) }.max()!
      expectLess(error, bound, "\(complexity)")
    }
  }

  @Test(arguments: pairs, deliveries)
  func historyIsUsedForTheFirstFrames(_ pair: (input: Double, output: Double), _ delivery: ResamplerDelivery) throws {
    let (input, output) = pair
    let lowest = min(input, output)
    let source = Self.pulse(at: 200 / lowest, rate: input, lowestRate: lowest, count: Int(input * 0.3))
    for history in [1, 30, 4000] {
      let conversion = Conversion(
        input: input, output: output, complexity: .mastering, priming: .history(frameCount: history),
        delivery: delivery)
      let result = try conversion.convert(source)
      let wanted = Self.pulse(
        at: 200 / lowest, rate: output, lowestRate: lowest, count: result.count, from: Double(history) / input)
      #expect(zip(result, wanted).allSatisfy { abs($0 - $1) < 1e-9 }, "\(history) frames")
      let duration = (Double(max(source.count - history, 0)) * output / input).rounded(.up)
      expectEqual(result.count, Int(duration))
    }
  }

  @Test(arguments: pairs, deliveries)
  func withoutPrimingTheOutputComesLate(_ pair: (input: Double, output: Double), _ delivery: ResamplerDelivery) throws {
    let (input, output) = pair
    let lowest = min(input, output)
    let source = Self.pulse(at: 200 / lowest, rate: input, lowestRate: lowest, count: Int(input * 0.3))
    let conversion = Conversion(
      input: input, output: output, complexity: .mastering, priming: .latency, delivery: delivery)
    let trailing = try conversion.resampler(Double.self).trailingFrameCount
    expectGreater(trailing, 0)
    let result = try conversion.convert(source)
    let wanted = Self.pulse(
      at: 200 / lowest, rate: output, lowestRate: lowest, count: result.count, from: -Double(trailing) / input)
    #expect(zip(result, wanted).allSatisfy { abs($0 - $1) < 1e-9 })
    expectEqual(result.count, Int((Double(source.count + trailing) * output / input).rounded(.up)))
  }

  @Test func minimumPhaseWaitsForNothing() throws {
    var resampler = try Resampler<Float>(
      from: 48_000, to: 44_100, channelCount: 1, settings: ResamplerSettings(complexity: .minimumPhase))
    expectEqual(resampler.trailingFrameCount, 0)
    expectEqual(resampler.inputFrameCount(forOutput: 1), 1)
    let frame: [Float] = [1]
    var buffer: [Float] = [0]
    var output = buffer.mutableSpan
    expectEqual(resampler.process(channel: 0, frame.span, into: &output), ResamplerProgress(consumed: 1, produced: 1))
    #expect(buffer[0] != 0)
  }
}
