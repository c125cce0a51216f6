public import AudioBase

/// A type of sample that rates are converted in: `Float` or `Double`.
public protocol ResamplerSample: PlaneSample, SIMDScalar, Codable
where SIMD4Storage: Sendable, SIMD8Storage: Sendable {
  /// As many numbers as 16 bytes hold: the vector that every processor has registers for.
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
