extension SIMD2<Double> {
  /// The bits of both lanes, as one vector: where each lane gives its own, LLVM undoes the sums of vectors that led to
  /// them, lane by lane.
  @inline(__always)
  var bits: SIMD2<Int64> {
    // Both types are two numbers of eight bytes, of which all bits mean something.
    unsafe unsafeBitCast(self, to: SIMD2<Int64>.self)
  }
}
