import Foundation
import SignalProcessing
import TestSupport
import Testing

/// A conversion of one channel, named so that a failing case can be told.
struct Conversion: Sendable, CustomTestStringConvertible {
  var input: Double
  var output: Double
  var complexity = ResamplerComplexity.normal
  var quality = ResamplerQuality.maximum
  var priming = ResamplerPriming.silence
  var delivery = ResamplerDelivery.blocks

  var settings: ResamplerSettings {
    ResamplerSettings(complexity: complexity, quality: quality, priming: priming, delivery: delivery)
  }

  var testDescription: String { "\(input) to \(output) Hz, \(complexity), quality \(quality.value), \(delivery)" }

  func resampler<Sample: ResamplerSample>(_ type: Sample.Type) throws -> Resampler<Sample> {
    try Resampler<Sample>(from: input, to: output, channelCount: 1, settings: settings)
  }

  /// Converts all in one call, and one more for the end.
  func convert<Sample: ResamplerSample>(_ samples: [Sample]) throws -> [Sample] {
    var resampler = try resampler(Sample.self)
    return convert(samples, with: &resampler)
  }

  func convert<Sample: ResamplerSample>(_ samples: [Sample], with resampler: inout Resampler<Sample>) -> [Sample] {
    // Room for more than may come, so that too much would show.
    var result = [Sample](repeating: 0, count: resampler.totalOutputFrameCount(forInput: samples.count) + 100)
    var output = result.mutableSpan
    let progress = resampler.process(channel: 0, samples.span, into: &output)
    precondition(progress.consumed == samples.count)
    resampler.endInput()
    var rest = output._mutatingExtracting(progress.produced..<output.count)
    let last = resampler.process(channel: 0, Span(), into: &rest)
    return Array(result[..<(progress.produced + last.produced)])
  }

  /// Converts in chunks of random sizes up to the limits given.
  func convert<Sample: ResamplerSample>(
    _ samples: [Sample], inputChunk: Int, outputChunk: Int, seed: UInt64
  ) throws -> [Sample] {
    var resampler = try resampler(Sample.self)
    var random = SplitMix64(seed: seed)
    var result: [Sample] = []
    var place = 0
    var isLast = false
    while true {
      let offered = min(Int.random(in: 0...inputChunk, using: &random), samples.count - place)
      var buffer = [Sample](repeating: .nan, count: Int.random(in: 1...outputChunk, using: &random))
      var output = buffer.mutableSpan
      let part = samples.span.extracting(place..<(place + offered))
      let progress = resampler.process(channel: 0, part, into: &output)
      precondition(progress.consumed == offered || progress.produced == buffer.count)
      result += buffer[..<progress.produced]
      place += progress.consumed
      if isLast && progress.produced < buffer.count { return result }
      if place == samples.count && !isLast {
        resampler.endInput()
        isLast = true
      }
    }
  }
}

/// Half of full scale.
func tone(_ frequency: Double, rate: Double, count: Int) -> [Double] {
  (0..<count).map { 0.5 * sin(2 * .pi * frequency / rate * Double($0)) }
}

/// What is in a signal of a tone, by least squares.
struct ToneFit {
  var amplitude: Double
  /// Seconds by which the tone is late against a sine that starts at frame 0.
  var delay: Double
  /// Power of the tone over the power of the rest, in decibels.
  var signalToNoise: Double

  init(_ signal: [Double], frequency: Double, rate: Double, margin: Int) {
    let frames = margin..<(signal.count - margin)
    // Normal equations of a·sin + b·cos.
    var (ss, sc, cc, sy, cy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for frame in frames {
      let (s, c) = (sin(2 * .pi * frequency / rate * Double(frame)), cos(2 * .pi * frequency / rate * Double(frame)))
      ss += s * s
      sc += s * c
      cc += c * c
      sy += s * signal[frame]
      cy += c * signal[frame]
    }
    let determinant = ss * cc - sc * sc
    let a = (sy * cc - cy * sc) / determinant
    let b = (cy * ss - sy * sc) / determinant
    var residue = 0.0
    for frame in frames {
      let angle = 2 * .pi * frequency / rate * Double(frame)
      let rest = signal[frame] - a * sin(angle) - b * cos(angle)
      residue += rest * rest
    }
    amplitude = (a * a + b * b).squareRoot()
    delay = -atan2(b, a) / (2 * .pi * frequency)
    signalToNoise = 10 * log10(amplitude * amplitude / 2 * Double(frames.count) / residue)
  }
}

func decibels(_ ratio: Double) -> Double { 20 * log10(ratio) }

/// Fixed noise in −0.5…0.5.
func noise(_ count: Int, seed: UInt64) -> [Double] {
  var random = SplitMix64(seed: seed)
  return (0..<count).map { _ in Double.random(in: -0.5...0.5, using: &random) }
}
