// Bound throughout: rows have 64 half-bands, and there are at most 44 of them.
// Holds throughout: rows and half-bands are in the arrays, by the sizes of the transposer that makes them.

/// A complex number.
struct ComplexFloat: Sendable, BitwiseCopyable {
  var real: Float = 0
  var imaginary: Float = 0

  @inline(__always)
  static func * (a: ComplexFloat, b: ComplexFloat) -> ComplexFloat {
    ComplexFloat(
      real: a.real * b.real - a.imaginary * b.imaginary, imaginary: a.real * b.imaginary + a.imaginary * b.real)
  }

  @inline(__always)
  static func + (a: ComplexFloat, b: ComplexFloat) -> ComplexFloat {
    ComplexFloat(real: a.real + b.real, imaginary: a.imaginary + b.imaginary)
  }

  @inline(__always)
  static func * (a: ComplexFloat, factor: Float) -> ComplexFloat {
    ComplexFloat(real: a.real * factor, imaginary: a.imaginary * factor)
  }

  /// The square of the absolute value.
  @inline(__always)
  var power: Float { real * real + imaginary * imaginary }

  /// Returns the number raised to the first, second or third power.
  @inline(__always)
  func raised(to exponent: Int) -> ComplexFloat {
    exponent == 1 ? self : exponent == 2 ? self * self : self * self * self
  }
}

/// Rows of complex half-bands, the earliest first: the analysis or the output of the harmonic transposer.
struct HarmonicRows: Sendable {
  /// Half-bands of a row: those of the highest analysis end at 64.
  static let width = 64

  var real: [Float]
  var imaginary: [Float]

  init(rowCount: Int) {
    real = Array(repeating: 0, count: rowCount * HarmonicRows.width)
    imaginary = real
  }

  @inline(__always)
  func value(_ row: Int, _ band: Int) -> ComplexFloat {
    let place = row * HarmonicRows.width + band
    return ComplexFloat(real: real[place], imaginary: imaginary[place])
  }

  @inline(__always)
  mutating func add(_ value: ComplexFloat, _ row: Int, _ band: Int) {
    let place = row * HarmonicRows.width + band
    real[place] += value.real
    imaginary[place] += value.imaginary
  }

  mutating func clear(from row: Int = 0) {
    for place in (row * HarmonicRows.width)..<real.count { (real[place], imaginary[place]) = (0, 0) }
  }

  /// Moves `count` rows from `start` on to the front.
  mutating func moveToFront(from start: Int, count: Int) {
    HarmonicRows.move(&real, start * HarmonicRows.width, count * HarmonicRows.width)
    HarmonicRows.move(&imaginary, start * HarmonicRows.width, count * HarmonicRows.width)
  }

  /// Moves `count` numbers from `start` on to the front.
  static func move(_ values: inout [Float], _ start: Int, _ count: Int) {
    var span = values.mutableSpan
    for index in 0..<count { span[index] = span[start + index] }
  }
}

extension HarmonicRows {
  /// The exponent of a number's absolute value by transposition factor, chosen so that the product of all numbers has
  /// the level of one.
  enum Root: Sendable, BitwiseCopyable {
    case second, third, fourth

    /// Returns |z|^((1 − T)/T) for the power |z|², 0 for 0.
    @inline(__always)
    func factor(_ power: Float) -> Float {
      // Below this there is nothing to hear, and above it no step leaves the range of numbers.
      guard power > 1e-30 else { return 0 }
      switch self {
      case .second: return 1 / power.squareRoot().squareRoot()
      case .third: return HarmonicRows.inverseCubeRoot(power)
      case .fourth:
        let eighth = power.squareRoot().squareRoot().squareRoot()
        return 1 / (eighth * eighth * eighth)
      }
    }
  }

  /// x^(−1/3) of a number from 1e-30 on.
  @inline(__always)
  private static func inverseCubeRoot(_ x: Float) -> Float {
    // A third of the exponent, negated, is a first value that is right to 4 %; each step squares its error.
    var root = Float(bitPattern: 0x54A2_FA8C &- x.bitPattern / 3)
    for _ in 0..<3 { root *= (4 - x * root * root * root) * (1 / 3) }
    return root
  }

  /// Sets half-bands of a row to those of a row of others, with their absolute values replaced by a root.
  mutating func setRoots(_ root: Root, of source: HarmonicRows, _ row: Int, _ bands: Range<Int>) {
    for band in bands {
      let value = source.value(row, band)
      set(value * root.factor(value.power), row, band)
    }
  }

  /// Sets half-bands of a row to the third roots of the values midway between a row of `source` and the next one.
  mutating func setRootsBetween(_ source: HarmonicRows, _ row: Int, _ bands: Range<Int>) {
    for band in bands {
      // Half-way between two rows, which are turned by a quarter from half-band to half-band:
      // c·x + c*·y with c = 0.398… · (1 + i) · i^b.
      let (x, y) = (source.value(row, band), source.value(row + 1, band))
      let turned = HarmonicRows.turns[band & 3]
      let value = turned * x + ComplexFloat(real: turned.real, imaginary: -turned.imaginary) * y
      set(value * Root.third.factor(value.power), row, band)
    }
  }

  private static let turns: [4 of ComplexFloat] = [
    ComplexFloat(real: 0.398_403_343_7, imaginary: 0.398_403_343_7),
    ComplexFloat(real: -0.398_403_343_7, imaginary: 0.398_403_343_7),
    ComplexFloat(real: -0.398_403_343_7, imaginary: -0.398_403_343_7),
    ComplexFloat(real: 0.398_403_343_7, imaginary: -0.398_403_343_7),
  ]

  @inline(__always)
  private mutating func set(_ value: ComplexFloat, _ row: Int, _ band: Int) {
    let place = row * HarmonicRows.width + band
    real[place] = value.real
    imaginary[place] = value.imaginary
  }
}
