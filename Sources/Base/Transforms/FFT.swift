// Bound throughout: sizes of transforms are constants of the codecs, 4,096 at most, or follow a rate that its user
// has bounded.
// Holds throughout: spans are cut to the plan's own size, which is a constant of the codec that made it.

/// A complex discrete Fourier transform of fixed size in single precision:
/// `Y[k] = Σ_{n<N} x[n] · e^(−2πi·nk/N)`.
///
/// The size is N = 4 · Q, where Q = 2^a · 3^b · 5^c is 6 or more and not a prime. Blocks of four neighbours
/// x[4p]…x[4p+3] are vectors, so that
/// ```
/// first … last pass   four transforms of Q numbers side by side (Stockham's autosort, radices 4, 2, 5, 3, 8)
/// twiddle             lane l of result k times e^(−2πi·lk/N), done while the last pass writes
/// transpose           4×4, so that vectors hold four neighbouring results of one lane
/// lane pass           radix 4 over the four vectors
/// ```
/// No loop rearranges the lanes of what it has computed. Swift 6.3 spells float arithmetic on vectors lane by lane, and
/// LLVM joins the lanes again only if they go to memory as they are; hence the transpose is its own loop.
///
/// The value owns its working memory, so one per decoder serves all channels in turn.
public struct FFT: Sendable {
  /// N: the number of input and output values.
  public let size: Int
  private var blocks: BlockPasses<SIMD4<Float>>

  /// Prepares a transform of `size` = 4 · 2^a · 3^b · 5^c ≥ 24 numbers.
  public init(size: Int) {
    precondition(size >= 24 && size % 4 == 0)
    self.size = size
    blocks = BlockPasses(blockCount: size / 4, rowCount: FFT.laneBlocks(size / 4).count * 4) { lane, block in
      FFT.root(lane * block, of: size)
    }
  }

  /// Transforms `real` + i · `imaginary`, N values each, in place.
  public mutating func transform(real: inout MutableSpan<Float>, imaginary: inout MutableSpan<Float>) {
    precondition(real.count == size && imaginary.count == size)
    // The sizes of the banks of SBR, with lengths that the compiler knows; see BlockPasses+LaterPasses.
    switch size {
    case 64:
      blocks.firstPass(
        SplitComplex(real: real.span.extracting(0..<64), imaginary: imaginary.span.extracting(0..<64)), groups: 4)
      blocks.laterPasses()
      blocks.transpose()
      FFT.lanePass(blocks.work, 16, &real, &imaginary)
    case 32:
      blocks.firstPass(
        SplitComplex(real: real.span.extracting(0..<32), imaginary: imaginary.span.extracting(0..<32)), groups: 2)
      blocks.laterPasses()
      blocks.transpose()
      FFT.lanePass(blocks.work, 8, &real, &imaginary)
    default:
      blocks.firstPass(SplitComplex(real: real.span, imaginary: imaginary.span))
      blocks.laterPasses()
      blocks.transpose()
      FFT.lanePass(blocks.work, size / 4, &real, &imaginary)
    }
  }

  /// Runs radix 4 over the lanes, from blocks of four vectors to the results.
  @inline(__always)
  private static func lanePass(
    _ numbers: [ComplexQuad], _ quarter: Int, _ real: inout MutableSpan<Float>, _ imaginary: inout MutableSpan<Float>
  ) {
    let blocks = (quarter &+ 3) / 4
    let source = numbers.span.extracting(0..<(4 &* blocks))
    var re = real._mutatingExtracting(0..<(4 &* quarter))
    var im = imaginary._mutatingExtracting(0..<(4 &* quarter))
    for block in 0..<blocks {
      let start = min(4 &* block, quarter &- 4)
      let (y0, y1, y2, y3) = Butterfly.four(
        (source[4 &* block], source[4 &* block &+ 1], source[4 &* block &+ 2], source[4 &* block &+ 3]))
      re.setQuad(y0.real, at: start)
      re.setQuad(y1.real, at: start &+ quarter)
      re.setQuad(y2.real, at: start &+ 2 &* quarter)
      re.setQuad(y3.real, at: start &+ 3 &* quarter)
      im.setQuad(y0.imaginary, at: start)
      im.setQuad(y1.imaginary, at: start &+ quarter)
      im.setQuad(y2.imaginary, at: start &+ 2 &* quarter)
      im.setQuad(y3.imaginary, at: start &+ 3 &* quarter)
    }
  }

  /// Returns e^(−2πi · `part` / `count`).
  static func root(_ part: Int, of count: Int) -> (real: Double, imaginary: Double) {
    let (cosine, sine) = Trigonometry.cosineAndSine(turns: part, over: count)
    return (cosine, -sine)
  }

  /// Returns the starts of the lane pass's blocks among its `quarter` butterflies.
  ///
  /// If they do not come in fours the last block overlaps the previous one.
  static func laneBlocks(_ quarter: Int) -> [Int] {
    stride(from: 0, to: quarter, by: 4).map { min($0, quarter - 4) }
  }
}

/// Numbers whose real and imaginary parts are in two arrays.
struct SplitComplex: ComplexSource, ~Escapable {
  let real: Span<Float>
  let imaginary: Span<Float>

  @_lifetime(copy real, copy imaginary)
  init(real: Span<Float>, imaginary: Span<Float>) {
    self.real = real
    self.imaginary = imaginary
  }

  @inline(__always)
  subscript(block: Int) -> ComplexQuad {
    ComplexQuad(real: real.quad(at: 4 &* block), imaginary: imaginary.quad(at: 4 &* block))
  }
}
