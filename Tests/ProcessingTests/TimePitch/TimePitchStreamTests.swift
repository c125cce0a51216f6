import Foundation
import SignalProcessing
import TestSupport
import Testing

@Suite("Time and pitch: streams")
struct TimePitchStreamTests {
  /// Tones, noise and clicks.
  private func material(_ count: Int, seed: UInt64) -> [Float] {
    var random = SplitMix64(seed: seed)
    var samples = sine(313, rate: 48000, count: count, amplitude: 0.2)
    for index in samples.indices {
      samples[index] += Float.random(in: -0.1...0.1, using: &random)
      if index % 9001 < 40 { samples[index] += 0.6 }
    }
    return samples
  }

  @Test("Where nothing is changed the input passes to the bit, and through the spectrum nearly so")
  func identity() {
    let samples = material(60000, seed: 1)
    expectEqual(TimePitchCase(method: .timeDomain).run([samples])[0], samples)
    expectEqual(TimePitchCase(method: .varispeed).run([samples])[0], samples)
    let made = TimePitchCase(method: .spectral).run([samples, samples.reversed()])
    expectGreater(ratio(of: made[0], to: samples.map(Double.init)), 100)
    expectGreater(ratio(of: made[1], to: samples.reversed().map(Double.init)), 100)
  }

  @Test("The first frame comes when the frames that are said to be wanted have come, and not before")
  func latency() {
    for method in TimePitchMethod.allCases {
      for (rate, pitch) in [(1.0, 0.0), (0.5, 0), (2, 0), (8, 0), (1, 300), (1.5, -500)] {
        let test = TimePitchCase(method: method, rate: rate, pitch: pitch)
        let processor = test.processor()
        let wanted = processor.wantedInputFrameCount
        expectEqual(given(test, pushing: wanted - 1), 0, "\(test)")
        if pitch == 0 { expectGreater(given(test, pushing: wanted), 0, "\(test)") }
      }
    }
    // What must come ahead: a frame, 40 and 92 milliseconds.
    for (method, most) in [(TimePitchMethod.varispeed, 1), (.timeDomain, 48 * 40), (.spectral, 48 * 92)] {
      let processor = TimePitchCase(method: method).processor()
      let wanted = processor.wantedInputFrameCount
      expectLessOrEqual(wanted, most)
    }
  }

  private func given(_ test: TimePitchCase, pushing count: Int) -> Int {
    var processor = test.processor()
    processor.push(count) { _, samples in for index in 0..<count { samples[index] = Float(index % 7) } }
    return processor.pull(1) { _, _, _ in }
  }

  @Test(
    "The output does not depend on the chunks",
    arguments: [
      TimePitchCase(method: .timeDomain, rate: 1.3), TimePitchCase(method: .timeDomain, rate: 0.7, pitch: 400),
      TimePitchCase(method: .timeDomain, rate: 4), TimePitchCase(method: .spectral, rate: 1.3),
      TimePitchCase(method: .spectral, rate: 0.7, pitch: -400), TimePitchCase(method: .spectral, rate: 4),
      TimePitchCase(method: .varispeed, rate: 1.7), TimePitchCase(method: .varispeed, rate: 20),
    ])
  func chunks(_ test: TimePitchCase) {
    let channels = [material(30000, seed: 2), material(30000, seed: 3)]
    let changes = [(frame: 5000, rate: test.rate * 0.8), (frame: 6000, rate: test.rate)]
    let whole = test.run(channels, rates: changes)
    expectEqual(test.run(channels, chunks: (1, 4096), seed: 4, rates: changes), whole)
    expectEqual(test.run(channels, chunks: (700, 300), seed: 5, rates: changes), whole)
    expectEqual(test.run(channels, chunks: (4000, 1), seed: 6, rates: changes), whole)
  }

