import Transforms

// Bound throughout: frames have 480 to 1,024 lines: AACConfiguration checks it.
// Holds throughout: weights, overlaps and outputs are made for the same frame length.

/// The two halves of a window that both have a slope of a whole frame, for what an ``InverseMDCT`` leaves in its own
/// order.
///
/// The values u[m], m < F, come as two runs, even ones rising and odd ones falling. Each quad of both is put in order
/// in registers and weighted there, which saves 2,000 of the 116,000 instructions of a packet of AAC-LC in stereo.
/// ``LongWindow`` is the plain form, which the other window sequences use.
struct UndividedWindow: Sendable {
  /// The rising slope with the signs of the left half: place F/2 + m and F/2 − 1 − m of it weight u[F/2 + m].
  private let left: [Float]
  /// The falling slope with the signs of the right half: place F/2 + m and F/2 − 1 − m of it weight u[m].
  private let right: [Float]

  /// Prepares a window with a rising slope of a whole frame.
  init(slope: [Float]) {
    let half = slope.count / 2
    left = slope.indices.map { $0 < half ? slope[$0] : -slope[$0] }
    right = slope.reversed().map { -$0 }
  }

  /// The values u of a block: u[0], u[2] … and u[F−1], u[F−3] ….
  struct Lines: ~Escapable {
    let rising: Span<Float>
    let falling: Span<Float>

    @_lifetime(borrow transform)
    init(_ transform: borrowing InverseMDCT) {
      rising = transform.rising
      falling = transform.falling
    }
  }

  /// The left half, weighted, plus what the block before left.
  func addLeft(_ lines: borrowing Lines, _ saved: Span<Float>, _ output: inout MutableSpan<Float>) {
    if saved.count == 1024 {
      addLeft(lines, saved, 1024, &output)
    } else {
      addLeft(lines, saved, saved.count, &output)
    }
  }

  @inline(__always)
  private func addLeft(
    _ lines: borrowing Lines, _ saved: Span<Float>, _ length: Int, _ output: inout MutableSpan<Float>
  ) {
    let half = length / 2
    let (rise, fall) = (lines.rising.extracting(0..<half), lines.falling.extracting(0..<half))
    let (weights, old) = (left.span.extracting(0..<length), saved.extracting(0..<length))
    var samples = output._mutatingExtracting(0..<length)
    for block in 0..<(length / 16) {
      let n = 8 &* block
      let even = rise.quad(at: half / 2 &+ 4 &* block)
      let odd = fall.quad(at: half / 2 &- 4 &- 4 &* block).mirrored
      let first = SIMD4(even[0], odd[0], even[1], odd[1])
      let second = SIMD4(even[2], odd[2], even[3], odd[3])
      samples.setQuad(old.quad(at: n) + first * weights.quad(at: n), at: n)
      samples.setQuad(old.quad(at: n &+ 4) + second * weights.quad(at: n &+ 4), at: n &+ 4)
      let mirror = length &- 8 &- n
      samples.setQuad(old.quad(at: mirror) + second.mirrored * weights.quad(at: mirror), at: mirror)
      samples.setQuad(
        old.quad(at: mirror &+ 4) + first.mirrored * weights.quad(at: mirror &+ 4), at: mirror &+ 4)
    }
  }

  /// The right half, weighted, for the next block.
  func storeRight(_ lines: borrowing Lines, _ saved: inout MutableSpan<Float>) {
    if saved.count == 1024 {
      storeRight(lines, 1024, &saved)
    } else {
      storeRight(lines, saved.count, &saved)
    }
  }

  @inline(__always)
  private func storeRight(_ lines: borrowing Lines, _ length: Int, _ saved: inout MutableSpan<Float>) {
    let half = length / 2
    let (rise, fall) = (lines.rising.extracting(0..<half), lines.falling.extracting(0..<half))
    let weights = right.span.extracting(0..<length)
    var kept = saved._mutatingExtracting(0..<length)
    for block in 0..<(length / 16) {
      let m = half &+ 8 &* block
      let even = rise.quad(at: 4 &* block)
      let odd = fall.quad(at: half &- 4 &- 4 &* block).mirrored
      let first = SIMD4(even[0], odd[0], even[1], odd[1])
      let second = SIMD4(even[2], odd[2], even[3], odd[3])
      kept.setQuad(first * weights.quad(at: m), at: m)
      kept.setQuad(second * weights.quad(at: m &+ 4), at: m &+ 4)
      let mirror = half &- 8 &- 8 &* block
      kept.setQuad(second.mirrored * weights.quad(at: mirror), at: mirror)
      kept.setQuad(first.mirrored * weights.quad(at: mirror &+ 4), at: mirror &+ 4)
    }
  }
}
