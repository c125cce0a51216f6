/// Four complex numbers, real parts and imaginary parts apart: what one step of a transform works on.
struct ComplexQuad: Sendable, BitwiseCopyable {
  var real: SIMD4<Float>
  var imaginary: SIMD4<Float>

  static let zero = ComplexQuad(real: SIMD4(repeating: 0), imaginary: SIMD4(repeating: 0))

  @inline(__always)
  init(real: SIMD4<Float>, imaginary: SIMD4<Float>) {
    self.real = real
    self.imaginary = imaginary
  }

  /// Four numbers from a formula in double precision.
  init(lanes formula: (_ lane: Int) -> (real: Double, imaginary: Double)) {
    self = .zero
    for lane in 0..<4 {
      let value = formula(lane)
      real[lane] = Float(value.real)
      imaginary[lane] = Float(value.imaginary)
    }
  }

  @inline(__always)
  static func + (a: ComplexQuad, b: ComplexQuad) -> ComplexQuad {
    ComplexQuad(real: a.real + b.real, imaginary: a.imaginary + b.imaginary)
  }

  @inline(__always)
  static func - (a: ComplexQuad, b: ComplexQuad) -> ComplexQuad {
    ComplexQuad(real: a.real - b.real, imaginary: a.imaginary - b.imaginary)
  }

  @inline(__always)
  static func * (a: ComplexQuad, b: ComplexQuad) -> ComplexQuad {
    ComplexQuad(
      real: a.real * b.real - a.imaginary * b.imaginary, imaginary: a.real * b.imaginary + a.imaginary * b.real)
  }

  @inline(__always)
  static func * (a: ComplexQuad, factor: Float) -> ComplexQuad {
    ComplexQuad(real: a.real * factor, imaginary: a.imaginary * factor)
  }

  /// The numbers times −i.
  @inline(__always)
  var turnedBack: ComplexQuad { ComplexQuad(real: imaginary, imaginary: -real) }
}

extension SIMD4<Float> {
  /// The lanes in opposite order.
  @inline(__always)
  var mirrored: SIMD4<Float> { SIMD4(self[3], self[2], self[1], self[0]) }

  /// Rows become columns.
  @inline(__always)
  static func transpose(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
  ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    (
      SIMD4(a[0], b[0], c[0], d[0]), SIMD4(a[1], b[1], c[1], d[1]), SIMD4(a[2], b[2], c[2], d[2]),
      SIMD4(a[3], b[3], c[3], d[3])
    )
  }
}

extension Span<Float> {
  /// The four samples from `index` on; one check, one load.
  @inline(__always)
  func quad(at index: Int) -> SIMD4<Float> {
    precondition(index >= 0 && index &+ 3 < count)
    return SIMD4(self[index], self[index &+ 1], self[index &+ 2], self[index &+ 3])
  }
}

extension MutableSpan<Float> {
  /// Stores four samples from `index` on; one check, one store.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func setQuad(_ value: SIMD4<Float>, at index: Int) {
    precondition(index >= 0 && index &+ 3 < count)
    self[index] = value[0]
    self[index &+ 1] = value[1]
    self[index &+ 2] = value[2]
    self[index &+ 3] = value[3]
  }
}
