/// A complex discrete Fourier transform of fixed size in either precision: `Y[k] = Σ_{n<N} x[n] · e^(−2πi·nk/N)`.
///
/// Like ``FFT``, with which it shares the order of work, but also for factors of 7, which 44.1 kHz has, and for sizes
/// up to 2^24. N = 4 · Q, where Q = 2^a · 3^b · 5^c · 7^d has a factor of 2. Four neighbours x[4p]…x[4p+3] are a row,
/// which is one block, or two in double precision:
/// ```
/// first … last pass   four transforms of Q numbers side by side (Stockham's autosort, radices 2 to 8,
///                     an even one first)
/// lane pass           transposed, so that vectors hold neighbouring results of one lane; lane l of result k times
///                     e^(−2πi·lk/N), radix 4 over the lanes
/// ```
/// Real and imaginary parts exchanged, of the numbers as of the results, make it the inverse times N.
package struct BlockTransform<Real: ResamplerSample>: Sendable {
  typealias Block = ComplexBlock<Real>

  /// Numbers in, and out.
  let size: Int
  /// The first pass reads numbers, and writes blocks.
  private let firstPass: BlockFirstPass<Real>
  /// The other passes over blocks; the last one has one group.
  private let passes: [Pass]
  /// Factors of the passes, group by group.
  private let twiddles: [Twiddle<Real>]
  private let lanePass: LanePass<Real>
  /// The results of the previous pass; `other` receives those of the next pass.
  private var work: [Block]
  private var other: [Block]

  /// A pass: `groups` groups of butterflies, each over `radix` legs of `stride` blocks.
  struct Pass: Sendable {
    var radix: Int
    var stride: Int
    var groups: Int
    var firstTwiddle: Int

    /// Returns the blocks that are leg number `leg` of a group.
    @inline(__always)
    func leg(_ leg: Int, _ group: Int) -> Range<Int> {
      let start = (leg &* groups &+ group) &* stride
      return start..<(start &+ stride)
    }

    /// Returns the factors of a group.
    @inline(__always)
    func turns(_ group: Int) -> Range<Int> {
      let start = firstTwiddle &+ (radix &- 1) &* group
      return start..<(start &+ radix &- 1)
    }
  }

  /// Prepares a transform of `size` numbers.
  ///
  /// - Parameter occupied: The numbers from this one on, and those as far from the end, may be other than zero; the
  ///   ones between are not read.
  package init(size: Int, occupied: Int? = nil) {
    precondition(TransformSize.isPossible(size))
    self.size = size
    let rows = size / 4
    let radices = TransformSize.radices(of: rows, spread: size / (2 * (occupied ?? size)))
    let roots = TransformRoots<Real>(size: size)
    firstPass = BlockFirstPass(
      radix: radices[0].radix, isSpread: radices[0].isSpread, rows: rows, roots: roots)
    var passes: [Pass] = []
    var twiddles: [Twiddle<Real>] = []
    var stride = radices[0].radix
    for radix in radices.dropFirst().map(\.radix) {
      let rest = rows / stride
      passes.append(
        Pass(
          radix: radix, stride: stride * Block.blocksPerRow, groups: rest / radix, firstTwiddle: twiddles.count))
      for group in 0..<(rest / radix) {
        for leg in 1..<radix { twiddles.append(roots(group * leg, of: rest)) }
      }
      stride *= radix
    }
    self.passes = passes
    self.twiddles = twiddles
    lanePass = LanePass(roots: roots)
    work = Array(repeating: .zero, count: rows * Block.blocksPerRow)
    // Not a copy of the other, which would be copied when it is written to.
    other = Array(repeating: .zero, count: rows * Block.blocksPerRow)
  }

  /// Transforms the numbers of `source` into `real` + i · `imaginary`, N each.
  package mutating func transform(
    _ source: SplitNumbers<Real>, real: inout [Real], imaginary: inout [Real]
  ) {
    precondition(source.real.count == size && source.imaginary.count == size)
    precondition(real.count == size && imaginary.count == size)
    runPasses(source)
    lanePass.run(work, into: &real, &imaginary)
  }

  /// Transforms the numbers of `source`, multiplies the results by `response`, and stores those that pass the filter.
  mutating func transform(
    _ source: SplitNumbers<Real>, filter response: LaneResponse<Real>, into filtered: inout SplitArrays<Real>
  ) {
    precondition(source.real.count == size && source.imaginary.count == size)
    runPasses(source)
    lanePass.run(work, filter: response, into: &filtered.real, &filtered.imaginary)
  }

  /// Runs all passes except the lane pass; the results are in `work`.
  private mutating func runPasses(_ source: SplitNumbers<Real>) {
    Self.run(firstPass, source, &work)
    for pass in passes {
      Self.run(pass, work, twiddles, &other)
      swap(&work, &other)
    }
  }

  private static func run(
    _ pass: BlockFirstPass<Real>, _ source: SplitNumbers<Real>, _ destination: inout [Block]
  ) {
    var result = destination.mutableSpan
    pass.run(source, &result)
  }

  private static func run(
    _ pass: Pass, _ source: [Block], _ factors: [Twiddle<Real>], _ destination: inout [Block]
  ) {
    var result = destination.mutableSpan
    if pass.groups > 1 {
      BlockPass<Real, Turned>.run(pass, source.span, factors.span, &result)
    } else {
      BlockPass<Real, Unturned>.run(pass, source.span, factors.span, &result)
    }
  }
}
