// Bound throughout: 32 columns of 64 bands.

/// The first 32 columns of a ``QuadratureMirrorMatrix``, whatever a frame has.
///
/// Spans are cut to ``places`` first: then a masked place needs no check.
enum SubbandRows {
  static let places = 0..<2048

  @inline(__always)
  static func place(_ column: Int, _ band: Int) -> Int { (column & 31) << 6 | (band & 60) }

  static func clear(_ values: inout [Float], _ columnCount: Int, from band: Int) {
    let all = values.mutableSpan
    var rows = all._consumingExtracting(places)
    for column in 0..<columnCount {
      for quad in (band / 4)..<(QuadratureMirrorMatrix.bandCount / 4) { rows.setQuad(SIMD4(), row: column, 4 &* quad) }
    }
  }
}

extension Span<Float> {
  /// Returns four subbands of a column, in a span of ``SubbandRows/places``.
  @inline(__always)
  func quad(row column: Int, _ band: Int) -> SIMD4<Float> {
    let place = SubbandRows.place(column, band)
    return SIMD4(self[place], self[place | 1], self[place | 2], self[place | 3])
  }
}

extension MutableSpan<Float> {
  /// Returns four subbands of a column, in a span of ``SubbandRows/places``.
  @inline(__always)
  func quad(row column: Int, _ band: Int) -> SIMD4<Float> {
    let place = SubbandRows.place(column, band)
    return SIMD4(self[place], self[place | 1], self[place | 2], self[place | 3])
  }

  /// Stores four subbands of a column, in a span of ``SubbandRows/places``.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func setQuad(_ value: SIMD4<Float>, row column: Int, _ band: Int) {
    let place = SubbandRows.place(column, band)
    self[place] = value[0]
    self[place | 1] = value[1]
    self[place | 2] = value[2]
    self[place | 3] = value[3]
  }
}
