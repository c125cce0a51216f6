import AudioBase
import Transforms

/// Computes e^(2πi · k · `numerator` / `denominator`) for many k, right to a few units of 1e-16.
///
/// Each is the product of one of 64 neighbours and of one that stands for 64, so that there are few sines to compute.
struct RootsOfUnity {
  private let fine: [Twiddle<Double>]
  private let coarse: [Twiddle<Double>]

  /// Computes the roots for 0 ≤ k < `count`.
  init(turns numerator: Int, over denominator: Int, count: Int) {
    func root(_ k: Int) -> Twiddle<Double> {
      let (cosine, sine) = Trigonometry.cosineAndSine(turns: k * numerator, over: denominator)
      return Twiddle(cosine: cosine, sine: sine)
    }
    fine = (0..<64).map { root($0) }
    coarse = (0..<((count + 63) / 64)).map { root(64 * $0) }
  }

  subscript(k: Int) -> Twiddle<Double> {
    let (a, b) = (fine[k & 63], coarse[k >> 6])
    return Twiddle(
      cosine: a.cosine * b.cosine - a.sine * b.sine, sine: a.cosine * b.sine + a.sine * b.cosine)
  }
}

/// The factors of a transform of `size` numbers: e^(−2πi·k/size).
struct TransformRoots<Real: ResamplerSample> {
  let size: Int
  private let roots: RootsOfUnity

  init(size: Int) {
    self.size = size
    roots = RootsOfUnity(turns: -1, over: size, count: size)
  }

  /// Returns e^(−2πi · `part` / `count`), where `count` divides the size, and −`count` < `part`.
  func callAsFunction(_ part: Int, of count: Int) -> Twiddle<Real> {
    let part = part % count
    let root = roots[(part < 0 ? part + count : part) * (size / count)]
    return Twiddle(cosine: Real(nearest: root.cosine), sine: Real(nearest: root.sine))
  }
}
