import AACReplication
import Transforms

// Bound throughout: 20 bands, the slots of a column.
// Holds throughout: columns have the quads of one resolution.

/// Downmixes two channels to one, with the mean of their energies in each band and column.
///
/// A decoder gives left and right the energies `c²·E` and `(2 − c²)·E` of the one channel's `E` (ISO/IEC 14496-3,
/// 8.6.4.6.2), so that theirs together must be `2·E`: see ``DownmixWeights``.
struct StereoDownmix: Sendable {
  static let bandCount = 20

  private let runs = BandRun.all(.coarse)
  private let bandOfSlot = HybridResolution.coarse.bandOfSlot()
  private let signs: [SIMD4<Float>] = (0..<StereoColumn.quadCount).map { HybridResolution.coarse.signs($0) }
  /// Energy of left, of right, real and imaginary part of left times the conjugate of right, by slot.
  private var slots = [SIMD4<Float>](repeating: SIMD4(), count: 4 * StereoColumn.quadCount)
  /// The same of the bands of the last column.
  private(set) var products: [20 of SIMD4<Float>] = .init(repeating: SIMD4())
  /// The means of these values over time.
  private var means: [20 of SIMD4<Float>] = .init(repeating: SIMD4())
  /// The factor of the left channel, and the real and imaginary parts of that of the right channel.
  private var factors: [20 of SIMD4<Float>] = .init(repeating: SIMD4())

  /// Measures a column of both channels.
  mutating func measure(_ left: borrowing StereoColumn, _ right: borrowing StereoColumn) {
    StereoDownmix.multiply(left, right, signs, into: &slots)
    StereoDownmix.addUp(slots, runs, into: &products)
    for band in 0..<StereoDownmix.bandCount {
      means[band] += DownmixWeights.pace * (products[band] - means[band])
      factors[band] = DownmixWeights.weights(means[band])
    }
  }

  private static func multiply(
    _ left: borrowing StereoColumn, _ right: borrowing StereoColumn, _ signs: [SIMD4<Float>],
    into slots: inout [SIMD4<Float>]
  ) {
    let (first, second, signs) = (left.quads.span, right.quads.span, signs.span)
    var values = slots.mutableSpan
    for quad in first.indices {
      let (x, y) = (first[quad], second[quad])
      let energy = x.real * x.real + x.imaginary * x.imaginary
      let other = y.real * y.real + y.imaginary * y.imaginary
      let real = x.real * y.real + x.imaginary * y.imaginary
      let imaginary = (x.imaginary * y.real - x.real * y.imaginary) * signs[quad]
      for lane in 0..<4 {
        values[4 &* quad &+ lane] = SIMD4(energy[lane], other[lane], real[lane], imaginary[lane])
      }
    }
  }

  private static func addUp(
    _ slots: [SIMD4<Float>], _ runs: [BandRun], into products: inout [20 of SIMD4<Float>]
  ) {
    let (values, runs) = (slots.span, runs.span)
    var sums = products.mutableSpan
    for band in sums.indices { sums[band] = SIMD4() }
    for place in runs.indices {
      var sum = SIMD4<Float>()
      for slot in runs[place].slots { sum += values[slot] }
      sums[runs[place].band] += sum
    }
  }

  /// Replaces `left` by the downmix of a measured column.
  func apply(_ left: inout StereoColumn, _ right: borrowing StereoColumn) {
    let (bands, signs) = (bandOfSlot.span, signs.span)
    let second = right.quads.span
    var first = left.quads.mutableSpan
    for quad in first.indices {
      let (a, b) = (factors[Int(bands[4 &* quad])], factors[Int(bands[4 &* quad &+ 1])])
      let (c, d) = (factors[Int(bands[4 &* quad &+ 2])], factors[Int(bands[4 &* quad &+ 3])])
      let turn = ComplexQuad(
        real: SIMD4(a[1], b[1], c[1], d[1]), imaginary: SIMD4(a[2], b[2], c[2], d[2]) * signs[quad])
      first[quad] = first[quad] * SIMD4(a[0], b[0], c[0], d[0]) + second[quad] * turn
    }
  }
}
