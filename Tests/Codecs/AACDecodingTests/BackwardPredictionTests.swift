import AACDecoding
import AACSyntax
import MPEG4Systems
import TestSupport
import Testing

/// The prediction of AAC Main, against its definition.
struct BackwardPredictionTests {
  /// One line's predictor as ISO/IEC 14496-3, 4.6.6 writes it, in double precision between the roundings.
  private struct Reference {
    var r = [0.0, 0.0]
    var correlation = [0.0, 0.0]
    var energy = [1.0, 1.0]

    /// Cuts a number down to the upper 16 bits of its 32-bit form, towards zero or to the nearest.
    private func cut(_ value: Double, up: Double = 0) -> Double {
      guard value != 0 else { return 0 }
      let step = Double(sign: .plus, exponent: value.exponent - 7, significand: 1)
      return ((abs(value) / step + up).rounded(.down) * step) * (value < 0 ? -1 : 1)
    }

    private func even(_ value: Double) -> Double {
      let step = Double(sign: .plus, exponent: value.exponent - 7, significand: 1)
      return (value / step).rounded(.toNearestOrEven) * step
    }

    mutating func step(_ x: Double, isUsed: Bool) -> (output: Double, prediction: Double) {
      let k = (0..<2).map { energy[$0] > 1 ? correlation[$0] * even(0.953125 / energy[$0]) : 0 }
      let prediction = cut(k[0] * r[0] + k[1] * r[1], up: 0.5)
      let y = isUsed ? x + prediction : x
      let e = [y, y - k[0] * r[0]]
      for m in 0..<2 {
        correlation[m] = cut(0.90625 * correlation[m] + r[m] * e[m])
        energy[m] = cut(0.90625 * energy[m] + 0.5 * (r[m] * r[m] + e[m] * e[m]))
      }
      r = [cut(0.953125 * y), cut(0.953125 * (r[0] - k[0] * y))]
      return (y, prediction)
    }
  }

  private func stream(_ bandCount: Int) -> ChannelStream {
    var stream = ChannelStream(frameLength: 1024)
    stream.info.bandCount = bandCount
    for band in 0..<bandCount { stream.codebooks[band] = 5 }
    return stream
  }

  /// Tones are predicted; the double-precision lattice agrees until a rounding falls to the other side.
  @Test func predictionFollowsTheLattice() throws {
    let bands = try configuration(.aacMain).bands
    var predictors = BackwardPredictors(lineCount: bands.longOffsets[bands.backwardPredictionBands])
    var reference = Reference()
    var stream = stream(40)
    var data = BackwardPredictionData()
    data.usedBands = 0b10
    stream.info.backwardPrediction = data
    var generator = SplitMix64(seed: 5)
    var error = 0.0, energy = 0.0, predicted = 0.0
    for frame in 0..<60 {
      let x = 1000 * (frame % 2 == 0 ? 1.0 : -0.8) + Double.random(in: -20...20, using: &generator)
      var spectrum = [Float](repeating: 0, count: 1024)
      spectrum[4] = Float(x)
      spectrum[0] = Float(x)
      predictors.apply(&stream, bands: bands, to: &spectrum)
      expectEqual(spectrum[0], Float(x))
      let expected = reference.step(Double(Float(x)), isUsed: true)
      error += (Double(spectrum[4]) - expected.output) * (Double(spectrum[4]) - expected.output)
      energy += expected.prediction * expected.prediction
      predicted = max(predicted, abs(expected.prediction))
    }
    expectGreater(predicted, 100)
    expectLess(error, energy * 1e-6)
  }

  /// The output of line `line` for an input of 0 in the next frame: what the predictor has learned.
  private func memory(_ predictors: BackwardPredictors, _ bands: BandLayout) -> [Bool] {
    var copy = predictors
    var stream = stream(40)
    var data = BackwardPredictionData()
    data.usedBands = 1 << 40 - 1
    stream.info.backwardPrediction = data
    var spectrum = [Float](repeating: 0, count: 1024)
    copy.apply(&stream, bands: bands, to: &spectrum)
    return (0..<bands.longOffsets[bands.backwardPredictionBands]).map { spectrum[$0] != 0 }
  }

  private func learned(_ bands: BandLayout) -> BackwardPredictors {
    var predictors = BackwardPredictors(lineCount: bands.longOffsets[bands.backwardPredictionBands])
    var stream = stream(40)
    for _ in 0..<4 {
      var spectrum = [Float](repeating: 500, count: 1024)
      predictors.apply(&stream, bands: bands, to: &spectrum)
      expectEqual(spectrum, [Float](repeating: 500, count: 1024))
    }
    return predictors
  }

  @Test func predictorsAreResetByGroupByNoiseAndByShortWindows() throws {
    let bands = try configuration(.aacMain).bands
    var predictors = learned(bands)
    #expect(memory(predictors, bands).allSatisfy { $0 })
    var reset = stream(40)
    var data = BackwardPredictionData()
    data.resetGroup = 7
    reset.info.backwardPrediction = data
    var spectrum = [Float](repeating: 500, count: 1024)
    predictors.apply(&reset, bands: bands, to: &spectrum)
    for (line, isKept) in memory(predictors, bands).enumerated() { expectEqual(isKept, line % 30 != 6) }

    predictors = learned(bands)
    var noise = stream(40)
    noise.codebooks[3] = Codebook.noise
    predictors.apply(&noise, bands: bands, to: &spectrum)
    for (line, isKept) in memory(predictors, bands).enumerated() {
      expectEqual(isKept, !(bands.longOffsets[3]..<bands.longOffsets[4]).contains(line))
    }

    predictors = learned(bands)
    var short = stream(14)
    short.info.windowSequence = .eightShort
    short.info.setGroups()
    predictors.apply(&short, bands: bands, to: &spectrum)
    #expect(memory(predictors, bands).allSatisfy { !$0 })
  }

  @Test func hostileLinesStayFinite() throws {
    let bands = try configuration(.aacMain).bands
    var predictors = BackwardPredictors(lineCount: bands.longOffsets[bands.backwardPredictionBands])
    var stream = stream(40)
    var data = BackwardPredictionData()
    data.usedBands = .max
    stream.info.backwardPrediction = data
    var generator = SplitMix64(seed: 8)
    for _ in 0..<400 {
      var spectrum = (0..<1024).map { _ in generator.chance(50) ? Float(1e17) : -1e17 }
      predictors.apply(&stream, bands: bands, to: &spectrum)
      #expect(spectrum.allSatisfy { $0.isFinite })
    }
  }
}
