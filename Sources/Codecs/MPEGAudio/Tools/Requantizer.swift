import Transforms

// Bound throughout: the table has a place for each value of fifteen bits.
// Holds throughout: spectra have a constant size, and lines are those of the plan.

/// Requantises lines to a spectrum: `|q|^(4/3)` with the sign of q, times a power of two set by scale factors.
///
/// ISO/IEC 11172-3, 2.4.3.4. The lines find their places in the spectrum here, so that short blocks need no reordering.
package struct Requantizer: Sendable {
  /// The requantizer, made once for all decoders.
  package static let shared = Requantizer()

  /// The largest quantised value: 15 plus 13 bits.
  package static let largest = 15 + 8191
  /// A power of two that no exponent is below: 210, 8 · 7 of a window, and 4 · (31 + 3) of a band.
  package static let lowestExponent = -448

  /// The number of values of ``powers``: a power of two, so that a mask of a number is always a place of it.
  private static let powerCount = 32768

  /// `sign(q) |q|^(4/3)` at ``place(of:)``.
  package let powers: [Float]
  /// `2^((i + lowestExponent) / 4)`.
  package let gains: [Float]

  private init() {
    let largest = Requantizer.largest
    var powers = [Float](repeating: 0, count: Requantizer.powerCount)
    var root = 1.0
    for magnitude in 1...largest {
      root = Requantizer.cubeRoot(Double(magnitude), near: root)
      let power = Float(Double(magnitude) * root)
      powers[Requantizer.place(of: Int16(magnitude))] = power
      powers[Requantizer.place(of: Int16(-magnitude))] = -power
    }
    self.powers = powers
    gains = (0..<512).map { Float(Requantizer.quarterPower($0 + Requantizer.lowestExponent)) }
  }

  /// Returns the index of the power of a quantised value; negative values are in the upper half.
  @inline(__always)
  package static func place(of value: Int16) -> Int { Int(value) & (powerCount - 1) }

  /// Returns the cube root by Newton's method; the standard library has none without Foundation.
  ///
  /// The start must be off by less than 30 %. The error is squared in each step, so that six reach full precision.
  private static func cubeRoot(_ value: Double, near start: Double) -> Double {
    var root = start
    for _ in 0..<6 { root = (2 * root + value / (root * root)) / 3 }
    return root
  }

  /// `2^(exponent / 4)`.
  static func quarterPower(_ exponent: Int) -> Double {
    let root = 2.0.squareRoot()
    let fourthRoot = root.squareRoot()
    let roots: [4 of Double] = [1, fourthRoot, root, root * fourthRoot]
    return Double(sign: .plus, exponent: exponent >> 2, significand: roots[exponent & 3])
  }

  /// Writes the spectrum of a channel, zeros included; `factors` are the scale factors of the bands.
  func apply(_ lines: Span<Int16>, factors: Span<UInt8>, _ steps: BandSteps, to values: inout [Float]) {
    let plan = steps.plan
    var spectrum = values.mutableSpan
    precondition(spectrum.count == Spectrum.capacity && lines.count <= plan.places.count)
    for place in 0..<Spectrum.count { spectrum[place] = 0 }
    let places = plan.places.span
    var start = 0
    var band = 0
    while start < lines.count {
      let end = min(plan.ends[band], lines.count)
      let gain = gains[steps.exponent(band: band, scaleFactor: factors[band]) - Requantizer.lowestExponent]
      apply(gain, to: lines.extracting(start..<end), places.extracting(start..<end), &spectrum)
      start = end
      band += 1
    }
  }

  /// Puts the lines of a band in their places, in pairs and without a check: 1,800 instructions fewer a frame in
  /// stereo.
  @inline(__always)
  private func apply(
    _ gain: Float, to lines: Span<Int16>, _ places: Span<UInt16>, _ values: inout MutableSpan<Float>
  ) {
    let powers = powers.span.extracting(0..<Requantizer.powerCount)
    var spectrum = values._mutatingExtracting(0..<Spectrum.capacity)
    let count = lines.count
    precondition(places.count == count)
    var line = 0
    while line &+ 2 <= count {
      let (first, second) = (lines[line], lines[line &+ 1])
      let (place, next) = (places[line], places[line &+ 1])
      spectrum[Int(place) & (Spectrum.capacity - 1)] = powers[Requantizer.place(of: first)] * gain
      spectrum[Int(next) & (Spectrum.capacity - 1)] = powers[Requantizer.place(of: second)] * gain
      line = line &+ 2
    }
    if line < count {
      spectrum[Int(places[line]) & (Spectrum.capacity - 1)] = powers[Requantizer.place(of: lines[line])] * gain
    }
  }
}

/// The steps between quantised values, by band, from a channel's part of a granule.
struct BandSteps {
  let part: GranulePart
  let plan: BandPlan

  /// Returns the fourfold binary logarithm of a band's step.
  @inline(__always)
  func exponent(band: Int, scaleFactor: UInt8) -> Int {
    let preemphasis = part.hasPreemphasis ? Int(plan.preemphases[band]) : 0
    let window = Int(part.subblockGains[Int(plan.windows[band])])
    return part.globalGain - 210 - 8 * window - part.scaleFactorStep * (Int(scaleFactor) + preemphasis)
  }
}
