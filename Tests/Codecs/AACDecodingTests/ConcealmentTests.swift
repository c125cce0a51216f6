import AACDecoding
import AACSyntax
import AudioBase
import Foundation
import MPEG4Systems
import TestSupport
import Testing

/// What stands in for a lost packet, on signals whose continuation is known.
struct ConcealmentTests {
  static let kinds: [(AudioObjectType, Bool)] = [
    (.aacLC, false), (.aacLC, true), (.erAACLD, false), (.erAACLD, true), (.erAACELD, false), (.erAACELD, true),
  ]

  /// A channel that is fed spectra of a known signal, and may lose some.
  private struct Channel: ~Copyable {
    let configuration: AACConfiguration
    let length: Int
    private var elements: [ElementState]
    private var analysis: ConcealmentAnalysis
    private var synthesis: ChannelSynthesis
    var concealment: Concealment
    private var past: [Float]
    private var position = 0

    init(_ type: AudioObjectType, isShort: Bool, settings: ConcealmentSettings = ConcealmentSettings()) throws {
      var configuration = try makeConfiguration(type, isShort: isShort)
      configuration.settings.concealment = settings
      self.configuration = configuration
      length = configuration.frameLength
      elements = [ElementState(configuration: configuration, isPair: false)]
      analysis = ConcealmentAnalysis(configuration)
      synthesis = ChannelSynthesis(configuration)
      concealment = Concealment(configuration)
      past = []
    }

    /// Where the first sample of the next frame stands in the signal.
    var start: Int { position }

    /// The next frame of a signal, or what replaces it.
    mutating func next(_ signal: (Int) -> Double, isLost: Bool = false) -> [Float] {
      if isLost {
        concealment.replace(&elements, &synthesis)
      } else {
        let first = position + analysis.futureCount - 4 * length
        let previousShape = elements[0].first.overlap.shape ?? .sine
        elements[0].first.windows.continueLong()
        analysis.analyze(
          (0..<(4 * length)).map { Float(signal(first + $0)) }, elements[0].first.windows,
          previousShape: previousShape, into: &elements[0].first.spectrum)
        for line in 0..<length { elements[0].first.spectrum[line] *= Float(AudioScale.fullScale) }
        concealment.noteSize(ofGoodPacket: 1000)
        concealment.noteGoodPacket(&elements, &synthesis)
      }
      var block = PCMBlock(channelCount: 1, capacity: length)
      block.setFrameCount(length)
      synthesis.synthesize(&elements[0].first, into: &block, channel: 0, at: 0)
      synthesis.remember(&elements[0].first, block, channel: 0, at: 0)
      position += length
      let plane = block.channel(0)
      return plane.indices.map { plane[$0] }
    }
  }

  private func tones(_ n: Int) -> Double {
    0.3 * sin(0.05 * Double(n)) + 0.2 * sin(0.31 * Double(n) + 1) + 0.1 * sin(0.9 * Double(n) + 2)
  }

  /// 120 ms at 96 kHz are 11520 samples; a configuration that names 16 MHz must not make a loss take seconds.
  @Test(arguments: [96000, 192_000, 16_777_215.0]) func absurdRatesTakeNoLongerThanHighOnes(rate: Double) {
    let plan = Extrapolation(frameLength: 512, futureCount: 768, leastPast: 1280, sampleRate: rate)
    #expect(plan.fittedCount == 11520 && plan.order == 512)
  }

  @Test(arguments: kinds) func tonesGoOnThroughALoss(kind: (AudioObjectType, Bool)) throws {
    var channel = try Channel(kind.0, isShort: kind.1)
    let lost = 16
    for frame in 0..<22 {
      let start = channel.start
      let output = channel.next(tones, isLost: frame == lost)
      let expected = (start..<(start + channel.length)).map { tones($0) }
      guard frame > 4 else { continue }
      let quality = signalToNoise(output, expected)
      let isTouched = (lost...(lost + 3)).contains(frame)
      expectGreater(quality, isTouched ? 15 : 90, "\(kind): frame \(frame) at \(quality) dB")
    }
  }

  /// The largest step from sample to sample around a loss, against the largest one of the signal itself.
  @Test(arguments: kinds) func aLossMakesNoClick(kind: (AudioObjectType, Bool)) throws {
    for lostCount in [1, 3, 12] {
      var channel = try Channel(kind.0, isShort: kind.1)
      var output: [Float] = []
      for frame in 0..<40 { output += channel.next(tones, isLost: frame >= 16 && frame < 16 + lostCount) }
      let allowed = (1..<5000).map { abs(tones($0) - tones($0 - 1)) }.max() ?? 0
      var largest: Float = 0
      for n in (6 * channel.length)..<output.count { largest = max(largest, abs(output[n] - output[n - 1])) }
      expectLess(Double(largest), 1.5 * allowed, "\(kind), \(lostCount) lost")
      #expect(output.allSatisfy { abs($0) <= 1 })
    }
  }

  @Test(arguments: kinds) func noiseKeepsItsLevel(kind: (AudioObjectType, Bool)) throws {
    var generator = SplitMix64(seed: 3)
    let noise = (0..<60_000).map { _ in Double.random(in: -0.4...0.4, using: &generator) }
    func signal(_ n: Int) -> Double { n >= 0 ? noise[n] : 0 }
    var channel = try Channel(kind.0, isShort: kind.1)
    for frame in 0..<20 {
      let output = channel.next(signal, isLost: frame == 16)
      guard frame == 16 else { continue }
      let energy = output.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(output.count)
      #expect(energy > 0.01 && energy < 0.09, "\(kind): \(energy)")
    }
  }

  @Test func theFadeTakesTheTimeThatWasAskedFor() throws {
    var channel = try Channel(
      .aacLC, isShort: false, settings: ConcealmentSettings(holdDuration: 0.1, fadeDuration: 0.2))
    var levels: [Double] = []
    for frame in 0..<40 {
      let output = channel.next(tones, isLost: frame >= 16)
      if frame >= 16 { levels.append(output.reduce(0.0) { max($0, Double(abs($1))) }) }
    }
    let frame = 1024.0 / 44100
    for (index, level) in levels.enumerated() {
      let time = Double(index) * frame
      if time + frame < 0.1 { expectGreater(level, 0.3, "\(time)") }
      if time > 0.32 { expectEqual(level, 0, "\(time)") }
    }
    expectEqual(channel.concealment.lostCount, 24)
  }

  /// A loss in front of anything decoded is silence.
  @Test(arguments: kinds) func nothingIsMadeOfNothing(kind: (AudioObjectType, Bool)) throws {
    var decoding = Decoding(try configuration(kind.0, channels: 2, isShort: kind.1))
    for _ in 0..<5 { #expect(decoding.conceal().joined().allSatisfy { $0 == 0 }) }
  }
}

/// ``configuration(_:channels:isShort:flags:hertz:)`` under a name that no property hides.
private func makeConfiguration(_ type: AudioObjectType, isShort: Bool) throws -> AACConfiguration {
  try configuration(type, isShort: isShort)
}
