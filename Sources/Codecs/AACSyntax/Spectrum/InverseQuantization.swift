import Transforms

// Bound throughout: the table has the 16,383 values of the largest escape.
// Holds throughout: bands lie within the frame: BandLayout's offsets end with its length.

/// The two non-linear steps from quantised lines to a spectrum: `|q|^(4/3)` and `2^((scale factor − 100) / 4)`.
///
/// ISO/IEC 14496-3, 4.6.1 and 4.6.2. The spectrum has the scale of 16-bit samples: full scale is ±32768 after the
/// inverse transform of the standard.
package struct InverseQuantizer: Sendable {
  /// The quantizer shared by all decoders: its table is the most expensive part to compute.
  package static let shared = InverseQuantizer()

  /// 2^(1/3).
  private static var cubeRootOfTwo: Float { 1.259_921_049_894_873_2 }

  /// The largest quantised value, with four pulses of 15 on one line.
  private static let largest = 8191 + 60

  /// `sign(q) |q|^(4/3)` at `q + largest`.
  private let powers: [Float]
  /// The same for −32…31, at the low six bits of q: 256 bytes that stay in the first cache and need no check.
  private let smallPowers = InverseQuantizer.smallPowers
  /// The gain of scale factors 0…255.
  private let gains: [Float]

  private init() {
    let largest = InverseQuantizer.largest
    let positive = InverseQuantizer.powers(upTo: largest)
    powers = positive.dropFirst().reversed().map { -$0 } + positive
    gains = (0...255).map { InverseQuantizer.quarterPower($0 - 100) }
  }

  /// `q^(4/3)` of 0…`largest`.
  private static func powers(upTo largest: Int) -> [Float] {
    var root = 1.0
    return (0...largest).map { magnitude in
      guard magnitude > 0 else { return 0 }
      root = cubeRoot(Double(magnitude), near: root)
      return Float(Double(magnitude) * root)
    }
  }

  /// `sign(q) |q|^(4/3)` of −32…31, at the low six bits of q.
  static var smallPowers: [Float] {
    let positive = powers(upTo: 32)
    return positive.dropLast() + positive.dropFirst().reversed().map { -$0 }
  }

  /// `sign(q) |q|^(4/3)` of two values. Not inlined, so that the caller holds no reference to the table.
  @inline(never)
  static func pair(_ first: Int16, _ second: Int16) -> SIMD2<Float> {
    SIMD2(shared.powers[Int(first) &+ largest], shared.powers[Int(second) &+ largest])
  }

  /// The power of each magnitude up to at least 8191.
  package var magnitudePowers: Span<Float> {
    @_lifetime(borrow self) get { powers.span.extracting(InverseQuantizer.largest..<powers.count) }
  }

  /// `magnitude^(4/3)` of a magnitude above 8191, which only USAC has.
  @inline(never)
  package static func power(ofLarge magnitude: Int) -> Float {
    // The cube root of one that is 8 times smaller is half as large.
    var (smaller, scale) = (magnitude, 1.0)
    while smaller > 8191 {
      smaller /= 8
      scale *= 2
    }
    let start = scale * Double(shared.magnitudePowers[smaller]) / Double(smaller)
    return Float(Double(magnitude) * cubeRoot(Double(magnitude), near: start))
  }

  /// Returns the cube root by Newton's method; without Foundation the standard library has none.
  ///
  /// The start must be off by less than 30 %. The error is squared in each step, so that six reach full precision.
  private static func cubeRoot(_ value: Double, near start: Double) -> Double {
    var root = start
    for _ in 0..<6 { root = (2 * root + value / (root * root)) / 3 }
    return root
  }

  /// `2^(exponent / 4)`.
  package static func quarterPower(_ exponent: Int) -> Float {
    let root = 2.0.squareRoot()
    let fourthRoot = root.squareRoot()
    let roots: [4 of Double] = [1, fourthRoot, root, root * fourthRoot]
    let power = exponent >> 2
    guard (-1000...1000).contains(power) else {
      return Float(Double(sign: .plus, exponent: power, significand: roots[exponent & 3]))
    }
    // Of these the power of two is a number whose exponent is this one.
    return Float(Double(bitPattern: UInt64(truncatingIfNeeded: 1023 &+ power) &<< 52) * roots[exponent & 3])
  }

  /// Writes the spectrum of a channel: spectral bands from the powers of their lines, zeros everywhere else.
  ///
  /// ``applyToLines(_:bands:to:)`` is the plain form, which gives the same to the bit; it serves where the powers are
  /// not known: with pulses, and where codewords are reordered.
  package func apply(
    _ stream: inout ChannelStream, bands: borrowing BandLayout, to spectrum: inout [Float]
  ) {
    precondition(spectrum.count == stream.lines.count)
    guard stream.hasPowers else { return applyToLines(&stream, bands: bands, to: &spectrum) }
    var output = spectrum.mutableSpan
    let powers = stream.powers.span
    let (codebooks, scaleFactors) = (stream.codebooks.span, stream.scaleFactors.span)
    let gains = gains.span
    // The end of the last spectral band: the lines between two of them are cleared at once.
    var end = 0
    bands.forEachBand(stream.info) { place, lines in
      guard Codebook.isSpectral(codebooks[place]) else { return }
      if end < lines.lowerBound { InverseQuantizer.clear(end..<lines.lowerBound, &output) }
      InverseQuantizer.scale(powers, lines, gains[Int(scaleFactors[place])], &output)
      end = lines.upperBound
    }
    InverseQuantizer.clear(end..<output.count, &output)
  }

  /// Multiplies the powers of a band, whose lines come in fours, by its gain.
  @inline(__always)
  private static func scale(
    _ allPowers: Span<SIMD2<Float>>, _ lines: Range<Int>, _ gain: Float, _ output: inout MutableSpan<Float>
  ) {
    let powers = allPowers.extracting(0..<ChannelStream.pairCount)
    var part = output._mutatingExtracting(lines)
    // Masked with the span's length, a power of two, places need no check.
    let mask = ChannelStream.pairCount &- 2
    var pair = lines.lowerBound &>> 1
    var line = 0
    while line &+ 8 <= part.count {
      let (place, next) = (pair & mask, (pair &+ 2) & mask)
      let low = SIMD4(lowHalf: powers[place], highHalf: powers[place | 1]) * gain
      part.setOctet(low, SIMD4(lowHalf: powers[next], highHalf: powers[next | 1]) * gain, at: line)
      line &+= 8
      pair &+= 4
    }
    if line < part.count {
      let place = pair & mask
      part.setQuad(SIMD4(lowHalf: powers[place], highHalf: powers[place | 1]) * gain, at: line)
    }
  }

  /// Applies the inverse quantization to the lines, with a look-up for each.
  package func applyToLines(
    _ stream: inout ChannelStream, bands: borrowing BandLayout, to spectrum: inout [Float]
  ) {
    precondition(spectrum.count == stream.lines.count)
    var output = spectrum.mutableSpan
    if stream.info.isShort { return applyShort(&stream, bands, &output) }
    let lines = stream.lines.span
    // A subscript of an inline array inside another value copies the whole array; one of its span does not.
    let codebooks = stream.codebooks.span
    let hasPulses = stream.pulse != nil
    let scaleFactors = stream.scaleFactors.span
    for band in 0..<stream.info.bandCount {
      let range = bands.longOffsets[band]..<bands.longOffsets[band + 1]
      var part = output._mutatingExtracting(range)
      let bound = ValueBound(of: codebooks[band], hasPulses: hasPulses)
      convert(lines.extracting(range), bound, scaleFactors[band], &part)
    }
    InverseQuantizer.clear(bands.longOffsets[stream.info.bandCount]..<output.count, &output)
  }

  private func applyShort(
    _ stream: inout ChannelStream, _ bands: borrowing BandLayout, _ output: inout MutableSpan<Float>
  ) {
    let lines = stream.lines.span
    let codebooks = stream.codebooks.span
    let hasPulses = stream.pulse != nil
    let scaleFactors = stream.scaleFactors.span
    var window = 0
    for group in 0..<stream.info.groupCount {
      for _ in 0..<stream.info.groupLengths[group] {
        let start = window * bands.shortLength
        for band in 0..<stream.info.bandCount {
          let place = ChannelStream.place(group, band)
          let range = (start + bands.shortOffsets[band])..<(start + bands.shortOffsets[band + 1])
          var part = output._mutatingExtracting(range)
          let bound = ValueBound(of: codebooks[place], hasPulses: hasPulses)
          convert(lines.extracting(range), bound, scaleFactors[place], &part)
        }
        window += 1
        InverseQuantizer.clear(
          (start + bands.shortOffsets[stream.info.bandCount])..<(window * bands.shortLength), &output)
      }
    }
  }

  @inline(__always)
  private func convert(
    _ lines: Span<Int16>, _ bound: ValueBound, _ scaleFactor: Int16, _ output: inout MutableSpan<Float>
  ) {
    let count = lines.count
    precondition(output.count == count)
    if bound == .zero { return InverseQuantizer.clear(0..<count, &output) }
    let gain = gains[Int(scaleFactor)]
    switch bound {
    case .one:
      for line in 0..<count { output[line] = Float(lines[line]) * gain }
    case .two:
      // Of 2 the power is 2 times a constant, which four lanes choose at once.
      for line in 0..<count {
        let value = Float(lines[line])
        output[line] = value * (abs(value) > 1.5 ? InverseQuantizer.cubeRootOfTwo : 1) * gain
      }
    case .small:
      let powers = smallPowers.span.extracting(0..<64)
      for line in 0..<count { output[line] = powers[Int(lines[line]) & 63] * gain }
    default:
      let powers = powers.span
      for line in 0..<count { output[line] = powers[Int(lines[line]) &+ InverseQuantizer.largest] * gain }
    }
  }

  @inline(__always)
  private static func clear(_ range: Range<Int>, _ output: inout MutableSpan<Float>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= output.count)
    for line in range { output[line] = 0 }
  }
}

/// The largest magnitude that the quantised values of a band can have.
private enum ValueBound {
  case zero, one, two, small, any

  /// Codebooks 1 and 2 send −1, 0 and 1, for which the power is the value itself, 3 and 4 no more than 2, and those up
  /// to 10 no more than 12; pulses may add to them.
  @inline(__always)
  init(of codebook: UInt8, hasPulses: Bool) {
    if Codebook.isSpectral(codebook) {
      self = hasPulses || codebook >= Codebook.escape ? .any : codebook <= 2 ? .one : codebook <= 4 ? .two : .small
    } else {
      self = .zero
    }
  }
}

extension MutableSpan<Float> {
  /// Stores eight samples from `index` on, with one check.
  @inline(__always)
  @_lifetime(self: copy self)
  fileprivate mutating func setOctet(_ low: SIMD4<Float>, _ high: SIMD4<Float>, at index: Int) {
    var eight = _mutatingExtracting(index..<(index &+ 8))
    eight.setQuad(low, at: 0)
    eight.setQuad(high, at: 4)
  }
}
