import AudioBase
import Bitstream
import FLACCodec
import TestSupport
import Testing

/// What is fast in the decoder against what is plain.
@Suite struct FastPathTests {
  /// A predictor whose coefficients have so many bits.
  private func predictor(order: Int, precision: Int, _ random: inout SplitMix64) -> PredictorCoefficients {
    var predictor = PredictorCoefficients()
    predictor.order = order
    predictor.precision = precision
    predictor.shift = Int.random(in: 0...15, using: &random)
    let limit = Int32(1) << Int32(precision - 1)
    for place in 0..<order { predictor.values[place] = Int32.random(in: (-limit)..<limit, using: &random) }
    return predictor
  }

  @Test("predictors of pairs give what one product after the other gives", arguments: 5...32)
  func pairedPrediction(order: Int) {
    var random = SplitMix64(seed: UInt64(order))
    var paired = PairedPrediction()
    let lead = LinearPrediction.leadCount
    for (count, precision) in [(order, 15), (order + 1, 15), (order + 3, 7), (261, 15), (777, 12), (1030, 2)] {
      let predictor = predictor(order: order, precision: precision, &random)
      // As loud as leaves predictions and residuals within 32 bits.
      let loudest = min(1 << 30, max(1, (1 << (31 + predictor.shift - precision)) / order))
      var samples = [Int32](repeating: 0, count: lead + count)
      for place in lead..<samples.count {
        samples[place] = Int32.random(in: -Int32(loudest)...Int32(loudest - 1), using: &random)
      }
      var residuals = samples
      for place in (lead + order)..<samples.count {
        let sum = (1...order).reduce(0) { $0 + Int(samples[place - $1]) * Int(predictor.values[$1 - 1]) }
        residuals[place] = Int32(Int(samples[place]) - sum >> predictor.shift)
      }
      var plain = residuals
      var plainSpan = plain.mutableSpan
      LinearPrediction.restorePlainly(&plainSpan, predictor, from: lead + order)
      expectEqual(plain, samples)
      var pairs = residuals.mutableSpan
      paired.restore(&pairs, predictor)
      expectEqual(residuals, samples, "order \(order), \(count) samples")
    }
  }

  @Test("predictions of 16 bits leave what one product after the other leaves", arguments: 1...16)
  func narrowPrediction(order: Int) {
    var random = SplitMix64(seed: UInt64(order) + 1234)
    let lead = LinearPrediction.leadCount
    for (count, precision) in [(order, 15), (order + 1, 12), (order + 3, 7), (order + 4, 15), (261, 14), (1030, 2)] {
      let predictor = predictor(order: order, precision: precision, &random)
      // As loud as 16 bits are, where sums of products still fit 32.
      let loudest = min(1 << 15, (1 << (31 - precision)) / order)
      var samples = [Int16](repeating: 0, count: lead + count)
      for place in lead..<samples.count {
        samples[place] = Int16(
          Bool.random(using: &random) ? -loudest : Int.random(in: -loudest..<loudest, using: &random))
      }
      var residuals = [Int32](repeating: .max, count: count)
      var span = residuals.mutableSpan
      NarrowPrediction.makeResiduals(samples.span, predictor, into: &span)
      let expected = (0..<count).map { index in
        let place = lead + index
        let sum = (1...order).reduce(0) { $0 + Int(samples[place - $1]) * Int(predictor.values[$1 - 1]) }
        return index < order ? Int32.max : Int32(Int(samples[place]) - sum >> predictor.shift)
      }
      expectEqual(residuals, expected, "order \(order), \(count) samples")
    }
  }

  @Test("Rice codes of every parameter and length are read where a frame has them", arguments: 0...30)
  func riceCodes(parameter: Int) throws {
    var random = SplitMix64(seed: UInt64(parameter) + 99)
    // Mostly short ones, as encoders make them; at times one that no window of 56 bits shows whole; values at both
    // ends.
    let values: [Int] = (0..<700).map { index in
      let usual = Int.random(in: 0..<(3 << parameter), using: &random)
      let long = (60 + index % 90) << parameter
      let folded = index % 97 == 50 ? min(long, Int(UInt32.max)) : usual
      return folded & 1 == 0 ? folded >> 1 : -(folded >> 1) - 1
    }
    // A difference of order 1 of samples of 32 bits, so that any residual leads to a sample.
    var frame = HandMadeFrame(blockSize: values.count + 1, channels: 0, depth: 7)
    frame.subframe(9)
    frame.put(-5, 32)
    frame.put(1, 2)
    frame.put(0, 4)
    frame.put(parameter, 5)
    for value in values { frame.rice(value, parameter) }
    var decoder = FLACDecoder(
      StreamInformation(blockSize: values.count + 1, sampleRate: 44_100, channelCount: 1, bitDepth: 32))
    var block = SampleBlock<Double>(channelCount: 1, capacity: values.count + 1)
    try decoder.decode(frame.finished().span, frameCount: 0, into: &block)
    var sample = Int32(-5)
    for (index, value) in values.enumerated() {
      sample = sample &+ Int32(truncatingIfNeeded: value)
      expectEqual(block.channel(0)[index + 1], Double(sample) * 0x1p-31)
    }
  }
}
