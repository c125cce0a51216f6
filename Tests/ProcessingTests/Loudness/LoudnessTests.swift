import AudioBase
import Foundation
import SignalProcessing
import TestSupport
import Testing

@Suite struct LoudnessTests {
  @Test func theStandardsCoefficientsComeOutAt48kHz() {
    let filter = KWeighting(sampleRate: 48000)
    let printed = [
      (filter.shelf.b0, 1.53512485958697), (filter.shelf.b1, -2.69169618940638), (filter.shelf.b2, 1.19839281085285),
      (filter.shelf.a1, -1.69065929318241), (filter.shelf.a2, 0.73248077421585), (filter.highPass.b0, 1),
      (filter.highPass.b1, -2), (filter.highPass.b2, 1), (filter.highPass.a1, -1.99004745483398),
      (filter.highPass.a2, 0.99007225036621),
    ]
    for (value, wanted) in printed { expectLess(abs(value - wanted), 2e-10, "\(value) instead of \(wanted)") }
  }

  /// The bilinear transform moves the steep part of the shelf where the rate is low; below it nothing may change.
  @Test(arguments: [8000.0, 11025, 16000, 22050, 32000, 44100, 88200, 96000, 176400, 192000, 384000])
  func tonesAreAsLoudAtEveryRate(rate: Double) throws {
    for (frequency, tolerance) in [(40.0, 0.01), (100, 0.01), (400, 0.02), (1000, rate < 16000 ? 0.25 : 0.06)] {
      var programme = Programme(sampleRate: rate)
      programme.append(-20, seconds: 4, frequency: frequency)
      var reference = Programme()
      reference.append(-20, seconds: 4, frequency: frequency)
      let value = try required(programme.measured().shortTerm)
      let wanted = try required(reference.measured().shortTerm)
      expectLessOrEqual(abs(value - wanted), tolerance, "\(frequency) Hz: \(value) instead of \(wanted)")
    }
  }

