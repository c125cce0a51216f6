import AACDecoding
import AACReplication
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
    let (partCount, splitCount) = resolution == .coarse ? (10, 3) : (32, 5)
    var lines = HybridFilterbank.Lines(columnCount: columnCount)
    var signal = StereoSignal()
    for _ in 0..<3 {
      let matrix = noise(columnCount, &generator)
      lines.append(matrix)
      bank.split(lines, into: &signal)
      var parts = QuadratureMirrorMatrix(columnCount: columnCount)
      for column in 0..<columnCount {
        for part in 0..<partCount {
          let number = signal[slot: part, column: column]
          parts.real[64 * column + part] = number.real
          parts.imaginary[64 * column + part] = number.imaginary
        }
      }
      var joined = matrix
      for column in 0..<columnCount {
        for band in 0..<splitCount {
          joined.real[64 * column + band] = 0
          joined.imaginary[64 * column + band] = 0
        }
      }
      bank.join(parts, into: &joined)
      for column in 0..<columnCount {
        for band in 0..<splitCount {
          let place = 64 * column + band
          expectLess(abs(joined.real[place] - matrix.real[place]), 2e-3)
          expectLess(abs(joined.imaginary[place] - matrix.imaginary[place]), 2e-3)
        }
      }
      // What is not split stays, and what lies behind the frame.
      for place in matrix.real.indices where place % 64 >= splitCount || place / 64 >= columnCount {
        #expect(joined.real[place] == matrix.real[place] && joined.imaginary[place] == matrix.imaginary[place])
      }
    }
  }

  /// Part `q` of twelve of subband 0: `Σ g[n] exp(i 2π/12 (q + ½)(n − 6)) x(t + 6 − n)`.
  @Test func aPartIsTheModulatedPrototype() {
    var generator = SplitMix64(seed: 31)
    let matrix = noise(32, &generator)
    let prototype = (0..<13).map { Double(stereoFilterSub1234[$0]) }
    let signal = split(matrix, .fine)
    for (time, q) in [(6, 0), (10, 5), (20, 11), (31, 9)] {
      let wanted = part(matrix, band: 0, time, prototype, q: q, of: 12)
      let found = signal[slot: q, column: time]
      #expect(abs(Double(found.real) - wanted.0) < 1e-2 && abs(Double(found.imaginary) - wanted.1) < 1e-2)
    }
  }

  /// With 20 bands subband 0 has six parts of eight filters, of which two are the sums of two.
  @Test func partsOfTheCoarseResolutionAreModulatedPrototypes() {
    var generator = SplitMix64(seed: 33)
    let matrix = noise(32, &generator)
    // sub8_20: ISO/IEC 14496-3, 8.6.4.3.
    let half = [
      0.00746082949812, 0.02270420949825, 0.04546865930473, 0.07266113929591, 0.09885108575264, 0.11793710567217,
    ]
    let prototype = half + [0.125] + half.reversed()
    let signal = split(matrix, .coarse)
    for time in [6, 9, 15, 31] {
      for (slot, filters) in [[6], [7], [0], [1], [2, 5], [3, 4]].enumerated() {
        var wanted = (0.0, 0.0)
        for q in filters {
          let one = part(matrix, band: 0, time, prototype, q: q, of: 8)
          wanted = (wanted.0 + one.0, wanted.1 + one.1)
        }
        let found = signal[slot: slot, column: time]
        #expect(abs(Double(found.real) - wanted.0) < 1e-2 && abs(Double(found.imaginary) - wanted.1) < 1e-2)
      }
    }
  }

  private func split(_ matrix: QuadratureMirrorMatrix, _ resolution: HybridResolution) -> StereoSignal {
    var lines = HybridFilterbank.Lines(columnCount: 32)
    lines.append(matrix)
    var signal = StereoSignal()
    HybridFilterbank(resolution).split(lines, into: &signal)
    return signal
  }

  /// One filter's output in `Double`.
  private func part(
    _ matrix: QuadratureMirrorMatrix, band: Int, _ time: Int, _ prototype: [Double], q: Int, of count: Int
  ) -> (Double, Double) {
    var (real, imaginary) = (0.0, 0.0)
    for n in 0..<13 {
      let place = (time + 6 - n) * 64 + band
      let (x, y) = (Double(matrix.real[place]), Double(matrix.imaginary[place]))
      let angle = 2 * Double.pi / Double(count) * (Double(q) + 0.5) * Double(n - 6)
      real += prototype[n] * (cos(angle) * x - sin(angle) * y)
      imaginary += prototype[n] * (cos(angle) * y + sin(angle) * x)
    }
    return (real, imaginary)
  }

  /// Filters of all passes keep the energy of steady noise.
  @Test(arguments: [HybridResolution.coarse, .fine]) func decorrelationKeepsTheEnergy(resolution: HybridResolution) {
    var generator = SplitMix64(seed: 32)
    var frames = DecorrelatedFrames(resolution, columnCount: 32)
    var energies = [(Double, Double, Double)](repeating: (0, 0, 0), count: resolution.subbandCount)
    for frame in 0..<125 {
      for column in 0..<32 {
        for k in 0..<resolution.subbandCount {
          let angle = Float.random(in: 0...(2 * .pi), using: &generator)
          frames.signal[slot: resolution.slot(k), column: column] = (cos(angle), sin(angle))
        }
      }
      frames.decorrelate()
      for column in 0..<32 where frame > 3 {
        for k in energies.indices {
          let slot = resolution.slot(k)
          let (first, second) = (frames.signal[slot: slot, column: column], frames.twin[slot: slot, column: column])
          let (x, y) = (Double(first.real), Double(first.imaginary))
          let (u, v) = (Double(second.real), Double(second.imaginary))
          energies[k].0 += x * x + y * y
          energies[k].1 += u * u + v * v
          energies[k].2 += x * u + y * v
        }
      }
      frames.advance()
    }
    for (k, energy) in energies.enumerated() {
      #expect(energy.1 / energy.0 > 0.85 && energy.1 / energy.0 < 1.15, "\(k): \(energy.1 / energy.0)")
      expectLess(abs(energy.2) / energy.0, 0.1, "\(k)")
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
        expectLess(abs(left + right - 2), 1e-6)
        let steps = [
          -25, -18, -14, -10, -7, -4, -2, 0, 2, 4, 7, 10, 14, 18, 25, -50, -45, -40, -35, -30, -25, -22, -19, -16, -13,
          -10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10, 13, 16, 19, 22, 25, 30, 35, 40, 45, 50,
        ]
        expectLess(abs(10 * log10(left / right) - Double(steps[row / 8])), 0.01)
      }
    }
  }
}
