public import AudioBase

/// A sample type for rate conversion: `Float` or `Double`.
public protocol ResamplerSample: PlaneSample, SIMDScalar, Codable
where SIMD4Storage: Sendable, SIMD8Storage: Sendable {
  /// A vector of 16 bytes, which fits a register on every processor.
  associatedtype Vector: SIMD & Sendable & BitwiseCopyable where Vector.Scalar == Self
}

extension Float: ResamplerSample {
  /// Four numbers.
  public typealias Vector = SIMD4<Float>
}

extension Double: ResamplerSample {
  /// Two numbers.
  public typealias Vector = SIMD2<Double>
}
