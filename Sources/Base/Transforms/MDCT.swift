// Bound throughout: sizes of transforms are constants of the codecs, 4,096 at most, or follow a rate that its user
// has bounded.
// Holds throughout: spans are cut to the plan's own size, which is a constant of the codec that made it.

/// The modified discrete cosine transform of M spectral values and blocks of N = 2M samples.
///
/// With n0 = (M+1)/2:
/// ```
/// forward   X[k] = 2 · Σ_{n<N} z[n] · cos(2π/N · (n+n0)(k+½))          0 ≤ k < M
/// inverse   x[n] = 2/N · Σ_{k<M} X[k] · cos(2π/N · (n+n0)(k+½))        0 ≤ n < N
/// ```
/// The 2M samples of the inverse are M values u, the DCT-IV of X over M, and their mirror images:
/// ```
/// n        0 … M/2−1        M/2 … 3M/2−1        3M/2 … 2M−1
/// x[n]     u[M/2+n]         −u[3M/2−1−n]        −u[n−3M/2]
/// ```
/// This type is the forward transform; ``InverseMDCT`` is the other. Windows are the caller's.
public struct MDCT: Sendable {
  /// M: spectral values of a block, and samples from one block to the next.
  public let size: Int
  private var transform: DCT4
  private var folded: [Float]

  /// Prepares a transform to `size` = M = 8 · 2^a · 3^b · 5^c ≥ 48 spectral values.
  public init(size: Int) {
    self.size = size
    transform = DCT4(size: size, scale: 2)
    folded = Array(repeating: 0, count: size)
  }

  /// Computes the M spectral values of 2M windowed samples.
  public mutating func forward(_ windowed: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(windowed.count == 2 * size && output.count == size)
    MDCT.fold(windowed, &folded)
    transform.transform(folded, into: &output)
  }

  /// Computes the M values whose DCT-IV is that of the block.
  private static func fold(_ block: Span<Float>, _ folded: inout [Float]) {
    let half = folded.count / 2
    let (a, b) = (block.extracting(0..<half), block.extracting(half..<(2 * half)))
    let (c, d) = (block.extracting((2 * half)..<(3 * half)), block.extracting((3 * half)..<(4 * half)))
    var values = folded.mutableSpan
    var late = values._mutatingExtracting(0..<half)
    precondition(c.count == half && d.count == half && late.count == half)
    for index in 0..<half { late[index] = -c[half &- 1 &- index] - d[index] }
    var early = values._mutatingExtracting(half..<(2 * half))
    precondition(a.count == half && b.count == half && early.count == half)
    for index in 0..<half { early[index] = a[index] - b[half &- 1 &- index] }
  }
}

/// The inverse of ``MDCT``, down to the M different values u of a block.
///
/// The first half of u belongs to the overlap with the next block, its second half to that with the previous one.
/// Windows and overlap are the caller's.
public struct InverseMDCT: Sendable {
  /// M: spectral values of a block, and samples from one block to the next.
  public let size: Int
  private var transform: DCT4

  /// Prepares a transform of `size` = M = 8 · 2^a · 3^b · 5^c ≥ 48 spectral values; `scale` multiplies the result.
  public init(size: Int, scale: Double = 1) {
    self.size = size
    transform = DCT4(size: size, scale: scale / Double(size))
  }

  /// Computes the M values u of M spectral values.
  public mutating func inverse(_ spectrum: Span<Float>, into output: inout MutableSpan<Float>) {
    transform.transform(spectrum, into: &output)
  }

  /// Computes the M values u of M spectral values, into the caller's array.
  public mutating func inverse(_ spectrum: Span<Float>, into output: inout [Float]) {
    transform.transform(spectrum, into: &output)
  }
}
