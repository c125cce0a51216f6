import AudioBase
import SignalProcessing
import TestSupport
import Testing

/// Stages, each alone: against formulas, and however frames are cut into calls.
@Suite struct StageTests {
  /// A block whose sample n of channel c is (n + 1) · (c + 1) / 128, exact in any precision.
  private func ladder(channelCount: Int, frameCount: Int) -> PCMBlock {
    var block = PCMBlock(channelCount: channelCount, capacity: frameCount)
    block.setFrameCount(frameCount)
    for channel in 0..<channelCount {
      var plane = block.plane(channel)
      for index in plane.indices { plane[index] = Float((index + 1) * (channel + 1)) / 128 }
    }
    return block
  }

  private func samples(_ block: borrowing PCMBlock, _ channel: Int, _ frames: Range<Int>) -> [Float] {
    frames.map { block.planes[channel * block.capacity + $0] }
  }

  /// The same, counted in the steps of a ladder.
  private func steps(_ block: borrowing PCMBlock, _ channel: Int, _ frames: Range<Int>) -> [Float] {
    samples(block, channel, frames).map { $0 * 128 }
  }

  @Test func aMatrixGivesSumsOfProducts() {
    let input = ladder(channelCount: 3, frameCount: 8)
    let gains = [0.5, 0.25, -1, 0, 0, 0]
    var stage = MatrixStage<Float>(inputCount: 3, outputCount: 2, gains: gains)
    var output = ladder(channelCount: 2, frameCount: 8)
    var frames = 2..<8
    expectEqual(stage.process(input, &frames, into: &output, 1..<5), 4)
    expectEqual(frames, 6..<8)
    // n · ½ + 2n · ¼ − 3n
    let mixed: [Float] = [-6, -8, -10, -12]
    expectEqual(steps(output, 0, 1..<5), mixed)
    let silenced: [Float] = [2, 0, 0, 0, 0, 12, 14, 16]
    expectEqual(steps(output, 1, 0..<8), silenced)
    #expect(stage.latency == 0 && stage.inputFrameCount(forOutput: 7) == 7)
  }

  @Test func aGainGoesToItsTargetInAStraightLine() {
    var block = PCMBlock(channelCount: 2, capacity: 10)
    for channel in 0..<2 {
      var plane = block.plane(channel)
      for index in plane.indices { plane[index] = 1 }
    }
    var stage = GainStage<Float>(0.5)
    stage.change(to: 1, overFrames: 4)
    // However it is cut.
    for part in [0..<1, 1..<3, 3..<10] { stage.process(&block, part) }
    for channel in 0..<2 {
      expectEqual(samples(block, channel, 0..<10), [0.625, 0.75, 0.875, 1, 1, 1, 1, 1, 1, 1])
    }
    stage.change(to: 0, overFrames: 8)
    stage.reset()
    stage.process(&block, 0..<1)
    expectEqual(samples(block, 0, 0..<2), [0, 0.75])
  }

  @Test func aGainOfOneLeavesEveryBit() {
    var block = PCMBlock(channelCount: 1, capacity: 2)
    var plane = block.plane(0)
    (plane[0], plane[1]) = (Float(bitPattern: 0x7FA1_2345), -0.0)
    var stage = GainStage<Float>()
    stage.process(&block, 0..<2)
    expectEqual(samples(block, 0, 0..<2).map(\.bitPattern), [0x7FA1_2345, 0x8000_0000])
  }

  @Test(
    arguments: [(-1, 1, 0), (-0.25, 1, 0.75), (0, 1, 1), (0.5, 0.5, 1), (3, 0, 1), (.nan, 1, 1)]
      as [(Float, Float, Float)])
  func panMakesTheOtherSideSofter(position: Float, left: Float, right: Float) {
    var block = ladder(channelCount: 2, frameCount: 4)
    var stage = PanStage<Float>(StereoPlace(position))
    stage.process(&block, 1..<4)
    for frame in 1..<4 {
      expectEqual(samples(block, 0, 0..<4)[frame], Float(frame + 1) / 128 * left)
      expectEqual(samples(block, 1, 0..<4)[frame], Float(frame + 1) * 2 / 128 * right)
    }
    expectEqual(samples(block, 0, 0..<1), [1 / 128])
  }

