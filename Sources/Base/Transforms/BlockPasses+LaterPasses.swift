extension BlockPasses {
  /// Runs all passes over blocks except the first, from ``work`` through ``other`` back to ``work``.
  mutating func laterPasses() {
    for index in 1..<passes.count {
      Self.run(passes[index], work, twiddles, &other)
      swap(&work, &other)
    }
  }

  /// Runs a pass; the most common sizes use compile-time lengths.
  ///
  /// A butterfly of four reads and writes eight numbers, each with a check of its place: 32 of its 110 instructions.
  /// Where strides and groups are literals no check is left, and addresses are constants.
  private static func run(
    _ pass: Pass, _ numbers: [Numbers], _ twiddles: [Numbers], _ destination: inout [Numbers]
  ) {
    let source = numbers.span
    let factors = twiddles.span.extracting(pass.firstTwiddle..<twiddles.count)
    var result = destination.mutableSpan
    switch (pass.radix, pass.stride, pass.groups) {
    case (4, 4, 8): fours(source, factors, (4, 8), &result)
    case (8, 16, 1): lastEights(source, factors, 16, &result)
    case (4, 4, 4): fours(source, factors, (4, 4), &result)
    case (4, 16, 1): lastFours(source, factors, 16, &result)
    case (4, 4, 1): lastFours(source, factors, 4, &result)
    case (2, 4, 1): lastTwos(source, factors, 4, &result)
    case (8, 4, 1): lastEights(source, factors, 4, &result)
    case (5, 4, 3): fives(source, factors, (4, 3), &result)
    case (3, 5, 2): threes(source, factors, (5, 2), &result)
    case (2, 15, 1): lastTwos(source, factors, 15, &result)
    case (3, 20, 1): lastThrees(source, factors, 20, &result)
    default: runAny(pass, source, factors, &result)
    }
  }

  private static func runAny(
    _ pass: Pass, _ source: Span<Numbers>, _ factors: Span<Numbers>,
    _ result: inout MutableSpan<Numbers>
  ) {
    let extent = (pass.stride, pass.groups)
    switch (pass.radix, pass.groups > 1) {
    case (4, true): fours(source, factors, extent, &result)
    case (4, false): lastFours(source, factors, pass.stride, &result)
    case (5, true): fives(source, factors, extent, &result)
    case (5, false): lastFives(source, factors, pass.stride, &result)
    case (3, true): threes(source, factors, extent, &result)
    case (3, false): lastThrees(source, factors, pass.stride, &result)
    case (8, _): lastEights(source, factors, pass.stride, &result)
    default: lastTwos(source, factors, pass.stride, &result)
    }
  }

  /// Strides and groups of a pass.
  private typealias Extent = (stride: Int, groups: Int)

  @inline(__always)
  private static func fours(
    _ numbers: Span<Numbers>, _ twiddles: Span<Numbers>, _ extent: Extent,
    _ destination: inout MutableSpan<Numbers>
  ) {
    let (stride, groups) = extent
    let leg = stride &* groups
    let source = numbers.extracting(0..<(4 &* leg))
    let factors = twiddles.extracting(0..<(3 &* groups))
    var result = destination._mutatingExtracting(0..<(4 &* leg))
    for group in 0..<groups {
      let w1 = factors[3 &* group]
      let w2 = factors[3 &* group &+ 1]
      let w3 = factors[3 &* group &+ 2]
      for block in 0..<stride {
        let from = stride &* group &+ block
        let to = 4 &* stride &* group &+ block
        let (y0, y1, y2, y3) = Butterfly.four(
          (source[from], source[from &+ leg], source[from &+ 2 &* leg], source[from &+ 3 &* leg]))
        result[to] = y0
        result[to &+ stride] = y1 * w1
        result[to &+ 2 &* stride] = y2 * w2
        result[to &+ 3 &* stride] = y3 * w3
      }
    }
  }

  @inline(__always)
  private static func fives(
    _ numbers: Span<Numbers>, _ twiddles: Span<Numbers>, _ extent: Extent,
    _ destination: inout MutableSpan<Numbers>
  ) {
    let (stride, groups) = extent
    let leg = stride &* groups
    let source = numbers.extracting(0..<(5 &* leg))
    let factors = twiddles.extracting(0..<(4 &* groups))
    var result = destination._mutatingExtracting(0..<(5 &* leg))
    for group in 0..<groups {
      let factor = 4 &* group
      let w1 = factors[factor]
      let w2 = factors[factor &+ 1]
      let w3 = factors[factor &+ 2]
      let w4 = factors[factor &+ 3]
      for block in 0..<stride {
        let from = stride &* group &+ block
        let to = 5 &* stride &* group &+ block
        let (y0, y1, y2, y3, y4) = Butterfly.five(
          (
            source[from], source[from &+ leg], source[from &+ 2 &* leg], source[from &+ 3 &* leg],
            source[from &+ 4 &* leg]
          ))
        result[to] = y0
        result[to &+ stride] = y1 * w1
        result[to &+ 2 &* stride] = y2 * w2
        result[to &+ 3 &* stride] = y3 * w3
        result[to &+ 4 &* stride] = y4 * w4
      }
    }
  }

  @inline(__always)
  private static func threes(
    _ numbers: Span<Numbers>, _ twiddles: Span<Numbers>, _ extent: Extent,
    _ destination: inout MutableSpan<Numbers>
  ) {
    let (stride, groups) = extent
    let leg = stride &* groups
    let source = numbers.extracting(0..<(3 &* leg))
    let factors = twiddles.extracting(0..<(2 &* groups))
    var result = destination._mutatingExtracting(0..<(3 &* leg))
    for group in 0..<groups {
      let factor = 2 &* group
      let w1 = factors[factor]
      let w2 = factors[factor &+ 1]
      for block in 0..<stride {
        let from = stride &* group &+ block
        let to = 3 &* stride &* group &+ block
        let (y0, y1, y2) = Butterfly.three((source[from], source[from &+ leg], source[from &+ 2 &* leg]))
        result[to] = y0
        result[to &+ stride] = y1 * w1
        result[to &+ 2 &* stride] = y2 * w2
      }
    }
  }

  @inline(__always)
  private static func lastFours(
    _ numbers: Span<Numbers>, _ twiddles: Span<Numbers>, _ stride: Int,
    _ destination: inout MutableSpan<Numbers>
  ) {
    let source = numbers.extracting(0..<(4 &* stride))
    let factors = twiddles.extracting(0..<(4 &* stride))
    var result = destination._mutatingExtracting(0..<(4 &* stride))
    for block in 0..<stride {
      let factor = 4 &* block
      let (y0, y1, y2, y3) = Butterfly.four(
        (source[block], source[block &+ stride], source[block &+ 2 &* stride], source[block &+ 3 &* stride]))
      result[block] = y0 * factors[factor]
      result[block &+ stride] = y1 * factors[factor &+ 1]
      result[block &+ 2 &* stride] = y2 * factors[factor &+ 2]
      result[block &+ 3 &* stride] = y3 * factors[factor &+ 3]
    }
  }

  @inline(__always)
  private static func lastFives(
    _ numbers: Span<Numbers>, _ twiddles: Span<Numbers>, _ stride: Int,
    _ destination: inout MutableSpan<Numbers>
  ) {
    let source = numbers.extracting(0..<(5 &* stride))
    let factors = twiddles.extracting(0..<(5 &* stride))
    var result = destination._mutatingExtracting(0..<(5 &* stride))
    for block in 0..<stride {
      let factor = 5 &* block
      let (y0, y1, y2, y3, y4) = Butterfly.five(
        (
          source[block], source[block &+ stride], source[block &+ 2 &* stride], source[block &+ 3 &* stride],
          source[block &+ 4 &* stride]
        ))
      result[block] = y0 * factors[factor]
      result[block &+ stride] = y1 * factors[factor &+ 1]
      result[block &+ 2 &* stride] = y2 * factors[factor &+ 2]
      result[block &+ 3 &* stride] = y3 * factors[factor &+ 3]
      result[block &+ 4 &* stride] = y4 * factors[factor &+ 4]
    }
  }

  @inline(__always)
  private static func lastThrees(
    _ numbers: Span<Numbers>, _ twiddles: Span<Numbers>, _ stride: Int,
    _ destination: inout MutableSpan<Numbers>
  ) {
    let source = numbers.extracting(0..<(3 &* stride))
    let factors = twiddles.extracting(0..<(3 &* stride))
    var result = destination._mutatingExtracting(0..<(3 &* stride))
    for block in 0..<stride {
      let factor = 3 &* block
      let (y0, y1, y2) = Butterfly.three((source[block], source[block &+ stride], source[block &+ 2 &* stride]))
      result[block] = y0 * factors[factor]
      result[block &+ stride] = y1 * factors[factor &+ 1]
      result[block &+ 2 &* stride] = y2 * factors[factor &+ 2]
    }
  }

  @inline(__always)
  private static func lastTwos(
    _ numbers: Span<Numbers>, _ twiddles: Span<Numbers>, _ stride: Int,
    _ destination: inout MutableSpan<Numbers>
  ) {
    let source = numbers.extracting(0..<(2 &* stride))
    let factors = twiddles.extracting(0..<(2 &* stride))
    var result = destination._mutatingExtracting(0..<(2 &* stride))
    for block in 0..<stride {
      let factor = 2 &* block
      let a = source[block]
      let b = source[block &+ stride]
      let (y0, y1) = (a + b, a - b)
      result[block] = y0 * factors[factor]
      result[block &+ stride] = y1 * factors[factor &+ 1]
    }
  }

  @inline(__always)
  private static func lastEights(
    _ numbers: Span<Numbers>, _ twiddles: Span<Numbers>, _ stride: Int,
    _ destination: inout MutableSpan<Numbers>
  ) {
    let source = numbers.extracting(0..<(8 &* stride))
    let factors = twiddles.extracting(0..<(8 &* stride))
    var result = destination._mutatingExtracting(0..<(8 &* stride))
    for block in 0..<stride {
      let factor = 8 &* block
      let (e0, e1, e2, e3) = Butterfly.four(
        (source[block], source[block &+ 2 &* stride], source[block &+ 4 &* stride], source[block &+ 6 &* stride]))
      let (o0, o1, o2, o3) = Butterfly.eighthTurns(
        Butterfly.four(
          (
            source[block &+ stride], source[block &+ 3 &* stride], source[block &+ 5 &* stride],
            source[block &+ 7 &* stride]
          )))
      result[block] = (e0 + o0) * factors[factor]
      result[block &+ stride] = (e1 + o1) * factors[factor &+ 1]
      result[block &+ 2 &* stride] = (e2 + o2) * factors[factor &+ 2]
      result[block &+ 3 &* stride] = (e3 + o3) * factors[factor &+ 3]
      result[block &+ 4 &* stride] = (e0 - o0) * factors[factor &+ 4]
      result[block &+ 5 &* stride] = (e1 - o1) * factors[factor &+ 5]
      result[block &+ 6 &* stride] = (e2 - o2) * factors[factor &+ 6]
      result[block &+ 7 &* stride] = (e3 - o3) * factors[factor &+ 7]
    }
  }
}
