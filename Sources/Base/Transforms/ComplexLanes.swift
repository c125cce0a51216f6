/// Complex numbers side by side, real parts and imaginary parts apart: the operands of one step of a transform or a
/// filter.
@frozen
public struct ComplexLanes<Lanes: FloatLanes>: Sendable, BitwiseCopyable {
  /// The real parts.
  public var real: Lanes
  /// The imaginary parts.
  public var imaginary: Lanes

  /// All zeros.
  @inlinable
  @inline(__always)
  public static var zero: ComplexLanes { ComplexLanes(real: Lanes(repeating: 0), imaginary: Lanes(repeating: 0)) }

  /// Creates numbers from their parts.
  @inlinable
  @inline(__always)
  public init(real: Lanes, imaginary: Lanes) {
    self.real = real
    self.imaginary = imaginary
  }

  /// Creates numbers from a formula in double precision.
  public init(lanes formula: (_ lane: Int) -> (real: Double, imaginary: Double)) {
    self = .zero
    for lane in 0..<Lanes.scalarCount {
      let value = formula(lane)
      real[lane] = Float(value.real)
      imaginary[lane] = Float(value.imaginary)
    }
  }

  /// Returns the sums of numbers in the same lanes.
  @inlinable
  @inline(__always)
  public static func + (a: ComplexLanes, b: ComplexLanes) -> ComplexLanes {
    ComplexLanes(real: a.real + b.real, imaginary: a.imaginary + b.imaginary)
  }

  /// Returns the differences of numbers in the same lanes.
  @inlinable
  @inline(__always)
  public static func - (a: ComplexLanes, b: ComplexLanes) -> ComplexLanes {
    ComplexLanes(real: a.real - b.real, imaginary: a.imaginary - b.imaginary)
  }

  /// Returns the products of numbers in the same lanes.
  @inlinable
  @inline(__always)
  public static func * (a: ComplexLanes, b: ComplexLanes) -> ComplexLanes {
    ComplexLanes(
      real: a.real * b.real - a.imaginary * b.imaginary, imaginary: a.real * b.imaginary + a.imaginary * b.real)
  }

  /// Returns all numbers multiplied by one factor.
  @inlinable
  @inline(__always)
  public static func * (a: ComplexLanes, factor: Float) -> ComplexLanes {
    ComplexLanes(real: a.real * factor, imaginary: a.imaginary * factor)
  }

  /// Returns each number multiplied by a separate factor.
  @inlinable
  @inline(__always)
  public static func * (a: ComplexLanes, factors: Lanes) -> ComplexLanes {
    ComplexLanes(real: a.real * factors, imaginary: a.imaginary * factors)
  }
}

/// Four complex numbers.
public typealias ComplexQuad = ComplexLanes<SIMD4<Float>>

extension SIMD4<Float> {
  /// The lanes in opposite order.
  @inlinable
  @inline(__always)
  public var mirrored: SIMD4<Float> { SIMD4(self[3], self[2], self[1], self[0]) }

  /// Transposes rows and columns.
  @inlinable
  @inline(__always)
  public static func transpose(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
  ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    (
      SIMD4(a[0], b[0], c[0], d[0]), SIMD4(a[1], b[1], c[1], d[1]), SIMD4(a[2], b[2], c[2], d[2]),
      SIMD4(a[3], b[3], c[3], d[3])
    )
  }
}

extension Span<Float> {
  /// Returns the four samples from `index` on, with one bounds check and one load.
  @inlinable
  @inline(__always)
  public func quad(at index: Int) -> SIMD4<Float> {
    let four = extracting(droppingFirst: index)
    let last = four[3]
    return SIMD4(four[0], four[1], four[2], last)
  }

  /// Returns the eight samples from `index` on: those at even indices, and those at odd ones.
  @inlinable
  @inline(__always)
  public func deinterleaved(at index: Int) -> (even: SIMD4<Float>, odd: SIMD4<Float>) {
    let eight = extracting(droppingFirst: index)
    let last = eight[7]
    return (SIMD4(eight[0], eight[2], eight[4], eight[6]), SIMD4(eight[1], eight[3], eight[5], last))
  }
}

extension MutableSpan<Float> {
  /// Returns the four samples from `index` on. A span would be checked again in each iteration of a loop.
  @inlinable
  @inline(__always)
  public func quad(at index: Int) -> SIMD4<Float> {
    SIMD4(self[index], self[index &+ 1], self[index &+ 2], self[index &+ 3])
  }

  /// Stores four samples from `index` on, with one bounds check and one store.
  @inlinable
  @inline(__always)
  @_lifetime(self: copy self)
  public mutating func setQuad(_ value: SIMD4<Float>, at index: Int) {
    var four = _mutatingExtracting(index..<(index &+ 4))
    four[0] = value[0]
    four[1] = value[1]
    four[2] = value[2]
    four[3] = value[3]
  }

  /// Stores eight samples from `index` on, taking them from `even` and `odd` in turn.
  @inlinable
  @inline(__always)
  @_lifetime(self: copy self)
  public mutating func setInterleaved(_ even: SIMD4<Float>, _ odd: SIMD4<Float>, at index: Int) {
    var eight = _mutatingExtracting(index..<(index &+ 8))
    eight[0] = even[0]
    eight[1] = odd[0]
    eight[2] = even[1]
    eight[3] = odd[1]
    eight[4] = even[2]
    eight[5] = odd[2]
    eight[6] = even[3]
    eight[7] = odd[3]
  }
}
