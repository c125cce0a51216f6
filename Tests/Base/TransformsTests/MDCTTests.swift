import Foundation
import TestSupport
import Testing
import Transforms

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
    expectGreaterOrEqual(ratio(of: spectrum, to: wanted), 130)
  }

  /// x[n] of the inverse, all 2M samples.
  func inverse(_ spectrum: [Float]) -> [Double] {
    let size = spectrum.count
    return (0..<(2 * size)).map { n in
      let sum = (0..<size).reduce(0.0) { $0 + Double(spectrum[$1]) * cosine(n, twiceOffset: size + 1, $1, size: size) }
      return sum / Double(size)
    }
  }

  /// The 2M samples that the M values u of an inverse stand for, as the documentation of ``MDCT`` lays them out.
  func unfolded(_ u: [Float]) -> [Float] {
    let size = u.count
    return (0..<(2 * size)).map { n in
      if n < size / 2 { return u[size / 2 + n] }
      return n < 3 * size / 2 ? -u[3 * size / 2 - 1 - n] : -u[n - 3 * size / 2]
    }
  }

  @Test("the inverse MDCT, unfolded, is its formula to 130 dB", arguments: sizes)
  func inverse(size: Int) {
    var generator = SplitMix64(seed: 2)
    let spectrum = generator.samples(size)
    var transform = InverseMDCT(size: size)
    var u = [Float](repeating: .nan, count: size)
    transform.inverse(spectrum.span, into: &u)
    expectGreaterOrEqual(ratio(of: unfolded(u), to: inverse(spectrum)), 130)
  }

  @Test("MDCT and inverse, windowed and added, reconstruct the signal to 120 dB", arguments: sizes)
  func reconstruction(size: Int) {
    var generator = SplitMix64(seed: 3)
    let signal = generator.samples(4 * size)
    let rise = WindowSlope.kaiserBesselDerived(count: size, alpha: 4)
    let window = rise + rise.reversed()
    var (forward, backward) = (MDCT(size: size), InverseMDCT(size: size))
    var u = [Float](repeating: 0, count: size)
    var sum = [Float](repeating: 0, count: 4 * size)
    for block in 0..<3 {
      let windowed = (0..<(2 * size)).map { signal[block * size + $0] * window[$0] }
      var spectrum = [Float](repeating: .nan, count: size)
      do {
        var span = spectrum.mutableSpan
        forward.forward(windowed.span, into: &span)
      }
      backward.inverse(spectrum.span, into: &u)
      for (n, sample) in unfolded(u).enumerated() { sum[block * size + n] += sample * window[n] }
    }
    let middle = size..<(3 * size)
    expectGreaterOrEqual(ratio(of: Array(sum[middle]), to: signal[middle].map(Double.init)), 120)
  }

  @Test("the inverse is scaled as asked")
  func scale() {
    var generator = SplitMix64(seed: 4)
    let spectrum = generator.samples(128)
    let wanted = inverse(spectrum)
    var output = [Float](repeating: .nan, count: 128)
    var transform = InverseMDCT(size: 128, scale: 0.5)
    transform.inverse(spectrum.span, into: &output)
    let half = (0..<128).map { index -> Double in index < 64 ? -wanted[191 - index] / 2 : wanted[index - 64] / 2 }
    expectGreaterOrEqual(ratio(of: output, to: half), 130)
  }
}
