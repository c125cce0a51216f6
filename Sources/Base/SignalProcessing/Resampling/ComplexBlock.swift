/// Four complex numbers, real parts and imaginary parts apart: what one step of a ``BlockTransform`` works on.
struct ComplexBlock<Real: ResamplerSample>: Sendable {
  var real: SIMD4<Real>
  var imaginary: SIMD4<Real>

  static var zero: ComplexBlock { ComplexBlock(real: .zero, imaginary: .zero) }

  @inline(__always)
  init(real: SIMD4<Real>, imaginary: SIMD4<Real>) {
    self.real = real
    self.imaginary = imaginary
  }

  @inline(__always)
  static func + (a: ComplexBlock, b: ComplexBlock) -> ComplexBlock {
    ComplexBlock(real: a.real + b.real, imaginary: a.imaginary + b.imaginary)
  }

  @inline(__always)
  static func - (a: ComplexBlock, b: ComplexBlock) -> ComplexBlock {
    ComplexBlock(real: a.real - b.real, imaginary: a.imaginary - b.imaginary)
  }

  @inline(__always)
  static func * (a: ComplexBlock, b: ComplexBlock) -> ComplexBlock {
    ComplexBlock(
      real: a.real * b.real - a.imaginary * b.imaginary, imaginary: a.real * b.imaginary + a.imaginary * b.real)
  }

  @inline(__always)
  static func * (a: ComplexBlock, factor: Real) -> ComplexBlock {
    ComplexBlock(real: a.real * factor, imaginary: a.imaginary * factor)
  }

  /// All times one complex number.
  @inline(__always)
  func turned(by factor: Twiddle<Real>) -> ComplexBlock { self * ComplexBlock(factor) }

  /// The same number in all lanes.
  @inline(__always)
  init(_ number: Twiddle<Real>) {
    self.init(real: SIMD4(repeating: number.cosine), imaginary: SIMD4(repeating: number.sine))
  }
}

/// One twiddle factor.
struct Twiddle<Real: ResamplerSample>: Sendable {
  var cosine: Real
  var sine: Real
}

extension SIMD4 where Scalar: ResamplerSample {
  /// Rows become columns.
  @inline(__always)
  static func transposed(
    _ a: SIMD4, _ b: SIMD4, _ c: SIMD4, _ d: SIMD4
  ) -> (SIMD4, SIMD4, SIMD4, SIMD4) {
    (
      SIMD4(a[0], b[0], c[0], d[0]), SIMD4(a[1], b[1], c[1], d[1]), SIMD4(a[2], b[2], c[2], d[2]),
      SIMD4(a[3], b[3], c[3], d[3])
    )
  }
}

extension Span where Element: ResamplerSample {
  /// The four numbers from `index` on; one check, one load.
  @inline(__always)
  func four(at index: Int) -> SIMD4<Element> {
    let four = extracting(droppingFirst: index)
    let last = four[3]
    return SIMD4(four[0], four[1], four[2], last)
  }
}

extension MutableSpan where Element: ResamplerSample {
  /// Stores four numbers from `index` on; one check, one store.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func setFour(_ value: SIMD4<Element>, at index: Int) {
    var four = _mutatingExtracting(index..<(index &+ 4))
    four[0] = value[0]
    four[1] = value[1]
    four[2] = value[2]
    four[3] = value[3]
  }
}
