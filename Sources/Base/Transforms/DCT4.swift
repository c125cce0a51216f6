import CProcessor

// Bound throughout: sizes of transforms are constants of the codecs, 4,096 at most, or follow a rate that its user
// has bounded.
// Holds throughout: spans are cut to the plan's own size, which is a constant of the codec that made it.

/// A discrete cosine transform of type IV: `u[m] = scale · Σ_{k<M} X[k] · cos(π/M · (m+½)(k+½))`.
///
/// Its vectors fill the registers of the processor that is compiled for, where the size allows it. The value owns its
/// working memory, so one per decoder serves all channels in turn.
public struct DCT4: Sendable {
  /// M: the number of input and output values.
  public let size: Int
  /// The transforms, in the order in which they are tried for a size.
  private var full: LaneDCT4<ProcessorFloats>?
  private var quads: LaneDCT4<SIMD4<Float>>?
  private var plain: PlainDCT4?

  /// Prepares a transform of `size` = 8 · 2^a · 3^b · 5^c ≥ 48 values, whose result is multiplied by `scale`.
  public init(size: Int, scale: Double = 1) {
    precondition(size >= 48 && size % 8 == 0)
    self.size = size
    if LaneDCT4<ProcessorFloats>.exists(size: size) {
      full = LaneDCT4(size: size, scale: scale)
    } else if LaneDCT4<SIMD4<Float>>.exists(size: size) {
      quads = LaneDCT4(size: size, scale: scale)
    } else {
      plain = PlainDCT4(size: size, scale: scale)
    }
  }

  /// Transforms M values of `input` into M values of `output`.
  public mutating func transform(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(input.count == size && output.count == size)
    if full != nil {
      full?.transform(input, into: &output)
    } else if quads != nil {
      quads?.transform(input, into: &output)
    } else {
      plain?.transform(input, into: &output)
    }
  }

  /// Transforms an array, for callers that own both the transform and the array, which could not be passed as spans.
  public mutating func transform(_ input: [Float], into output: inout MutableSpan<Float>) {
    transform(input.span, into: &output)
  }

  /// Transforms into an array of M values.
  public mutating func transform(_ input: Span<Float>, into output: inout [Float]) {
    var values = output.mutableSpan
    transform(input, into: &values)
  }

  /// Returns cosine and sine of θ(k) = π/M · (k+⅛).
  static func rotation(_ k: Int, of size: Int) -> (real: Double, imaginary: Double) {
    let (cosine, sine) = Trigonometry.cosineAndSine(turns: 8 * k + 1, over: 16 * size)
    return (cosine, sine)
  }
}
