/// Floats side by side, four or eight, that a transform or a filter works on at once.
///
/// `ProcessorFloats`, which a header of C chooses while compiling, is the one that fills a register of the processor:
/// each build has one path. Eight lanes in registers of four are slower than four, because LLVM makes both halves of
/// each vector in turn and runs out of registers.
public protocol FloatLanes: SIMD, BitwiseCopyable, Sendable where Scalar == Float {
  /// The lanes in opposite order.
  var mirrored: Self { get }

  /// Creates the samples from `index` on; one check, one load.
  init(_ samples: Span<Float>, at index: Int)

  /// Stores the lanes from `index` on; one check, one store.
  func store(in samples: inout MutableSpan<Float>, at index: Int)

  /// Returns the samples `index` … `index` + 3 of as many rows as there are lanes, each row `distance` after the
  /// previous one: four vectors, whose lanes are the rows.
  static func columns(of rows: Span<Float>, at index: Int, distance: Int) -> (Self, Self, Self, Self)

  /// Stores columns, the reverse of ``columns(of:at:distance:)``.
  ///
  /// By plain subscripts, whose checks go where the span has a literal count and the distance is one: a part of the
  /// span for each four values would be compared with nil, which took 27 of 85 instructions.
  static func store(
    columns: (Self, Self, Self, Self), in rows: inout MutableSpan<Float>, at index: Int, distance: Int)
}

extension FloatLanes {
  /// Returns consecutive values as vectors; an incomplete vector at the end is left out.
  public static func vectors(of values: [Float]) -> [Self] {
    stride(from: 0, through: values.count - scalarCount, by: scalarCount).map { Self(values.span, at: $0) }
  }
}

extension SIMD4<Float>: FloatLanes {
  /// Creates the lanes from the samples from `index` on, with one bounds check and one load.
  @inlinable
  @inline(__always)
  public init(_ samples: Span<Float>, at index: Int) { self = samples.quad(at: index) }

  /// Stores the lanes from `index` on, with one bounds check and one store.
  @inlinable
  @inline(__always)
  public func store(in samples: inout MutableSpan<Float>, at index: Int) { samples.setQuad(self, at: index) }

  /// Returns four adjacent values of each row, a lane a row.
  @inlinable
  @inline(__always)
  public static func columns(of rows: Span<Float>, at index: Int, distance: Int) -> (Self, Self, Self, Self) {
    transpose(
      rows.quad(at: index), rows.quad(at: index &+ distance), rows.quad(at: index &+ 2 &* distance),
      rows.quad(at: index &+ 3 &* distance))
  }

  /// Stores columns, the reverse of ``columns(of:at:distance:)``.
  @inlinable
  @inline(__always)
  public static func store(
    columns: (Self, Self, Self, Self), in rows: inout MutableSpan<Float>, at index: Int, distance: Int
  ) {
    let quads = transpose(columns.0, columns.1, columns.2, columns.3)
    for lane in 0..<4 {
      rows[index &+ lane] = quads.0[lane]
      rows[index &+ distance &+ lane] = quads.1[lane]
      rows[index &+ 2 &* distance &+ lane] = quads.2[lane]
      rows[index &+ 3 &* distance &+ lane] = quads.3[lane]
    }
  }
}

extension SIMD8<Float>: FloatLanes {
  /// The lanes in opposite order.
  @inlinable
  @inline(__always)
  public var mirrored: Self { Self(self[7], self[6], self[5], self[4], self[3], self[2], self[1], self[0]) }

  /// Creates the lanes from the samples from `index` on, with one bounds check and one load.
  @inlinable
  @inline(__always)
  public init(_ samples: Span<Float>, at index: Int) {
    let eight = samples.extracting(droppingFirst: index)
    let last = eight[7]
    self.init(eight[0], eight[1], eight[2], eight[3], eight[4], eight[5], eight[6], last)
  }

  /// Stores the lanes from `index` on, with one bounds check and one store.
  @inlinable
  @inline(__always)
  public func store(in samples: inout MutableSpan<Float>, at index: Int) {
    var eight = samples._mutatingExtracting(index..<(index &+ 8))
    for lane in 0..<8 { eight[lane] = self[lane] }
  }

  /// Returns four adjacent values of each row, a lane a row.
  @inlinable
  @inline(__always)
  public static func columns(of rows: Span<Float>, at index: Int, distance: Int) -> (Self, Self, Self, Self) {
    // Halves of registers move independently of each other where all shuffles stay within them.
    let half = 4 &* distance
    @inline(__always)
    func pair(_ place: Int) -> Self { Self(lowHalf: rows.quad(at: place), highHalf: rows.quad(at: place &+ half)) }
    return transposeHalves(
      pair(index), pair(index &+ distance), pair(index &+ 2 &* distance), pair(index &+ 3 &* distance))
  }

  /// Stores columns, the reverse of ``columns(of:at:distance:)``.
  @inlinable
  @inline(__always)
  public static func store(
    columns: (Self, Self, Self, Self), in rows: inout MutableSpan<Float>, at index: Int, distance: Int
  ) {
    let pairs = transposeHalves(columns.0, columns.1, columns.2, columns.3)
    for lane in 0..<8 {
      let place = index &+ (lane < 4 ? lane : 4 &* distance &+ lane &- 4)
      rows[place] = pairs.0[lane]
      rows[place &+ distance] = pairs.1[lane]
      rows[place &+ 2 &* distance] = pairs.2[lane]
      rows[place &+ 3 &* distance] = pairs.3[lane]
    }
  }

  /// Transposes the lower halves, and the upper halves.
  @inlinable
  @inline(__always)
  public static func transposeHalves(_ a: Self, _ b: Self, _ c: Self, _ d: Self) -> (Self, Self, Self, Self) {
    (
      Self(a[0], b[0], c[0], d[0], a[4], b[4], c[4], d[4]), Self(a[1], b[1], c[1], d[1], a[5], b[5], c[5], d[5]),
      Self(a[2], b[2], c[2], d[2], a[6], b[6], c[6], d[6]), Self(a[3], b[3], c[3], d[3], a[7], b[7], c[7], d[7])
    )
  }
}
