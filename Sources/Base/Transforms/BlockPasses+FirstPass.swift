extension BlockPasses {
  /// Runs the first pass, from `source` to ``work``.
  @inline(__always)
  mutating func firstPass(_ source: borrowing some ComplexSource<Lanes> & ~Escapable) {
    let pass = passes[0]
    switch pass.radix {
    case 4: Self.firstFour(source, twiddles, pass.groups, &work)
    case 5: Self.firstFive(source, twiddles, pass, &work)
    default: Self.firstThree(source, twiddles, pass, &work)
    }
  }

  /// Runs the first pass over 4 · `groups` blocks, a literal.
  @inline(__always)
  mutating func firstPass(_ source: borrowing some ComplexSource<Lanes> & ~Escapable, groups: Int) {
    Self.firstFour(source, twiddles, groups, &work)
  }

  @inline(__always)
  private static func firstFour(
    _ source: borrowing some ComplexSource<Lanes> & ~Escapable, _ twiddles: [Numbers], _ groups: Int,
    _ destination: inout [Numbers]
  ) {
    let factors = twiddles.span.extracting(0..<(3 &* groups))
    var all = destination.mutableSpan
    var result = all._mutatingExtracting(0..<(4 &* groups))
    for group in 0..<groups {
      let (y0, y1, y2, y3) = Butterfly.four(
        (
          source[group], source[group &+ groups], source[group &+ 2 &* groups],
          source[group &+ 3 &* groups]
        ))
      let factor = 3 &* group
      let to = 4 &* group
      result[to] = y0
      result[to &+ 1] = y1 * factors[factor]
      result[to &+ 2] = y2 * factors[factor &+ 1]
      result[to &+ 3] = y3 * factors[factor &+ 2]
    }
  }

  @inline(__always)
  private static func firstFive(
    _ source: borrowing some ComplexSource<Lanes> & ~Escapable, _ twiddles: [Numbers], _ pass: Pass,
    _ destination: inout [Numbers]
  ) {
    let factors = twiddles.span
    var result = destination.mutableSpan
    let groups = pass.groups
    for group in 0..<groups {
      let (y0, y1, y2, y3, y4) = Butterfly.five(
        (
          source[group], source[group &+ groups], source[group &+ 2 &* groups],
          source[group &+ 3 &* groups], source[group &+ 4 &* groups]
        ))
      let factor = 4 &* group
      let to = 5 &* group
      result[to] = y0
      result[to &+ 1] = y1 * factors[factor]
      result[to &+ 2] = y2 * factors[factor &+ 1]
      result[to &+ 3] = y3 * factors[factor &+ 2]
      result[to &+ 4] = y4 * factors[factor &+ 3]
    }
  }

  @inline(__always)
  private static func firstThree(
    _ source: borrowing some ComplexSource<Lanes> & ~Escapable, _ twiddles: [Numbers], _ pass: Pass,
    _ destination: inout [Numbers]
  ) {
    let factors = twiddles.span
    var result = destination.mutableSpan
    let groups = pass.groups
    for group in 0..<groups {
      let (y0, y1, y2) = Butterfly.three((source[group], source[group &+ groups], source[group &+ 2 &* groups]))
      let factor = 2 &* group
      let to = 3 &* group
      result[to] = y0
      result[to &+ 1] = y1 * factors[factor]
      result[to &+ 2] = y2 * factors[factor &+ 1]
    }
  }
}
