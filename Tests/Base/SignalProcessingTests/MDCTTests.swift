import Foundation
import TestSupport
import Testing

@testable import SignalProcessing

@Suite("Lapped transforms against their formulas")
struct MDCTTests {
  static let sizes = [1024, 960, 512, 480, 128, 120]

  @Test("the forward MDCT is its formula to 130 dB", arguments: sizes)
  func forward(size: Int) {
    var generator = SplitMix64(seed: 1)
    let block = generator.samples(2 * size)
    let wanted = (0..<size).map { k in
      2 * (0..<(2 * size)).reduce(0.0) { $0 + Double(block[$1]) * cosine($1, twiceOffset: size + 1, k, size: size) }
    }
    var transform = MDCT(size: size)
    var spectrum = [Float](repeating: .nan, count: size)
    do {
      var span = spectrum.mutableSpan
      transform.forward(block.span, into: &span)
    }
    #expect(ratio(of: spectrum, to: wanted) >= 130)
  }

  /// x[n] of the inverse, all 2M samples.
  func inverse(_ spectrum: [Float]) -> [Double] {
    let size = spectrum.count
    return (0..<(2 * size)).map { n in
      let sum = (0..<size).reduce(0.0) { $0 + Double(spectrum[$1]) * cosine(n, twiceOffset: size + 1, $1, size: size) }
      return sum / Double(size)
    }
  }

  @Test(
    "inverse and overlap-add are windowed, summed inverses to 130 dB, for full and short slopes",
    arguments: sizes, [1, 8])
  func overlap(size: Int, divisor: Int) {
    guard size / divisor % 8 == 0 else { return }
    var generator = SplitMix64(seed: 2)
    let (first, second) = (generator.samples(size), generator.samples(size))
    let slope = generator.samples(size / divisor)
    let flat = (size - slope.count) / 2
    let rise = [Float](repeating: 0, count: flat) + slope + [Float](repeating: 1, count: flat)
    let (old, new) = (inverse(first), inverse(second))
    let wanted = (0..<size).map { n in old[size + n] * Double(rise[size - 1 - n]) + new[n] * Double(rise[n]) }

    var transform = InverseMDCT(size: size)
    var tail = [Float](repeating: .nan, count: size)
    transform.inverse(first.span, into: &tail)
    var current = tail
    transform.inverse(second.span, into: &current)
    var output = [Float](repeating: .nan, count: size)
    do {
      var span = output.mutableSpan
      InverseMDCT.overlapAdd(
        previousTail: tail.span.extracting(0..<(size / 2)), current: current.span.extracting((size / 2)..<size),
        risingSlope: slope.span, output: &span)
    }
    #expect(ratio(of: output, to: wanted) >= 130)
  }

  @Test("MDCT and inverse reconstruct the signal to 120 dB", arguments: sizes)
  func reconstruction(size: Int) {
    var generator = SplitMix64(seed: 3)
    let signal = generator.samples(4 * size)
    let rise = WindowSlope.kaiserBesselDerived(count: size, alpha: 4)
    let window = rise + rise.reversed()
    var (forward, backward) = (MDCT(size: size), InverseMDCT(size: size))
    var tail = [Float](repeating: 0, count: size)
    var current = tail
    var result: [Float] = []
    for block in 0..<3 {
      let windowed = (0..<(2 * size)).map { signal[block * size + $0] * window[$0] }
      var spectrum = [Float](repeating: .nan, count: size)
      do {
        var span = spectrum.mutableSpan
        forward.forward(windowed.span, into: &span)
      }
      backward.inverse(spectrum.span, into: &current)
      var output = [Float](repeating: .nan, count: size)
      do {
        var span = output.mutableSpan
        InverseMDCT.overlapAdd(
          previousTail: tail.span.extracting(0..<(size / 2)), current: current.span.extracting((size / 2)..<size),
          risingSlope: rise.span, output: &span)
      }
      if block > 0 { result += output }
      swap(&tail, &current)
    }
    #expect(ratio(of: result, to: signal[size..<(3 * size)].map(Double.init)) >= 120)
  }

  @Test("the inverse is scaled as asked")
  func scale() {
    var generator = SplitMix64(seed: 4)
    let spectrum = generator.samples(128)
    let wanted = inverse(spectrum)
    var output = [Float](repeating: .nan, count: 128)
    var transform = InverseMDCT(size: 128, scale: 0.5)
    transform.inverse(spectrum.span, into: &output)
    #expect(ratio(of: output, to: (0..<128).map { $0 < 64 ? -wanted[191 - $0] / 2 : wanted[$0 - 64] / 2 }) >= 130)
  }
}