  @Test func aMeterReadsPeakAndMeanSquare() {
    var block = PCMBlock(channelCount: 1, capacity: 4)
    var plane = block.plane(0)
    (plane[0], plane[1], plane[2], plane[3]) = (1, 0.5, -0.75, 0.25)
    var meter = MeterStage<Float>(channelCount: 1)
    meter.process(&block, 1..<4)
    expectEqual(meter.levels[0].peak, 0.75)
    let mean: Double = (0.25 + 0.5625 + 0.0625) / 3
    expectLess(abs(Double(meter.levels[0].average) - mean.squareRoot()), 1e-7)
    meter.reset()
    expectEqual(meter.levels, [SampleLevel()])
  }

  @Test func aTapSeesWhatPasses() {
    let input = ladder(channelCount: 2, frameCount: 6)
    var seen: [[Float]] = [[], []]
    var stage = TapStage<Float> { channel, samples in
      for index in samples.indices { seen[channel].append(samples[index]) }
    }
    var output = PCMBlock(channelCount: 2, capacity: 6)
    var frames = 0..<6
    expectEqual(stage.process(input, &frames, into: &output, 0..<4), 4)
    expectEqual(stage.process(input, &frames, into: &output, 4..<6), 2)
    for channel in 0..<2 {
      let expected = (1...6).map { Float($0 * (channel + 1)) / 128 }
      #expect(seen[channel] == expected && samples(output, channel, 0..<6) == expected)
    }
  }

  @Test func ditherLeadsToTheGridOfTheIntegers() {
    for dithering in [Dithering.triangular, .noiseShaping] {
      var block = ladder(channelCount: 2, frameCount: 200)
      var stage = DitherStage<Float>(dithering, bits: 8, channelCount: 2)
      stage.process(&block, 0..<200)
      let first = samples(block, 0, 0..<200)
      for (index, sample) in first.enumerated() {
        let step = sample * 128
        #expect(step == step.rounded() && step >= -128 && step <= 127)
        // Triangular noise stays within a step, whose error rounding adds half a step to; shaping adds past errors.
        let wanted = Float(min(index + 1, 127))
        let most: Float = dithering == .triangular ? 1.5 : 7.5
        expectLessOrEqual(abs(sample * 128 - wanted), most)
      }
      let plain: [Float] = (1...200).map { Float(min($0, 127)) / 128 }
      #expect(first != plain)
      // The noise begins anew.
      var again = ladder(channelCount: 2, frameCount: 200)
      stage.reset()
      stage.process(&again, 0..<77)
      stage.process(&again, 77..<200)
      expectEqual(samples(again, 0, 0..<200), first)
    }
  }

  @Test func aBandOfAnEqualizerIsItsDifferenceEquation() {
    var band = EqualizerBand()
    (band.kind, band.frequency, band.gain, band.isBypassed) = (.lowShelf, 1000, 6, false)
    var block = ladder(channelCount: 1, frameCount: 64)
    var stage = EqualizerStage<Float>([EqualizerBand(), band], sampleRate: 48_000, channelCount: 1)
    stage.process(&block, 0..<20)
    stage.process(&block, 20..<64)
    let filter = band.coefficients(sampleRate: 48_000)
    var (input, output) = ([0.0, 0.0], [0.0, 0.0])
    for frame in 0..<64 {
      let sample = Double(frame + 1) / 128
      let sum = filter.b0 * sample + filter.b1 * input[0] + filter.b2 * input[1]
      let result = sum - filter.a1 * output[0] - filter.a2 * output[1]
      (input, output) = ([sample, input[0]], [result, output[0]])
      expectLess(abs(Double(samples(block, 0, 0..<64)[frame]) - result), 1e-6)
    }
    // Raised by 20 dB, and the band bypassed.
    stage.setBand(1, to: EqualizerBand())
    stage.gain = 20
    var other = ladder(channelCount: 1, frameCount: 4)
    stage.process(&other, 0..<4)
    let raised: [Float] = [10, 20, 30, 40]
    expectEqual(steps(other, 0, 0..<4), raised)
  }

