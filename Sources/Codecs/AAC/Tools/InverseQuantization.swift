/// The two non-linear steps from quantised lines to a spectrum: `|q|^(4/3)` and `2^((scale factor − 100) / 4)`.
///
/// ISO/IEC 14496-3, 4.6.1 and 4.6.2. The spectrum has the scale of 16-bit samples: full scale is ±32768 after the
/// inverse transform of the standard.
struct InverseQuantizer: Sendable {
  /// The largest quantised value, with four pulses of 15 on one line.
  private static let largest = 8191 + 60

  /// `sign(q) |q|^(4/3)` at `q + largest`.
  private let powers: [Float]
  /// The gain of scale factors 0…255.
  private let gains: [Float]

  init() {
    powers = (-InverseQuantizer.largest...InverseQuantizer.largest).map { value in
      let magnitude = Double(abs(value))
      let power = magnitude == 0 ? 0 : magnitude * InverseQuantizer.cubeRoot(magnitude)
      return Float(value < 0 ? -power : power)
    }
    gains = (0...255).map { InverseQuantizer.quarterPower($0 - 100) }
  }

  /// The cube root by Newton's method; the standard library has none without Foundation.
  private static func cubeRoot(_ value: Double) -> Double {
    var root = value.squareRoot().squareRoot()
    for _ in 0..<60 { root = (2 * root + value / (root * root)) / 3 }
    return root
  }

  /// `2^(exponent / 4)`.
  static func quarterPower(_ exponent: Int) -> Float {
    let root = 2.0.squareRoot()
    let fourthRoot = root.squareRoot()
    let roots: [4 of Double] = [1, fourthRoot, root, root * fourthRoot]
    return Float(Double(sign: .plus, exponent: exponent >> 2, significand: roots[exponent & 3]))
  }

  /// Writes the spectrum of a channel: spectral bands from their lines, zeros everywhere else.
  func apply(_ stream: borrowing ChannelStream, bands: borrowing BandLayout, to spectrum: inout [Float]) {
    precondition(spectrum.count == stream.lines.count)
    var output = spectrum.mutableSpan
    let lines = stream.lines.span
    if stream.info.isShort {
      applyShort(stream, bands, lines, &output)
      return
    }
    // A subscript of an inline array inside a borrowed value copies the whole array; one of its span does not.
    let codebooks = stream.codebooks.span
    let scaleFactors = stream.scaleFactors.span
    for band in 0..<stream.info.bandCount {
      let range = bands.longOffsets[band]..<bands.longOffsets[band + 1]
      convert(range, stream.valueBound(codebooks[band]), scaleFactors[band], lines, &output)
    }
    InverseQuantizer.clear(bands.longOffsets[stream.info.bandCount]..<output.count, &output)
  }

  private func applyShort(
    _ stream: borrowing ChannelStream, _ bands: borrowing BandLayout, _ lines: Span<Int16>,
    _ output: inout MutableSpan<Float>
  ) {
    let codebooks = stream.codebooks.span
    let scaleFactors = stream.scaleFactors.span
    var window = 0
    for group in 0..<stream.info.groupCount {
      for _ in 0..<stream.info.groupLengths[group] {
        let start = window * bands.shortLength
        for band in 0..<stream.info.bandCount {
          let place = ChannelStream.place(group, band)
          let range = (start + bands.shortOffsets[band])..<(start + bands.shortOffsets[band + 1])
          convert(range, stream.valueBound(codebooks[place]), scaleFactors[place], lines, &output)
        }
        window += 1
        InverseQuantizer.clear(
          (start + bands.shortOffsets[stream.info.bandCount])..<(window * bands.shortLength), &output)
      }
    }
  }

  @inline(__always)
  private func convert(
    _ range: Range<Int>, _ bound: ChannelStream.ValueBound, _ scaleFactor: Int16, _ lines: Span<Int16>,
    _ output: inout MutableSpan<Float>
  ) {
    if bound == .zero { return InverseQuantizer.clear(range, &output) }
    precondition(range.lowerBound >= 0 && range.upperBound <= lines.count && range.upperBound <= output.count)
    let gain = gains[Int(scaleFactor)]
    if bound == .one {
      for line in range { output[line] = Float(lines[line]) * gain }
    } else {
      let powers = powers.span
      for line in range { output[line] = powers[Int(lines[line]) &+ InverseQuantizer.largest] * gain }
    }
  }

  @inline(__always)
  private static func clear(_ range: Range<Int>, _ output: inout MutableSpan<Float>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= output.count)
    for line in range { output[line] = 0 }
  }
}

extension ChannelStream {
  /// What the quantised values of a band can be.
  enum ValueBound { case zero, one, any }

  /// Codebooks 1 and 2 send −1, 0 and 1, for which the power is the value itself; pulses may add to them.
  fileprivate func valueBound(_ codebook: UInt8) -> ValueBound {
    guard Codebook.isSpectral(codebook) else { return .zero }
    return codebook <= 2 && pulse == nil ? .one : .any
  }
}
