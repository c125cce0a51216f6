/// A type of sample that rates are converted in: `Float` or `Double`.
public protocol ResamplerSample: BinaryFloatingPoint, SIMDScalar, BitwiseCopyable, Sendable, Codable
where SIMD4Storage: Sendable, SIMD8Storage: Sendable {
  /// As many numbers as 16 bytes hold: the vector that every processor has registers for.
  associatedtype Vector: SIMD & Sendable & BitwiseCopyable where Vector.Scalar == Self
  /// The nearest number of this type.
  init(nearest value: Double)
  /// The same number in double precision.
  var inDoublePrecision: Double { get }
}

extension Float: ResamplerSample {
  /// Four numbers.
  public typealias Vector = SIMD4<Float>
  /// The nearest number of this type.
  @inlinable public init(nearest value: Double) { self = Float(value) }
  /// The same number in double precision.
  @inlinable public var inDoublePrecision: Double { Double(self) }
}

extension Double: ResamplerSample {
  /// Two numbers.
  public typealias Vector = SIMD2<Double>
  /// The nearest number of this type.
  @inlinable public init(nearest value: Double) { self = value }
  /// The same number in double precision.
  @inlinable public var inDoublePrecision: Double { self }
}
