import Foundation
import SignalProcessing
import TestSupport
import Testing

@Suite("Time and pitch: attacks")
struct TimePitchAttackTests {
  private static let cases =
    [0.5, 0.75, 1.25, 1.5, 2].flatMap { rate in
      [(TimePitchMethod.timeDomain, 100), (.timeDomain, 250), (.spectral, 250), (.spectral, 500)].map {
        (TimePitchCase(method: $0.0, rate: rate), $0.1)
      }
    }

  /// Clicks of a millisecond so many milliseconds apart, in soft noise.
  private func clicks(_ interval: Int, count: Int, noise: Float) -> [Float] {
    var random = SplitMix64(seed: 11)
    var samples = (0..<(48 * interval * count + 9600)).map { _ in noise * Float.random(in: -1...1, using: &random) }
    for click in 0..<count {
      for index in 0..<48 {
        samples[4800 + 48 * interval * click + index] +=
          0.8 * Float(cos(.pi * Double(index) / 3) * exp(-Double(index) / 12))
      }
    }
    return samples
  }

  @Test("Clicks keep their number, and their rhythm is scaled", arguments: cases)
  func rhythm(_ test: TimePitchCase, interval: Int) {
    for noise in [Float(0), 0.003] {
      let samples = clicks(interval, count: 12, noise: noise)
      let made = test.run([samples])[0]
      let found = attacks(made, quiet: 480)
      expectEqual(found.count, 12, "\(found)")
      for (index, frame) in found.enumerated() {
        let wanted = Double(4800 + 48 * interval * index) / test.rate
        expectLess(abs(Double(frame) - wanted), 0.005 * 48000, "\(index): \(frame) for \(wanted)")
      }
      // Each is as loud as it was.
      for frame in found where frame + 100 < made.count {
        let peak = made[max(0, frame - 20)..<(frame + 100)].map(abs).max() ?? 0
        expectLess(abs(peak - 0.8), 0.8 * 0.12, "\(frame): \(peak)")
      }
    }
  }

  @Test("Between the clicks of silence there is silence", arguments: cases)
  func noEchoes(_ test: TimePitchCase, interval: Int) {
    let made = test.run([clicks(interval, count: 8, noise: 0)])[0]
    let found = attacks(made, quiet: 480)
    var rest = made
    for frame in found { for index in max(0, frame - 10)..<min(rest.count, frame + 96) { rest[index] = 0 } }
    expectLess(rest.map(abs).max() ?? 1, 0.8 * 0.05)
  }

  @Test("Pulses as close as those of a voice are its pitch and keep it", arguments: [62.0, 80, 110, 200])
  func voice(pitch: Double) {
    for method in [TimePitchMethod.timeDomain, .spectral] {
      for rate in [0.7, 1.5] {
        var samples = [Float](repeating: 0, count: 96000)
        let period = Int((48000 / pitch).rounded())
        for index in samples.indices {
          let time = Double(index % period) / 48000
          samples[index] = Float(0.5 * exp(-time * 500) * sin(2 * .pi * 700 * time))
        }
        let made = TimePitchCase(method: method, rate: rate).run([samples])[0]
        // The distance at which the middle is most like itself.
        let middle = made.count / 2
        let found = (period / 2..<period * 3 / 2).max { first, second in
          func product(_ distance: Int) -> Float {
            (middle..<(middle + 4800)).reduce(0) { $0 + made[$1] * made[$1 + distance] }
          }
          return product(first) < product(second)
        }
        expectLess(abs(Double(found ?? 0) / Double(period) - 1), 0.01, "\(method) \(rate): \(found ?? 0) for \(period)")
      }
    }
  }

  @Test("A tone that begins begins at once")
  func onset() {
    for method in [TimePitchMethod.timeDomain, .spectral] {
      for rate in [0.5, 1.5, 2] {
        let samples = [Float](repeating: 0, count: 24000) + sine(1000, rate: 48000, count: 24000)
        let made = TimePitchCase(method: method, rate: rate).run([samples])[0]
        let onset = Int(24000 / rate)
        let before = made[..<(onset - 240)].map(abs).max() ?? 1
        let after = made[(onset + 240)..<(onset + 720)].map(abs).max() ?? 0
        expectLess(before, 0.5 * 0.01, "\(method) \(rate)")
        expectGreater(after, 0.5 * 0.85, "\(method) \(rate)")
      }
    }
  }

  @Test("Noise keeps its power")
  func noise() {
    var random = SplitMix64(seed: 21)
    let samples = (0..<96000).map { _ in Float.random(in: -0.5...0.5, using: &random) }
    func power(_ part: ArraySlice<Float>) -> Double {
      part.reduce(0) { $0 + Double($1) * Double($1) } / Double(part.count)
    }
    for method in [TimePitchMethod.timeDomain, .spectral] {
      for rate in [0.6, 1.5, 2] {
        let made = TimePitchCase(method: method, rate: rate).run([samples])[0]
        let change = 10 * log10(power(made[4800..<(made.count - 4800)]) / power(samples[...]))
        // The phases of noise that a vocoder turns do not add up as they did.
        expectLess(abs(change), method == .timeDomain ? 1 : 3, "\(method) \(rate): \(change)")
      }
    }
  }
}
