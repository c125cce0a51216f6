/// Where a pass of a ``BlockTransform`` reads its numbers.
protocol BlockSource<Real>: ~Escapable {
  associatedtype Real: ResamplerSample
  /// The numbers 4 · `block` … 4 · `block` + 3.
  subscript(block: Int) -> ComplexBlock<Real> { get }
}

/// Numbers whose real and imaginary parts lie in two arrays.
struct SplitNumbers<Real: ResamplerSample>: BlockSource, ~Escapable {
  let real: Span<Real>
  let imaginary: Span<Real>

  @_lifetime(copy real, copy imaginary)
  init(real: Span<Real>, imaginary: Span<Real>) {
    self.real = real
    self.imaginary = imaginary
  }

  @inline(__always)
  subscript(block: Int) -> ComplexBlock<Real> {
    ComplexBlock(real: real.four(at: 4 &* block), imaginary: imaginary.four(at: 4 &* block))
  }
}

/// Blocks as the pass before has left them.
struct StoredBlocks<Real: ResamplerSample>: BlockSource, ~Escapable {
  let blocks: Span<ComplexBlock<Real>>

  @_lifetime(copy blocks)
  init(_ blocks: Span<ComplexBlock<Real>>) {
    self.blocks = blocks
  }

  @inline(__always)
  subscript(block: Int) -> ComplexBlock<Real> { blocks[block] }
}
