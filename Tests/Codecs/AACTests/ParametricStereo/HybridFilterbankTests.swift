import AACCodec
import Foundation
import TestSupport
import Testing

/// The hybrid filters and the decorrelation, against their definitions.
struct HybridFilterbankTests {
  private func noise(_ columnCount: Int, _ generator: inout SplitMix64) -> QuadratureMirrorMatrix {
    var matrix = QuadratureMirrorMatrix(columnCount: columnCount)
    for place in matrix.real.indices {
      matrix.real[place] = Float.random(in: -1000...1000, using: &generator)
      matrix.imaginary[place] = Float.random(in: -1000...1000, using: &generator)
    }
    return matrix
  }

  @Test(arguments: [HybridResolution.coarse, .fine], [32, 30])
  func thePartsAddUpToTheSubbands(resolution: HybridResolution, columnCount: Int) {
    var generator = SplitMix64(seed: 30)
    let bank = HybridFilterbank(resolution)
    var lines = HybridFilterbank.Lines(columnCount: columnCount)
    var column = StereoColumn()
    for _ in 0..<3 {
      let matrix = noise(columnCount, &generator)
      lines.append(matrix)
      var joined = QuadratureMirrorMatrix(columnCount: columnCount)
      for index in 0..<columnCount {
        bank.analyze(lines, matrix, column: index, into: &column)
        bank.synthesize(column, column: index, into: &joined)
      }
      let count = columnCount * QuadratureMirrorMatrix.bandCount
      for place in 0..<count {
        #expect(abs(joined.real[place] - matrix.real[place]) < 2e-3)
        #expect(abs(joined.imaginary[place] - matrix.imaginary[place]) < 2e-3)
      }
    }
  }

  /// Part `q` of twelve of subband 0: `Σ g[n] exp(i 2π/12 (q + ½)(n − 6)) x(t + 6 − n)`.
  @Test func aPartIsTheModulatedPrototype() {
    var generator = SplitMix64(seed: 31)
    let bank = HybridFilterbank(.fine)
    var lines = HybridFilterbank.Lines(columnCount: 32)
    let matrix = noise(32, &generator)
    lines.append(matrix)
    var column = StereoColumn()
    for (time, q) in [(6, 0), (10, 5), (20, 11), (31, 9)] {
      var real = 0.0
      var imaginary = 0.0
      for n in 0..<13 {
        let place = (time + 6 - n) * 64
        let (x, y) = (Double(matrix.real[place]), Double(matrix.imaginary[place]))
        let angle = 2 * Double.pi / 12 * (Double(q) + 0.5) * Double(n - 6)
        let gain = Double(stereoFilterSub1234[n])
        real += gain * (cos(angle) * x - sin(angle) * y)
        imaginary += gain * (cos(angle) * y + sin(angle) * x)
      }
      bank.analyze(lines, matrix, column: time, into: &column)
      let part = column[q]
      #expect(abs(Double(part.real) - real) < 1e-2 && abs(Double(part.imaginary) - imaginary) < 1e-2)
    }
  }

  /// Filters of all passes keep the energy of steady noise.
  @Test(arguments: [HybridResolution.coarse, .fine]) func decorrelationKeepsTheEnergy(resolution: HybridResolution) {
    var generator = SplitMix64(seed: 32)
    let decorrelator = StereoDecorrelator(resolution)
    var state = StereoDecorrelator.State()
    var column = StereoColumn()
    var twin = StereoColumn()
    var energies = [(Double, Double, Double)](repeating: (0, 0, 0), count: resolution.subbandCount)
    for time in 0..<4000 {
      for k in 0..<resolution.subbandCount {
        let angle = Float.random(in: 0...(2 * .pi), using: &generator)
        column[resolution.slot(k)] = (cos(angle), sin(angle))
      }
      decorrelator.apply(column, &state, into: &twin)
      guard time > 100 else { continue }
      for k in energies.indices {
        let (first, second) = (column[resolution.slot(k)], twin[resolution.slot(k)])
        let (x, y) = (Double(first.real), Double(first.imaginary))
        let (u, v) = (Double(second.real), Double(second.imaginary))
        energies[k].0 += x * x + y * y
        energies[k].1 += u * u + v * v
        energies[k].2 += x * u + y * v
      }
    }
    for (k, energy) in energies.enumerated() {
      #expect(energy.1 / energy.0 > 0.85 && energy.1 / energy.0 < 1.15, "\(k): \(energy.1 / energy.0)")
      #expect(abs(energy.2) / energy.0 < 0.1, "\(k)")
    }
  }

  /// The mixing tables against their formulas: energies of both channels, and what procedure A does to their ratio.
  @Test func theMatricesKeepTheEnergy() {
    for row in 0..<368 {
      for table in [0, 1] {
        let h = (0..<4).map { entry in
          Double(table == 0 ? stereoMixingProcedureA[4 * row + entry] : stereoMixingProcedureB[4 * row + entry])
        }
        let left = h[0] * h[0] + h[2] * h[2]
        let right = h[1] * h[1] + h[3] * h[3]
        #expect(abs(left + right - 2) < 1e-6)
        let steps = [
          -25, -18, -14, -10, -7, -4, -2, 0, 2, 4, 7, 10, 14, 18, 25, -50, -45, -40, -35, -30, -25, -22, -19, -16, -13,
          -10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10, 13, 16, 19, 22, 25, 30, 35, 40, 45, 50,
        ]
        #expect(abs(10 * log10(left / right) - Double(steps[row / 8])) < 0.01)
      }
    }
  }
}