  @Test("A change of rate while a tone plays makes no click", arguments: TimePitchMethod.allCases)
  func smoothness(method: TimePitchMethod) {
    let samples = sine(200, rate: 48000, count: 120_000)
    let rates = (1...40).map { (frame: $0 * 1500, rate: 1 + 0.5 * sin(Double($0))) }
    let made = TimePitchCase(method: method).run([samples], rates: rates)[0]
    // The second difference of a tone of ½ at 200 Hz is 3.4e-4 at most. Varispeed changes its slope at once: from 100
    // to 300 Hz by 0.026.
    let bends = made[2000..<(made.count - 6000)].indices.dropFirst().dropLast().map { index in
      abs(made[index - 1] - 2 * made[index] + made[index + 1])
    }
    expectLess(bends.max() ?? 1, method == .varispeed ? 0.026 : 2e-3)
    #expect(made.allSatisfy { abs($0) < 0.5 * 1.122 })
  }

  @Test("What is left comes as it was when a change is given up", arguments: TimePitchMethod.allCases)
  func draining(method: TimePitchMethod) {
    let samples = sine(200, rate: 48000, count: 40000)
    var processor = TimePitchCase(method: method, rate: 1.25).processor()
    var made: [Float] = []
    var place = 0
    while made.count < 8000 {
      let count = max(1, processor.wantedInputFrameCount)
      if processor.pull(100, { _, _, part in for index in part.indices { made.append(part[index]) } }) < 100 {
        processor.push(count) { _, part in for index in 0..<count { part[index] = samples[place + index] } }
        place += count
      }
    }
    processor.drain()
    let room = processor.inputRoom
    expectEqual(room, 0)
    while processor.pull(100, { _, _, part in for index in part.indices { made.append(part[index]) } }) > 0 {}
    let (isOver, wanted) = (processor.isOver, processor.wantedInputFrameCount)
    #expect(isOver)
    expectEqual(wanted, 0)
    // What follows goes on where this ended.
    made += samples[place..<(place + 2000)]
    let bends = made[2000...].indices.dropFirst().dropLast().map { abs(made[$0 - 1] - 2 * made[$0] + made[$0 + 1]) }
    // A fade between waves that are not alike may bend more than the tone's 5e-4.
    expectLess(bends.max() ?? 1, method == .varispeed ? 2e-2 : 2e-3)
    processor.reset()
    let again = processor.wantedInputFrameCount
    expectGreater(again, 0)
  }

  @Test("No sample does any harm, and what follows is not spoiled", arguments: TimePitchMethod.allCases)
  func strangeSamples(method: TimePitchMethod) {
    var samples = material(60000, seed: 8)
    let strange: [Float] = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.leastNonzeroMagnitude, 1e30]
    for index in 0..<300 { samples[index * 50] = strange[index % strange.count] }
    for rate in [0.03125, 0.5, 1, 1.4] {
      // At the lowest rate half a minute of sound comes out.
      for pitch in rate < 0.1 ? [500.0] : [0, -2400, 500] {
        let made = TimePitchCase(method: method, rate: rate, pitch: pitch).run([samples])[0]
        #expect(made.suffix(Int(10000 / rate)).allSatisfy { abs($0) < 4 }, "\(rate) \(pitch)")
      }
    }
    for pitch in [0.0, -2400, 2400] {
      expectGreaterOrEqual(TimePitchCase(method: method, rate: 32, pitch: pitch).run([samples])[0].count, 1875)
    }
    for sampleRate in [0, -1, 1, 1e9, .nan, .infinity] {
      let test = TimePitchCase(method: method, rate: 2, pitch: 100, sampleRate: sampleRate)
      expectLessOrEqual(abs(test.run([Array(samples.suffix(2000))])[0].count - 1000), 2)
    }
  }

  @Test("Rates and pitches that there are not become the nearest")
  func limits() {
    var processor = TimePitchProcessor(sampleRate: 48000, channelCount: 1, method: .timeDomain)
    var rates: [Double] = []
    for rate in [100, -1, Double.nan, .infinity, 1.5] {
      processor.rate = rate
      rates.append(processor.rate)
    }
    let nearest: [Double] = [32, 0.03125, 0.03125, 32, 1.5]
    expectEqual(rates, nearest)
    var pitches: [Double] = []
    for pitch in [Double.infinity, -1e9, .nan, 12.5] {
      processor.pitch = pitch
      pitches.append(processor.pitch)
    }
    expectEqual(pitches, [2400, -2400, -2400, 12.5])
  }
}
