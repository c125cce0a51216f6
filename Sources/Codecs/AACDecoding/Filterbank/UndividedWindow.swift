import Transforms

// Bound throughout: frames have 480 to 1,024 lines: AACConfiguration checks it.
// Holds throughout: weights, overlaps and outputs are made for the same frame length.

/// The two halves of a window that is not divided into short ones, for one kind of slope.
///
/// Each quad of the values u[m], m < F, is weighted twice while it is in registers, forward and mirrored; the spans are
/// cut to a literal length, so that no checks are left. The slopes of short windows are padded to a whole frame: to
/// multiply by zeros and ones takes less time than their own loops.
package struct UndividedWindow: Sendable {
  /// The rising slope with the signs of the left half: its values F/2 + m and F/2 − 1 − m weight u[F/2 + m].
  private let left: [Float]
  /// The falling slope with the signs of the right half: its values F/2 + m and F/2 − 1 − m weight u[m].
  private let right: [Float]

  /// Prepares a window with a rising slope that is one frame long.
  package init(slope: [Float]) {
    let half = slope.count / 2
    left = slope.indices.map { $0 < half ? slope[$0] : -slope[$0] }
    right = slope.reversed().map { -$0 }
  }

  /// Adds the left half, weighted, to the remainder of the previous block.
  package func addLeft(_ lines: Span<Float>, _ saved: Span<Float>, _ output: inout MutableSpan<Float>) {
    if saved.count == 1024 {
      addLeft(lines, saved, 1024, &output)
    } else {
      addLeft(lines, saved, saved.count, &output)
    }
  }

  @inline(__always)
  private func addLeft(_ lines: Span<Float>, _ saved: Span<Float>, _ length: Int, _ output: inout MutableSpan<Float>) {
    let half = length / 2
    let (u, old) = (lines.extracting(0..<length), saved.extracting(0..<length))
    let weights = left.span.extracting(0..<length)
    var samples = output._mutatingExtracting(0..<length)
    for block in 0..<(length / 8) {
      let n = 4 &* block
      let quad = u.quad(at: half &+ n)
      samples.setQuad(old.quad(at: n) + quad * weights.quad(at: n), at: n)
      let mirror = length &- 4 &- n
      samples.setQuad(old.quad(at: mirror) + quad.mirrored * weights.quad(at: mirror), at: mirror)
    }
  }

  /// Stores the right half, weighted, for the next block.
  func storeRight(_ lines: Span<Float>, _ saved: inout MutableSpan<Float>) {
    if saved.count == 1024 {
      storeRight(lines, 1024, &saved)
    } else {
      storeRight(lines, saved.count, &saved)
    }
  }

  @inline(__always)
  private func storeRight(_ lines: Span<Float>, _ length: Int, _ saved: inout MutableSpan<Float>) {
    let half = length / 2
    let u = lines.extracting(0..<length)
    let weights = right.span.extracting(0..<length)
    var kept = saved._mutatingExtracting(0..<length)
    for block in 0..<(length / 8) {
      let quad = u.quad(at: 4 &* block)
      let m = half &+ 4 &* block
      kept.setQuad(quad * weights.quad(at: m), at: m)
      let mirror = half &- 4 &- 4 &* block
      kept.setQuad(quad.mirrored * weights.quad(at: mirror), at: mirror)
    }
  }
}
