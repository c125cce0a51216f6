import AACReplication
import Transforms

// Bound throughout: banks have at most 20 bands in and 40 out, frames at most 64 columns.
// Holds throughout: arrays are made for the largest bank, and spans cut to the size of the one in use.

/// The filterbanks of the harmonic transposer: from low subbands to samples, and from samples to subbands of half the
/// width.
///
/// ISO/IEC 23003-3, 7.5. Both are sums by their formulas: of at most 20 and 40 bands that is as fast as a transform.
struct HarmonicBanks: Sendable {
  /// The tables of all sizes, made once for all decoders.
  static let shared = HarmonicBanks()

  /// The most bands of the synthesis.
  static let mostBands = 20
  /// The number of earlier parts of the synthesis memory that the window spans; a part has two numbers per band.
  static let partCount = 9
  /// The samples, for each band of the synthesis, that the analysis spans before a frame.
  static let sampleCount = 19

  private let sizes: [Size]

  private init() { sizes = (1...5).map { Size(bandCount: 4 * $0) } }

  /// The tables of a synthesis of `bandCount` bands and an analysis of twice as many.
  struct Size: Sendable {
    let bandCount: Int
    /// cos(π/M · (k + ½)(l − M/2)) / M, stored side by side for each k.
    fileprivate let modulation: [Float]
    /// The window of the synthesis.
    fileprivate let synthesisWindow: [Float]
    /// The window of the analysis.
    fileprivate let analysisWindow: [Float]
    /// cos and sin(π/L · (k + ½) d), stored side by side for each d < L.
    fileprivate let cosines: [Float]
    fileprivate let sines: [Float]

    fileprivate init(bandCount: Int) {
      let (m, l) = (bandCount, 2 * bandCount)
      self.bandCount = m
      modulation = (0..<(2 * m * m)).map { place in
        let (k, n) = (place / (2 * m), place % (2 * m))
        return Float(Trigonometry.cosine(turns: (2 * k + 1) * (2 * n - m), over: 8 * m) / Double(m))
      }
      synthesisWindow = SubbandBankKind.symmetric.window(bandCount: m)
      analysisWindow = SubbandBankKind.symmetric.window(bandCount: l)
      cosines = (0..<(l * l)).map { place in
        Float(Trigonometry.cosine(turns: (2 * (place % l) + 1) * (place / l), over: 4 * l))
      }
      sines = (0..<(l * l)).map { place in
        Float(Trigonometry.sine(turns: (2 * (place % l) + 1) * (place / l), over: 4 * l))
      }
    }
  }

  /// Returns the tables of a number of bands: 4, 8, 12, 16 or 20.
  func size(bandCount: Int) -> Size { sizes[bandCount / 4 - 1] }
}

extension HarmonicBanks.Size {
  /// Converts the real parts of a column's bands, at the start of `bands`, to a part of the synthesis memory.
  func modulate(_ bands: [Float], into memory: inout [Float], at start: Int) {
    let width = 2 * bandCount
    let all = memory.mutableSpan
    var part = all._consumingExtracting(start..<(start + width))
    for n in 0..<width { part[n] = 0 }
    for k in 0..<bandCount {
      let row = modulation.span.extracting((k * width)..<((k + 1) * width))
      let value = bands[k]
      for n in 0..<width { part[n] += value * row[n] }
    }
  }

  /// Computes the windowed samples of a column from the part of `memory` that begins at `newest`.
  func window(_ memory: [Float], newest: Int, into samples: inout [Float], at start: Int) {
    let m = bandCount
    let (parts, weights) = (memory.span, synthesisWindow.span)
    let all = samples.mutableSpan
    var output = all._consumingExtracting(start..<(start + m))
    for k in 0..<m { output[k] = 0 }
    for pair in 0..<5 {
      let first = newest - 4 * m * pair
      let near = parts.extracting(first..<(first + m))
      let far = parts.extracting((first - m)..<first)
      let nearWeights = weights.extracting((2 * m * pair)..<(2 * m * pair + m))
      let farWeights = weights.extracting((2 * m * pair + m)..<(2 * m * (pair + 1)))
      for k in 0..<m { output[k] += near[k] * nearWeights[k] + far[k] * farWeights[k] }
    }
  }

  /// The scratch memory of an analysis.
  struct Folded: Sendable {
    fileprivate var values = [Float](repeating: 0, count: 4 * HarmonicBanks.mostBands)
  }

  /// Splits folded samples into the bands that begin at `start` of rows.
  func analyze(_ folded: Folded, into real: inout [Float], _ imaginary: inout [Float], at start: Int) {
    let l = 2 * bandCount
    let u = folded.values.span.extracting(0..<(2 * l))
    let allReals = real.mutableSpan
    let allImaginaries = imaginary.mutableSpan
    var re = allReals._consumingExtracting(start..<(start + l))
    var im = allImaginaries._consumingExtracting(start..<(start + l))
    // e^(iπ/L · (k + ½) d) at d = −L is −i (−1)^k, at 0 it is 1; at d and −d the cosines are equal.
    for k in 0..<l {
      re[k] = u[l]
      im[k] = k & 1 == 0 ? -u[0] : u[0]
    }
    for d in 1..<l {
      let (sum, difference) = (u[l + d] + u[l - d], u[l + d] - u[l - d])
      let row = (d * l)..<((d + 1) * l)
      let (c, s) = (cosines.span.extracting(row), sines.span.extracting(row))
      for k in 0..<l { re[k] += sum * c[k] }
      for k in 0..<l { im[k] += difference * s[k] }
    }
  }

  /// Sums five windowed pieces of the samples up to and with the one at `newest`, which is the first.
  func fold(_ samples: [Float], newest: Int, into folded: inout Folded) {
    let width = 4 * bandCount
    for n in 0..<width {
      var sum: Float = 0
      for piece in 0..<5 {
        let place = n + width * piece
        sum += samples[newest - place] * analysisWindow[place]
      }
      folded.values[n] = sum
    }
  }
}
