/// The passes of a ``BlockTransform``: butterflies of one radix over rows of blocks, results turned by twiddle factors.
enum BlockPass<Real: ResamplerSample> {
  typealias Block = ComplexBlock<Real>
  typealias Pass = BlockTransform<Real>.Pass

  static func run(
    _ pass: Pass, _ source: some BlockSource<Real> & ~Escapable, _ factors: Span<Twiddle<Real>>,
    _ result: inout MutableSpan<Block>
  ) {
    switch pass.radix {
    case 7: sevens(pass, source, factors, &result)
    case 5: fives(pass, source, factors, &result)
    case 4: fours(pass, source, factors, &result)
    case 3: threes(pass, source, factors, &result)
    default: twos(pass, source, factors, &result)
    }
  }

  @inline(never)
  private static func twos(
    _ pass: Pass, _ source: some BlockSource<Real> & ~Escapable, _ factors: Span<Twiddle<Real>>,
    _ result: inout MutableSpan<Block>
  ) {
    let stride = pass.stride
    let leg = stride &* pass.groups
    for group in 0..<pass.groups {
      let factor = pass.firstTwiddle &+ group
      let w1 = factors[factor]
      for block in 0..<stride {
        let from = stride &* group &+ block
        let to = 2 &* stride &* group &+ block
        let a = source[from]
        let b = source[from &+ leg]
        let (y0, y1) = (a + b, a - b)
        result[to] = y0
        result[to &+ stride] = y1.turned(by: w1)
      }
    }
  }

  @inline(never)
  private static func threes(
    _ pass: Pass, _ source: some BlockSource<Real> & ~Escapable, _ factors: Span<Twiddle<Real>>,
    _ result: inout MutableSpan<Block>
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
        let (y0, y1, y2) = BlockButterfly.three(
          source[from], source[from &+ leg], source[from &+ 2 &* leg])
        result[to] = y0
        result[to &+ stride] = y1.turned(by: w1)
        result[to &+ 2 &* stride] = y2.turned(by: w2)
      }
    }
  }

  @inline(never)
  private static func fours(
    _ pass: Pass, _ source: some BlockSource<Real> & ~Escapable, _ factors: Span<Twiddle<Real>>,
    _ result: inout MutableSpan<Block>
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
        let (y0, y1, y2, y3) = BlockButterfly.four(
          source[from], source[from &+ leg], source[from &+ 2 &* leg], source[from &+ 3 &* leg])
        result[to] = y0
        result[to &+ stride] = y1.turned(by: w1)
        result[to &+ 2 &* stride] = y2.turned(by: w2)
        result[to &+ 3 &* stride] = y3.turned(by: w3)
      }
    }
  }

  @inline(never)
  private static func fives(
    _ pass: Pass, _ source: some BlockSource<Real> & ~Escapable, _ factors: Span<Twiddle<Real>>,
    _ result: inout MutableSpan<Block>
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
        let (y0, y1, y2, y3, y4) = BlockButterfly.five(
          source[from], source[from &+ leg], source[from &+ 2 &* leg], source[from &+ 3 &* leg],
          source[from &+ 4 &* leg])
        result[to] = y0
        result[to &+ stride] = y1.turned(by: w1)
        result[to &+ 2 &* stride] = y2.turned(by: w2)
        result[to &+ 3 &* stride] = y3.turned(by: w3)
        result[to &+ 4 &* stride] = y4.turned(by: w4)
      }
    }
  }

  @inline(never)
  private static func sevens(
    _ pass: Pass, _ source: some BlockSource<Real> & ~Escapable, _ factors: Span<Twiddle<Real>>,
    _ result: inout MutableSpan<Block>
  ) {
    let stride = pass.stride
    let leg = stride &* pass.groups
    for group in 0..<pass.groups {
      let factor = pass.firstTwiddle &+ 6 &* group
      let w1 = factors[factor]
      let w2 = factors[factor &+ 1]
      let w3 = factors[factor &+ 2]
      let w4 = factors[factor &+ 3]
      let w5 = factors[factor &+ 4]
      let w6 = factors[factor &+ 5]
      for block in 0..<stride {
        let from = stride &* group &+ block
        let to = 7 &* stride &* group &+ block
        let (y0, y1, y2, y3, y4, y5, y6) = BlockButterfly.seven(
          source[from], source[from &+ leg], source[from &+ 2 &* leg], source[from &+ 3 &* leg],
          source[from &+ 4 &* leg], source[from &+ 5 &* leg], source[from &+ 6 &* leg])
        result[to] = y0
        result[to &+ stride] = y1.turned(by: w1)
        result[to &+ 2 &* stride] = y2.turned(by: w2)
        result[to &+ 3 &* stride] = y3.turned(by: w3)
        result[to &+ 4 &* stride] = y4.turned(by: w4)
        result[to &+ 5 &* stride] = y5.turned(by: w5)
        result[to &+ 6 &* stride] = y6.turned(by: w6)
      }
    }
  }
}
