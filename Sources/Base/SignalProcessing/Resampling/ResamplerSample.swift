/// A type of sample that rates are converted in: `Float` or `Double`.
public protocol ResamplerSample: BinaryFloatingPoint, SIMDScalar, BitwiseCopyable, Sendable, Codable
where SIMD4Storage: Sendable, SIMD8Storage: Sendable {
  /// The nearest number of this type.
  init(nearest value: Double)
  /// The same number in double precision.
  var inDoublePrecision: Double { get }
}

extension Float: ResamplerSample {
  /// The nearest number of this type.
  @inlinable public init(nearest value: Double) { self = Float(value) }
  /// The same number in double precision.
  @inlinable public var inDoublePrecision: Double { Double(self) }
}

extension Double: ResamplerSample {
  /// The nearest number of this type.
  @inlinable public init(nearest value: Double) { self = value }
  /// The same number in double precision.
  @inlinable public var inDoublePrecision: Double { self }
}
