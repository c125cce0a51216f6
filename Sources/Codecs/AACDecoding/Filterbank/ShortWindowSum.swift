// Holds throughout: slopes, blocks and outputs are made for the same frame length.

/// Adds the halves of a short window to present values.
///
/// The kernels get spans of equal counts, so that their checks leave the loops and these become SIMD instructions. They
/// are not inlined, because the optimiser then loses sight of the counts (seen in the disassembly).
enum ShortWindowSum {
  static func add(_ lines: Span<Float>, to other: Span<Float>, _ output: inout MutableSpan<Float>) {
    let count = lines.count
    precondition(other.count == count && output.count == count)
    for n in 0..<count { output[n] = other[n] + lines[n] }
  }

  @inline(never)
  static func add(_ lines: Span<Float>, _ slope: Span<Float>, _ sum: inout MutableSpan<Float>) {
    let count = lines.count
    precondition(slope.count == count && sum.count == count)
    for n in 0..<count { sum[n] += lines[n] * slope[n] }
  }

  @inline(never)
  static func subtractMirrored(_ lines: Span<Float>, _ slope: Span<Float>, _ sum: inout MutableSpan<Float>) {
    let count = lines.count
    precondition(slope.count == count && sum.count == count)
    for n in 0..<count { sum[n] -= lines[count &- 1 &- n] * slope[n] }
  }

  @inline(never)
  static func subtractBothMirrored(_ lines: Span<Float>, _ slope: Span<Float>, _ sum: inout MutableSpan<Float>) {
    let count = lines.count
    precondition(slope.count == count && sum.count == count)
    for n in 0..<count { sum[n] -= lines[count &- 1 &- n] * slope[count &- 1 &- n] }
  }

  @inline(never)
  static func subtractMirroredSlope(_ lines: Span<Float>, _ slope: Span<Float>, _ sum: inout MutableSpan<Float>) {
    let count = lines.count
    precondition(slope.count == count && sum.count == count)
    for n in 0..<count { sum[n] -= lines[n] * slope[count &- 1 &- n] }
  }
}
