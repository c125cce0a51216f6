import AudioBase
import Foundation
import SignalProcessing
import TestSupport
import Testing

/// Effects against the physics that their settings mean, and however frames are cut into calls.
@Suite struct EffectStageTests {
  private static let rate = 48000.0

  /// Runs channels through a stage, in calls of these lengths by turns.
  private func run<Stage: InPlaceStage<Float>>(
    _ stage: inout Stage, _ channels: [[Float]], calls: [Int] = [512]
  ) -> [[Float]] {
    let count = channels[0].count
    var block = PCMBlock(channelCount: channels.count, capacity: count)
    block.setFrameCount(count)
    for (channel, samples) in channels.enumerated() {
      var plane = block.plane(channel)
      for index in samples.indices { plane[index] = samples[index] }
    }
    var (done, turn) = (0, 0)
    while done < count {
      let end = min(count, done + calls[turn % calls.count])
      stage.process(&block, done..<end)
      (done, turn) = (end, turn + 1)
    }
    return channels.indices.map { channel in (0..<count).map { block.planes[channel * count + $0] } }
  }

  private func impulse(_ count: Int, at place: Int = 0) -> [Float] {
    var samples = [Float](repeating: 0, count: count)
    samples[place] = 1
    return samples
  }

  private func tone(_ count: Int, amplitude: Double, frequency: Double = 1000) -> [Float] {
    (0..<count).map { Float(amplitude * sin(2 * .pi * frequency * Double($0) / Self.rate)) }
  }

