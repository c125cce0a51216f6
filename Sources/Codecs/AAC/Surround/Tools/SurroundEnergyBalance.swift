import Transforms

// Bound throughout: 64 subbands, 23 parameter bands.
// Holds throughout: matrices have the slots, and columns the subbands, that the balance was made for.

/// Holds the energies of the decorrelated signal to those of the downmix, in 23 bands whatever the parameters have.
///
/// ISO/IEC 23003-2.
struct SurroundEnergyBalance: Sendable {
  /// One more than there are bands, which makes a multiple of four.
  private static let bandCount = 24
  private static let paddedBandCount = 32
  private static let keep: Float = 0.8
  private static let tolerance: Float = 1.5

  /// Bands of one subband each, which are the first ones.
  private static let singleCount = 12

  private let bandOfSubband: [UInt8]
  /// The first subband of each band, and behind the last band its end; bands that are not there are empty.
  private let borders: [Int]
  /// Smoothed energies of the bands.
  private var direct = [Float](repeating: 0, count: bandCount)
  private var twin = [Float](repeating: 0, count: bandCount)
  /// Energies of the downmix's subbands, then of the twin's.
  private var energies = [Float](repeating: 0, count: 2 * QuadratureMirrorMatrix.bandCount)
  /// Likewise of the bands.
  private var sums = [Float](repeating: 0, count: 2 * bandCount)
  /// Of the bands, filled up to a power of two, so that a mask spares the check of an index.
  private var gains = [Float](repeating: 1, count: paddedBandCount)
  /// The gain of each subband.
  private var factors: [Float]

  init(subbandCount: Int) {
    let bands = (0..<subbandCount).map { Int(surroundBandOfSubband23[$0]) }
    bandOfSubband = bands.map { UInt8($0) }
    borders = (0...Self.bandCount).map { band in bands.firstIndex { $0 >= band } ?? subbandCount }
    factors = Array(repeating: 1, count: subbandCount)
  }

  /// Forgets the past.
  mutating func reset() {
    for place in direct.indices {
      direct[place] = 0
      twin[place] = 0
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
    Self.smooth(sums, from: 0, &direct)
    Self.smooth(sums, from: Self.bandCount, &twin)
    Self.compare(direct, twin, &gains)
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

  private static func smooth(_ sums: [Float], from start: Int, _ energies: inout [Float]) {
    let sum = sums.span.extracting(start..<(start + bandCount)).extracting(0..<bandCount)
    let all = energies.mutableSpan
    var energy = all._consumingExtracting(0..<bandCount)
    for band in 0..<bandCount { energy[band] = keep * energy[band] + (1 - keep) * sum[band] }
  }

  /// √(1.5·A/C) where the twin has too much energy C, min(2, √(A/1.5·C)) where it has too little, else 1.
  ///
  /// Choices between two numbers each become vectors; masks of vectors do not: 18,000 instructions a frame became
  /// 9,000.
  private static func compare(_ direct: [Float], _ twin: [Float], _ gains: inout [Float]) {
    let (direct, twin) = (direct.span.extracting(0..<bandCount), twin.span.extracting(0..<bandCount))
    let all = gains.mutableSpan
    var gain = all._consumingExtracting(0..<bandCount)
    for band in 0..<bandCount {
      let (a, c) = (direct[band], twin[band])
      // What is far below the least significant bit is silence.
      let heard: Float = a > 1e-10 ? a : 0
      let floor: Float = tolerance * c > 1e-20 ? tolerance * c : 1e-20
      let (less, more) = (tolerance * a / c, heard / floor)
      // At most one of the two differs from 1. In this order, 0 / 0 becomes 1 too.
      let share: Float = less < 1 ? less : 1
      let most: Float = more < 4 ? more : 4
      let boost: Float = most > 1 ? most : 1
      gain[band] = share * boost
    }
    for quad in 0..<(bandCount / 4) {
      let place = 4 &* quad
      gain.setQuad(gain.quad(at: place).squareRoot(), at: place)
    }
  }

  private static func spread(_ gains: [Float], _ bandOfSubband: [UInt8], into factors: inout [Float]) {
    let (values, bands) = (gains.span.extracting(0..<paddedBandCount), bandOfSubband.span)
    var target = factors.mutableSpan
    precondition(target.count == bands.count)
    for subband in bands.indices { target[subband] = values[Int(bands[subband]) & (paddedBandCount - 1)] }
  }

  private static func scale(_ values: inout [Float], _ column: Range<Int>, by factors: [Float]) {
    let all = values.mutableSpan
    var span = all._consumingExtracting(column)
    let factors = factors.span
    precondition(span.count == factors.count)
    for index in factors.indices { span[index] *= factors[index] }
  }
}
