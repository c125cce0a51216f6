import Foundation
import SignalProcessing
import TestSupport
import Testing

@Suite("Compensation of drift")
struct DriftCompensatorTests {
  /// What comes out of so many frames of a signal, whose rate is chosen anew for each block of 100 frames, and the
  /// moments of the signal that stands for.
  private func play(
    _ count: Int, _ signal: (Int) -> Float, rate: (_ block: Int) -> Double
  ) -> (samples: [Float], moments: [Double]) {
    var stage = DriftCompensator(channelCount: 2, blockLength: 480)
    var (next, moment, block) = (0, 0.0, 0)
    var (samples, moments): ([Float], [Double]) = ([], [])
    var output = [Float](repeating: 0, count: 100)
    while true {
      stage.rate = rate(block)
      while stage.frameCount(upTo: 100) < 100, next < count {
        let taken = min(stage.room, 77, count - next)
        stage.append(taken) { channel, part in
          for index in part.indices { part[index] = signal(next + index) * (channel == 0 ? 1 : -1) }
        }
        next += taken
      }
      let made = stage.frameCount(upTo: 100)
      guard made > 0 else { return (samples, moments) }
      for channel in [1, 0] {
        var all = output.mutableSpan
        var part = all._mutatingExtracting(0..<made)
        stage.write(channel, into: &part)
        if channel == 1 {
          samples += output[0..<made].map { -$0 }
        } else {
          expectEqual(Array(samples.suffix(made)), Array(output[0..<made]))
        }
      }
      stage.advance(made)
      for _ in 0..<made {
        moments.append(moment)
        moment += stage.rate
      }
      block += 1
    }
  }

  @Test("At a rate of 1 samples pass unchanged, from the first one on")
  func identity() {
    let (samples, _) = play(5000, { Float($0 % 97) - 48 }, rate: { _ in 1 })
    expectGreaterOrEqual(samples.count, 5000 - DriftCompensator.delay - 1)
    expectEqual(samples, samples.indices.map { Float($0 % 97) - 48 })
  }

  @Test(
    "A tone is that of the other rate, 80 dB above what is wrong, also where the rate changes",
    arguments: [(440.0, 1.0003), (5000, 0.9999), (10_000, 1.005), (15_000, 0.9953), (3000, 0.0)])
  func tones(frequency: Double, rate: Double) {
    let turn = 2 * Double.pi * frequency / 48000
    // 0 stands for a rate that goes up and down.
    let (samples, moments) = play(96_000, { Float(sin(turn * Double($0))) }) { block in
      rate > 0 ? rate : 1 + 0.004 * sin(Double(block) / 20)
    }
    var (error, power) = (0.0, 0.0)
    for index in 200..<samples.count {
      let expected = sin(turn * moments[index])
      error += (Double(samples[index]) - expected) * (Double(samples[index]) - expected)
      power += expected * expected
    }
    let ratio = 10 * log10(power / error)
    print("\(frequency) Hz at a rate of \(rate): \(ratio) dB")
    expectGreater(ratio, 80)
    expectGreater(samples.count, 95_000)
  }

  @Test("What is asked for beyond a hundredth is cut, and what is no number is silent")
  func limits() {
    var stage = DriftCompensator(channelCount: 1, blockLength: 100)
    stage.rate = 2
    expectEqual(stage.rate, 1.01)
    stage.rate = 0
    expectLess(abs(stage.rate - 0.99), 1e-12)
    stage.rate = .nan
    #expect(DriftCompensator.rates.contains(stage.rate))
    let (samples, _) = play(1000, { $0 == 500 ? .nan : 0.5 }, rate: { _ in 1.001 })
    #expect(samples.allSatisfy { $0.isFinite })
  }
}
