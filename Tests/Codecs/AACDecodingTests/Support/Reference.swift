import AACDecoding
import AACSyntax
import Foundation

/// The standard's formulas, written down directly in double precision.
enum Reference {
  /// `sign(q) |q|^(4/3) 2^((sf − 100) / 4)` in the spectral bands, 0 elsewhere.
  static func spectrum(_ stream: ChannelStream, _ bands: BandLayout) -> [Double] {
    var spectrum = [Double](repeating: 0, count: bands.frameLength)
    bands.forEachBand(stream.info) { place, range in
      guard Codebook.isSpectral(stream.codebooks[place]) else { return }
      let gain = pow(2, (Double(stream.scaleFactors[place]) - 100) / 4)
      for line in range {
        let value = Double(stream.lines[line])
        spectrum[line] = (value < 0 ? -1 : 1) * pow(abs(value), 4.0 / 3) * gain
      }
    }
    return spectrum
  }

  /// The reflection coefficients of a filter.
  static func reflections(_ filter: TemporalNoiseShapingData.Filter, _ resolution: UInt8) -> [Double] {
    (0..<Int(filter.order)).map { i in
      let value = Double(filter.coefficients[i])
      let half = pow(2, Double(resolution) - 1)
      return sin(value * (.pi / 2) / (value >= 0 ? half - 0.5 : half + 0.5))
    }
  }

  /// Calls `body` with the lines of every filter in filtering order, and its reflection coefficients.
  static func forEachFilter(
    _ stream: ChannelStream, _ bands: BandLayout, _ body: (_ lines: [Int], _ reflections: [Double]) -> Void
  ) {
    guard let data = stream.temporalNoiseShaping else { return }
    let short = stream.info.isShort
    let offsets = short ? bands.shortOffsets : bands.longOffsets
    let most = short ? bands.temporalNoiseShapingShortBands : bands.temporalNoiseShapingLongBands
    for window in 0..<(short ? 8 : 1) {
      var bottom = offsets.count - 1
      for number in 0..<Int(data.filterCounts[window]) {
        let filter = data.filters[TemporalNoiseShapingData.place(window: window, number: number)]
        let top = bottom
        bottom = max(top - Int(filter.length), 0)
        let start = offsets[min(bottom, most, stream.info.bandCount)] + window * bands.frameLength / 8
        let end = offsets[min(top, most, stream.info.bandCount)] + window * bands.frameLength / 8
        guard filter.order > 0, end > start else { continue }
        let lines = Array(start..<end)
        body(filter.direction == .upward ? lines : lines.reversed(), reflections(filter, data.resolutions[window]))
      }
    }
  }

  /// The all-pole filters as lattices, which need no direct-form coefficients.
  static func undoShaping(_ stream: ChannelStream, _ bands: BandLayout, _ spectrum: inout [Double]) {
    forEachFilter(stream, bands) { lines, k in
      var backward = [Double](repeating: 0, count: k.count + 1)
      for line in lines {
        var forward = spectrum[line]
        for m in stride(from: k.count, to: 0, by: -1) {
          forward -= k[m - 1] * backward[m - 1]
          backward[m] = backward[m - 1] + k[m - 1] * forward
        }
        backward[0] = forward
        spectrum[line] = forward
      }
    }
  }

  /// The all-zero filters, likewise as lattices.
  static func applyShaping(_ stream: ChannelStream, _ bands: BandLayout, _ spectrum: inout [Double]) {
    forEachFilter(stream, bands) { lines, k in
      var delayed = [Double](repeating: 0, count: k.count + 1)
      for line in lines {
        var forward = spectrum[line]
        var backward = forward
        for m in k.indices {
          let old = delayed[m]
          delayed[m] = backward
          backward = old + k[m] * forward
          forward += k[m] * old
        }
        spectrum[line] = forward
      }
    }
  }
}

