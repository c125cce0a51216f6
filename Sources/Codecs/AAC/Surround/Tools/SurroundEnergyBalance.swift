import Transforms

// Bound throughout: 64 subbands, 23 parameter bands.
// Holds throughout: matrices have the slots, and columns the subbands, that the balance was made for.

/// Holds the energies of the decorrelated signal to those of the downmix, in 23 bands whatever the parameters have.
///
/// ISO/IEC 23003-2.
struct SurroundEnergyBalance: Sendable {
  /// One more than there are bands, which makes a multiple of four.
  private static let bandCount = 24
  private static let keep: Float = 0.8
  private static let tolerance: Float = 1.5

  /// Bands of one subband each, which are the first ones.
  private static let singleCount = 12

  private let bandOfSubband: [Int]
  /// The first subband of each band, and behind the last band its end; bands that are not there are empty.
  private let borders: [Int]
  /// Smoothed energies of four bands each.
  private var direct = [SIMD4<Float>](repeating: .zero, count: bandCount / 4)
  private var twin = [SIMD4<Float>](repeating: .zero, count: bandCount / 4)
  /// Energies of the downmix's subbands, then of the twin's.
  private var energies = [Float](repeating: 0, count: 2 * QuadratureMirrorMatrix.bandCount)
  /// Likewise of the bands.
  private var sums = [Float](repeating: 0, count: 2 * bandCount)
  private var gains = [Float](repeating: 1, count: bandCount)
  /// The gain of each subband.
  private var factors: [Float]

  init(subbandCount: Int) {
    let bands = (0..<subbandCount).map { Int(surroundBandOfSubband23[$0]) }
    bandOfSubband = bands
    borders = (0...Self.bandCount).map { band in bands.firstIndex { $0 >= band } ?? subbandCount }
    factors = Array(repeating: 1, count: subbandCount)
  }

  /// Forgets the past.
  mutating func reset() {
    for place in direct.indices {
      direct[place] = .zero
      twin[place] = .zero
    }
  }

  /// Adjusts the decorrelated column of the next slot.
  ///
  /// - Parameter start: Where the columns begin.
  mutating func apply(
    _ downmix: borrowing QuadratureMirrorMatrix, to decorrelated: inout QuadratureMirrorMatrix, at start: Int
  ) {
    let column = start..<(start + bandOfSubband.count)
    Self.measure(downmix, decorrelated, column, into: &energies)
    Self.addUp(energies, borders, into: &sums)
    Self.update(&direct, &twin, sums, &gains)
    Self.spread(gains, bandOfSubband, into: &factors)
    Self.scale(&decorrelated.real, column, by: factors)
    Self.scale(&decorrelated.imaginary, column, by: factors)
  }

  /// The energies of the subbands of two columns.
  private static func measure(
    _ downmix: borrowing QuadratureMirrorMatrix, _ twin: borrowing QuadratureMirrorMatrix, _ column: Range<Int>,
    into energies: inout [Float]
  ) {
    let (x, y) = (downmix.real.span.extracting(column), downmix.imaginary.span.extracting(column))
    let (u, v) = (twin.real.span.extracting(column), twin.imaginary.span.extracting(column))
    var values = energies.mutableSpan
    let count = column.count
    let second = QuadratureMirrorMatrix.bandCount
    precondition(x.count == count && y.count == count && u.count == count && v.count == count)
    precondition(count <= second && values.count == 2 * second)
    for index in 0..<count { values[index] = x[index] * x[index] + y[index] * y[index] }
    for index in 0..<count { values[index &+ second] = u[index] * u[index] + v[index] * v[index] }
  }

  /// The energies of the bands, those of both signals at once: neither sum waits for the other.
  private static func addUp(_ energies: [Float], _ borders: [Int], into sums: inout [Float]) {
    let (values, limits) = (energies.span, borders.span)
    var results = sums.mutableSpan
    let second = QuadratureMirrorMatrix.bandCount
    precondition(limits.count == bandCount + 1 && results.count == 2 * bandCount && values.count == 2 * second)
    for band in 0..<singleCount {
      results[band] = values[band]
      results[band &+ bandCount] = values[band &+ second]
    }
    for band in singleCount..<bandCount {
      var (direct, twin): (Float, Float) = (0, 0)
      for index in limits[band]..<limits[band &+ 1] {
        direct += values[index]
        twin += values[index &+ second]
      }
      results[band] = direct
      results[band &+ bandCount] = twin
    }
  }

  private static func update(
    _ direct: inout [SIMD4<Float>], _ twin: inout [SIMD4<Float>], _ sums: [Float], _ gains: inout [Float]
  ) {
    let values = sums.span
    var own = direct.mutableSpan
    var other = twin.mutableSpan
    var results = gains.mutableSpan
    for place in own.indices {
      own[place] = keep * own[place] + (1 - keep) * values.quad(at: 4 &* place)
      other[place] = keep * other[place] + (1 - keep) * values.quad(at: 4 &* place &+ bandCount)
      results.setQuad(Self.gains(own[place], other[place]), at: 4 &* place)
    }
  }

  private static func spread(_ gains: [Float], _ bandOfSubband: [Int], into factors: inout [Float]) {
    let (values, bands) = (gains.span, bandOfSubband.span)
    var target = factors.mutableSpan
    precondition(target.count == bands.count)
    for subband in bands.indices { target[subband] = values[bands[subband]] }
  }

  /// √(1.5·A/C) where the twin has too much energy C, min(2, √(A/1.5·C)) where it has too little, else 1.
  @inline(__always)
  private static func gains(_ direct: SIMD4<Float>, _ twin: SIMD4<Float>) -> SIMD4<Float> {
    let isTooMuch = twin .> tolerance * direct
    // What is far below the least significant bit is silence.
    let isTooLittle = (direct .> tolerance * twin) .& (direct .> SIMD4(repeating: 1e-10))
    var numerator = SIMD4<Float>(repeating: 1)
    numerator.replace(with: direct, where: isTooLittle)
    numerator.replace(with: tolerance * direct, where: isTooMuch)
    var denominator = SIMD4<Float>(repeating: 1)
    let floor = SIMD4<Float>(repeating: 1e-20)
    denominator.replace(with: pointwiseMax(tolerance * twin, floor), where: isTooLittle)
    denominator.replace(with: twin, where: isTooMuch)
    return pointwiseMin(numerator / denominator, SIMD4(repeating: 4)).squareRoot()
  }

  private static func scale(_ values: inout [Float], _ column: Range<Int>, by factors: [Float]) {
    let all = values.mutableSpan
    var span = all._consumingExtracting(column)
    let factors = factors.span
    precondition(span.count == factors.count)
    for index in factors.indices { span[index] *= factors[index] }
  }
}
