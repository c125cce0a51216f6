/// As many complex numbers as a vector has lanes, with separate real and imaginary parts: the operand of one step of a
/// ``BlockTransform``.
///
/// Vectors are as wide as registers: of wider ones the parts would be processed at the same time, and eight numbers of
/// a butterfly would no longer fit into the registers.
struct ComplexBlock<Real: ResamplerSample>: Sendable {
  typealias Vector = Real.Vector

  var real: Vector
  var imaginary: Vector

  /// Numbers of a block.
  @inline(__always)
  static var laneCount: Int { Vector.scalarCount }

  /// The number of blocks that four neighbouring numbers make: a row.
  @inline(__always)
  static var blocksPerRow: Int { 4 / Vector.scalarCount }

  static var zero: ComplexBlock { ComplexBlock(real: .zero, imaginary: .zero) }

  @inline(__always)
  init(real: Vector, imaginary: Vector) {
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

  /// Returns all numbers multiplied by one complex number.
  @inline(__always)
  func turned(by factor: Twiddle<Real>) -> ComplexBlock { self * ComplexBlock(factor) }

  /// Creates the same number in all lanes.
  @inline(__always)
  init(_ number: Twiddle<Real>) {
    self.init(real: Vector(repeating: number.cosine), imaginary: Vector(repeating: number.sine))
  }
}

/// A twiddle factor.
struct Twiddle<Real: ResamplerSample>: Sendable {
  var cosine: Real
  var sine: Real
}

extension MutableSpan where Element: ResamplerSample {
  /// Stores a vector from `index` on, with one check and one store.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func setVector(_ value: Element.Vector, at index: Int) {
    var lanes = _mutatingExtracting(index..<(index &+ Element.Vector.scalarCount))
    for lane in 0..<Element.Vector.scalarCount { lanes[lane] = value[lane] }
  }
}
