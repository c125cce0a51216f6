// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

/// Vector functions for Swift arrays.
public enum vDSP {
  /// Returns the elementwise sums, for the length of the shorter array.
  public static func add(_ vectorA: [Float], _ vectorB: [Float]) -> [Float] { zip(vectorA, vectorB).map(+) }

  /// Returns the elementwise products, for the length of the shorter array.
  public static func multiply(_ vectorA: [Float], _ vectorB: [Float]) -> [Float] { zip(vectorA, vectorB).map(*) }

  /// Returns each element times a number.
  public static func multiply(_ scalar: Float, _ vector: [Float]) -> [Float] { vector.map { scalar * $0 } }

  /// Returns the sum.
  public static func sum(_ vector: [Float]) -> Float { vector.reduce(0, +) }

  /// Returns the mean; NaN if there are no elements.
  public static func mean(_ vector: [Float]) -> Float { sum(vector) / Float(vector.count) }

  /// Returns the root mean square; NaN if there are no elements.
  public static func rootMeanSquare(_ vector: [Float]) -> Float {
    (vector.reduce(0) { $0 + $1 * $1 } / Float(vector.count)).squareRoot()
  }

  /// Returns the largest element; −∞ if there are no elements.
  public static func maximum(_ vector: [Float]) -> Float { vector.reduce(-.infinity, max) }

  /// Returns the smallest element; ∞ if there are no elements.
  public static func minimum(_ vector: [Float]) -> Float { vector.reduce(.infinity, min) }

  /// Returns the largest magnitude; 0 if there are no elements.
  public static func maximumMagnitude(_ vector: [Float]) -> Float { vector.reduce(0) { max($0, $1.magnitude) } }

  /// Returns A + (B − A) · `interpolationConstant`, for the length of the shorter array.
  public static func linearInterpolate(
    _ vectorA: [Float], _ vectorB: [Float], using interpolationConstant: Float
  ) -> [Float] {
    zip(vectorA, vectorB).map { $0 + ($1 - $0) * interpolationConstant }
  }
}
