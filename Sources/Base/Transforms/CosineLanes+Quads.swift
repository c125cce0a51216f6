// Holds throughout: spans are cut to the plan's own size, which is a constant of the codec that made it.

extension SIMD4<Float>: CosineLanes {
  @inline(__always)
  static func transposeMirrored(
    _ blocks: Span<ComplexQuad>, _ m: Int, _ rows: inout MutableSpan<ComplexQuad>, at place: Int
  ) {
    let (a, b) = (blocks[m], blocks[blocks.count &- 1 &- m])
    let (c, d) = (blocks[m &+ 1], blocks[blocks.count &- 2 &- m])
    let real = SIMD4.transpose(a.real, b.imaginary, c.real, d.imaginary)
    let imaginary = SIMD4.transpose(a.imaginary, b.real, c.imaginary, d.real)
    rows[place] = ComplexQuad(real: real.0, imaginary: imaginary.0)
    rows[place &+ 1] = ComplexQuad(real: real.1, imaginary: imaginary.1)
    rows[place &+ 2] = ComplexQuad(real: real.2, imaginary: imaginary.2)
    rows[place &+ 3] = ComplexQuad(real: real.3, imaginary: imaginary.3)
  }

  @inline(__always)
  static func lanePass(_ rows: LaneRows<Self>, _ u: inout MutableSpan<Float>) {
    let step = 2 &* rows.blockCount
    var result = u._mutatingExtracting(0..<(4 &* step))
    for group in 0..<rows.groupCount {
      let first = 4 &* group
      let start = rows.start(of: group)
      let mirror = 4 &* step &- 4 &- start
      let (y0, y1, y2, y3) = Butterfly.fourHalfConjugate(
        (rows.numbers[first], rows.numbers[first &+ 2], rows.numbers[first &+ 3], rows.numbers[first &+ 1]))
      let w = rows.rotation
      LaneRows.store(y0, w[first], &result, at: (start, mirror))
      LaneRows.store(y1, w[first &+ 1], &result, at: (start &+ step, mirror &- step))
      LaneRows.store(y2, w[first &+ 2], &result, at: (start &+ 2 &* step, mirror &- 2 &* step))
      LaneRows.store(y3, w[first &+ 3], &result, at: (start &+ 3 &* step, mirror &- 3 &* step))
    }
  }
}
