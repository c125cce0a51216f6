/// The last pass of a ``BlockTransform``: transforms of four numbers over the lanes of a block.
///
/// Lane l of block q holds the transform F of every fourth number from l on. The results are
/// `Y[q + Q·m] = Σ_{l<4} e^(−2πi·l(q + Q·m)/N) · F_l[q]`.
struct LanePass<Real: ResamplerSample>: Sendable {
  typealias Block = ComplexBlock<Real>

  private let size: Int
  /// The factors for lanes 1…3 of the results of each step, which are as many as a vector has lanes.
  private let twiddles: [Block]

  init(roots: TransformRoots<Real>) {
    size = roots.size
    let rows = size / 4
    let lanes = Block.laneCount
    var twiddles: [Block] = []
    twiddles.reserveCapacity(size)
    for step in stride(from: 0, to: rows, by: lanes) {
      for lane in 1...3 {
        var factors = Block.zero
        for place in 0..<lanes {
          let factor = roots((min(step, rows - lanes) + place) * lane, of: size)
          factors.real[place] = factor.cosine
          factors.imaginary[place] = factor.sine
        }
        twiddles.append(factors)
      }
    }
    self.twiddles = twiddles
  }

  func run(
    _ work: [Block], into realParts: inout [Real], _ imaginaryParts: inout [Real]
  ) {
    var target = SplitTarget(real: realParts.mutableSpan, imaginary: imaginaryParts.mutableSpan)
    store(work.span, into: &target)
  }

  func run(
    _ work: [Block], filter response: LaneResponse<Real>, into realParts: inout [Real],
    _ imaginaryParts: inout [Real]
  ) {
    var target = SplitTarget(real: realParts.mutableSpan, imaginary: imaginaryParts.mutableSpan)
    store(work.span, filter: response, into: &target)
  }

  @inline(never)
  private func store(_ source: Span<Block>, into target: inout SplitTarget<Real>) {
    let factors = twiddles.span
    let rows = size / 4
    let lanes = Block.laneCount
    for step in 0..<((rows &+ lanes &- 1) / lanes) {
      let start = min(lanes &* step, rows &- lanes)
      let (y0, y1, y2, y3) = Self.four(source, factors, step, start)
      target.set(y0, at: start)
      target.set(y1, at: start &+ rows)
      target.set(y2, at: start &+ 2 &* rows)
      target.set(y3, at: start &+ 3 &* rows)
    }
  }

  /// Stores the results except those that the filter stops.
  private func store(
    _ source: Span<Block>, filter response: LaneResponse<Real>, into target: inout SplitTarget<Real>
  ) {
    precondition(2 * response.limit <= min(size, target.count))
    for segment in response.segments {
      let steps = segment.steps
      // The loops are made for the legs that they store.
      switch segment.legs {
      case [.first]: store(LaneSegment(steps: steps, legs: [.first]), source, response, &target)
      case [.fourth]: store(LaneSegment(steps: steps, legs: [.fourth]), source, response, &target)
      case [.first, .fourth]: store(LaneSegment(steps: steps, legs: [.first, .fourth]), source, response, &target)
      case [.first, .second, .fourth]:
        store(LaneSegment(steps: steps, legs: [.first, .second, .fourth]), source, response, &target)
      case [.first, .third, .fourth]:
        store(LaneSegment(steps: steps, legs: [.first, .third, .fourth]), source, response, &target)
      case .all: store(LaneSegment(steps: steps, legs: .all), source, response, &target)
      default: storeParts(steps, source, response, &target)
      }
    }
  }

  /// Stores whole blocks of the legs of a segment.
  @inline(__always)
  private func store(
    _ segment: LaneSegment, _ source: Span<Block>, _ response: LaneResponse<Real>,
    _ target: inout SplitTarget<Real>
  ) {
    let legs = segment.legs ?? []
    let factors = twiddles.span
    let passed = response.blocks.span
    let rows = size / 4
    let end = target.count &- size
    for step in segment.steps {
      let start = Block.laneCount &* step
      let (y0, y1, y2, y3) = Self.four(source, factors, step, start)
      let filter = passed.extracting((4 &* step)..<(4 &* step &+ 4))
      if legs.contains(.first) { target.set(y0 * filter[0], at: start) }
      if legs.contains(.second) { target.set(y1 * filter[1], at: start &+ rows) }
      if legs.contains(.third) { target.set(y2 * filter[2], at: end &+ start &+ 2 &* rows) }
      if legs.contains(.fourth) { target.set(y3 * filter[3], at: end &+ start &+ 3 &* rows) }
    }
  }

  /// Stores the blocks of any butterflies, up to the part of each that passes.
  @inline(never)
  private func storeParts(
    _ steps: Range<Int>, _ source: Span<Block>, _ response: LaneResponse<Real>, _ target: inout SplitTarget<Real>
  ) {
    let passed = response.blocks.span
    let limit = response.limit
    let rows = size / 4
    let lanes = Block.laneCount
    let end = target.count &- size
    let high = target.count &- limit
    for step in steps {
      let start = min(lanes &* step, rows &- lanes)
      let (y0, y1, y2, y3) = Self.four(source, twiddles.span, step, start)
      let h = 4 &* step
      if start < limit { target.set(y0 * passed[h], at: start, below: limit) }
      if start &+ rows < limit {
        target.set(y1 * passed[h &+ 1], at: start &+ rows, below: limit)
      }
      if start &+ 2 &* rows &+ lanes > size &- limit {
        target.set(y2 * passed[h &+ 2], at: end &+ start &+ 2 &* rows, from: high)
      }
      if start &+ 3 &* rows &+ lanes > size &- limit {
        target.set(y3 * passed[h &+ 3], at: end &+ start &+ 3 &* rows, from: high)
      }
    }
  }

  /// Returns the transform over the lanes.
  @inline(__always)
  private static func four(
    _ source: Span<Block>, _ factors: Span<Block>, _ step: Int, _ start: Int
  ) -> (Block, Block, Block, Block) {
    let perRow = Block.blocksPerRow
    let rows = source.extracting((perRow &* start)..<(perRow &* start &+ 4))
    return BlockButterfly.four(
      (
        lane(0, rows), lane(1, rows) * factors[3 &* step],
        lane(2, rows) * factors[3 &* step &+ 1], lane(3, rows) * factors[3 &* step &+ 2]
      ))
  }

  @inline(__always)
  private static func lane(_ lane: Int, _ rows: Span<Block>) -> Block {
    var block = Block.zero
    let lanes = Block.laneCount
    for place in 0..<lanes {
      let row = rows[Block.blocksPerRow &* place &+ lane / lanes]
      block.real[place] = row.real[lane % lanes]
      block.imaginary[place] = row.imaginary[lane % lanes]
    }
    return block
  }
}
