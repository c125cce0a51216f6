// Holds throughout: slopes, blocks and outputs are made for the same frame length.

/// The two halves of a window with a slope of a whole frame.
///
/// The kernels get spans of equal counts, so that their checks leave the loops and these become SIMD instructions. They
/// are not inlined, because the optimiser then loses sight of the counts (seen in the disassembly).
enum LongWindow {
  /// `output[n] = saved[n] + slope[n] · left half of the window[n]`.
  static func addLeft(_ u: Span<Float>, slope: Span<Float>, _ saved: Span<Float>, _ output: inout MutableSpan<Float>) {
    let length = u.count
    let half = length / 2
    precondition(slope.count == length && saved.count == length && output.count >= length && 2 * half == length)
    let lines = u.extracting(half..<length)
    var rising = output._mutatingExtracting(0..<half)
    add(lines, slope.extracting(0..<half), saved.extracting(0..<half), &rising)
    var falling = output._mutatingExtracting(half..<length)
    subtractMirrored(lines, slope.extracting(half..<length), saved.extracting(half..<length), &falling)
  }

  /// `saved[n] = slope[length − 1 − n] · right half of the window[n]`.
  static func storeRight(_ u: Span<Float>, slope: Span<Float>, _ saved: inout MutableSpan<Float>) {
    let length = u.count
    let half = length / 2
    precondition(slope.count == length && saved.count == length && 2 * half == length)
    let lines = u.extracting(0..<half)
    var rising = saved._mutatingExtracting(0..<half)
    storeMirrored(lines, slope.extracting(half..<length), &rising)
    var falling = saved._mutatingExtracting(half..<length)
    storeMirroredSlope(lines, slope.extracting(0..<half), &falling)
  }

  @inline(never)
  private static func add(
    _ lines: Span<Float>, _ slope: Span<Float>, _ saved: Span<Float>, _ output: inout MutableSpan<Float>
  ) {
    let count = lines.count
    precondition(slope.count == count && saved.count == count && output.count == count)
    for n in 0..<count { output[n] = saved[n] + lines[n] * slope[n] }
  }

  @inline(never)
  private static func subtractMirrored(
    _ lines: Span<Float>, _ slope: Span<Float>, _ saved: Span<Float>, _ output: inout MutableSpan<Float>
  ) {
    let count = lines.count
    precondition(slope.count == count && saved.count == count && output.count == count)
    for n in 0..<count { output[n] = saved[n] - lines[count &- 1 &- n] * slope[n] }
  }

  @inline(never)
  private static func storeMirrored(_ lines: Span<Float>, _ slope: Span<Float>, _ output: inout MutableSpan<Float>) {
    let count = lines.count
    precondition(slope.count == count && output.count == count)
    for n in 0..<count { output[n] = -lines[count &- 1 &- n] * slope[count &- 1 &- n] }
  }

  @inline(never)
  private static func storeMirroredSlope(
    _ lines: Span<Float>, _ slope: Span<Float>, _ output: inout MutableSpan<Float>
  ) {
    let count = lines.count
    precondition(slope.count == count && output.count == count)
    for n in 0..<count { output[n] = -lines[n] * slope[count &- 1 &- n] }
  }
}

// MARK: - Short windows

/// The same for the halves of a short window, which are added to what is there.
extension LongWindow {
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
