/// A type of sample that rates are converted in: `Float` or `Double`.
public protocol ResamplerSample: BinaryFloatingPoint, SIMDScalar, BitwiseCopyable, Sendable, Codable
where SIMD4Storage: Sendable, SIMD8Storage: Sendable {
  /// The nearest number of this type.
  init(nearest value: Double)
  /// The same number in double precision.
  var inDoublePrecision: Double { get }
}

extension Float: ResamplerSample {
  @inlinable public init(nearest value: Double) { self = Float(value) }
  @inlinable public var inDoublePrecision: Double { Double(self) }
}

extension Double: ResamplerSample {
  @inlinable public init(nearest value: Double) { self = value }
  @inlinable public var inDoublePrecision: Double { self }
}
