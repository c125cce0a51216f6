import Transforms

/// The inverse transform of a block: 256 lines, or twice 128, become 512 windowed samples that overlap by half.
///
/// ETSI TS 102 366, 6.9 (ATSC A/52, 7.9). With u the DCT-IV of the lines:
/// ```
/// n            0 … 127       128 … 255      256 … 383      384 … 511
/// long   x[n]  u[128+n]     −u[383−n]      −u[383−n]      −u[n−384]
/// short  x[n]  −a[n]         a[255−n]       b[383−n]       b[n−384]
/// ```
/// a and b are those of the even and of the odd lines. Each half has 128 different values: f, the first ones of a block
/// with the opposite sign (−u[128+n], a[n]), and s, those that wait for the next block (−u[n], b[n]). With w the rising
/// half of the window, and s of the block before:
/// ```
/// output[n]     = s[127−n] · w[255−n] − f[n] · w[n]          0 ≤ n < 128
/// output[255−n] = s[127−n] · w[n]     + f[n] · w[255−n]
/// ```
struct BlockSynthesis: Sendable {
  /// The number of values of a channel that wait for the next block.
  static let overlapCount = 128

  private var long = InverseMDCT(size: 256, scale: 512)
  private var short = DCT4(size: 128, scale: 2)
  /// The first halves of the rising and of the falling window.
  private let rising: [Float]
  private let falling: [Float]
  // Bound: constants of the format.
  private var lines = [Float](repeating: 0, count: 128)
  /// s of the block that is transformed, followed by f.
  private var values = [Float](repeating: 0, count: 256)

  init() {
    let window = WindowSlope.kaiserBesselDerived(count: 256, alpha: 5)
    (rising, falling) = (Array(window[..<128]), Array(window[128...].reversed()))
  }

  /// Returns the index of a channel's overlap among those of all channels.
  static func overlap(of channel: Int) -> Range<Int> { (channel * overlapCount)..<((channel + 1) * overlapCount) }

  /// Makes 256 samples of a block of one channel.
  ///
  /// - Parameters:
  ///   - spectrum: 256 lines.
  ///   - isShort: True for two transforms of half the length.
  ///   - overlap: The channel's 128 values of the previous block, which are replaced by those for the next one.
  ///   - output: 256 samples.
  mutating func synthesize(
    _ spectrum: Span<Float>, isShort: Bool, _ overlap: inout MutableSpan<Float>, into output: inout MutableSpan<Float>
  ) {
    if isShort {
      Self.transformShort(spectrum, &short, &lines, &values)
    } else {
      long.inverse(spectrum, into: &values)
    }
    add(&overlap, into: &output)
  }

  /// Outputs the remainder of the last block.
  mutating func release(_ overlap: inout MutableSpan<Float>, into output: inout MutableSpan<Float>) {
    for index in values.indices { values[index] = 0 }
    add(&overlap, into: &output)
  }

  /// Windows and adds the values of a block and of the previous one, and keeps the part that overlaps with the next
  /// block.
  ///
  /// Inlined, as a call would copy the whole value.
  @inline(__always)
  private func add(_ overlap: inout MutableSpan<Float>, into output: inout MutableSpan<Float>) {
    // Parts of a known length, so that no checks are left in the loop.
    let (rise, fall) = (rising.span.extracting(0..<128), falling.span.extracting(0..<128))
    let (second, first) = (values.span.extracting(0..<128), values.span.extracting(128..<256))
    var waiting = overlap._mutatingExtracting(0..<128)
    var samples = output._mutatingExtracting(0..<256)
    for index in stride(from: 0, to: 128, by: 4) {
      let (f, s) = (first.quad(at: index), waiting.quad(at: 124 &- index).mirrored)
      let (up, down) = (rise.quad(at: index), fall.quad(at: index))
      samples.setQuad(s * down - f * up, at: index)
      samples.setQuad((s * up + f * down).mirrored, at: 252 &- index)
    }
    for index in 0..<128 { waiting[index] = second[index] }
  }

  private static func transformShort(
    _ spectrum: Span<Float>, _ transform: inout DCT4, _ lines: inout [Float], _ values: inout [Float]
  ) {
    var all = values.mutableSpan
    for index in 0..<128 { lines[index] = spectrum[2 * index] }
    var first = all._mutatingExtracting(128..<256)
    transform.transform(lines, into: &first)
    for index in 0..<128 { lines[index] = spectrum[2 * index + 1] }
    var second = all._mutatingExtracting(0..<128)
    transform.transform(lines, into: &second)
  }
}
