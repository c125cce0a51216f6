import AudioBase

/// Complex numbers with real and imaginary parts in two arrays, as input of a ``BlockTransform``.
package struct SplitNumbers<Real: ResamplerSample>: ~Escapable {
  let real: Span<Real>
  let imaginary: Span<Real>

  @_lifetime(copy real, copy imaginary)
  package init(real: Span<Real>, imaginary: Span<Real>) {
    self.real = real
    self.imaginary = imaginary
  }

  /// Returns consecutive rows of four numbers, so that one check serves several rows.
  @inline(__always)
  @_lifetime(copy self)
  func rows(_ count: Int, at row: Int) -> SplitNumbers {
    let start = 4 &* row
    let end = start &+ count &* 4
    return SplitNumbers(real: real.extracting(start..<end), imaginary: imaginary.extracting(start..<end))
  }

  /// The block of numbers with this index.
  @inline(__always)
  subscript(block: Int) -> ComplexBlock<Real> {
    var result = ComplexBlock<Real>.zero
    let start = ComplexBlock<Real>.laneCount &* block
    for lane in 0..<ComplexBlock<Real>.laneCount {
      result.real[lane] = real[start &+ lane]
      result.imaginary[lane] = imaginary[start &+ lane]
    }
    return result
  }
}

/// Complex numbers in two arrays.
package struct SplitArrays<Real: ResamplerSample>: Sendable {
  package var real: [Real]
  package var imaginary: [Real]

  package init(count: Int) {
    real = Array(repeating: 0, count: count)
    imaginary = Array(repeating: 0, count: count)
  }

  /// Creates the same numbers in this precision.
  init(rounding numbers: SplitArrays<Double>) {
    real = numbers.real.map { Real(nearest: $0) }
    imaginary = numbers.imaginary.map { Real(nearest: $0) }
  }
}

/// Memory for complex numbers whose real and imaginary parts are in two arrays of one length; the output of a
/// ``LanePass``.
struct SplitTarget<Real: ResamplerSample>: ~Copyable, ~Escapable {
  private var real: MutableSpan<Real>
  private var imaginary: MutableSpan<Real>

  @_lifetime(copy real, copy imaginary)
  init(real: consuming MutableSpan<Real>, imaginary: consuming MutableSpan<Real>) {
    // Holds: LanePass fills the arrays of a BlockTransform, whose lengths it has checked.
    precondition(real.count == imaginary.count)
    self.real = real
    self.imaginary = imaginary
  }

  /// The numbers that there is room for.
  @inline(__always)
  var count: Int { real.count }

  /// Stores a block from `index` on.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func set(_ block: ComplexBlock<Real>, at index: Int) {
    real.setVector(block.real, at: index)
    imaginary.setVector(block.imaginary, at: index)
  }

  /// Stores the numbers of a block whose index is below `limit`.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func set(_ block: ComplexBlock<Real>, at index: Int, below limit: Int) {
    if index &+ ComplexBlock<Real>.laneCount <= limit {
      set(block, at: index)
    } else {
      for place in 0..<(limit &- index) {
        real[index &+ place] = block.real[place]
        imaginary[index &+ place] = block.imaginary[place]
      }
    }
  }

  /// Stores the numbers of a block whose index is at least `limit`.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func set(_ block: ComplexBlock<Real>, at index: Int, from limit: Int) {
    if index >= limit {
      set(block, at: index)
    } else {
      for place in (limit &- index)..<ComplexBlock<Real>.laneCount {
        real[index &+ place] = block.real[place]
        imaginary[index &+ place] = block.imaginary[place]
      }
    }
  }
}
