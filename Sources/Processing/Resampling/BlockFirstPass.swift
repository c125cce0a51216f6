/// The first pass of a ``BlockTransform``: it reads numbers from two arrays, and writes blocks.
struct BlockFirstPass<Real: ResamplerSample>: Sendable {
  typealias Block = ComplexBlock<Real>

  private let radix: Int
  /// True if only one number of a butterfly is non-zero: the first one in the first half of the groups, the last one in
  /// the second half.
  private let isSpread: Bool
  private let groups: Int
  /// Factors, group by group.
  private let twiddles: [Twiddle<Real>]

  init(radix: Int, isSpread: Bool, rows: Int, roots: TransformRoots<Real>) {
    self.radix = radix
    self.isSpread = isSpread
    let groups = rows / radix
    self.groups = groups
    var twiddles: [Twiddle<Real>] = []
    twiddles.reserveCapacity(rows)
    for group in 0..<groups {
      // Each result gets a turn backwards from the last leg.
      let turn = isSpread && 2 * group >= groups ? group - groups : group
      for leg in (isSpread ? 0 : 1)..<radix { twiddles.append(roots(turn * leg, of: rows)) }
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
      let row = source.rows(1, at: 2 &* group < groups ? group : group &+ (radix &- 1) &* groups)
      let turns = factors.extracting((radix &* group)..<(radix &* group &+ radix))
      for leg in 0..<radix {
        let to = Block.blocksPerRow &* (radix &* group &+ leg)
        for block in 0..<Block.blocksPerRow {
          result[to &+ block] = row[block].turned(by: turns[leg])
        }
      }
    }
  }

  @inline(never)
  private func twos(
    _ source: SplitNumbers<Real>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    let perRow = Block.blocksPerRow
    for step in 0..<((groups &+ 3) / 4) {
      // The last four groups may overlap the ones before.
      let first = min(4 &* step, groups &- 4)
      let a = source.rows(4, at: first)
      let b = source.rows(4, at: first &+ groups)
      let turns = factors.extracting(first..<(first &+ 4))
      for block in 0..<(4 &* perRow) {
        let place = block / perRow
        let to = 2 &* perRow &* (first &+ place) &+ block % perRow
        result[to] = a[block] + b[block]
        result[to &+ perRow] = (a[block] - b[block]).turned(by: turns[place])
      }
    }
  }

  @inline(never)
  private func fours(
    _ source: SplitNumbers<Real>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    let perRow = Block.blocksPerRow
    for step in 0..<((groups &+ 3) / 4) {
      // The last four groups may overlap the ones before.
      let first = min(4 &* step, groups &- 4)
      let a = source.rows(4, at: first)
      let b = source.rows(4, at: first &+ groups)
      let c = source.rows(4, at: first &+ 2 &* groups)
      let d = source.rows(4, at: first &+ 3 &* groups)
      let turns = factors.extracting((3 &* first)..<(3 &* first &+ 12))
      for block in 0..<(4 &* perRow) {
        let place = block / perRow
        let to = 4 &* perRow &* (first &+ place) &+ block % perRow
        let (y0, y1, y2, y3) = BlockButterfly.four((a[block], b[block], c[block], d[block]))
        result[to] = y0
        result[to &+ perRow] = y1.turned(by: turns[3 &* place])
        result[to &+ 2 &* perRow] = y2.turned(by: turns[3 &* place &+ 1])
        result[to &+ 3 &* perRow] = y3.turned(by: turns[3 &* place &+ 2])
      }
    }
  }

  @inline(never)
  private func sixes(
    _ source: SplitNumbers<Real>, _ factors: Span<Twiddle<Real>>, _ result: inout MutableSpan<Block>
  ) {
    let perRow = Block.blocksPerRow
    for step in 0..<((groups &+ 3) / 4) {
      // The last four groups may overlap the ones before.
      let first = min(4 &* step, groups &- 4)
      let a = source.rows(4, at: first)
      let b = source.rows(4, at: first &+ groups)
      let c = source.rows(4, at: first &+ 2 &* groups)
      let d = source.rows(4, at: first &+ 3 &* groups)
      let e = source.rows(4, at: first &+ 4 &* groups)
      let f = source.rows(4, at: first &+ 5 &* groups)
      let turns = factors.extracting((5 &* first)..<(5 &* first &+ 20))
      for block in 0..<(4 &* perRow) {
        let place = block / perRow
        let to = 6 &* perRow &* (first &+ place) &+ block % perRow
        let (y0, y1, y2, y3, y4, y5) = BlockButterfly.six((a[block], b[block], c[block], d[block], e[block], f[block]))
        result[to] = y0
        result[to &+ perRow] = y1.turned(by: turns[5 &* place])
        result[to &+ 2 &* perRow] = y2.turned(by: turns[5 &* place &+ 1])
        result[to &+ 3 &* perRow] = y3.turned(by: turns[5 &* place &+ 2])
        result[to &+ 4 &* perRow] = y4.turned(by: turns[5 &* place &+ 3])
        result[to &+ 5 &* perRow] = y5.turned(by: turns[5 &* place &+ 4])
      }
    }
  }
}
