// Holds throughout: spans are cut to the plan's own size, which is a constant of the codec that made it.

extension SIMD8<Float>: CosineLanes {
  @inline(__always)
  static func transposeMirrored(
    _ blocks: Span<ComplexLanes<Self>>, _ m: Int, _ rows: inout MutableSpan<ComplexLanes<Self>>, at place: Int
  ) {
    let last = blocks.count &- 1 &- m
    let (a, b, c, d) = (blocks[m], blocks[last], blocks[m &+ 1], blocks[last &- 1])
    let (e, f, g, h) = (blocks[m &+ 2], blocks[last &- 2], blocks[m &+ 3], blocks[last &- 3])
    let real = transpose((a.real, b.imaginary, c.real, d.imaginary), (e.real, f.imaginary, g.real, h.imaginary))
    let imaginary = transpose(
      (a.imaginary, b.real, c.imaginary, d.real), (e.imaginary, f.real, g.imaginary, h.real))
    rows[place] = ComplexLanes(real: real.low.0, imaginary: imaginary.low.0)
    rows[place &+ 1] = ComplexLanes(real: real.low.1, imaginary: imaginary.low.1)
    rows[place &+ 2] = ComplexLanes(real: real.low.2, imaginary: imaginary.low.2)
    rows[place &+ 3] = ComplexLanes(real: real.low.3, imaginary: imaginary.low.3)
    rows[place &+ 4] = ComplexLanes(real: real.high.0, imaginary: imaginary.high.0)
    rows[place &+ 5] = ComplexLanes(real: real.high.1, imaginary: imaginary.high.1)
    rows[place &+ 6] = ComplexLanes(real: real.high.2, imaginary: imaginary.high.2)
    rows[place &+ 7] = ComplexLanes(real: real.high.3, imaginary: imaginary.high.3)
  }

  private typealias Four = (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>)

  /// Transposes eight rows into columns.
  @inline(__always)
  private static func transpose(_ first: Four, _ last: Four) -> (low: Four, high: Four) {
    let a = SIMD4.transpose(first.0.lowHalf, first.1.lowHalf, first.2.lowHalf, first.3.lowHalf)
    let b = SIMD4.transpose(last.0.lowHalf, last.1.lowHalf, last.2.lowHalf, last.3.lowHalf)
    let c = SIMD4.transpose(first.0.highHalf, first.1.highHalf, first.2.highHalf, first.3.highHalf)
    let d = SIMD4.transpose(last.0.highHalf, last.1.highHalf, last.2.highHalf, last.3.highHalf)
    return (
      (
        SIMD8(lowHalf: a.0, highHalf: b.0), SIMD8(lowHalf: a.1, highHalf: b.1), SIMD8(lowHalf: a.2, highHalf: b.2),
        SIMD8(lowHalf: a.3, highHalf: b.3)
      ),
      (
        SIMD8(lowHalf: c.0, highHalf: d.0), SIMD8(lowHalf: c.1, highHalf: d.1), SIMD8(lowHalf: c.2, highHalf: d.2),
        SIMD8(lowHalf: c.3, highHalf: d.3)
      )
    )
  }

  @inline(__always)
  static func lanePass(_ rows: LaneRows<Self>, _ u: inout MutableSpan<Float>) {
    let step = 2 &* rows.blockCount
    var result = u._mutatingExtracting(0..<(8 &* step))
    for group in 0..<rows.groupCount {
      let first = 8 &* group
      let start = rows.start(of: group)
      let mirror = 8 &* step &- 8 &- start
      let (g, w) = (rows.numbers, rows.rotation)
      // Rows 0, 2, 4 and 6 are G_0 to G_3; rows 7, 5, 3 and 1 are G_4* to G_7*.
      let (e0, e1, e2, e3) = Butterfly.fourHalfConjugate((g[first], g[first &+ 4], g[first &+ 7], g[first &+ 3]))
      let (o0, o1, o2, o3) = Butterfly.eighthTurns(
        Butterfly.fourHalfConjugate((g[first &+ 2], g[first &+ 6], g[first &+ 5], g[first &+ 1])))
      LaneRows.store(e0 + o0, w[first], &result, at: (start, mirror))
      LaneRows.store(e1 + o1, w[first &+ 1], &result, at: (start &+ step, mirror &- step))
      LaneRows.store(e2 + o2, w[first &+ 2], &result, at: (start &+ 2 &* step, mirror &- 2 &* step))
      LaneRows.store(e3 + o3, w[first &+ 3], &result, at: (start &+ 3 &* step, mirror &- 3 &* step))
      LaneRows.store(e0 - o0, w[first &+ 4], &result, at: (start &+ 4 &* step, mirror &- 4 &* step))
      LaneRows.store(e1 - o1, w[first &+ 5], &result, at: (start &+ 5 &* step, mirror &- 5 &* step))
      LaneRows.store(e2 - o2, w[first &+ 6], &result, at: (start &+ 6 &* step, mirror &- 6 &* step))
      LaneRows.store(e3 - o3, w[first &+ 7], &result, at: (start &+ 7 &* step, mirror &- 7 &* step))
    }
  }
}