/// The modified discrete cosine transform as the standard writes it, N being two frames.
struct ReferenceTransform {
  let frameLength: Int
  private let cosines: [Double]

  init(frameLength: Int) {
    self.frameLength = frameLength
    cosines = (0..<(8 * frameLength)).map { cos(Double($0) * .pi / Double(4 * frameLength)) }
  }

  /// `cos(2π/N (n + n0)(k + ½))`.
  private func kernel(_ n: Int, _ k: Int) -> Double {
    cosines[((2 * n + frameLength + 1) * (2 * k + 1)) % (8 * frameLength)]
  }

  /// `X[k] = 2 Σ z[n] cos(…)`.
  func forward(_ samples: [Double]) -> [Double] {
    (0..<frameLength).map { k in
      var sum = 0.0
      for n in samples.indices { sum += samples[n] * kernel(n, k) }
      return 2 * sum
    }
  }

  /// `x[n] = 2/N Σ X[k] cos(…)`.
  func inverse(_ lines: [Double]) -> [Double] {
    (0..<(2 * frameLength)).map { n in
      var sum = 0.0
      for k in lines.indices { sum += lines[k] * kernel(n, k) }
      return sum / Double(frameLength)
    }
  }
}

/// Inverse transform, sine window, overlap and add, of long windows only; full scale is ±1.
struct ReferenceSynthesis {
  private let transform: ReferenceTransform
  private let slope: [Double]
  private var saved: [Double]

  init(frameLength: Int) {
    transform = ReferenceTransform(frameLength: frameLength)
    slope = ReferenceWindow.sine(frameLength)
    saved = Array(repeating: 0, count: frameLength)
  }

  mutating func next(_ spectrum: [Double]) -> [Double] {
    let length = saved.count
    let aliased = transform.inverse(spectrum)
    let frame = (0..<length).map { index -> Double in (saved[index] + slope[index] * aliased[index]) / 32768 }
    saved = (0..<length).map { index -> Double in slope[length - 1 - index] * aliased[length + index] }
    return frame
  }
}

/// The rising halves of windows.
enum ReferenceWindow {
  static func sine(_ length: Int) -> [Double] {
    (0..<length).map { sin(.pi / Double(2 * length) * (Double($0) + 0.5)) }
  }

  private static func bessel(_ x: Double) -> Double {
    var sum = 1.0
    var term = 1.0
    for k in 1..<100 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }

  static func kaiserBessel(_ length: Int, alpha: Double) -> [Double] {
    let kernel = (0...length).map { n in
      let x = 2 * Double(n) / Double(length) - 1
      return bessel(.pi * alpha * (1 - x * x).squareRoot())
    }
    let total = kernel.reduce(0, +)
    var sum = 0.0
    return (0..<length).map { n in
      sum += kernel[n]
      return (sum / total).squareRoot()
    }
  }

  static func lowOverlap(_ length: Int) -> [Double] {
    let flat = 3 * length / 8
    return [Double](repeating: 0, count: flat) + sine(length / 4) + [Double](repeating: 1, count: flat)
  }

  /// The rising slope of a whole frame.
  static func long(_ shape: WindowShape, _ length: Int, isLowDelay: Bool) -> [Double] {
    if shape == .sine { return sine(length) }
    return isLowDelay ? lowOverlap(length) : kaiserBessel(length, alpha: 4)
  }

  static func short(_ shape: WindowShape, _ length: Int) -> [Double] {
    shape == .sine ? sine(length) : kaiserBessel(length, alpha: 6)
  }
}

/// How well `actual` follows `expected`, in dB.
func signalToNoise(_ actual: some Sequence<Float>, _ expected: some Sequence<Double>) -> Double {
  var signal = 0.0
  var noise = 0.0
  for (a, e) in zip(actual, expected) {
    signal += e * e
    noise += (Double(a) - e) * (Double(a) - e)
  }
  return noise == 0 ? .infinity : 10 * log10(signal / noise)
}
