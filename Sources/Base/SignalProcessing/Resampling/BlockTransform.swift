/// A complex discrete Fourier transform of fixed size in either precision: `Y[k] = Σ_{n<N} x[n] · e^(−2πi·nk/N)`.
///
/// Like ``FFT``, with which it shares the order of work, but also for factors of 7, which 44.1 kHz has, and for sizes
/// up to 2^24. N = 4 · Q with Q = 2^a · 3^b · 5^c · 7^d > 1. Four neighbours x[4p]…x[4p+3] are a block:
/// ```
/// first … last pass   four transforms of Q numbers side by side (Stockham's autosort, radices 7, 5, 4, 3, 2)
/// transpose           4×4, so that vectors hold four neighbouring results of one lane
/// lane pass           lane l of result k times e^(−2πi·lk/N), radix 4 over the lanes
/// ```
/// Real and imaginary parts exchanged, of the numbers as of the results, make it the inverse times N.
struct BlockTransform<Real: ResamplerSample>: Sendable {
  typealias Block = ComplexBlock<Real>

  /// Numbers in, and out.
  let size: Int
  /// The passes over blocks; the first has stride 1, the last one group.
  private let passes: [Pass]
  /// Factors of the passes, group by group.
  private let twiddles: [Twiddle<Real>]
  /// Factors of the lane pass: three blocks, for lanes 1…3, for each four results.
  private let laneTwiddles: [Block]
  /// The results of the pass before; `other` receives those of the next.
  private var work: [Block]
  private var other: [Block]

  /// One pass: `groups` groups of butterflies, each over `radix` rows of `stride` blocks.
  struct Pass: Sendable {
    var radix: Int
    var stride: Int
    var groups: Int
    var firstTwiddle: Int
  }

  /// About how long a transform of `size` numbers takes, in nanoseconds; nil if there is none of that size.
  static func cost(size: Int) -> Double? {
    guard size >= 16, size <= 1 << 24, size % 4 == 0, let radices = radices(of: size / 4) else { return nil }
    // Measured for single passes; the two loops at the end come to 0.8, a size beyond the first cache to a third more.
    let passes = radices.map { radix in
      switch radix {
      case 7: 1.0
      case 5: 0.7
      case 4: 0.5
      case 3: 0.45
      default: 0.35
      }
    }
    return Double(size) * (passes.reduce(0.8, +)) * (size > 1 << 13 ? 1.3 : 1)
  }

  /// Prepares a transform of `size` numbers.
  init(size: Int) {
    precondition(Self.cost(size: size) != nil)
    self.size = size
    let quarter = size / 4
    var passes: [Pass] = []
    var twiddles: [Twiddle<Real>] = []
    var stride = 1
    for radix in Self.radices(of: quarter) ?? [] {
      let rest = quarter / stride
      passes.append(Pass(radix: radix, stride: stride, groups: rest / radix, firstTwiddle: twiddles.count))
      for group in 0..<(rest / radix) {
        twiddles += (1..<radix).map { Self.root(group * $0, of: rest) }
      }
      stride *= radix
    }
    self.passes = passes
    self.twiddles = twiddles
    let zero = Block(real: SIMD4(repeating: 0), imaginary: SIMD4(repeating: 0))
    laneTwiddles = Self.laneBlocks(quarter).flatMap { start in
      (1...3).map { lane in
        var block = zero
        for place in 0..<4 {
          let factor = Self.root((start + place) * lane, of: size)
          block.real[place] = factor.cosine
          block.imaginary[place] = factor.sine
        }
        return block
      }
    }
    // The lane pass takes blocks in fours, the last four overlapping the ones before.
    work = Array(repeating: zero, count: (quarter + 3) / 4 * 4)
    other = work
  }

  /// Transforms the numbers of `source` into `real` + i · `imaginary`, N each.
  mutating func transform(
    _ source: SplitNumbers<Real>, real: inout [Real], imaginary: inout [Real]
  ) {
    precondition(source.real.count == size && source.imaginary.count == size)
    precondition(real.count == size && imaginary.count == size)
    Self.run(passes[0], source, twiddles, &other)
    swap(&work, &other)
    for index in 1..<passes.count {
      Self.run(passes[index], work, twiddles, &other)
      swap(&work, &other)
    }
    Self.transpose(work, quarter: size / 4, &other)
    Self.lanePass(other, laneTwiddles, &real, &imaginary)
  }

