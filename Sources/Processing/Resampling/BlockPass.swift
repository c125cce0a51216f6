/// The passes of a ``BlockTransform`` after the first: butterflies of one radix over legs of blocks, whose results may
/// be multiplied by twiddle factors.
enum BlockPass<Real: ResamplerSample, Results: Turning> {
  typealias Block = ComplexBlock<Real>
  typealias Pass = BlockTransform<Real>.Pass

  static func run(
    _ pass: Pass, _ source: Span<Block>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    switch pass.radix {
    case 8: eights(pass, source, factors, &result)
    case 7: sevens(pass, source, factors, &result)
    case 6: sixes(pass, source, factors, &result)
    case 5: fives(pass, source, factors, &result)
    case 4: fours(pass, source, factors, &result)
    case 3: threes(pass, source, factors, &result)
    default: twos(pass, source, factors, &result)
    }
  }

  @inline(never)
  private static func twos(
    _ pass: Pass, _ source: Span<Block>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    let stride = pass.stride
    for group in 0..<pass.groups {
      let turns = factors.extracting(pass.turns(group))
      let w1 = Block(turns[0])
      let a = source.extracting(pass.leg(0, group))
      let b = source.extracting(pass.leg(1, group))
      for block in 0..<stride {
        let to = 2 &* stride &* group &+ block
        let (p, q) = (a[block], b[block])
        result[to] = p + q
        result[to &+ stride] = Results.turn(p - q, by: w1)
      }
    }
  }

  @inline(never)
  private static func threes(
    _ pass: Pass, _ source: Span<Block>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    let stride = pass.stride
    for group in 0..<pass.groups {
      let turns = factors.extracting(pass.turns(group))
      let w1 = Block(turns[0])
      let w2 = Block(turns[1])
      let a = source.extracting(pass.leg(0, group))
      let b = source.extracting(pass.leg(1, group))
      let c = source.extracting(pass.leg(2, group))
      for block in 0..<stride {
        let to = 3 &* stride &* group &+ block
        let (y0, y1, y2) = BlockButterfly.three((a[block], b[block], c[block]))
        result[to] = y0
        result[to &+ stride] = Results.turn(y1, by: w1)
        result[to &+ 2 &* stride] = Results.turn(y2, by: w2)
      }
    }
  }

  @inline(never)
  private static func fours(
    _ pass: Pass, _ source: Span<Block>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    let stride = pass.stride
    for group in 0..<pass.groups {
      let turns = factors.extracting(pass.turns(group))
      let w1 = Block(turns[0])
      let w2 = Block(turns[1])
      let w3 = Block(turns[2])
      let a = source.extracting(pass.leg(0, group))
      let b = source.extracting(pass.leg(1, group))
      let c = source.extracting(pass.leg(2, group))
      let d = source.extracting(pass.leg(3, group))
      for block in 0..<stride {
        let to = 4 &* stride &* group &+ block
        let (y0, y1, y2, y3) = BlockButterfly.four((a[block], b[block], c[block], d[block]))
        result[to] = y0
        result[to &+ stride] = Results.turn(y1, by: w1)
        result[to &+ 2 &* stride] = Results.turn(y2, by: w2)
        result[to &+ 3 &* stride] = Results.turn(y3, by: w3)
      }
    }
  }

  @inline(never)
  private static func fives(
    _ pass: Pass, _ source: Span<Block>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    let stride = pass.stride
    for group in 0..<pass.groups {
      let turns = factors.extracting(pass.turns(group))
      let w1 = Block(turns[0])
      let w2 = Block(turns[1])
      let w3 = Block(turns[2])
      let w4 = Block(turns[3])
      let a = source.extracting(pass.leg(0, group))
      let b = source.extracting(pass.leg(1, group))
      let c = source.extracting(pass.leg(2, group))
      let d = source.extracting(pass.leg(3, group))
      let e = source.extracting(pass.leg(4, group))
      for block in 0..<stride {
        let to = 5 &* stride &* group &+ block
        let (y0, y1, y2, y3, y4) = BlockButterfly.five((a[block], b[block], c[block], d[block], e[block]))
        result[to] = y0
        result[to &+ stride] = Results.turn(y1, by: w1)
        result[to &+ 2 &* stride] = Results.turn(y2, by: w2)
        result[to &+ 3 &* stride] = Results.turn(y3, by: w3)
        result[to &+ 4 &* stride] = Results.turn(y4, by: w4)
      }
    }
  }

