extension BlockPasses<SIMD4<Float>> {
  /// Transposes four neighbouring blocks to four lanes of four neighbours each, in ``work``.
  mutating func transpose() {
    Self.transpose(work, quarter: blockCount, &other)
    swap(&work, &other)
  }

  private static func transpose(_ numbers: [ComplexQuad], quarter: Int, _ destination: inout [ComplexQuad]) {
    let source = numbers.span
    var result = destination.mutableSpan
    switch quarter {
    case 16: transpose(source, 16, &result)
    case 8: transpose(source, 8, &result)
    default: transpose(source, quarter, &result)
    }
  }

  @inline(__always)
  private static func transpose(
    _ numbers: Span<ComplexQuad>, _ quarter: Int, _ destination: inout MutableSpan<ComplexQuad>
  ) {
    let blocks = (quarter &+ 3) / 4
    let source = numbers.extracting(0..<quarter)
    var result = destination._mutatingExtracting(0..<(4 &* blocks))
    for block in 0..<blocks {
      let start = min(4 &* block, quarter &- 4)
      let (a, b, c, d) = (source[start], source[start &+ 1], source[start &+ 2], source[start &+ 3])
      let real = SIMD4.transpose(a.real, b.real, c.real, d.real)
      let imaginary = SIMD4.transpose(a.imaginary, b.imaginary, c.imaginary, d.imaginary)
      result[4 &* block] = ComplexQuad(real: real.0, imaginary: imaginary.0)
      result[4 &* block &+ 1] = ComplexQuad(real: real.1, imaginary: imaginary.1)
      result[4 &* block &+ 2] = ComplexQuad(real: real.2, imaginary: imaginary.2)
      result[4 &* block &+ 3] = ComplexQuad(real: real.3, imaginary: imaginary.3)
    }
  }
}
