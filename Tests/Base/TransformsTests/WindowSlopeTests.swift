import Foundation
import TestSupport
import Testing
import Transforms

@Suite("Window shapes")
struct WindowSlopeTests {
  @Test("the sine window is its formula", arguments: [1024, 960, 512, 480, 128, 120])
  func sine(count: Int) {
    let window = WindowSlope.sine(count: count)
    let formula = (0..<count).map { index -> Float in
      Float(sin(Double.pi / Double(2 * count) * (Double(index) + 0.5)))
    }
    expectEqual(window, formula)
  }

  /// The first values that decoders in wide use agree on, to ten digits and more.
  static let known: [(count: Int, alpha: Double, values: [Double])] = [
    (1024, 4, [0.0002925615348376497, 0.00042998567122549616, 0.0005467407427678977]),
    (960, 4, [0.00030215625309493735, 0.00044522670247858963, 0.0005674947527496324]),
    (128, 6, [4.379570409412748e-05, 0.00011867384648224463, 0.00023071658332418467]),
    (120, 6, [4.523200869095e-05, 0.00012745646921112928, 0.0002529398385344595]),
  ]

  @Test("the Kaiser–Bessel-derived windows have the published first values", arguments: known)
  func kaiserBessel(count: Int, alpha: Double, values: [Double]) {
    let window = WindowSlope.kaiserBesselDerived(count: count, alpha: alpha)
    expectEqual(window.count, count)
    for (value, wanted) in zip(window, values) { expectLessOrEqual(abs(Double(value) - wanted), 1e-7 * wanted) }
  }

  @Test("squares of both halves add up to one", arguments: [(1024, 4.0), (960, 4), (128, 6), (120, 6)])
  func powerComplementary(count: Int, alpha: Double) {
    for window in [
      WindowSlope.kaiserBesselDerived(count: count, alpha: alpha), WindowSlope.sine(count: count),
      WindowSlope.lowOverlap(count: count),
    ] {
      #expect(zip(window, window.dropFirst()).allSatisfy { $0 <= $1 })
      for index in 0..<count {
        let (a, b) = (Double(window[index]), Double(window[count - 1 - index]))
        expectLess(abs(a * a + b * b - 1), 2e-7)
      }
    }
  }

  @Test("the low-overlap window of 512 is 192 zeros, a slope, and ones from 320 on; of 480: 180 and 300")
  func lowOverlap() {
    for (count, zeros, ones) in [(512, 192, 320), (480, 180, 300)] {
      let window = WindowSlope.lowOverlap(count: count)
      expectEqual(window.count, count)
      #expect(window[..<zeros].allSatisfy { $0 == 0 } && window[ones...].allSatisfy { $0 == 1 })
      for index in zeros..<ones {
        let angle = Double.pi / 2 / Double(ones - zeros) * (Double(index - zeros) + 0.5)
        expectEqual(window[index], Float(sin(angle)))
      }
    }
  }
}
