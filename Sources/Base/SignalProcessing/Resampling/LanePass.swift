/// The last pass of a ``BlockTransform``: transforms of four numbers over the lanes of a block.
///
/// Lane l of block q holds the transform F of every fourth number from l on. The results are
/// `Y[q + Q·m] = Σ_{l<4} e^(−2πi·l(q + Q·m)/N) · F_l[q]`.
struct LanePass<Real: ResamplerSample>: Sendable {
  typealias Block = ComplexBlock<Real>

  private let size: Int
  /// Factors for lanes 1…3, for each four results.
  private let twiddles: [Block]

  init(roots: TransformRoots<Real>) {
    size = roots.size
    let blocks = size / 4
    var twiddles: [Block] = []
    twiddles.reserveCapacity(size)
    for step in stride(from: 0, to: blocks, by: 4) {
      for lane in 1...3 {
        var factors = Block.zero
        for place in 0..<4 {
          let factor = roots((min(step, blocks - 4) + place) * lane, of: size)
          factors.real[place] = factor.cosine
          factors.imaginary[place] = factor.sine
        }
        twiddles.append(factors)
      }
    }
    self.twiddles = twiddles
  }

  /// - Parameter other: Is written over.
  func run(
    _ work: [Block], _ other: inout [Block], into realParts: inout [Real], _ imaginaryParts: inout [Real]
  ) {
    var real = realParts.mutableSpan
    var imaginary = imaginaryParts.mutableSpan
    Self.transpose(work.span, blocks: size / 4, &other)
    store(other.span, &real, &imaginary)
  }

  func run(
    _ work: [Block], _ other: inout [Block], filter response: LaneResponse<Real>, into realParts: inout [Real],
    _ imaginaryParts: inout [Real]
  ) {
    var real = realParts.mutableSpan
    var imaginary = imaginaryParts.mutableSpan
    Self.transpose(work.span, blocks: size / 4, &other)
    store(other.span, filter: response, &real, &imaginary)
  }

  @inline(never)
  private func store(
    _ source: Span<Block>, _ real: inout MutableSpan<Real>, _ imaginary: inout MutableSpan<Real>
  ) {
    let factors = twiddles.span
    let blocks = size / 4
    for step in 0..<((blocks &+ 3) / 4) {
      let start = min(4 &* step, blocks &- 4)
      let (y0, y1, y2, y3) = Self.four(source, factors, step)
      Self.set(y0, at: start, &real, &imaginary)
      Self.set(y1, at: start &+ blocks, &real, &imaginary)
      Self.set(y2, at: start &+ 2 &* blocks, &real, &imaginary)
      Self.set(y3, at: start &+ 3 &* blocks, &real, &imaginary)
    }
  }

  /// What the filter stops is not stored.
  @inline(never)
  private func store(
    _ source: Span<Block>, filter response: LaneResponse<Real>, _ real: inout MutableSpan<Real>,
    _ imaginary: inout MutableSpan<Real>
  ) {
    let factors = twiddles.span
    let passed = response.blocks.span
    let blocks = size / 4
    // The results from 0 to here pass, and as many at the end.
    let limit = response.limit
    let end = real.count &- size
    let high = real.count &- limit
    precondition(real.count == imaginary.count && 2 * limit <= min(size, real.count))
    for step in 0..<((blocks &+ 3) / 4) {
      let start = min(4 &* step, blocks &- 4)
      guard start < limit || start &+ 4 > blocks &- limit else { continue }
      let (y0, y1, y2, y3) = Self.four(source, factors, step)
      let h = 4 &* step
      if start < limit { Self.set(y0 * passed[h], at: start, below: limit, &real, &imaginary) }
      if start &+ blocks < limit {
        Self.set(y1 * passed[h &+ 1], at: start &+ blocks, below: limit, &real, &imaginary)
      }
      if start &+ 2 &* blocks &+ 4 > size &- limit {
        Self.set(y2 * passed[h &+ 2], at: end &+ start &+ 2 &* blocks, from: high, &real, &imaginary)
      }
      if start &+ 3 &* blocks &+ 4 > size &- limit {
        Self.set(y3 * passed[h &+ 3], at: end &+ start &+ 3 &* blocks, from: high, &real, &imaginary)
      }
    }
  }

  @inline(__always)
  private static func set(
    _ block: Block, at index: Int, _ real: inout MutableSpan<Real>, _ imaginary: inout MutableSpan<Real>
  ) {
    real.setFour(block.real, at: index)
    imaginary.setFour(block.imaginary, at: index)
  }

  /// Stores the numbers of a block whose index is below `limit`.
  @inline(__always)
  private static func set(
    _ block: Block, at index: Int, below limit: Int, _ real: inout MutableSpan<Real>,
    _ imaginary: inout MutableSpan<Real>
  ) {
    if index &+ 4 <= limit {
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
      for place in (limit &- index)..<4 {
        real[index &+ place] = block.real[place]
        imaginary[index &+ place] = block.imaginary[place]
      }
    }
  }

  /// The transform over the lanes, of blocks that are transposed.
  @inline(__always)
  private static func four(
    _ source: Span<Block>, _ factors: Span<Block>, _ step: Int
  ) -> (Block, Block, Block, Block) {
    BlockButterfly.four(
      source[4 &* step], source[4 &* step &+ 1] * factors[3 &* step],
      source[4 &* step &+ 2] * factors[3 &* step &+ 1], source[4 &* step &+ 3] * factors[3 &* step &+ 2])
  }

  /// From four neighbouring blocks to four lanes of four neighbours each.
  ///
  /// Swift 6.3 spells float arithmetic on vectors lane by lane, and LLVM joins the lanes again only if they go to memory
  /// as they are; hence a loop of its own.
  @inline(never)
  private static func transpose(_ source: Span<Block>, blocks: Int, _ destination: inout [Block]) {
    var result = destination.mutableSpan
    for step in 0..<((blocks &+ 3) / 4) {
      let start = min(4 &* step, blocks &- 4)
      let (a, b, c, d) = (source[start], source[start &+ 1], source[start &+ 2], source[start &+ 3])
      let real = SIMD4.transposed(a.real, b.real, c.real, d.real)
      let imaginary = SIMD4.transposed(a.imaginary, b.imaginary, c.imaginary, d.imaginary)
      result[4 &* step] = Block(real: real.0, imaginary: imaginary.0)
      result[4 &* step &+ 1] = Block(real: real.1, imaginary: imaginary.1)
      result[4 &* step &+ 2] = Block(real: real.2, imaginary: imaginary.2)
      result[4 &* step &+ 3] = Block(real: real.3, imaginary: imaginary.3)
    }
  }
}
