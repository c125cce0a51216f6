import AudioBase
import Foundation
import SignalProcessing
import TestSupport
import Testing

/// The synthetic cases of EBU Tech 3341 ("EBU Mode" metering) and EBU Tech 3342 (loudness range).
@Suite struct EBUTests {
  private func expect(_ value: Double?, _ wanted: Double, within tolerance: Double = 0.1) {
    expectEqual(value.map { abs($0 - wanted) <= tolerance }, true, "\(value ?? .nan) instead of \(wanted)")
  }

  @Test(arguments: [-23.0, -33.0])
  func cases1And2SteadyTones(level: Double) throws {
    var programme = Programme()
    programme.append(level, seconds: 20)
    let meter = try programme.measured()
    expect(meter.integrated, level)
    expect(meter.momentary, level)
    expect(meter.shortTerm, level)
    expect(meter.maximumMomentary, level)
    expect(meter.maximumShortTerm, level)
    expectLess(abs((meter.range ?? 9)), 0.1)
  }

  @Test func case3SofterPartsBelowTheRelativeGate() throws {
    var programme = Programme()
    for (level, seconds) in [(-36.0, 10.0), (-23, 60), (-36, 10)] { programme.append(level, seconds: seconds) }
    expect(try programme.measured().integrated, -23)
  }

  @Test func case4PartsBelowTheAbsoluteGate() throws {
    var programme = Programme()
    for (level, seconds) in [(-72.0, 10.0), (-36, 10), (-23, 60), (-36, 10), (-72, 10)] {
      programme.append(level, seconds: seconds)
    }
    expect(try programme.measured().integrated, -23)
  }

  @Test func case5PartsWithinTheRelativeGate() throws {
    var programme = Programme()
    for (level, seconds) in [(-26.0, 20.0), (-20, 20.1), (-26, 20)] { programme.append(level, seconds: seconds) }
    expect(try programme.measured().integrated, -23)
  }

  @Test func case6FiveChannelsWithTheirWeights() throws {
    var programme = Programme(channels: [.main, .main, .main, .surround, .surround, .lowFrequency])
    programme.append([-28, -28, -24, -30, -30, -6], seconds: 20)
    expect(try programme.measured().integrated, -23)
  }

  /// Reads the meter every 10 ms after `start` seconds.
  private func readings(
    _ programme: Programme, from start: Double, _ reading: (LoudnessMeter) -> Double?
  ) throws -> [Double] {
    var meter = try Programme.meter(sampleRate: programme.sampleRate, channels: programme.channels)
    let memory = programme.planes.flatMap { $0 }
    var values: [Double] = []
    let step = Int(programme.sampleRate / 100)
    for first in Swift.stride(from: 0, to: programme.frameCount, by: step) {
      let end = min(first + step, programme.frameCount)
      meter.add(memory.span, planeStride: programme.frameCount, frames: first..<end)
      if Double(end) > start * programme.sampleRate { values.append(reading(meter) ?? .nan) }
    }
    return values
  }

  @Test func case9ShortTermIsSteadyOverARepeatedPattern() throws {
    var programme = Programme()
    for _ in 0..<5 {
      programme.append(-20, seconds: 1.34)
      programme.append(-30, seconds: 1.66)
    }
    let values = try readings(programme, from: 3) { $0.shortTerm }
    #expect(values.allSatisfy { abs($0 + 23) <= 0.1 })
  }

  @Test func case10And13TheLargestWindowIsFoundWhereverItBegins() throws {
    for index in 0..<20 {
      var short = Programme()
      short.append(-200, seconds: Double(index) * 0.15)
      short.append(-23, seconds: 3)
      short.append(-200, seconds: 1)
      expect(try short.measured().maximumShortTerm, -23)
      var momentary = Programme()
      momentary.append(-200, seconds: Double(index) * 0.02)
      momentary.append(-23, seconds: 0.4)
      momentary.append(-200, seconds: 1)
      expect(try momentary.measured().maximumMomentary, -23)
    }
  }

  @Test func case12MomentaryIsSteadyOverARepeatedPattern() throws {
    var programme = Programme()
    for _ in 0..<25 {
      programme.append(-20, seconds: 0.18)
      programme.append(-30, seconds: 0.22)
    }
    let values = try readings(programme, from: 1) { $0.momentary }
    #expect(values.allSatisfy { abs($0 + 23) <= 0.1 })
  }

  /// A tone of `rate`/`divisor` with a phase in degrees, faded in and out over a tenth of a second.
  private func truePeak(amplitude: Double, divisor: Double, phase: Double) throws -> Double {
    var programme = Programme(channels: [.main])
    let count = 48000
    for frame in 0..<count {
      let fade = min(1, Double(min(frame, count - 1 - frame)) / 4800)
      let angle = 2 * .pi * Double(frame) / divisor + phase / 180 * .pi
      programme.planes[0].append(Float(amplitude * (1 - cos(.pi * fade)) / 2 * sin(angle)))
    }
    let meter = try programme.measured()
    expectLessOrEqual(meter.samplePeak, meter.truePeak)
    return Decibels.level(ofAmplitude: meter.truePeak)
  }

  /// Cases 15…19: -6 dBTP, and +3 dBTP for the last; what is allowed is +0.2 and -0.4 dB.
  @Test(arguments: [
    (0.5, 4.0, 0.0, -6.0), (0.5, 4, 45, -6), (0.5, 6, 60, -6), (0.5, 8, 67.5, -6), (1.41, 4, 45, 3),
  ])
  func cases15To19PeaksBetweenSamples(amplitude: Double, divisor: Double, phase: Double, wanted: Double) throws {
    let level = try truePeak(amplitude: amplitude, divisor: divisor, phase: phase)
    #expect(level <= wanted + 0.2 && level >= wanted - 0.4, "\(level) instead of \(wanted)")
  }

  /// Tech 3342, cases 1…4, each part 20 s; ±1 LU is allowed.
  @Test(arguments: zip([[-20.0, -30], [-20, -15], [-40, -20], [-50, -35, -20, -35, -50]], [10.0, 5, 20, 15]))
  func loudnessRanges(levels: [Double], wanted: Double) throws {
    var programme = Programme()
    for level in levels { programme.append(level, seconds: 20) }
    expect(try programme.measured().range, wanted, within: 1)
  }
}
