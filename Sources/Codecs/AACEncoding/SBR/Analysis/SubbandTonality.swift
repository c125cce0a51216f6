// Bound throughout: 64 subbands.
// Holds throughout: the record's columns and the two before them are there.

/// The predictability of each subband's samples from the previous two: tones are predictable, noise is not.
///
/// The prediction is the decoder's own, ISO/IEC 14496-3, 4.6.18.6.2.
struct SubbandTonality: Sendable {
  private static let bandCount = SubbandRecord.bandCount
  /// The ratio of predicted energy to the rest that counts as a pure tone.
  private static let largest: Float = 1e5
  /// Prevents silence from counting as tonal: the energy of samples of one 16-bit step is some hundreds.
  private static let quiet = 100.0

  /// The energy that can be predicted over that which cannot, of each subband.
  private(set) var ratios = [Float](repeating: 0, count: bandCount)
  /// The energy of each subband over the same columns.
  private(set) var energies = [Float](repeating: 0, count: bandCount)
  /// The nine rows of sums: φ(0,0), φ(1,1), φ(2,2), and real and imaginary parts of φ(0,1), φ(1,2), φ(0,2).
  private var sums = [Float](repeating: 0, count: 9 * bandCount)

  /// Measures the packet's columns of a channel.
  mutating func measure(_ record: borrowing SubbandRecord) {
    SubbandTonality.correlate(record, &sums)
    for band in 0..<record.usedBandCount {
      let phi = (0..<9).map9 { Double(sums[$0 * SubbandTonality.bandCount + band]) }
      energies[band] = Float(phi[0]) / Float(record.tonalityColumns.count)
      ratios[band] = SubbandTonality.ratio(phi)
    }
  }

  /// Adds the products up. Those of neighbouring columns are the same sums except for the columns at both ends.
  private static func correlate(_ record: borrowing SubbandRecord, _ sums: inout [Float]) {
    var total = sums.mutableSpan
    for index in total.indices { total[index] = 0 }
    let columns = record.tonalityColumns
    let (first, last) = (columns.lowerBound, columns.upperBound - 1)
    for column in first..<(last - 1) { addAll(record, column, to: &total) }
    addProducts(record, (last - 1, last - 2), row: 3, to: &total)
    copy(0, to: 1, &total)
    copy(0, to: 2, &total)
    copy(3, to: 5, &total)
    copy(4, to: 6, &total)
    addEnergy(record, last, row: 0, to: &total)
    addEnergy(record, last - 1, row: 0, to: &total)
    addEnergy(record, last - 1, row: 1, to: &total)
    addEnergy(record, first - 1, row: 1, to: &total)
    addEnergy(record, first - 1, row: 2, to: &total)
    addEnergy(record, first - 2, row: 2, to: &total)
    addProducts(record, (last, last - 1), row: 3, to: &total)
    addProducts(record, (first - 1, first - 2), row: 5, to: &total)
    addProducts(record, (last - 1, last - 3), row: 7, to: &total)
    addProducts(record, (last, last - 2), row: 7, to: &total)
  }

  /// Adds the energy of a column to φ(0,0), and its products with the two before it to φ(0,1) and φ(0,2).
  private static func addAll(_ record: borrowing SubbandRecord, _ column: Int, to total: inout MutableSpan<Float>) {
    // A constant of another module is read by a call, which would keep the loop from being vectorised.
    let bandCount = Self.bandCount
    let (start, count) = (column * bandCount, record.usedBandCount)
    let (re, im) = (record.real.span, record.imaginary.span)
    let (x0, y0) = (re.extracting(start..<(start + count)), im.extracting(start..<(start + count)))
    let near = (start - bandCount)..<(start - bandCount + count)
    let far = (start - 2 * bandCount)..<(start - 2 * bandCount + count)
    let (x1, y1) = (re.extracting(near), im.extracting(near))
    let (x2, y2) = (re.extracting(far), im.extracting(far))
    for k in 0..<count {
      total[k] += x0[k] * x0[k] + y0[k] * y0[k]
      total[3 * bandCount + k] += x0[k] * x1[k] + y0[k] * y1[k]
      total[4 * bandCount + k] += y0[k] * x1[k] - x0[k] * y1[k]
      total[7 * bandCount + k] += x0[k] * x2[k] + y0[k] * y2[k]
      total[8 * bandCount + k] += y0[k] * x2[k] - x0[k] * y2[k]
    }
  }

  /// Adds the products of a column with an earlier one to two rows.
  private static func addProducts(
    _ record: borrowing SubbandRecord, _ columns: (late: Int, early: Int), row: Int,
    to total: inout MutableSpan<Float>
  ) {
    let bandCount = Self.bandCount
    let (start, before, count) = (columns.late * bandCount, columns.early * bandCount, record.usedBandCount)
    let (re, im) = (record.real.span, record.imaginary.span)
    let (x0, y0) = (re.extracting(start..<(start + count)), im.extracting(start..<(start + count)))
    let (x1, y1) = (re.extracting(before..<(before + count)), im.extracting(before..<(before + count)))
    for k in 0..<count {
      total[row * bandCount + k] += x0[k] * x1[k] + y0[k] * y1[k]
      total[(row + 1) * bandCount + k] += y0[k] * x1[k] - x0[k] * y1[k]
    }
  }

  /// Adds the energy of a column to a row.
  private static func addEnergy(
    _ record: borrowing SubbandRecord, _ column: Int, row: Int, to total: inout MutableSpan<Float>
  ) {
    let bandCount = Self.bandCount
    let start = column * bandCount
    let energy = record.energy.span.extracting(start..<(start + record.usedBandCount))
    for k in energy.indices { total[row * bandCount + k] += energy[k] }
  }

  private static func copy(_ row: Int, to other: Int, _ total: inout MutableSpan<Float>) {
    for k in 0..<bandCount { total[other * bandCount + k] = total[row * bandCount + k] }
  }

  /// Returns the gain of the prediction of second order, minus 1.
  ///
  /// With the correlations r = φ(0,1), s = φ(1,2), t = φ(0,2) of a subband, the predicted part of φ(0,0) is (|r|²
  /// φ(2,2) + |t|² φ(1,1) − 2 Re(r s conj(t))) / (φ(1,1) φ(2,2) − |s|²).
  private static func ratio(_ phi: [9 of Double]) -> Float {
    let energy = phi[0] + quiet
    let (one, two) = (phi[1] + quiet, phi[2] + quiet)
    let r2 = phi[3] * phi[3] + phi[4] * phi[4]
    let s2 = phi[5] * phi[5] + phi[6] * phi[6]
    let t2 = phi[7] * phi[7] + phi[8] * phi[8]
    let productReal = phi[3] * phi[5] - phi[4] * phi[6]
    let productImaginary = phi[3] * phi[6] + phi[4] * phi[5]
    let mixed = productReal * phi[7] + productImaginary * phi[8]
    let determinant = one * two - s2
    guard determinant > 1e-9 * one * two else {
      let rest = energy - r2 / one
      return rest > 0 ? min(Float((energy - rest) / rest), largest) : largest
    }
    let predicted = (r2 * two + t2 * one - 2 * mixed) / determinant
    let rest = energy - predicted
    guard rest > energy / Double(largest) else { return largest }
    return max(0, Float(predicted / rest))
  }
}

extension Range<Int> {
  /// Returns the values of nine numbers, without an array.
  fileprivate func map9(_ value: (Int) -> Double) -> [9 of Double] {
    [9 of Double] { value($0) }
  }
}
