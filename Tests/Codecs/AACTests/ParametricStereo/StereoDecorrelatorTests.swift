import AACCodec
import Foundation
import TestSupport
import Testing

/// The decorrelator of Parametric Stereo against its formulas, one number at a time in `Double`.
struct StereoDecorrelatorTests {
  private struct Complex {
    var (re, im) = (0.0, 0.0)

    static func * (a: Complex, b: Complex) -> Complex {
      Complex(re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re)
    }
    static func * (a: Complex, factor: Double) -> Complex { Complex(re: a.re * factor, im: a.im * factor) }
    static func + (a: Complex, b: Complex) -> Complex { Complex(re: a.re + b.re, im: a.im + b.im) }
    static func turn(_ halfTurns: Double) -> Complex { Complex(re: cos(.pi * halfTurns), im: sin(.pi * halfTurns)) }
  }

  /// One sub-subband of the 71 of 20 parameter bands: ISO/IEC 14496-3, 8.6.4.5.2.
  private struct Chain {
    private var past = [Complex](repeating: Complex(), count: 15)
    private var links = [3, 4, 5].map { [Complex](repeating: Complex(), count: $0) }
    private let k: Int

    init(_ k: Int) { self.k = k }

    private var center: Double {
      let eighths: [Double] = [-3, -1, 1, 3, 5, 7, 10, 14, 18, 22]
      return k < 10 ? eighths[k] / 8 : Double(k) + 0.5 - 7
    }

    mutating func next(_ input: Complex) -> Complex {
      past.insert(input, at: 0)
      past.removeLast()
      let subband = k - 7
      if subband >= 35 { return past[1] }
      if subband >= 23 { return past[14] }
      var x = past[2] * .turn(-0.39 * center)
      for (link, (phase, gain)) in [(0.43, 0.65143905753106), (0.75, 0.56471812200776), (0.347, 0.48954165955695)]
        .enumerated()
      {
        let weight = gain * min(max(1 - 0.05 * Double(k - 10), 0), 1)
        let y = links[link].removeLast() * .turn(-phase * center) + x * -weight
        links[link].insert(x + y * weight, at: 0)
        x = y
      }
      return x
    }
  }

  /// The gain behind transients of one parameter band: 8.6.4.5.3.
  private struct Duck {
    private var (peak, smooth, difference) = (0.0, 0.0, 0.0)

    mutating func next(_ power: Double) -> Double {
      peak = max(0.76592833836465 * peak, power)
      smooth += 0.25 * (power - smooth)
      difference += 0.25 * (peak - power - difference)
      return 1.5 * difference > smooth ? smooth / (1.5 * difference) : 1
    }
  }

  /// The parameter band of each sub-subband: 8.6.4.6.1.
  private static let bands: [Int] =
    [1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    + [(14, 2), (15, 3), (16, 4), (17, 5), (18, 12), (19, 29)].flatMap { [Int](repeating: $0.0, count: $0.1) }

  /// Bursts of noise with silence between them, so that the gains come to work.
  @Test func theSecondSignalIsThatOfTheFormulas() {
    var generator = SplitMix64(seed: 71)
    let resolution = HybridResolution.coarse
    let decorrelator = StereoDecorrelator(resolution)
    var state = StereoDecorrelator.State()
    var (column, twin) = (StereoColumn(), StereoColumn())
    var chains = (0..<71).map { Chain($0) }
    var ducks = [Duck](repeating: Duck(), count: 20)
    var heldCount = 0
    for time in 0..<300 {
      let level: Float = time % 60 < 6 ? 1000 : time % 60 < 20 ? 1 : 0
      var powers = [Double](repeating: 0, count: 20)
      var expected: [Complex] = []
      for k in 0..<71 {
        let (x, y) = (
          Float.random(in: -level...level, using: &generator), Float.random(in: -level...level, using: &generator)
        )
        column[resolution.slot(k)] = (x, y)
        powers[StereoDecorrelatorTests.bands[k]] += Double(x) * Double(x) + Double(y) * Double(y)
        expected.append(chains[k].next(Complex(re: Double(x), im: Double(y))))
      }
      let gains = (0..<20).map { ducks[$0].next(powers[$0]) }
      heldCount += gains.filter { $0 < 1 }.count
      decorrelator.apply(column, &state, into: &twin)
      for k in 0..<71 {
        let wanted = expected[k] * gains[StereoDecorrelatorTests.bands[k]]
        let found = twin[resolution.slot(k)]
        #expect(
          abs(Double(found.real) - wanted.re) < 0.02 && abs(Double(found.imaginary) - wanted.im) < 0.02,
          "\(time), \(k)")
      }
    }
    #expect(heldCount > 1000)
  }
}
