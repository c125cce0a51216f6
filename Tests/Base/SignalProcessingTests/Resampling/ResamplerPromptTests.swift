import Foundation
import TestSupport
import Testing

@testable import SignalProcessing

/// Sound that arrives a little at a time: what is given follows what is taken.
@Suite struct ResamplerPromptTests {
  static let rates: [Double] = [44_100, 48_000, 96_000, 24_000, 16_000, 8000]

  /// All pairs of rates, normal; some with the other complexities, and ratios of large numbers.
  static let conversions: [Conversion] =
    rates.flatMap { input in
      rates.filter { $0 != input }.map { Conversion(input: input, output: $0, quality: .medium) }
    } + [
      Conversion(input: 44_100, output: 48_000, complexity: .mastering),
      Conversion(input: 48_000, output: 16_000, complexity: .mastering),
      Conversion(input: 44_100, output: 48_000, complexity: .minimumPhase),
      Conversion(input: 44_100, output: 48_001), Conversion(input: 48_001, output: 11_025, complexity: .mastering),
    ]

  /// What calls of equal length gave.
  struct Stream {
    var output: [Float] = []
    /// Frames of each call.
    var given: [Int] = []

    init(_ conversion: Conversion, _ input: [Float], callLength: Int) throws {
      var resampler = try conversion.resampler(Float.self)
      resampler.delivery = .prompt
      var buffer = [Float](repeating: 0, count: 8 * callLength + 16)
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

  @Test("each call gives its share, one frame more or less, and the delay is what is told", arguments: conversions)
  func steadiness(_ conversion: Conversion) throws {
    let input = noise(Int(conversion.input / 5), seed: 20).map { Float($0) }
    let told = try conversion.resampler(Float.self).trailingFrameCount
    for milliseconds in [2.5, 5, 10, 20] {
      let length = Int(conversion.input * milliseconds / 1000)
      let stream = try Stream(conversion, input, callLength: length)
      let share = Double(length) * conversion.output / conversion.input
      // The first frame comes with the first call that reaches past what it depends on.
      let first = try #require(stream.given.firstIndex { $0 > 0 })
      #expect(first == told / length || first == (told + 4) / length, "\(milliseconds) ms")
      for given in stream.given[(first + 1)...] {
        #expect(abs(Double(given) - share) <= 1, "\(milliseconds) ms: \(given) of \(share)")
      }
      // In input frames, by how much the output is behind at the end of each call.
      let consumed = Double(stream.given.count * length)
      let behind = consumed - Double(stream.output.count) * conversion.input / conversion.output
      #expect(abs(behind - Double(told)) <= max(1, conversion.input / conversion.output) + 1, "\(milliseconds) ms")
    }
  }

  @Test("what is given promptly is what whole blocks give, but for rounding", arguments: conversions)
  func agreement(_ conversion: Conversion) throws {
    let input = noise(Int(conversion.input / 4), seed: 21).map { Float($0) }
    let whole = try conversion.convert(input)
    for length in [Int(conversion.input / 400), Int(conversion.input / 50), 777] {
      let stream = try Stream(conversion, input, callLength: length)
      let worst = zip(stream.output, whole).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
      #expect(worst < (conversion.complexity == .mastering ? 6e-8 : 4e-7), "calls of \(length) frames: \(worst)")
    }
  }

  @Test("whole blocks and prompt frames may take turns at any frame", arguments: conversions.suffix(8), 0..<4)
  func turns(_ conversion: Conversion, seed: UInt64) throws {
    let input = noise(30_000, seed: 22).map { Float($0) }
    let whole = try conversion.convert(input)
    var random = SplitMix64(seed: seed)
    var resampler = try conversion.resampler(Float.self)
    var result: [Float] = []
    var place = 0
    var buffer = [Float](repeating: 0, count: 5000)
    while place < input.count {
      resampler.delivery = Bool.random(using: &random) ? .prompt : .blocks
      let offered = min(Int.random(in: 0...3000, using: &random), input.count - place)
      var span = buffer.mutableSpan
      var part = span._mutatingExtracting(0..<Int.random(in: 1...5000, using: &random))
      let progress = resampler.process(channel: 0, input.span.extracting(place..<(place + offered)), into: &part)
      result += buffer[..<progress.produced]
      place += progress.consumed
    }
    resampler.endInput()
    while result.count < whole.count {
      var span = buffer.mutableSpan
      let progress = resampler.process(channel: 0, Span(), into: &span)
      try #require(progress.produced > 0)
      result += buffer[..<progress.produced]
    }
    #expect(result.count == whole.count)
    let worst = zip(result, whole).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
    #expect(worst < 4e-7)
  }

  @Test("the input that is asked for is just enough", arguments: conversions.suffix(12))
  func justEnough(_ conversion: Conversion) throws {
    let input = noise(100_000, seed: 23).map { Float($0) }
    var resampler = try conversion.resampler(Float.self)
    resampler.delivery = .prompt
    var place = 0
    for wanted in [1, 1, 10, 500, 3, 2000, 1] {
      var buffer = [Float](repeating: 0, count: wanted)
      let needed = resampler.inputFrameCount(forOutput: wanted)
      var span = buffer.mutableSpan
      let short = resampler.process(
        channel: 0, input.span.extracting(place..<(place + max(needed - 1, 0))), into: &span)
      #expect(short.produced < wanted || needed == 0)
      var rest = span._mutatingExtracting(short.produced..<wanted)
      let last = resampler.process(
        channel: 0, input.span.extracting((place + short.consumed)..<(place + needed)), into: &rest)
      #expect(short.produced + last.produced == wanted)
      place += needed
    }
  }

  @Test("minimum phase is behind by less than a millisecond", arguments: rates, rates)
  func lowDelay(_ input: Double, _ output: Double) throws {
    let conversion = Conversion(input: input, output: output, complexity: .minimumPhase, quality: .medium)
    let resampler = try conversion.resampler(Float.self)
    #expect(resampler.delay + Double(resampler.trailingFrameCount) / input < 0.001)
  }
}
