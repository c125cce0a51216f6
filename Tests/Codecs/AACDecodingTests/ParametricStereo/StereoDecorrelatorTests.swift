import AACDecoding
import AACReplication
import Foundation
import TestSupport
import Testing
import Transforms

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
  @Test(arguments: [32, 30]) func theSecondSignalIsThatOfTheFormulas(columnCount: Int) {
    var generator = SplitMix64(seed: 71)
    let resolution = HybridResolution.coarse
    var frames = DecorrelatedFrames(resolution, columnCount: columnCount)
    var chains = (0..<71).map { Chain($0) }
    var ducks = [Duck](repeating: Duck(), count: 20)
    var heldCount = 0
    for frame in 0..<10 {
      var wanted: [[Complex]] = []
      for column in 0..<columnCount {
        let time = frame * columnCount + column
        let level: Float = time % 60 < 6 ? 1000 : time % 60 < 20 ? 1 : 0
        var powers = [Double](repeating: 0, count: 20)
        var expected: [Complex] = []
        for k in 0..<71 {
          let (x, y) = (
            Float.random(in: -level...level, using: &generator), Float.random(in: -level...level, using: &generator)
          )
          frames.signal[slot: resolution.slot(k), column: column] = (x, y)
          powers[StereoDecorrelatorTests.bands[k]] += Double(x) * Double(x) + Double(y) * Double(y)
          expected.append(chains[k].next(Complex(re: Double(x), im: Double(y))))
        }
        let gains = (0..<20).map { ducks[$0].next(powers[$0]) }
        heldCount += gains.filter { $0 < 1 }.count
        wanted.append((0..<71).map { expected[$0] * gains[StereoDecorrelatorTests.bands[$0]] })
      }
      frames.decorrelate()
      for column in 0..<columnCount {
        for k in 0..<71 {
          let (found, wanted) = (frames.twin[slot: resolution.slot(k), column: column], wanted[column][k])
          #expect(
            abs(Double(found.real) - wanted.re) < 0.02 && abs(Double(found.imaginary) - wanted.im) < 0.02,
            "\(frame), \(column), \(k)")
        }
      }
      frames.advance()
    }
    expectGreater(heldCount, 1000)
  }

  /// Subbands that fall silent are left out, and what their delays still hold comes all the same.
  @Test func silentSubbandsEndWithTheirDelays() {
    let resolution = HybridResolution.coarse
    var frames = DecorrelatedFrames(resolution, columnCount: 32)
    var matrix = QuadratureMirrorMatrix(columnCount: 32)
    for band in [30, 50] { matrix.real[31 * 64 + band] = 1 }
    frames.signal.load(QuadratureMirrorMatrix(columnCount: 32))
    frames.decorrelate()
    frames.advance()
    frames.signal.load(matrix)
    expectEqual(frames.signal.usedWholeQuads, 8..<21)
    frames.decorrelate()
    frames.advance()
    frames.signal.load(QuadratureMirrorMatrix(columnCount: 32))
    expectEqual(frames.signal.usedWholeQuads, 8..<21)
    frames.decorrelate()
    // The delays are of 14 columns and of one; a single column is a transient, whose energy has fallen by then.
    let (long, short) = (frames.twin[slot: 32 + 30, column: 13].real, frames.twin[slot: 32 + 50, column: 0].real)
    #expect(long > 0 && long <= 1 && short > 0 && short <= 1)
    #expect(frames.twin[slot: 32 + 30, column: 12].real == 0 && frames.twin[slot: 32 + 30, column: 14].real == 0)
    expectEqual(frames.twin[slot: 32 + 50, column: 1].real, 0)
    frames.advance()
    frames.signal.load(QuadratureMirrorMatrix(columnCount: 32))
    expectEqual(frames.signal.usedWholeQuads, 8..<14)
  }
}

/// Frames of a signal and its decorrelated twin, whole.
struct DecorrelatedFrames {
  var signal = StereoSignal()
  private(set) var twin = StereoSignal()
  private let resolution: HybridResolution
  private let columnCount: Int
  private let decorrelator: StereoDecorrelator
  private var state = StereoDecorrelator.State()

  init(_ resolution: HybridResolution, columnCount: Int) {
    self.resolution = resolution
    self.columnCount = columnCount
    decorrelator = StereoDecorrelator(resolution)
  }

  /// Makes the twin of the signal.
  mutating func decorrelate() {
    decorrelator.prepare(signal, &state, columnCount: columnCount)
    var line = [ComplexQuad](repeating: .zero, count: 32)
    for quad in [Int](resolution.partQuads) + [Int](signal.usedWholeQuads) {
      decorrelator.apply(quad, signal, &state, into: &line)
      for (column, four) in line.enumerated() {
        for lane in 0..<4 { twin[slot: 4 * quad + lane, column: column] = (four.real[lane], four.imaginary[lane]) }
      }
    }
  }

  /// Makes room for the next frame.
  mutating func advance() { signal.advance(columnCount, resolution) }
}