  @Test func aMixIsTheSumOfItsInputs() {
    let one = ladder(channelCount: 2, frameCount: 8)
    let two = ladder(channelCount: 2, frameCount: 8)
    var (first, second) = (MixInput<Float>(channelCount: 2), MixInput<Float>(channelCount: 2))
    var output = PCMBlock(channelCount: 2, capacity: 8)
    (second.volume, second.place) = (0.5, StereoPlace(1))
    first.copy(0..<4, of: one, to: &output, at: 0)
    second.add(4..<8, of: two, to: &output, at: 0)
    let left: [Float] = [1, 2, 3, 4]
    // 2n + ½ · 2 (n + 4)
    let right: [Float] = [7, 10, 13, 16]
    expectEqual(steps(output, 0, 0..<4), left)
    expectEqual(steps(output, 1, 0..<4), right)
    // A change of the volume takes the next frames.
    first.volume = 0
    first.copy(4..<8, of: one, to: &output, at: 4)
    let faded: [Float] = [3.75, 3, 1.75, 0]
    expectEqual(steps(output, 0, 4..<8), faded)
    first.reset()
    first.copy(0..<1, of: one, to: &output, at: 0)
    expectEqual(samples(output, 0, 0..<1), [0])
  }

  @Test func aResamplerIsAStage() throws {
    let input = ladder(channelCount: 2, frameCount: 400)
    var settings = ResamplerSettings()
    settings.delivery = .prompt
    var stage = try Resampler<Float>(from: 44_100, to: 48_000, channelCount: 2, settings: settings)
    var plain = try Resampler<Float>(from: 44_100, to: 48_000, channelCount: 1, settings: settings)
    var output = PCMBlock(channelCount: 2, capacity: 500)
    var (frames, made) = (0..<400, 0)
    while !frames.isEmpty { made += stage.process(input, &frames, into: &output, made..<min(made + 37, 500)) }
    expectGreater(stage.inputFrameCount(forOutput: 436 - made), 0)
    stage.endInput()
    while true {
      let count = stage.process(input, &frames, into: &output, made..<min(made + 37, 500))
      made += count
      if count == 0 { break }
    }
    // ⌈400 · 48,000 / 44,100⌉
    expectEqual(made, 436)
    // A channel alone, in one piece.
    var expected = [Float](repeating: 0, count: 436)
    var span = expected.mutableSpan
    let progress = plain.process(channel: 0, input.channel(1), into: &span)
    plain.endInput()
    var rest = span._mutatingExtracting(progress.produced..<436)
    let last = plain.process(channel: 0, Span(), into: &rest)
    #expect(progress.consumed == 400 && progress.produced + last.produced == 436)
    let isSame = samples(output, 1, 0..<436) == expected
    #expect(isSame)
    expectEqual(stage.latency, plain.latency)
  }

  @Test func timePitchIsAStage() {
    var block = PCMBlock(channelCount: 1, capacity: 48_000)
    block.setFrameCount(48_000)
    var plane = block.plane(0)
    for index in plane.indices { plane[index] = Float(index % 100) / 100 }
    var stage = TimePitchProcessor(sampleRate: 48_000, channelCount: 1, method: .varispeed)
    stage.rate = 2
    var output = PCMBlock(channelCount: 1, capacity: 24_100)
    var (frames, made) = (0..<48_000, 0)
    while !frames.isEmpty {
      let count = stage.process(block, &frames, into: &output, made..<24_100)
      made += count
      #expect(count > 0 || frames.isEmpty)
      if count == 0 { break }
    }
    stage.endInput()
    made += stage.process(block, &frames, into: &output, made..<24_100)
    expectLessOrEqual(abs(made - 24_000), 1)
    #expect(stage.latency > 0 && stage.latency < 1)
  }
}
