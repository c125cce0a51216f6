import Transforms

/// The inverse transform of a block: 256 lines, or twice 128, become 512 windowed samples that overlap by half.
///
/// ETSI TS 102 366, 6.9 (ATSC A/52, 7.9). With u the DCT-IV of the lines and w the rising half of the window:
/// ```
/// n            0 … 127       128 … 255      256 … 383      384 … 511
/// long   x[n]  u[128+n]     −u[383−n]      −u[383−n]      −u[n−384]
/// short  x[n]  −a[n]         a[255−n]       b[383−n]       b[n−384]
/// ```
/// a and b are those of the even and of the odd lines. The first half is added to the remainder of the previous block.
struct BlockSynthesis: Sendable {
  /// The number of samples of a channel that wait for the next block.
  static let overlapCount = 256

  private var long = InverseMDCT(size: 256, scale: -512)
  private var short = DCT4(size: 128, scale: 2)
  private let window = WindowSlope.kaiserBesselDerived(count: 256, alpha: 5)
  /// The falling half of the window.
  private let falling: [Float]
  // Bound: constants of the format.
  private var lines = [Float](repeating: 0, count: 128)
  private var values = [Float](repeating: 0, count: 256)
  private var half = [Float](repeating: 0, count: 128)

  init() { falling = window.reversed() }

  /// Makes 256 samples of a block of one channel.
  ///
  /// - Parameters:
  ///   - spectrum: 256 lines.
  ///   - isShort: True for two transforms of half the length.
  ///   - overlap: The channel's 256 samples of the previous block, which are replaced by those for the next one.
  ///   - output: 256 samples.
  mutating func synthesize(
    _ spectrum: Span<Float>, isShort: Bool, _ overlap: inout MutableSpan<Float>, into output: inout MutableSpan<Float>
  ) {
    if isShort {
      transformShort(spectrum)
    } else {
      long.inverse(spectrum, into: &values)
      arrangeLong()
    }
    // Holds: all four have 256 places.
    precondition(overlap.count == 256 && output.count == 256 && window.count == 256 && falling.count == 256)
    let (rise, fall) = (window.span, falling.span)
    for index in 0..<128 {
      output[index] = first(index) * rise[index] + overlap[index]
      output[255 &- index] = -first(index) * rise[255 &- index] + overlap[255 &- index]
    }
    for index in 0..<128 {
      overlap[index] = second(index) * fall[index]
      overlap[255 &- index] = second(index) * fall[255 &- index]
    }
  }

  /// Returns a sample of the first half, which its mirror image has with the other sign.
  @inline(__always)
  private func first(_ index: Int) -> Float { values[index] }

  /// Returns a sample of the second half, which is its own mirror image.
  @inline(__always)
  private func second(_ index: Int) -> Float { values[128 &+ index] }

  /// Brings the values of a long block into the order of its samples: the first quarter, then the third.
  private mutating func arrangeLong() {
    // u[128 + n] for the first quarter; −u[127 − n] for the third.
    for index in 0..<128 { half[index] = -values[127 &- index] }
    for index in 0..<128 { values[index] = values[128 &+ index] }
    for index in 0..<128 { values[128 &+ index] = half[index] }
  }

  private mutating func transformShort(_ spectrum: Span<Float>) {
    for index in 0..<128 { lines[index] = spectrum[2 * index] }
    Self.transform(&short, lines, into: &half)
    for index in 0..<128 { values[index] = -half[index] }
    for index in 0..<128 { lines[index] = spectrum[2 * index + 1] }
    Self.transform(&short, lines, into: &half)
    for index in 0..<128 { values[128 + index] = half[127 - index] }
  }

  private static func transform(_ transform: inout DCT4, _ lines: [Float], into values: inout [Float]) {
    transform.transform(lines.span, into: &values)
  }
}
