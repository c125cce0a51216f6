// Bound throughout: sizes of transforms are constants of the codecs, 4,096 at most, or follow a rate that its user
// has bounded.
// Holds throughout: spans are cut to the plan's own size, which is a constant of the codec that made it.

/// The discrete cosine transform of type IV that ``DCT4`` describes, computed plainly: for sizes that ``DCT4`` cannot
/// fold in lanes, and as the reference of its test.
///
/// M is 2 · N with a size N that ``FFT`` has. With θ(k) = π/M · (k+⅛) the transform is one of N complex numbers:
/// ```
/// t[k] = (X[2k] + i·X[M−1−2k]) · e^(−iθ(k))       while the first pass reads
/// y    = FFT(t) · e^(−iθ(k))                      while the lane pass writes
/// u[2k] = Re y[k],  u[M−1−2k] = −Im y[k]
/// ```
package struct PlainDCT4: Sendable {
  let size: Int
  private var blocks: BlockPasses<SIMD4<Float>>
  /// scale · e^(−iθ).
  private let rotationBefore: [ComplexQuad]
  /// e^(iθ), in the order in which the lane pass needs it.
  private let rotationAfter: [ComplexQuad]
  /// Re y and −Im y of the last transform: u[0], u[2] … u[M−2], and u[M−1], u[M−3] … u[1].
  private var rising: [Float]
  private var falling: [Float]

  package init(size: Int, scale: Double) {
    precondition(size >= 48 && size % 8 == 0)
    self.size = size
    let quarter = size / 8
    blocks = BlockPasses(blockCount: quarter, rowCount: 4 * FFT.laneBlocks(quarter).count) { lane, block in
      FFT.root(lane * block, of: size / 2)
    }
    rotationBefore = (0..<quarter).map { block in
      ComplexQuad { lane in
        let (cosine, sine) = DCT4.rotation(4 * block + lane, of: size)
        return (scale * cosine, -scale * sine)
      }
    }
    rotationAfter = FFT.laneBlocks(quarter).flatMap { start in
      (0..<4).map { leg in
        ComplexQuad { lane in DCT4.rotation(start + leg * quarter + lane, of: size) }
      }
    }
    rising = Array(repeating: 0, count: size / 2)
    falling = Array(repeating: 0, count: size / 2)
  }

  package mutating func transform(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(input.count == size && output.count == size)
    PlainDCT4.firstPass(input, rotationBefore, &blocks)
    blocks.laterPasses()
    blocks.transpose()
    PlainDCT4.lanePass(blocks.work, rotationAfter, &rising, &falling)
    PlainDCT4.interleave(rising.span, falling.span, &output)
  }

  private static func firstPass(
    _ input: Span<Float>, _ rotation: [ComplexQuad], _ blocks: inout BlockPasses<SIMD4<Float>>
  ) {
    blocks.firstPass(FoldedReal(input, rotation.span))
  }

  private static func lanePass(
    _ numbers: [ComplexQuad], _ rotation: [ComplexQuad], _ rising: inout [Float], _ falling: inout [Float]
  ) {
    let quarter = rising.count / 4
    let blocks = (quarter &+ 3) / 4
    let source = numbers.span.extracting(0..<(4 &* blocks))
    let factors = rotation.span.extracting(0..<(4 &* blocks))
    var rise = rising.mutableSpan
    var fall = falling.mutableSpan
    for block in 0..<blocks {
      let start = min(4 &* block, quarter &- 4)
      let (y0, y1, y2, y3) = Butterfly.four(
        (source[4 &* block], source[4 &* block &+ 1], source[4 &* block &+ 2], source[4 &* block &+ 3]))
      let results: [4 of ComplexQuad] = [y0, y1, y2, y3]
      for leg in 0..<4 {
        let (y, w) = (results[leg], factors[4 &* block &+ leg])
        rise.setQuad(y.real * w.real + y.imaginary * w.imaginary, at: start &+ leg &* quarter)
        fall.setQuad(y.real * w.imaginary - y.imaginary * w.real, at: start &+ leg &* quarter)
      }
    }
  }

  /// Interleaves two halves: u[2k] = rise[k], u[2k+1] = fall[N−1−k].
  private static func interleave(_ rise: Span<Float>, _ fall: Span<Float>, _ output: inout MutableSpan<Float>) {
    let count = rise.count
    for k in 0..<count {
      output[2 &* k] = rise[k]
      output[2 &* k &+ 1] = fall[count &- 1 &- k]
    }
  }
}

/// The values of a DCT-IV as the complex numbers t[k].
private struct FoldedReal: ComplexSource, ~Escapable {
  let input: Span<Float>
  let rotation: Span<ComplexQuad>

  @_lifetime(copy input, copy rotation)
  init(_ input: Span<Float>, _ rotation: Span<ComplexQuad>) {
    self.input = input
    self.rotation = rotation
  }

  @inline(__always)
  subscript(block: Int) -> ComplexQuad {
    let real = input.deinterleaved(at: 8 &* block).even
    let imaginary = input.deinterleaved(at: input.count &- 8 &- 8 &* block).odd.mirrored
    return ComplexQuad(real: real, imaginary: imaginary) * rotation[block]
  }
}