  @Test(arguments: [997.0, 40, 6000])
  func theHistogramAgreesWithTheFormulaOfAllBlocks(seed: Double) throws {
    for channels in [
      [LoudnessChannel.main], [.main, .main], [.main, .main, .main, .lowFrequency, .surround, .surround],
    ] {
      let programme = Programme.synthetic(sampleRate: 48000, channels: channels, seconds: 15, seed: UInt64(seed))
      let wanted = PlainLoudness(programme)
      let meter = try programme.measured()
      expectLess(abs(try #require(meter.integrated) - wanted.integrated), 0.01)
      let loudest = PlainLoudness.loudness(wanted.blocks.max() ?? 0)
      // The meter also looks between the gating blocks.
      try expectGreaterOrEqual(#require(meter.maximumMomentary), loudest - 1e-6)
    }
  }

  @Test func chunksDoNotMatter() throws {
    var random = SplitMix64(seed: 41)
    let channels: [LoudnessChannel] = [.main, .surround, .lowFrequency]
    for rate in [44100.0, 11025] {
      let programme = Programme.synthetic(sampleRate: rate, channels: channels, seconds: 5, seed: 42)
      let whole = try programme.measured()
      var meter = try Programme.meter(sampleRate: rate, channels: channels)
      let memory = programme.planes.flatMap { $0 }
      var next = 0
      while next < programme.frameCount {
        let count = min(programme.frameCount - next, Int.random(in: 0...(random.chance(50) ? 3 : 9000), using: &random))
        meter.add(memory.span, planeStride: programme.frameCount, frames: next..<(next + count))
        next += count
      }
      #expect(meter.integrated == whole.integrated && meter.range == whole.range)
      #expect(meter.momentary == whole.momentary && meter.shortTerm == whole.shortTerm)
      #expect(meter.truePeak == whole.truePeak && meter.samplePeak == whole.samplePeak)
      #expect(meter.frameCount == programme.frameCount && whole.integrated != nil)
    }
  }

  @Test func doublesMeasureAsFloatsDo() throws {
    let programme = Programme.synthetic(sampleRate: 48000, channels: [.main, .main], seconds: 4, seed: 43)
    let single = try programme.measured()
    var double = try Programme.meter(sampleRate: 48000, channels: programme.channels)
    let memory = programme.planes.flatMap { $0.map { Double($0) } }
    double.add(memory.span, planeStride: programme.frameCount, frames: 0..<programme.frameCount)
    #expect(single.integrated == double.integrated && single.truePeak == double.truePeak)
  }

  @Test func resetIsAsNew() throws {
    let programme = Programme.synthetic(sampleRate: 48000, channels: [.main], seconds: 4, seed: 44)
    let fresh = try programme.measured()
    var meter = fresh
    meter.reset()
    #expect(meter.integrated == nil && meter.momentary == nil && meter.range == nil && meter.truePeak == 0)
    let plane = programme.planes[0]
    meter.add(plane.span, planeStride: programme.frameCount, frames: 0..<programme.frameCount)
    #expect(meter.integrated == fresh.integrated && meter.maximumShortTerm == fresh.maximumShortTerm)
    #expect(meter.truePeak == fresh.truePeak && meter.range == fresh.range)
  }

  @Test func readingsComeWhenTheirWindowsAreFull() throws {
    var programme = Programme(channels: [.main])
    programme.append(-20, seconds: 0.399)
    try expectNil(programme.measured().momentary)
    programme.append(-20, seconds: 0.002)
    #expect(try programme.measured().momentary != nil)
    #expect(try programme.measured().integrated != nil)
    programme.append(-20, seconds: 2.59)
    try expectNil(programme.measured().shortTerm)
    programme.append(-20, seconds: 0.01)
    #expect(try programme.measured().shortTerm != nil)
  }

  @Test func silenceIsMinusInfinityAndPassesNoGate() throws {
    var programme = Programme(channels: [.main])
    programme.planes = [[Float](repeating: 0, count: 48000 * 4)]
    let meter = try programme.measured()
    #expect(meter.momentary == -.infinity && meter.shortTerm == -.infinity)
    #expect(meter.integrated == nil && meter.range == nil && meter.samplePeak == 0)
    expectEqual(Decibels.level(ofAmplitude: meter.truePeak), -.infinity)
  }

  @Test func whatIsNotANumberIsSilent() throws {
    var programme = Programme(channels: [.main])
    programme.append(-20, seconds: 4)
    let clean = try programme.measured()
    for (index, value) in [Float.nan, .infinity, -.infinity, 3e38].enumerated() {
      programme.planes[0][24000 * index] = value
    }
    let meter = try programme.measured()
    expectLess(abs(try #require(meter.integrated) - (clean.integrated ?? 0)), 0.01)
    expectEqual(meter.samplePeak, clean.samplePeak)
  }

  @Test(arguments: [0.0, -1, 7999, 384_001, .nan, .infinity])
  func absurdRatesGiveNoMeter(rate: Double) {
    expectNil(LoudnessMeter(sampleRate: rate, channels: [.main]))
  }

  @Test func theAbsoluteGateIsMinus70() {
    expectLess(abs(LoudnessHistogram.loudness(ofEnergy: LoudnessHistogram.absoluteGate) + 70), 1e-12)
    expectLess(abs(-0.691 + 10 * log10(LoudnessHistogram.absoluteGate) + 70), 1e-12)
  }

  @Test func logarithmsAreThoseOfTheCLibrary() {
    var random = SplitMix64(seed: 45)
    for _ in 0..<10000 {
      let number = Double.random(in: 0.1...10, using: &random) * pow(10, Double.random(in: -300...300, using: &random))
      expectLessOrEqual(
        abs(Decibels.level(ofPower: number) - 10 * log10(number)), 1e-14 * max(10, abs(10 * log10(number))))
    }
    #expect(Decibels.level(ofPower: 1) == 0 && Decibels.level(ofAmplitude: 0) == -.infinity)
    #expect(Decibels.level(ofPower: .infinity) == .infinity && Decibels.level(ofPower: -1).isNaN)
    expectLess(abs(Decibels.level(ofPower: .leastNonzeroMagnitude) - 10 * log10(.leastNonzeroMagnitude)), 1e-10)
  }

  /// A sample alone gives the largest coefficient; a full-scale square wave's edges overshoot.
  @Test func truePeaksAreThoseOfTheAnnexsFilter() throws {
    var programme = Programme(channels: [.main])
    programme.planes[0] = [Float](repeating: 0, count: 100)
    programme.planes[0][50] = 1
    try expectEqual(programme.measured().truePeak, 1)
    programme.planes[0] = [Float](repeating: 0, count: 100)
    programme.planes[0][50] = 0.5
    programme.planes[0][51] = 0.5
    // The middle between two equal samples: twice 0.5 × (0.7797851562500 + 0.4650878906250) at a quarter's distance.
    expectLess(abs(try programme.measured().truePeak - 0.5 * (0.7797851562500 + 0.4650878906250)), 1e-6)
  }
}
