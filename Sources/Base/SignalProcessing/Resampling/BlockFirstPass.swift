/// The first pass of a ``BlockTransform``: it reads numbers from two arrays, and writes blocks.
struct BlockFirstPass<Real: ResamplerSample>: Sendable {
  typealias Block = ComplexBlock<Real>

  private let radix: Int
  /// Whether only one number of a butterfly is other than zero: that of its first leg in the first half of the groups,
  /// that of its last leg in the second.
  private let isSpread: Bool
  private let groups: Int
  /// Factors, group by group.
  private let twiddles: [Twiddle<Real>]

  init(radix: Int, isSpread: Bool, blocks: Int, roots: TransformRoots<Real>) {
    self.radix = radix
    self.isSpread = isSpread
    let groups = blocks / radix
    self.groups = groups
    var twiddles: [Twiddle<Real>] = []
    twiddles.reserveCapacity(blocks)
    for group in 0..<groups {
      // From the last leg a turn backwards comes to each result.
      let turn = isSpread && 2 * group >= groups ? group - groups : group
      for leg in (isSpread ? 0 : 1)..<radix { twiddles.append(roots(turn * leg, of: blocks)) }
    }
    self.twiddles = twiddles
  }

  func run(_ source: SplitNumbers<Real>, _ result: inout MutableSpan<Block>) {
    switch (isSpread, radix) {
    case (true, _): spread(source, twiddles.span, &result)
    case (false, 6): sixes(source, twiddles.span, &result)
    case (false, 4): fours(source, twiddles.span, &result)
    default: twos(source, twiddles.span, &result)
    }
  }

  @inline(never)
  private func spread(
    _ source: SplitNumbers<Real>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    for group in 0..<groups {
      let number = source[2 &* group < groups ? group : group &+ (radix &- 1) &* groups]
      let turns = factors.extracting((radix &* group)..<(radix &* group &+ radix))
      for leg in 0..<radix {
        result[radix &* group &+ leg] = number.turned(by: turns[leg])
      }
    }
  }

  @inline(never)
  private func twos(
    _ source: SplitNumbers<Real>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    for step in 0..<((groups &+ 3) / 4) {
      // The last four groups may overlap the ones before.
      let first = min(4 &* step, groups &- 4)
      let a = source.blocks(4, at: first)
      let b = source.blocks(4, at: first &+ groups)
      let turns = factors.extracting(first..<(first &+ 4))
      for place in 0..<4 {
        let group = first &+ place
        let (y0, y1) = (a[place] + b[place], a[place] - b[place])
        result[2 &* group] = y0
        result[2 &* group &+ 1] = y1.turned(by: turns[place])
      }
    }
  }

  @inline(never)
  private func fours(
    _ source: SplitNumbers<Real>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    for step in 0..<((groups &+ 3) / 4) {
      // The last four groups may overlap the ones before.
      let first = min(4 &* step, groups &- 4)
      let a = source.blocks(4, at: first)
      let b = source.blocks(4, at: first &+ groups)
      let c = source.blocks(4, at: first &+ 2 &* groups)
      let d = source.blocks(4, at: first &+ 3 &* groups)
      let turns = factors.extracting((3 &* first)..<(3 &* first &+ 12))
      for place in 0..<4 {
        let group = first &+ place
        let (y0, y1, y2, y3) = BlockButterfly.four(a[place], b[place], c[place], d[place])
        result[4 &* group] = y0
        result[4 &* group &+ 1] = y1.turned(by: turns[3 &* place])
        result[4 &* group &+ 2] = y2.turned(by: turns[3 &* place &+ 1])
        result[4 &* group &+ 3] = y3.turned(by: turns[3 &* place &+ 2])
      }
    }
  }

  @inline(never)
  private func sixes(
    _ source: SplitNumbers<Real>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    for step in 0..<((groups &+ 3) / 4) {
      // The last four groups may overlap the ones before.
      let first = min(4 &* step, groups &- 4)
      let a = source.blocks(4, at: first)
      let b = source.blocks(4, at: first &+ groups)
      let c = source.blocks(4, at: first &+ 2 &* groups)
      let d = source.blocks(4, at: first &+ 3 &* groups)
      let e = source.blocks(4, at: first &+ 4 &* groups)
      let f = source.blocks(4, at: first &+ 5 &* groups)
      let turns = factors.extracting((5 &* first)..<(5 &* first &+ 20))
      for place in 0..<4 {
        let group = first &+ place
        let (y0, y1, y2, y3, y4, y5) = BlockButterfly.six(a[place], b[place], c[place], d[place], e[place], f[place])
        result[6 &* group] = y0
        result[6 &* group &+ 1] = y1.turned(by: turns[5 &* place])
        result[6 &* group &+ 2] = y2.turned(by: turns[5 &* place &+ 1])
        result[6 &* group &+ 3] = y3.turned(by: turns[5 &* place &+ 2])
        result[6 &* group &+ 4] = y4.turned(by: turns[5 &* place &+ 3])
        result[6 &* group &+ 5] = y5.turned(by: turns[5 &* place &+ 4])
      }
    }
  }
}
