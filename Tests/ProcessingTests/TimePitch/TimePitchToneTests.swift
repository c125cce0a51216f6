import Foundation
import SignalProcessing
import TestSupport
import Testing

@Suite("Time and pitch: tones")
struct TimePitchToneTests {
  private static let rates = [0.5, 0.8, 1.25, 1.5, 2]
  private static let stretches = [TimePitchMethod.timeDomain, .spectral].flatMap { method in
    rates.map { TimePitchCase(method: method, rate: $0) }
  }

  @Test("n frames become n / rate", arguments: TimePitchMethod.allCases, [0.03125, 0.5, 0.9, 1, 1.1, 3, 32])
  func length(method: TimePitchMethod, rate: Double) {
    for count in [0, 1, 5000, 40000] {
      let made = TimePitchCase(method: method, rate: rate).run([sine(440, rate: 48000, count: count)])[0]
      expectEqual(made.count, Int((Double(count) / rate).rounded(.up)))
    }
  }

  @Test("With another pitch too", arguments: [TimePitchMethod.timeDomain, .spectral], [-2400.0, -700, 350, 2400])
  func pitchedLength(method: TimePitchMethod, pitch: Double) {
    for rate in [0.5, 1, 1.7] {
      let made = TimePitchCase(method: method, rate: rate, pitch: pitch).run([sine(440, rate: 48000, count: 40000)])[0]
      expectLess(abs(Double(made.count) - 40000 / rate), 2 + 1 / pow(2, pitch / 1200))
    }
  }

  @Test("A tone keeps its frequency and its amplitude at any rate", arguments: stretches)
  func frequency(_ test: TimePitchCase) {
    for frequency in [110.0, 440, 997, 3111, 10007] {
      let made = test.run([sine(frequency, rate: 48000, count: 96000)])[0]
      let found = fit(made[4800..<(made.count - 7200)], guess: frequency, sampleRate: 48000)
      expectLess(abs(found.frequency / frequency - 1), 5e-4, "\(frequency): \(found)")
      expectGreater(found.amplitudes.lowerBound, 0.5 * 0.891, "\(frequency): \(found)")
      expectLess(found.amplitudes.upperBound, 0.5 * 1.122, "\(frequency): \(found)")
    }
  }

  @Test(
    "The pitch moves by the cents that are asked for, and the amplitude stays",
    arguments: [TimePitchMethod.timeDomain, .spectral], [-2400.0, -1200, -100, 1, 700, 2400])
  func cents(method: TimePitchMethod, pitch: Double) {
    for rate in [0.75, 1, 1.5] {
      let made = TimePitchCase(method: method, rate: rate, pitch: pitch).run([sine(997, rate: 48000, count: 96000)])[0]
      let wanted = 997 * pow(2, pitch / 1200)
      let found = fit(made[7200..<(made.count - 9600)], guess: wanted, sampleRate: 48000)
      expectLess(abs(1200 * log2(found.frequency / wanted)), 0.5, "\(rate): \(found) \(wanted)")
      expectGreater(found.amplitudes.lowerBound, 0.5 * 0.891, "\(rate): \(found)")
      expectLess(found.amplitudes.upperBound, 0.5 * 1.122, "\(rate): \(found)")
    }
  }

  @Test("Varispeed moves the pitch with the rate", arguments: [0.25, 0.5, 0.97, 1.3, 2, 4])
  func varispeed(rate: Double) {
    let made = TimePitchCase(method: .varispeed, rate: rate, pitch: 700).run([sine(997, rate: 48000, count: 96000)])[0]
    let error = made.indices.dropFirst(500).dropLast(500).map { index in
      abs(Double(made[index]) - 0.5 * sin(2 * .pi * 997 * Double(index) * rate / 48000))
    }
    expectLess(error.max() ?? 1, 2e-4)
  }

  @Test(
    "Other sampling rates do as well", arguments: [TimePitchMethod.timeDomain, .spectral],
    [8000.0, 11025, 22050, 44100, 96000, 192_000])
  func samplingRates(method: TimePitchMethod, sampleRate: Double) {
    let test = TimePitchCase(method: method, rate: 1.5, sampleRate: sampleRate)
    let made = test.run([sine(440, rate: sampleRate, count: Int(sampleRate))])[0]
    let edge = Int(0.15 * sampleRate)
    let found = fit(made[edge..<(made.count - edge)], guess: 440, sampleRate: sampleRate)
    // Splices are at whole frames, which matters where these are long.
    expectLess(abs(found.frequency / 440 - 1), sampleRate < 16000 ? 2e-3 : 5e-4, "\(found)")
    expectGreater(found.amplitudes.lowerBound, 0.5 * 0.891, "\(found)")
  }

  @Test("What is on one side stays there, and the phases between channels too", arguments: stretches)
  func channels(_ test: TimePitchCase) {
    let left = sine(997, rate: 48000, count: 48000)
    let silence = [Float](repeating: 0, count: 48000)
    let panned = test.run([left, silence])
    #expect(panned[1].allSatisfy { $0 == 0 })
    // Opposite phases cancel out in a sum, and are stretched all the same.
    let opposite = test.run([left, left.map(-)])
    #expect(zip(opposite[0], opposite[1]).allSatisfy { abs($0 + $1) < 1e-5 })
    let found = fit(opposite[0][4800..<(opposite[0].count - 7200)], guess: 997, sampleRate: 48000)
    expectGreater(found.amplitudes.lowerBound, 0.5 * 0.891, "\(found)")
    // A quarter of a turn between them stays one: the sum of the squares is that of the amplitude.
    let quarter = (0..<48000).map { Float(0.5 * cos(2 * .pi * 997 * Double($0) / 48000)) }
    let circle = test.run([left, quarter])
    let squares = zip(circle[0], circle[1]).dropFirst(4800).dropLast(7200).map { $0 * $0 + $1 * $1 }
    expectGreater(squares.min() ?? 0, 0.25 * 0.794)
    expectLess(squares.max() ?? 1, 0.25 * 1.26)
  }
}