  @inline(never)
  private static func sixes(
    _ pass: Pass, _ source: Span<Block>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    let stride = pass.stride
    for group in 0..<pass.groups {
      let turns = factors.extracting(pass.turns(group))
      let w1 = Block(turns[0])
      let w2 = Block(turns[1])
      let w3 = Block(turns[2])
      let w4 = Block(turns[3])
      let w5 = Block(turns[4])
      let a = source.extracting(pass.leg(0, group))
      let b = source.extracting(pass.leg(1, group))
      let c = source.extracting(pass.leg(2, group))
      let d = source.extracting(pass.leg(3, group))
      let e = source.extracting(pass.leg(4, group))
      let f = source.extracting(pass.leg(5, group))
      for block in 0..<stride {
        let to = 6 &* stride &* group &+ block
        let (y0, y1, y2, y3, y4, y5) = BlockButterfly.six((a[block], b[block], c[block], d[block], e[block], f[block]))
        result[to] = y0
        result[to &+ stride] = Results.turn(y1, by: w1)
        result[to &+ 2 &* stride] = Results.turn(y2, by: w2)
        result[to &+ 3 &* stride] = Results.turn(y3, by: w3)
        result[to &+ 4 &* stride] = Results.turn(y4, by: w4)
        result[to &+ 5 &* stride] = Results.turn(y5, by: w5)
      }
    }
  }

  @inline(never)
  private static func sevens(
    _ pass: Pass, _ source: Span<Block>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    let stride = pass.stride
    for group in 0..<pass.groups {
      let turns = factors.extracting(pass.turns(group))
      let w1 = Block(turns[0])
      let w2 = Block(turns[1])
      let w3 = Block(turns[2])
      let w4 = Block(turns[3])
      let w5 = Block(turns[4])
      let w6 = Block(turns[5])
      let a = source.extracting(pass.leg(0, group))
      let b = source.extracting(pass.leg(1, group))
      let c = source.extracting(pass.leg(2, group))
      let d = source.extracting(pass.leg(3, group))
      let e = source.extracting(pass.leg(4, group))
      let f = source.extracting(pass.leg(5, group))
      let g = source.extracting(pass.leg(6, group))
      for block in 0..<stride {
        let to = 7 &* stride &* group &+ block
        let (y0, y1, y2, y3, y4, y5, y6) = BlockButterfly.seven(
          (a[block], b[block], c[block], d[block], e[block], f[block], g[block]))
        result[to] = y0
        result[to &+ stride] = Results.turn(y1, by: w1)
        result[to &+ 2 &* stride] = Results.turn(y2, by: w2)
        result[to &+ 3 &* stride] = Results.turn(y3, by: w3)
        result[to &+ 4 &* stride] = Results.turn(y4, by: w4)
        result[to &+ 5 &* stride] = Results.turn(y5, by: w5)
        result[to &+ 6 &* stride] = Results.turn(y6, by: w6)
      }
    }
  }

  @inline(never)
  private static func eights(
    _ pass: Pass, _ source: Span<Block>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    let stride = pass.stride
    for group in 0..<pass.groups {
      let turns = factors.extracting(pass.turns(group))
      let w1 = Block(turns[0])
      let w2 = Block(turns[1])
      let w3 = Block(turns[2])
      let w4 = Block(turns[3])
      let w5 = Block(turns[4])
      let w6 = Block(turns[5])
      let w7 = Block(turns[6])
      let a = source.extracting(pass.leg(0, group))
      let b = source.extracting(pass.leg(1, group))
      let c = source.extracting(pass.leg(2, group))
      let d = source.extracting(pass.leg(3, group))
      let e = source.extracting(pass.leg(4, group))
      let f = source.extracting(pass.leg(5, group))
      let g = source.extracting(pass.leg(6, group))
      let h = source.extracting(pass.leg(7, group))
      for block in 0..<stride {
        let to = 8 &* stride &* group &+ block
        let (y0, y1, y2, y3, y4, y5, y6, y7) = BlockButterfly.eight(
          (
            a[block], b[block], c[block], d[block], e[block], f[block], g[block],
            h[block]
          ))
        result[to] = y0
        result[to &+ stride] = Results.turn(y1, by: w1)
        result[to &+ 2 &* stride] = Results.turn(y2, by: w2)
        result[to &+ 3 &* stride] = Results.turn(y3, by: w3)
        result[to &+ 4 &* stride] = Results.turn(y4, by: w4)
        result[to &+ 5 &* stride] = Results.turn(y5, by: w5)
        result[to &+ 6 &* stride] = Results.turn(y6, by: w6)
        result[to &+ 7 &* stride] = Results.turn(y7, by: w7)
      }
    }
  }
}

/// The treatment of a pass's results: multiplied by twiddle factors, or not at all where these would be 1.
protocol Turning {
  static func turn<Real>(_ block: ComplexBlock<Real>, by factor: ComplexBlock<Real>) -> ComplexBlock<Real>
}

enum Turned: Turning {
  @inline(__always)
  static func turn<Real>(_ block: ComplexBlock<Real>, by factor: ComplexBlock<Real>) -> ComplexBlock<Real> {
    block * factor
  }
}

enum Unturned: Turning {
  @inline(__always)
  static func turn<Real>(_ block: ComplexBlock<Real>, by factor: ComplexBlock<Real>) -> ComplexBlock<Real> { block }
}
