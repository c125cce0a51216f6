/// Counts the bits of quantised lines in all codebooks at once.
enum SpectralBitCounter {
  /// Returns the bits of `count` quads of zeros in codebooks 1…11.
  @inline(__always)
  static func zeros(_ count: Int, _ tables: borrowing SpectralBitTables) -> SIMD16<UInt16> {
    tables.quads[312] &* UInt16(truncatingIfNeeded: count)
  }

  /// Returns the bits of the lines `quads` in codebooks 1…11 without escapes, and the escapes of codebook 11.
  ///
  /// The counts of codebooks that cannot hold the largest magnitude have no meaning.
  @inline(__always)
  static func count(
    _ lines: Span<SIMD4<Int32>>, largest: Int32, _ tables: borrowing SpectralBitTables
  ) -> (codewords: SIMD16<UInt16>, escapes: Int) {
    let quads = lines.indices
    let pairs = tables.pairs.span
    if largest <= 2 {
      let rows = tables.quads.span
      var sum = SIMD16<UInt16>()
      for quad in quads {
        let q = lines[quad]
        sum &+= rows[Int(q[0] &* 125 &+ q[1] &* 25 &+ q[2] &* 5 &+ q[3] &+ 312)]
      }
      return (sum, 0)
    }
    var pairSum = SIMD8<UInt16>()
    if largest <= 15 {
      for quad in quads {
        let q = lines[quad]
        pairSum &+= pairs[Int(q[0] &* 33 &+ q[1] &+ 544)] &+ pairs[Int(q[2] &* 33 &+ q[3] &+ 544)]
      }
      return (join(SIMD4(), pairSum), 0)
    }
    var escapes = 0
    for quad in quads {
      let q = lines[quad]
      for lane in 0..<4 where q[lane].magnitude >= 16 { escapes += escape(q[lane].magnitude) }
      let low = SIMD4<Int32>(repeating: -16)
      let high = SIMD4<Int32>(repeating: 16)
      let c = q.clamped(lowerBound: low, upperBound: high)
      pairSum &+= pairs[Int(c[0] &* 33 &+ c[1] &+ 544)] &+ pairs[Int(c[2] &* 33 &+ c[3] &+ 544)]
    }
    return (join(SIMD4(), pairSum), escapes)
  }

  /// Returns the number of bits of the escape sequence of a magnitude of at least 16: N ones, a zero, N + 4 bits.
  @inline(__always)
  private static func escape(_ magnitude: UInt32) -> Int { 2 * (31 - magnitude.leadingZeroBitCount) - 3 }

  /// Lanes 1…4 from the quads, 5…11 from the pairs.
  @inline(__always)
  static func join(_ quads: SIMD4<UInt16>, _ pairs: SIMD8<UInt16>) -> SIMD16<UInt16> {
    let low = SIMD8<UInt16>(
      0, quads[0], quads[1], quads[2], quads[3], pairs[1], pairs[2], pairs[3])
    let high = SIMD8<UInt16>(pairs[4], pairs[5], pairs[6], pairs[7], 0, 0, 0, 0)
    return SIMD16(lowHalf: low, highHalf: high)
  }
}
