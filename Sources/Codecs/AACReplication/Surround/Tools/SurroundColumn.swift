// Bound throughout: 64 subbands, or 71 hybrid bands.
// Holds throughout: spans have the number of subbands, or begin with them.

/// Complex subband samples of one time slot.
package struct SurroundColumn: Sendable {
  package var real: [Float]
  package var imaginary: [Float]

  /// Creates a column of zeros.
  package init(count: Int = QuadratureMirrorMatrix.bandCount) {
    real = Array(repeating: 0, count: count)
    imaginary = real
  }

  /// Returns the energy of a subband.
  func energy(_ subband: Int) -> Float {
    real[subband] * real[subband] + imaginary[subband] * imaginary[subband]
  }

  /// Returns the energy of the sum of two columns in a subband.
  static func energy(_ a: borrowing SurroundColumn, _ b: borrowing SurroundColumn, _ subband: Int) -> Float {
    let (re, im) = (a.real[subband] + b.real[subband], a.imaginary[subband] + b.imaginary[subband])
    return re * re + im * im
  }

  /// Multiplies subbands.
  mutating func scale(_ subbands: Range<Int>, by factor: Float) {
    Self.scale(&real, subbands, factor)
    Self.scale(&imaginary, subbands, factor)
  }

  private static func scale(_ values: inout [Float], _ subbands: Range<Int>, _ factor: Float) {
    let all = values.mutableSpan
    var span = all._consumingExtracting(subbands)
    for index in span.indices { span[index] *= factor }
  }

  /// Loads a column of a matrix.
  mutating func load(_ matrix: borrowing QuadratureMirrorMatrix, _ column: Range<Int>) {
    Self.copy(matrix.real.span.extracting(column), to: &real)
    Self.copy(matrix.imaginary.span.extracting(column), to: &imaginary)
  }

  private static func copy(_ source: Span<Float>, to target: inout [Float]) {
    var values = target.mutableSpan
    precondition(values.count >= source.count)
    for index in source.indices { values[index] = source[index] }
  }

  /// Becomes the product of each subband of another column with its own factor.
  mutating func setProduct(_ column: borrowing SurroundColumn, _ factors: Span<Float>) {
    Self.multiply(column.real, factors, into: &real)
    Self.multiply(column.imaginary, factors, into: &imaginary)
  }

  private static func multiply(_ source: [Float], _ factors: Span<Float>, into target: inout [Float]) {
    var values = target.mutableSpan
    let from = source.span
    precondition(from.count >= factors.count && values.count >= factors.count)
    for index in factors.indices { values[index] = factors[index] * from[index] }
  }

  /// Writes the sum of two columns into one of a matrix.
  static func store(
    _ a: borrowing SurroundColumn, _ b: borrowing SurroundColumn, into matrix: inout QuadratureMirrorMatrix,
    _ column: Range<Int>
  ) {
    add(a.real, b.real, into: &matrix.real, column)
    add(a.imaginary, b.imaginary, into: &matrix.imaginary, column)
  }

  private static func add(_ a: [Float], _ b: [Float], into target: inout [Float], _ column: Range<Int>) {
    let all = target.mutableSpan
    var values = all._consumingExtracting(column)
    let (x, y) = (a.span, b.span)
    let count = values.count
    precondition(x.count >= count && y.count >= count)
    for index in 0..<count { values[index] = x[index] + y[index] }
  }
}

/// The columns that add up to the left and right channels: each channel's part of the downmix and of the decorrelated
/// signal.
package struct SurroundParts: Sendable {
  package var dryLeft: SurroundColumn
  package var dryRight: SurroundColumn
  package var wetLeft: SurroundColumn
  package var wetRight: SurroundColumn

  /// Creates columns of zeros.
  package init(count: Int = QuadratureMirrorMatrix.bandCount) {
    dryLeft = SurroundColumn(count: count)
    dryRight = dryLeft
    wetLeft = dryLeft
    wetRight = dryLeft
  }

  /// Computes the parts of a slot.
  mutating func set(
    _ direct: borrowing SurroundColumn, _ twin: borrowing SurroundColumn, _ shares: borrowing SurroundShares
  ) {
    dryLeft.setProduct(direct, shares.dryLeft)
    wetLeft.setProduct(twin, shares.wetLeft)
    dryRight.setProduct(direct, shares.dryRight)
    wetRight.setProduct(twin, shares.wetRight)
  }
}
