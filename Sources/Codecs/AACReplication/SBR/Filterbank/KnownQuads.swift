// Holds throughout: callers tie the counts of spans to their loops, so that the compiler sees the bounds: `width ·
// columns` for a loop over columns, exactly, or the checks stay (23 instructions instead of 10 for four numbers and a
// gain).

extension Span<Float> {
  /// Returns four numbers from `index` on, where the compiler knows that they exist: no check is left then.
  @inline(__always)
  func known(at index: Int) -> SIMD4<Float> {
    SIMD4(self[index], self[index &+ 1], self[index &+ 2], self[index &+ 3])
  }
}

extension MutableSpan<Float> {
  /// Stores four numbers from `index` on, likewise.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func setKnown(_ value: SIMD4<Float>, at index: Int) {
    self[index] = value[0]
    self[index &+ 1] = value[1]
    self[index &+ 2] = value[2]
    self[index &+ 3] = value[3]
  }
}