  private static func run(
    _ pass: Pass, _ source: SplitNumbers<Real>, _ factors: [Twiddle<Real>], _ destination: inout [Block]
  ) {
    var result = destination.mutableSpan
    BlockPass.run(pass, source, factors.span, &result)
  }

  private static func run(
    _ pass: Pass, _ source: [Block], _ factors: [Twiddle<Real>], _ destination: inout [Block]
  ) {
    var result = destination.mutableSpan
    BlockPass.run(pass, StoredBlocks(source.span), factors.span, &result)
  }

  /// From four neighbouring blocks to four lanes of four neighbours each.
  @inline(never)
  private static func transpose(
    _ numbers: [Block], quarter: Int, _ destination: inout [Block]
  ) {
    let source = numbers.span
    var result = destination.mutableSpan
    for step in 0..<((quarter &+ 3) / 4) {
      let start = min(4 &* step, quarter &- 4)
      let (a, b, c, d) = (source[start], source[start &+ 1], source[start &+ 2], source[start &+ 3])
      let real = SIMD4.transposed(a.real, b.real, c.real, d.real)
      let imaginary = SIMD4.transposed(a.imaginary, b.imaginary, c.imaginary, d.imaginary)
      result[4 &* step] = Block(real: real.0, imaginary: imaginary.0)
      result[4 &* step &+ 1] = Block(real: real.1, imaginary: imaginary.1)
      result[4 &* step &+ 2] = Block(real: real.2, imaginary: imaginary.2)
      result[4 &* step &+ 3] = Block(real: real.3, imaginary: imaginary.3)
    }
  }

  @inline(never)
  private static func lanePass(
    _ numbers: [Block], _ twiddles: [Block], _ realParts: inout [Real], _ imaginaryParts: inout [Real]
  ) {
    let source = numbers.span
    let factors = twiddles.span
    var real = realParts.mutableSpan
    var imaginary = imaginaryParts.mutableSpan
    let quarter = real.count / 4
    for step in 0..<((quarter &+ 3) / 4) {
      let start = min(4 &* step, quarter &- 4)
      let (y0, y1, y2, y3) = BlockButterfly.four(
        source[4 &* step], source[4 &* step &+ 1] * factors[3 &* step],
        source[4 &* step &+ 2] * factors[3 &* step &+ 1], source[4 &* step &+ 3] * factors[3 &* step &+ 2])
      real.setFour(y0.real, at: start)
      real.setFour(y1.real, at: start &+ quarter)
      real.setFour(y2.real, at: start &+ 2 &* quarter)
      real.setFour(y3.real, at: start &+ 3 &* quarter)
      imaginary.setFour(y0.imaginary, at: start)
      imaginary.setFour(y1.imaginary, at: start &+ quarter)
      imaginary.setFour(y2.imaginary, at: start &+ 2 &* quarter)
      imaginary.setFour(y3.imaginary, at: start &+ 3 &* quarter)
    }
  }

  /// e^(−2πi · `part` / `count`).
  private static func root(_ part: Int, of count: Int) -> Twiddle<Real> {
    let (cosine, sine) = Trigonometry.cosineAndSine(turns: part, over: count)
    return Twiddle(cosine: Real(nearest: cosine), sine: Real(nearest: -sine))
  }

  /// Where the blocks of the lane pass start among its `quarter` butterflies.
  ///
  /// If they do not come in fours the last block overlaps the one before.
  private static func laneBlocks(_ quarter: Int) -> [Int] {
    stride(from: 0, to: quarter, by: 4).map { min($0, quarter - 4) }
  }

  /// The radices whose product is `count`, large ones first; nil if it has a prime factor above 7.
  private static func radices(of count: Int) -> [Int]? {
    var rest = count
    var radices: [Int] = []
    for radix in [7, 5, 4, 3, 2] {
      while rest % radix == 0 {
        radices.append(radix)
        rest /= radix
      }
    }
    return rest == 1 && !radices.isEmpty ? radices : nil
  }
}
