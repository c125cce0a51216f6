/// A complex discrete Fourier transform of fixed size in single precision:
/// `Y[k] = Σ_{n<N} x[n] · e^(−2πi·nk/N)`.
///
/// The size is N = 4 · 2^a · 3^b · 5^c, at least 16. The method is Stockham's autosort with radices 4, 2, 5 and 3, on
/// blocks of four numbers:
/// ```
/// first pass      radix 4 over four neighbouring butterflies at once, then a 4×4 transpose
/// later passes    radix 4, 5, 2 or 3; the four lanes of a block share their twiddle factors
/// ```
/// The value owns its working memory, so one per decoder serves all channels in turn.
public struct FFT: Sendable {
  /// Numbers in, and out.
  public let size: Int
  /// The passes after the first.
  let passes: [Pass]
  let firstTwiddles: [ComplexQuad]
  let twiddles: [ComplexQuad]
  /// The results of the pass before; ``other`` receives those of the next.
  var work: [ComplexQuad]
  var other: [ComplexQuad]

  /// One pass: `groups` groups of butterflies, each over `radix` rows of `stride` blocks.
  struct Pass: Sendable, BitwiseCopyable {
    var radix: Int
    var stride: Int
    var groups: Int
    var firstTwiddle: Int
  }

  /// Prepares a transform of `size` = 4 · 2^a · 3^b · 5^c ≥ 16 numbers.
  public init(size: Int) {
    precondition(size >= 16 && size % 4 == 0)
    self.size = size
    var passes: [Pass] = []
    var twiddles: [ComplexQuad] = []
    var done = 4
    for radix in FFT.radices(of: size / 4) {
      let groups = size / (done * radix)
      passes.append(Pass(radix: radix, stride: done / 4, groups: groups, firstTwiddle: twiddles.count))
      if groups > 1 {
        for group in 0..<groups {
          for leg in 1..<radix {
            let factor = FFT.root(group * leg, of: size / done)
            twiddles.append(ComplexQuad { _ in factor })
          }
        }
      }
      done *= radix
    }
    self.passes = passes
    self.twiddles = twiddles
    firstTwiddles = FFT.firstBlocks(size).flatMap { start in
      (1..<4).map { leg in ComplexQuad { lane in FFT.root((start + lane) * leg, of: size) } }
    }
    work = Array(repeating: .zero, count: size / 4)
    other = work
  }

  /// Transforms `real` + i · `imaginary`, N values each, in place.
  public mutating func transform(real: inout MutableSpan<Float>, imaginary: inout MutableSpan<Float>) {
    precondition(real.count == size && imaginary.count == size)
    firstPass(SplitComplex(real: real.span, imaginary: imaginary.span))
    for pass in passes { run(pass) }
    let result = work.span
    for block in result.indices {
      real.setQuad(result[block].real, at: 4 * block)
      imaginary.setQuad(result[block].imaginary, at: 4 * block)
    }
  }

  /// e^(−2πi · `part` / `count`).
  static func root(_ part: Int, of count: Int) -> (real: Double, imaginary: Double) {
    let (cosine, sine) = Trigonometry.cosineAndSine(turns: part, over: count)
    return (cosine, -sine)
  }

  /// Where the blocks of the first pass start among its `size`/4 butterflies.
  ///
  /// If they do not come in fours the last block overlaps the one before.
  static func firstBlocks(_ size: Int) -> [Int] {
    stride(from: 0, to: size / 4, by: 4).map { min($0, size / 4 - 4) }
  }

  /// The radices whose product is `count`, such that the last one is not 5 where that can be avoided.
  private static func radices(of count: Int) -> [Int] {
    var rest = count
    func take(_ radix: Int) -> [Int] {
      var taken: [Int] = []
      while rest % radix == 0 {
        taken.append(radix)
        rest /= radix
      }
      return taken
    }
    let fours = take(4)
    let twos = take(2)
    let fives = take(5)
    let threes = take(3)
    precondition(rest == 1, "the size has a prime factor above 5")
    return twos.isEmpty && threes.isEmpty ? fives + fours : fours + fives + twos + threes
  }
}

/// Where the first pass of a transform reads its numbers.
protocol ComplexSource: ~Escapable {
  /// Four numbers from `index` on.
  ///
  /// - Parameter serial: Counts the calls of one transform, which always come in the same order.
  func quad(at index: Int, serial: Int) -> ComplexQuad
}

/// Numbers whose real and imaginary parts lie in two arrays.
struct SplitComplex: ComplexSource, ~Escapable {
  let real: Span<Float>
  let imaginary: Span<Float>

  @_lifetime(copy real, copy imaginary)
  init(real: Span<Float>, imaginary: Span<Float>) {
    self.real = real
    self.imaginary = imaginary
  }

  @inline(__always)
  func quad(at index: Int, serial: Int) -> ComplexQuad {
    ComplexQuad(real: real.quad(at: index), imaginary: imaginary.quad(at: index))
  }
}