  private func noise(_ count: Int) -> [Float] {
    var state: UInt64 = 1
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int32(truncatingIfNeeded: state >> 32)) / 0x1p31
    }
  }

  private func peak(_ samples: some Sequence<Float>) -> Double { Double(samples.map(\.magnitude).max() ?? 0) }

  private func energy(_ samples: some Sequence<Float>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) }
  }

  private func decibels(_ amplitude: Double) -> Double { 20 * log10(amplitude) }

  // MARK: All of them

  private var distortion: DistortionSettings {
    var settings = DistortionSettings()
    (settings.delay, settings.delayMix, settings.ringMix, settings.decimation) = (0.01, 0.3, 0.4, 0.37)
    (settings.rounding, settings.decimationMix, settings.polynomialMix, settings.mix) = (0.5, 0.5, 0.5, 0.9)
    settings.polynomial = (0.5, 0.4, 3)
    settings.ringFrequencies = (333, 1217)
    return settings
  }

  private var delay: DelaySettings {
    var settings = DelaySettings()
    (settings.time, settings.feedback, settings.lowPassCutoff, settings.mix) = (0.0213, -0.7, 4000, 0.4)
    return settings
  }

  /// Checks what must be true of each effect.
  private func examine<Stage: InPlaceStage<Float>>(_ new: Stage, restFrames: Int = 1 << 19) {
    let channels = [noise(6000), tone(6000, amplitude: 0.7)]
    var stage = new
    let wanted = run(&stage, channels)
    #expect(wanted != channels)
    // The same stage again, as if new, in calls of any length.
    stage.reset()
    expectEqual(run(&stage, channels, calls: [1, 7, 64, 65, 1000, 129]), wanted)
    let silence = [[Float](repeating: 0, count: 4000), [Float](repeating: 0, count: 4000)]
    stage = new
    expectEqual(run(&stage, silence), silence)
    // What is no number, and the largest that are, do not stay.
    var broken = channels
    for (index, bad) in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude, .signalingNaN].enumerated() {
      broken[0][100 + 7 * index] = bad
      broken[1][101 + 5 * index] = bad
    }
    stage = new
    let output = run(&stage, broken)
    #expect(output.joined().allSatisfy { $0.isFinite })
    let rest = run(&stage, [[Float](repeating: 0, count: restFrames), [Float](repeating: 0, count: restFrames)])
    expectLess(peak(rest.joined().suffix(1000)), 1e-6)
  }

  @Test func callsOfAnyLengthGiveTheSame() {
    examine(DelayStage<Float>(delay, sampleRate: Self.rate, channelCount: 2))
    examine(DynamicsStage<Float>(sampleRate: Self.rate, channelCount: 2))
    var limiter = LimiterSettings()
    limiter.preGain = 12
    examine(LimiterStage<Float>(limiter, sampleRate: Self.rate, channelCount: 2))
    examine(DistortionStage<Float>(distortion, sampleRate: Self.rate, channelCount: 2))
    var reverb = ReverbSettings()
    (reverb.mix, reverb.decayTime) = (0.4, 0.6)
    examine(ReverbStage<Float>(reverb, sampleRate: Self.rate, channelCount: 2))
  }

  @Test func inDoublePrecisionTheSoundIsTheSame() {
    var block = SampleBlock<Double>(channelCount: 1, capacity: 2000)
    block.setFrameCount(2000)
    let input = noise(2000)
    do {
      var plane = block.plane(0)
      for index in input.indices { plane[index] = Double(input[index]) }
    }
    var stage = ReverbStage<Double>(sampleRate: Self.rate, channelCount: 1)
    stage.process(&block, 0..<2000)
    var single = ReverbStage<Float>(sampleRate: Self.rate, channelCount: 1)
    let wanted = run(&single, [input])[0]
    for index in wanted.indices { expectLess(abs(block.planes[index] - Double(wanted[index])), 1e-5) }
  }

  // MARK: Delay

  @Test func echoesComeToTheFrame() {
    var settings = DelaySettings()
    (settings.feedback, settings.lowPassCutoff, settings.mix) = (0.5, 24000, 0.25)
    for (time, frames) in [(0.01, 480), (1.0 / 48000, 1), (2.0, 96000), (0.000_03, 1), (0.1, 4800)] {
      settings.time = time
      var stage = DelayStage<Float>(settings, sampleRate: Self.rate, channelCount: 1)
      let output = run(&stage, [impulse(frames * 3 + 10)])[0]
      var wanted = [Float](repeating: 0, count: output.count)
      var echo: Float = 0.25
      for place in stride(from: frames, to: wanted.count, by: frames) {
        wanted[place] = echo
        echo /= 2
      }
      wanted[0] = 0.75
      expectEqual(output, wanted, "\(time) s")
    }
  }

  @Test func echoesLoseThreeDecibelsAtTheCutoffEachTime() {
    var settings = DelaySettings()
    (settings.feedback, settings.mix, settings.time) = (1, 1, 0.1)
    for cutoff in [200.0, 3000, 15_000] {
      settings.lowPassCutoff = cutoff
      var stage = DelayStage<Float>(settings, sampleRate: Self.rate, channelCount: 1)
      let output = run(&stage, [impulse(14_400)])[0]
      for echo in 1...2 {
        var (real, imaginary) = (0.0, 0.0)
        for frame in (echo * 4800)..<((echo + 1) * 4800) {
          real += Double(output[frame]) * cos(2 * .pi * cutoff * Double(frame) / Self.rate)
          imaginary += Double(output[frame]) * sin(2 * .pi * cutoff * Double(frame) / Self.rate)
        }
        let level = 10 * log10(real * real + imaginary * imaginary)
        expectLess(abs(level + 3.0103 * Double(echo)), 0.02, "\(cutoff) Hz: \(level) dB")
      }
    }
  }

  @Test func noDelayIsTheFilterAloneAndSettingsOfAnyKindAreTaken() {
    var settings = DelaySettings()
    (settings.time, settings.feedback, settings.lowPassCutoff, settings.mix) = (0, 0.9, 24000, 1)
    var stage = DelayStage<Float>(settings, sampleRate: Self.rate, channelCount: 1)
    let input = noise(100)
    expectEqual(run(&stage, [input])[0], input)
    expectEqual(settings.tailTime, 0)
    settings.time = 1
    stage.settings = settings
    // 0.9^66 is the first power below a thousandth.
    expectEqual(settings.tailTime, 66)
    (settings.time, settings.feedback, settings.lowPassCutoff, settings.mix) = (.nan, .nan, .nan, .nan)
    stage.settings = settings
    expectEqual(run(&stage, [input])[0], input)
    (settings.time, settings.feedback, settings.lowPassCutoff, settings.mix) = (1e300, 1e300, -1e300, 1e300)
    stage.settings = settings
    #expect(run(&stage, [input])[0].allSatisfy { $0.isFinite })
    expectEqual(settings.tailTime, 3600)
  }

  // MARK: Dynamics

  /// The level that a steady tone has in the end.
  private func settled(_ settings: DynamicsSettings, inputLevel: Double) -> Double {
    var stage = DynamicsStage<Float>(settings, sampleRate: Self.rate, channelCount: 1)
    let input = tone(48000, amplitude: pow(10, inputLevel / 20))
    return decibels(peak(run(&stage, [input])[0].suffix(4800)))
  }

  @Test func loudTonesAreCompressedByTheHeadRoom() {
    var settings = DynamicsSettings()
    // The release is long enough for the level to stay between the peaks of a tone.
    (settings.threshold, settings.releaseTime, settings.expansionRatio) = (-30, 2, 1)
    for headRoom in [0.1, 5, 20] {
      settings.headRoom = headRoom
      for level in [-40.0, -31, -20, -10, -0.5] {
        let excess = level + 30
        let wanted = excess > 0 ? -30 + excess * headRoom / (excess + headRoom) : level
        expectLess(abs(settled(settings, inputLevel: level) - wanted), 0.05, "\(level) dB, head room \(headRoom)")
      }
    }
  }

  @Test func softTonesAreExpandedByTheRatio() {
    var settings = DynamicsSettings()
    (settings.threshold, settings.expansionThreshold, settings.releaseTime) = (0, -20, 2)
    for ratio in [1.0, 2, 4] {
      settings.expansionRatio = ratio
      for level in [-10.0, -25, -35] {
        let wanted = level < -20 ? -20 + ratio * (level + 20) : level
        expectLess(abs(settled(settings, inputLevel: level) - wanted), 0.05 * ratio, "\(level) dB by \(ratio)")
      }
    }
    settings.gain = 6
    expectLess(abs(settled(settings, inputLevel: -10) + 4), 0.01)
  }

  @Test func theGainComesInItsTimes() {
    var settings = DynamicsSettings()
    (settings.threshold, settings.headRoom, settings.attackTime, settings.releaseTime) = (-40, 0.1, 0.02, 0.5)
    var stage = DynamicsStage<Float>(settings, sampleRate: Self.rate, channelCount: 1)
    // A step of a constant: the level is within 1/e of it after the attack's time.
    let loud = run(&stage, [[Float](repeating: 1, count: 48000)])[0]
    let level = 1 - exp(-1.0)
    let wanted = settings.change(ofLevel: decibels(level))
    expectLess(abs(decibels(Double(loud[959])) - wanted), 0.02)
    #expect(stage.inputPeak == 1 && abs(stage.compression + settings.change(ofLevel: 0)) < 0.01)
    expectLess(abs(decibels(stage.outputPeak) - decibels(Double(loud[47999]))), 0.01)
    // And below it by e after the release's: of a sound of −60 dB, which the first one still turns down.
    let soft = run(&stage, [[Float](repeating: 0.001, count: 48000)])[0]
    let released = settings.change(ofLevel: decibels(exp(-1)))
    expectLess(abs(decibels(Double(soft[24000]) / 0.001) - released), 0.5)
    expectLess(abs(stage.compression + settings.change(ofLevel: decibels(exp(-2)))), 0.5)
  }

  @Test func channelsAreTurnedDownTogether() {
    var settings = DynamicsSettings()
    settings.releaseTime = 2
    var stage = DynamicsStage<Float>(settings, sampleRate: Self.rate, channelCount: 2)
    let output = run(&stage, [tone(9600, amplitude: 1), tone(9600, amplitude: 0.01)])
    for index in 4800..<9600 { expectLess(abs(output[0][index] - 100 * output[1][index]), 1e-4) }
  }

  // MARK: Limiter

  @Test func nothingLeavesFullScale() {
    var settings = LimiterSettings()
    settings.preGain = 20
    var stage = LimiterStage<Float>(settings, sampleRate: Self.rate, channelCount: 2)
    let output = run(&stage, [noise(48000), tone(48000, amplitude: 0.8)])
    #expect(output.joined().allSatisfy { $0.magnitude <= 1 })
    // After the attack the tone is a tone again: what the clipping adds is gone.
    stage.reset()
    let single = run(&stage, [tone(48000, amplitude: 0.8)])[0].suffix(48000 / 2)
    let power = energy(single) / Double(single.count)
    expectLess(abs(decibels((2 * power).squareRoot())), 0.2)
  }

  @Test func softSoundPassesBitForBit() {
    var stage = LimiterStage<Float>(sampleRate: Self.rate, channelCount: 1)
    let input = noise(5000)
    expectEqual(run(&stage, [input])[0], input)
  }

  @Test func theLimiterComesInItsTimes() {
    var settings = LimiterSettings()
    (settings.attackTime, settings.decayTime) = (0.01, 0.05)
    var stage = LimiterStage<Float>(settings, sampleRate: Self.rate, channelCount: 1)
    _ = run(&stage, [[Float](repeating: 4, count: 480)])
    // The gain has come down by 99 % of the way from 4 to 1: to 1 / (4 − 0.04).
    let probe = run(&stage, [[Float](repeating: 0.1, count: 1)])[0][0]
    expectLess(abs(Double(probe) - 0.1 / 3.96), 0.0005)
    let rest = run(&stage, [[Float](repeating: 0.1, count: 48000)])[0]
    #expect(abs(Double(rest[2400]) - 0.1 / (4 * exp(-1))) < 0.01 && rest[47999] == 0.1)
  }

  // MARK: Distortion

  private var clean: DistortionSettings {
    var settings = DistortionSettings()
    (settings.mix, settings.softClipGain) = (1, -60)
    return settings
  }

  @Test func eachStepOfADistortionIsItsFormula() {
    // At −60 dB the clipping is straight to 1 in 10⁶: what comes before it is seen, a thousandth of it.
    let input = tone(2000, amplitude: 0.5, frequency: 700)
    func output(_ settings: DistortionSettings) -> [Float] {
      var stage = DistortionStage<Float>(settings, sampleRate: Self.rate, channelCount: 1)
      return run(&stage, [input])[0].map { $0 * 1000 }
    }
    func expect(_ found: [Float], _ wanted: (Int) -> Double, _ step: String) {
      for index in found.indices where abs(Double(found[index]) - wanted(index)) > 1e-5 {
        Issue.record("\(step): \(found[index]) instead of \(wanted(index)) at \(index)")
        return
      }
    }
    let x = input.map(Double.init)
    expect(output(clean), { x[$0] }, "no step")
    var settings = clean
    (settings.polynomial, settings.polynomialMix) = ((0.5, 2, -3), 1)
    expect(output(settings), { 0.5 * x[$0] + 2 * x[$0] * x[$0] - 3 * x[$0] * x[$0] * x[$0] }, "polynomial")
    settings = clean
    (settings.ringFrequencies, settings.ringBalance, settings.ringMix) = ((500, 1200), 0.25, 1)
    expect(
      output(settings),
      {
        let turns = 2 * Double.pi * Double($0) / Self.rate
        return x[$0] * (0.75 * cos(500 * turns) + 0.25 * cos(1200 * turns))
      }, "ring modulation")
    settings = clean
    (settings.decimation, settings.decimationMix) = (0.75, 1)
    expect(output(settings), { x[$0 / 4 * 4] }, "every fourth frame")
    settings = clean
    (settings.rounding, settings.decimationMix) = (20.0 / 23, 1)
    expect(output(settings), { (x[$0] * 8).rounded() / 8 }, "eighths")
    settings = clean
    (settings.delay, settings.decay, settings.delayMix) = (0.01, log(2), 1)
    expect(
      output(settings),
      {
        ($0 < 480 ? 0 : x[$0 - 480]) + ($0 < 960 ? 0 : x[$0 - 960] / 2)
          + ($0 < 1440 ? 0 : x[$0 - 1440] / 4) + ($0 < 1920 ? 0 : x[$0 - 1920] / 8)
      }, "echo")
  }

  @Test func clippingIsSoftAndStaysWithinFullScale() {
    var settings = clean
    settings.softClipGain = 40
    var stage = DistortionStage<Float>(settings, sampleRate: Self.rate, channelCount: 1)
    let input = noise(1000).map { $0 * 100 }
    let output = run(&stage, [input])[0]
    for index in input.indices {
      let gained = 100 * Double(input[index])
      expectLess(abs(Double(output[index]) - gained / (1 + gained * gained).squareRoot()), 1e-6)
      expectLessOrEqual(output[index].magnitude, 1)
    }
    settings.mix = 0
    stage.settings = settings
    expectEqual(run(&stage, [input])[0], input)
  }

  // MARK: Reverb

  /// The seconds in which the energy that is still to come falls by 60 dB, from the fall between −5 and −35 dB
  /// (ISO 3382-1), within a band around a frequency.
  private func decayTime(_ samples: [Float], _ kind: BandKind, _ frequency: Float) -> Double {
    var band = EqualizerBand()
    (band.kind, band.frequency, band.isBypassed) = (kind, frequency, false)
    var filter = EqualizerStage<Float>([band, band], sampleRate: Self.rate, channelCount: 1)
    let filtered = run(&filter, [samples])[0]
    var (left, curve) = (0.0, [Double](repeating: 0, count: filtered.count))
    for index in filtered.indices.reversed() {
      left += Double(filtered[index]) * Double(filtered[index])
      curve[index] = left
    }
    func time(_ level: Double) -> Double {
      Double(curve.firstIndex { $0 < curve[0] * pow(10, level / 10) } ?? curve.count) / Self.rate
    }
    return 2 * (time(-35) - time(-5))
  }

  @Test func soundFallsBySixtyDecibelsInTheDecayTime() {
    for (low, high, first, last) in [
      (1.0, 0.5, 0.008, 0.05), (3, 3, 0.01, 0.08), (0.4, 0.2, 0.002, 0.02), (2, 0.3, 0.02, 0.1),
    ] {
      var settings = ReverbSettings()
      (settings.decayTime, settings.highDecayTime, settings.shortestDelay, settings.longestDelay) = (
        low, high, first, last
      )
      var stage = ReverbStage<Float>(settings, sampleRate: Self.rate, channelCount: 1)
      let answer = run(&stage, [impulse(Int(Self.rate * (low + 0.5)))])[0]
      let (found, foundHigh) = (decayTime(answer, .lowPass, 150), decayTime(answer, .highPass, 23_000))
      expectLess(abs(found / low - 1), 0.1, "\(found) s instead of \(low) s at 0 Hz")
      expectLess(abs(foundHigh / high - 1), 0.1, "\(foundHigh) s instead of \(high) s at half the rate")
      #expect(settings.tailTime >= low && settings.tailTime < low + 1)
    }
  }

  @Test func reverberationHasTheEnergyOfItsSound() {
    for time in [0.2, 1, 5] {
      var settings = ReverbSettings()
      (settings.decayTime, settings.highDecayTime) = (time, time)
      for channels in 1...3 {
        var stage = ReverbStage<Float>(settings, sampleRate: Self.rate, channelCount: channels)
        let inputs = (0..<channels).map { _ in impulse(Int(Self.rate * (time + 0.5))) }
        let output = run(&stage, inputs)
        let level = 10 * log10(output.map { energy($0) }.reduce(0, +) / Double(channels))
        expectLess(abs(level), 2, "\(level) dB after \(time) s, \(channels) channels")
        #expect(output.allSatisfy { peak($0.prefix(350)) == 0 }, "no reflection comes before the first")
      }
    }
  }

  @Test func patternsAndChannelsSoundDifferent() {
    var settings = ReverbSettings()
    var answers: Set<[Float]> = []
    for pattern in 1...4 {
      settings.pattern = pattern
      var stage = ReverbStage<Float>(settings, sampleRate: Self.rate, channelCount: 2)
      let output = run(&stage, [impulse(4800), impulse(4800)])
      answers.formUnion(output)
    }
    expectEqual(answers.count, 8)
    // A pattern that is set later is that of a stage that began with it.
    var early = ReverbStage<Float>(settings, sampleRate: Self.rate, channelCount: 1)
    var late = ReverbStage<Float>(sampleRate: Self.rate, channelCount: 1)
    late.settings = settings
    expectEqual(run(&early, [impulse(4800)]), run(&late, [impulse(4800)]))
    settings.mix = 0
    var stage = ReverbStage<Float>(settings, sampleRate: Self.rate, channelCount: 1)
    expectEqual(run(&stage, [noise(500)])[0], noise(500))
  }
}
