/// A type that samples are computed in: `Float` or `Double`.
public protocol PlaneSample: BinaryFloatingPoint, BitwiseCopyable, Sendable {
  /// Rounds a number to the nearest of this type.
  init(nearest value: Double)
  /// Converts an integer with a full scale of 2^31 to a sample, rounded to the nearest.
  init(fullScale integer: Int32)
  /// The same number in double precision.
  var inDoublePrecision: Double { get }
}

extension Float: PlaneSample {
  /// Rounds a number to the nearest of this type.
  @inlinable public init(nearest value: Double) { self = Float(value) }
  /// Converts an integer with a full scale of 2^31 to a sample, rounded to the nearest.
  @inlinable public init(fullScale integer: Int32) { self = Float(integer) * 0x1p-31 }
  /// The same number in double precision.
  @inlinable public var inDoublePrecision: Double { Double(self) }
}

extension Double: PlaneSample {
  /// Creates a sample from a number, unchanged.
  @inlinable public init(nearest value: Double) { self = value }
  /// Converts an integer with a full scale of 2^31 to a sample, exactly.
  @inlinable public init(fullScale integer: Int32) { self = Double(integer) * 0x1p-31 }
  /// The same number.
  @inlinable public var inDoublePrecision: Double { self }
}
