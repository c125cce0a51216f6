import AudioBase
import FLACCodec
import Foundation
import TestSupport
import Testing

/// The predictors that levels find, against what theory says of signals whose making is known.
@Suite struct PredictorTests {
  /// A number of a normal distribution, nearly: twelve even ones.
  private func normal(_ random: inout SplitMix64) -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
  }

  /// Noise through resonances at parts of the sampling rate, whose order is twice their number.
  private func resonances(_ places: [Double], loudness: (Int) -> Double, count: Int) -> [Int] {
    var random = SplitMix64(seed: 88)
    var coefficients = [1.0]
    for place in places {
      let factor = [1, -2 * 0.97 * cos(2 * Double.pi * place), 0.97 * 0.97]
      var product = [Double](repeating: 0, count: coefficients.count + 2)
      for (index, one) in coefficients.enumerated() {
        for (offset, other) in factor.enumerated() { product[index + offset] += one * other }
      }
      coefficients = product
    }
    var past = [Double](repeating: 0, count: coefficients.count)
    return (0..<count).map { index in
      var value = loudness(index) * normal(&random)
      for place in 1..<coefficients.count { value -= coefficients[place] * past[place - 1] }
      past.insert(value, at: 0)
      past.removeLast()
      return Int(value.rounded())
    }
  }

  private func bitCount(_ samples: [Int], depth: Int, _ level: FLACLevel) throws -> Double {
    let settings = RoundTripTests.settings(1, depth, blockSize: 4096)
    let stream = try RoundTripTests.encode([samples], settings, level)
    try expectEqual(RoundTripTests.decode(stream, depth), [samples])
    return Double(8 * stream.packets.reduce(0) { $0 + $1.count })
  }

  /// The entropy of normal noise in bits a sample.
  private func entropy(_ deviation: Double) -> Double { log2(deviation * (2 * Double.pi * M_E).squareRoot()) }

  @Test("noise through resonances takes little more than its entropy", arguments: FLACLevel.allCases)
  func knownOrder(level: FLACLevel) throws {
    let places = [0.03, 0.11, 0.23, 0.37].prefix(level < .moderate ? 3 : 4)
    let count = 8 * 4096
    let samples = resonances(Array(places), loudness: { _ in 300 }, count: count)
    let ratio = try bitCount(samples, depth: 24, level) / (Double(count) * entropy(300))
    // A Rice code of normal noise takes 0.12 bits more than its entropy; differences do not find resonances.
    expectGreater(ratio, 1)
    #expect(level < .light ? ratio > 1.1 : ratio < 1.02)
  }

  @Test("loud and quiet stretches both take little more than their entropy", arguments: [FLACLevel.standard, .best])
  func changingLoudness(level: FLACLevel) throws {
    let count = 8 * 4096
    let samples = resonances([0.03, 0.11, 0.23, 0.37], loudness: { $0 / 1024 % 2 == 0 ? 5 : 2000 }, count: count)
    let wanted = Double(count) * (entropy(5) + entropy(2000)) / 2
    let ratio = try bitCount(samples, depth: 24, level) / wanted
    // The ends of loud stretches resonate in quiet ones.
    #expect(ratio > 1 && ratio < 1.04)
  }

  /// Of white noise coefficients are next to nothing, now and then less than fifteen bits after the point can tell.
  @Test("noise of one step is coded at every level", arguments: [FLACLevel.moderate, .standard, .best])
  func quietNoise(level: FLACLevel) throws {
    var random = SplitMix64(seed: 3)
    let samples = (0..<(1500 * 4096)).map { _ in Int.random(in: -1...1, using: &random) }
    try expectLess(bitCount(samples, depth: 16, level), 2.1 * Double(samples.count))
  }

  @Test("tones take a good part of their bits at most", arguments: [16, 24])
  func tones(depth: Int) throws {
    let top = Double(1 << (depth - 1)) - 1
    let count = 2 * 4096
    for places in [[0.01], [0.002, 0.25], [0.4999], [0.01, 0.0101, 0.02]] {
      let samples = (0..<count).map { index in
        let sum = places.reduce(0) { $0 + sin(2 * Double.pi * $1 * Double(index) + $1) }
        return Int((top * sum / Double(places.count)).rounded())
      }
      for level in [FLACLevel.light, .standard, .best] {
        // Coefficients have 15 bits at most, which tell a tone's frequency only so well.
        try expectLess(bitCount(samples, depth: depth, level), 0.6 * Double(depth * count), "\(places), \(level)")
      }
    }
  }

  @Test("signals without a predictor are as they were", arguments: FLACLevel.allCases)
  func odd(level: FLACLevel) throws {
    let count = 4096 + 19
    var random = SplitMix64(seed: 5)
    let bit = (0..<count).map { _ in Int.random(in: 0...1, using: &random) }
    let signals: [[Int]] = [
      (0..<count).map { $0 == 2000 ? 32_767 : 0 }, (0..<count).map { $0 % 2 == 0 ? 32_767 : -32_768 },
      (0..<count).map { $0 < 2500 ? 0 : 12_345 }, (0..<count).map { 1 << ($0 % 15) }, bit, bit.map { $0 * 32_767 },
      (0..<count).map { $0 % 100 == 0 ? -32_768 : $0 % 3 }, (0..<count).map { $0 < 4090 ? 7 : -7 },
    ]
    for (number, samples) in signals.enumerated() {
      try expectLess(bitCount(samples, depth: 16, level), Double(16 * count + 400), "\(number)")
    }
  }
}
