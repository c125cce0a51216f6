/// The last pass of a ``BlockTransform``: transforms of four numbers over the lanes of a block.
///
/// Lane l of block q holds the transform F of every fourth number from l on. The results are
/// `Y[q + Q·m] = Σ_{l<4} e^(−2πi·l(q + Q·m)/N) · F_l[q]`.
struct LanePass<Real: ResamplerSample>: Sendable {
  typealias Block = ComplexBlock<Real>

  private let size: Int
  /// Factors for lanes 1…3, for the results of each step, which are as many as a vector has lanes.
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
    var real = realParts.mutableSpan
    var imaginary = imaginaryParts.mutableSpan
    store(work.span, &real, &imaginary)
  }

  func run(
    _ work: [Block], filter response: LaneResponse<Real>, into realParts: inout [Real],
    _ imaginaryParts: inout [Real]
  ) {
    var real = realParts.mutableSpan
    var imaginary = imaginaryParts.mutableSpan
    store(work.span, filter: response, &real, &imaginary)
  }

  @inline(never)
  private func store(
    _ source: Span<Block>, _ real: inout MutableSpan<Real>, _ imaginary: inout MutableSpan<Real>
  ) {
    let factors = twiddles.span
    let rows = size / 4
    let lanes = Block.laneCount
    for step in 0..<((rows &+ lanes &- 1) / lanes) {
      let start = min(lanes &* step, rows &- lanes)
      let (y0, y1, y2, y3) = Self.four(source, factors, step, start)
      Self.set(y0, at: start, &real, &imaginary)
      Self.set(y1, at: start &+ rows, &real, &imaginary)
      Self.set(y2, at: start &+ 2 &* rows, &real, &imaginary)
      Self.set(y3, at: start &+ 3 &* rows, &real, &imaginary)
    }
  }

  /// What the filter stops is not stored.
  private func store(
    _ source: Span<Block>, filter response: LaneResponse<Real>, _ real: inout MutableSpan<Real>,
    _ imaginary: inout MutableSpan<Real>
  ) {
    precondition(real.count == imaginary.count && 2 * response.limit <= min(size, real.count))
    for segment in response.segments {
      let steps = segment.steps
      // The loops are made for the legs that they store.
      switch segment.legs {
      case [.first]: store(steps, [.first], source, response, &real, &imaginary)
      case [.fourth]: store(steps, [.fourth], source, response, &real, &imaginary)
      case [.first, .fourth]: store(steps, [.first, .fourth], source, response, &real, &imaginary)
      case [.first, .second, .fourth]: store(steps, [.first, .second, .fourth], source, response, &real, &imaginary)
      case [.first, .third, .fourth]: store(steps, [.first, .third, .fourth], source, response, &real, &imaginary)
      case .all: store(steps, .all, source, response, &real, &imaginary)
      default: storeParts(steps, source, response, &real, &imaginary)
      }
    }
  }

  /// Stores whole blocks of these legs.
  @inline(__always)
  private func store(
    _ steps: Range<Int>, _ legs: LaneLegs, _ source: Span<Block>, _ response: LaneResponse<Real>,
    _ real: inout MutableSpan<Real>, _ imaginary: inout MutableSpan<Real>
  ) {
    let factors = twiddles.span
    let passed = response.blocks.span
    let rows = size / 4
    let end = real.count &- size
    for step in steps {
      let start = Block.laneCount &* step
      let (y0, y1, y2, y3) = Self.four(source, factors, step, start)
      let filter = passed.extracting((4 &* step)..<(4 &* step &+ 4))
      if legs.contains(.first) { Self.set(y0 * filter[0], at: start, &real, &imaginary) }
      if legs.contains(.second) { Self.set(y1 * filter[1], at: start &+ rows, &real, &imaginary) }
      if legs.contains(.third) { Self.set(y2 * filter[2], at: end &+ start &+ 2 &* rows, &real, &imaginary) }
      if legs.contains(.fourth) { Self.set(y3 * filter[3], at: end &+ start &+ 3 &* rows, &real, &imaginary) }
    }
  }

  /// Stores blocks of any legs, as much of each as passes.
  @inline(never)
  private func storeParts(
    _ steps: Range<Int>, _ source: Span<Block>, _ response: LaneResponse<Real>, _ real: inout MutableSpan<Real>,
    _ imaginary: inout MutableSpan<Real>
  ) {
    let passed = response.blocks.span
    let limit = response.limit
    let rows = size / 4
    let lanes = Block.laneCount
    let end = real.count &- size
    let high = real.count &- limit
    for step in steps {
      let start = min(lanes &* step, rows &- lanes)
      let (y0, y1, y2, y3) = Self.four(source, twiddles.span, step, start)
      let h = 4 &* step
      if start < limit { Self.set(y0 * passed[h], at: start, below: limit, &real, &imaginary) }
      if start &+ rows < limit {
        Self.set(y1 * passed[h &+ 1], at: start &+ rows, below: limit, &real, &imaginary)
      }
      if start &+ 2 &* rows &+ lanes > size &- limit {
        Self.set(y2 * passed[h &+ 2], at: end &+ start &+ 2 &* rows, from: high, &real, &imaginary)
      }
      if start &+ 3 &* rows &+ lanes > size &- limit {
        Self.set(y3 * passed[h &+ 3], at: end &+ start &+ 3 &* rows, from: high, &real, &imaginary)
      }
    }
  }

  @inline(__always)
  private static func set(
    _ block: Block, at index: Int, _ real: inout MutableSpan<Real>, _ imaginary: inout MutableSpan<Real>
  ) {
    real.setVector(block.real, at: index)
    imaginary.setVector(block.imaginary, at: index)
  }

  /// Stores the numbers of a block whose index is below `limit`.
  @inline(__always)
  private static func set(
    _ block: Block, at index: Int, below limit: Int, _ real: inout MutableSpan<Real>,
    _ imaginary: inout MutableSpan<Real>
  ) {
    if index &+ Block.laneCount <= limit {
      set(block, at: index, &real, &imaginary)
    } else {
      for place in 0..<(limit &- index) {
        real[index &+ place] = block.real[place]
        imaginary[index &+ place] = block.imaginary[place]
      }
    }
  }

  /// Stores the numbers of a block whose index is at least `limit`.
  @inline(__always)
  private static func set(
    _ block: Block, at index: Int, from limit: Int, _ real: inout MutableSpan<Real>,
    _ imaginary: inout MutableSpan<Real>
  ) {
    if index >= limit {
      set(block, at: index, &real, &imaginary)
    } else {
      for place in (limit &- index)..<Block.laneCount {
        real[index &+ place] = block.real[place]
        imaginary[index &+ place] = block.imaginary[place]
      }
    }
  }

  /// The transform over the lanes.
  @inline(__always)
  private static func four(
    _ source: Span<Block>, _ factors: Span<Block>, _ step: Int, _ start: Int
  ) -> (Block, Block, Block, Block) {
    let perRow = Block.blocksPerRow
    let rows = source.extracting((perRow &* start)..<(perRow &* start &+ 4))
    return BlockButterfly.four(
      lane(0, rows), lane(1, rows) * factors[3 &* step],
      lane(2, rows) * factors[3 &* step &+ 1], lane(3, rows) * factors[3 &* step &+ 2])
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
