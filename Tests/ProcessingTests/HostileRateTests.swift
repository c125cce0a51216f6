import SignalProcessing
import TestSupport
import Testing

/// Rates that nobody means: refused, or served as the nearest that makes sense.
struct HostileRateTests {
  static let rates = HostileRates.numbers + HostileRates.integers.map(Double.init)

  @Test func loudnessIsMeasuredOrRefused() {
    for rate in Self.rates {
      guard var meter = LoudnessMeter(sampleRate: rate, channels: [.main]) else {
        #expect(!LoudnessMeter.sampleRates.contains(rate))
        continue
      }
      let samples: [Float] = [.nan, .infinity, 1e38, -1, 0, 1]
      for _ in 0..<100 { meter.add(samples.span, planeStride: samples.count, frames: 0..<samples.count) }
      expectEqual(meter.frameCount, 600)
      #expect(meter.samplePeak.isFinite)
    }
  }

  @Test(arguments: TimePitchMethod.allCases) func timeAndPitchChange(method: TimePitchMethod) {
    for (index, rate) in Self.rates.enumerated() {
      var processor = TimePitchProcessor(sampleRate: rate, channelCount: 1, method: method)
      processor.rate = Self.rates[(index * 5 + 1) % Self.rates.count]
      processor.pitch = Self.rates[(index * 3 + 2) % Self.rates.count]
      var isFinite = true
      for _ in 0..<2 {
        processor.push(min(4000, processor.inputRoom)) { _, samples in
          for place in samples.indices { samples[place] = Float(place % 7) / 7 }
        }
        _ = processor.pull(1000) { _, _, samples in
          for place in samples.indices where !samples[place].isFinite { isFinite = false }
        }
      }
      #expect(isFinite, "\(method) at \(rate) Hz")
    }
  }
}
