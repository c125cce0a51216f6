extension FFT {
  /// All passes over blocks but the first, from ``work`` through ``other`` back to ``work``.
  mutating func laterPasses() {
    for index in 1..<passes.count {
      FFT.run(passes[index], work, twiddles, &other)
      swap(&work, &other)
    }
  }

  /// From four neighbouring blocks to four lanes of four neighbours each.
  mutating func transpose() {
    FFT.transpose(work, quarter: size / 4, &other)
    swap(&work, &other)
  }

  private static func transpose(_ numbers: [ComplexQuad], quarter: Int, _ destination: inout [ComplexQuad]) {
    let source = numbers.span
    var result = destination.mutableSpan
    for block in 0..<(source.count / 4) {
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

  private static func run(
    _ pass: Pass, _ numbers: [ComplexQuad], _ twiddles: [ComplexQuad], _ destination: inout [ComplexQuad]
  ) {
    let source = numbers.span
    let factors = twiddles.span
    var result = destination.mutableSpan
    switch (pass.radix, pass.groups > 1) {
    case (4, true): fours(source, factors, pass, &result)
    case (4, false): lastFours(source, factors, pass, &result)
    case (5, true): fives(source, factors, pass, &result)
    case (5, false): lastFives(source, factors, pass, &result)
    case (3, true): threes(source, factors, pass, &result)
    case (3, false): lastThrees(source, factors, pass, &result)
    default: lastTwos(source, factors, pass, &result)
    }
  }

  private static func fours(
    _ source: Span<ComplexQuad>, _ factors: Span<ComplexQuad>, _ pass: Pass,
    _ result: inout MutableSpan<ComplexQuad>
  ) {
    let stride = pass.stride
    let leg = stride &* pass.groups
    for group in 0..<pass.groups {
      let factor = pass.firstTwiddle &+ 3 &* group
      let w1 = factors[factor]
      let w2 = factors[factor &+ 1]
      let w3 = factors[factor &+ 2]
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

  private static func fives(
    _ source: Span<ComplexQuad>, _ factors: Span<ComplexQuad>, _ pass: Pass,
    _ result: inout MutableSpan<ComplexQuad>
  ) {
    let stride = pass.stride
    let leg = stride &* pass.groups
    for group in 0..<pass.groups {
      let factor = pass.firstTwiddle &+ 4 &* group
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

  private static func threes(
    _ source: Span<ComplexQuad>, _ factors: Span<ComplexQuad>, _ pass: Pass,
    _ result: inout MutableSpan<ComplexQuad>
  ) {
    let stride = pass.stride
    let leg = stride &* pass.groups
    for group in 0..<pass.groups {
      let factor = pass.firstTwiddle &+ 2 &* group
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

  private static func lastFours(
    _ source: Span<ComplexQuad>, _ factors: Span<ComplexQuad>, _ pass: Pass,
    _ result: inout MutableSpan<ComplexQuad>
  ) {
    let stride = pass.stride
    for block in 0..<stride {
      let factor = pass.firstTwiddle &+ 4 &* block
      let (y0, y1, y2, y3) = Butterfly.four(
        (source[block], source[block &+ stride], source[block &+ 2 &* stride], source[block &+ 3 &* stride]))
      result[block] = y0 * factors[factor]
      result[block &+ stride] = y1 * factors[factor &+ 1]
      result[block &+ 2 &* stride] = y2 * factors[factor &+ 2]
      result[block &+ 3 &* stride] = y3 * factors[factor &+ 3]
    }
  }

  private static func lastFives(
    _ source: Span<ComplexQuad>, _ factors: Span<ComplexQuad>, _ pass: Pass,
    _ result: inout MutableSpan<ComplexQuad>
  ) {
    let stride = pass.stride
    for block in 0..<stride {
      let factor = pass.firstTwiddle &+ 5 &* block
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

  private static func lastThrees(
    _ source: Span<ComplexQuad>, _ factors: Span<ComplexQuad>, _ pass: Pass,
    _ result: inout MutableSpan<ComplexQuad>
  ) {
    let stride = pass.stride
    for block in 0..<stride {
      let factor = pass.firstTwiddle &+ 3 &* block
      let (y0, y1, y2) = Butterfly.three((source[block], source[block &+ stride], source[block &+ 2 &* stride]))
      result[block] = y0 * factors[factor]
      result[block &+ stride] = y1 * factors[factor &+ 1]
      result[block &+ 2 &* stride] = y2 * factors[factor &+ 2]
    }
  }

  private static func lastTwos(
    _ source: Span<ComplexQuad>, _ factors: Span<ComplexQuad>, _ pass: Pass,
    _ result: inout MutableSpan<ComplexQuad>
  ) {
    let stride = pass.stride
    for block in 0..<stride {
      let factor = pass.firstTwiddle &+ 2 &* block
      let a = source[block]
      let b = source[block &+ stride]
      let (y0, y1) = (a + b, a - b)
      result[block] = y0 * factors[factor]
      result[block &+ stride] = y1 * factors[factor &+ 1]
    }
  }
}
