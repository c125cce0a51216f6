import AACReplication

// Bound throughout: blocks have 32 columns of 64 subbands.

/// A block of 32 columns of hybrid bands: whole subbands, and the parts of split subbands.
struct HybridMatrix: Sendable {
  /// The subbands from the third on, at their places.
  var whole = QuadratureMirrorMatrix(columnCount: UpmixConfiguration.blockLength)
  /// The parts of the first three: hybrid bands 0…9.
  var parts = QuadratureMirrorMatrix(columnCount: UpmixConfiguration.blockLength)

  /// Loads a block of a frame, with the look-ahead columns of the hybrid filters.
  mutating func load(_ matrix: borrowing QuadratureMirrorMatrix, block: Int) {
    let start = block * UpmixConfiguration.blockLength * QuadratureMirrorMatrix.bandCount
    let count =
      (UpmixConfiguration.blockLength + QuadratureMirrorMatrix.lookAheadCount) * QuadratureMirrorMatrix.bandCount
    HybridMatrix.copy(matrix.real.span.extracting(start..<(start + count)), to: &whole.real, at: 0)
    HybridMatrix.copy(matrix.imaginary.span.extracting(start..<(start + count)), to: &whole.imaginary, at: 0)
  }

  /// Writes the whole subbands into a block of a frame.
  func store(in matrix: inout QuadratureMirrorMatrix, block: Int) {
    let count = UpmixConfiguration.blockLength * QuadratureMirrorMatrix.bandCount
    HybridMatrix.copy(whole.real.span.extracting(0..<count), to: &matrix.real, at: block * count)
    HybridMatrix.copy(whole.imaginary.span.extracting(0..<count), to: &matrix.imaginary, at: block * count)
  }

  /// Copies another block without allocating.
  mutating func assign(_ other: borrowing HybridMatrix) {
    HybridMatrix.copy(other.whole.real.span, to: &whole.real, at: 0)
    HybridMatrix.copy(other.whole.imaginary.span, to: &whole.imaginary, at: 0)
    HybridMatrix.copy(other.parts.real.span, to: &parts.real, at: 0)
    HybridMatrix.copy(other.parts.imaginary.span, to: &parts.imaginary, at: 0)
  }

  private static func copy(_ source: Span<Float>, to target: inout [Float], at start: Int) {
    let all = target.mutableSpan
    var part = all._consumingExtracting(start..<(start + source.count))
    for index in source.indices { part[index] = source[index] }
  }

  /// The hybrid bands of a column, in their order.
  func copyColumn(_ column: Int, to target: inout SurroundColumn) {
    let start = column * QuadratureMirrorMatrix.bandCount
    for band in 0..<UpmixConfiguration.partCount {
      target.real[band] = parts.real[start + band]
      target.imaginary[band] = parts.imaginary[start + band]
    }
    for band in 3..<QuadratureMirrorMatrix.bandCount {
      target.real[band + UpmixConfiguration.partCount - 3] = whole.real[start + band]
      target.imaginary[band + UpmixConfiguration.partCount - 3] = whole.imaginary[start + band]
    }
  }

  /// Sets a column.
  mutating func setColumn(_ column: Int, _ source: borrowing SurroundColumn) {
    let start = column * QuadratureMirrorMatrix.bandCount
    for band in 0..<UpmixConfiguration.partCount {
      parts.real[start + band] = source.real[band]
      parts.imaginary[start + band] = source.imaginary[band]
    }
    for band in 3..<QuadratureMirrorMatrix.bandCount {
      whole.real[start + band] = source.real[band + UpmixConfiguration.partCount - 3]
      whole.imaginary[start + band] = source.imaginary[band + UpmixConfiguration.partCount - 3]
    }
  }
}
