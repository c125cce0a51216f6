import AACReplication
import AACSyntax

// Bound throughout: 64 subbands, 15 bands.
// Holds throughout: matrices have the columns of one configuration.

/// Downmixes two channels to one in the subbands of LD MPEG Surround, with the mean of their energies in each band.
///
/// The decoder gives left and right together twice the energy of the one channel, since the gain of the configuration
/// is √2: ISO/IEC 23003-2.
struct SurroundDownmix: Sendable {
  static let bandCount = 15

  private let bandOfSubband: [Int]
  /// Energy of left, of right, real and imaginary part of left times the conjugate of right, of the bands of the column
  /// measured last.
  private(set) var products: [15 of SIMD4<Float>] = .init(repeating: SIMD4())
  /// The means of these values over time.
  private var means: [15 of SIMD4<Float>] = .init(repeating: SIMD4())
  /// The factor of the left channel, and the real and imaginary parts of that of the right channel.
  private var factors: [15 of SIMD4<Float>] = .init(repeating: SIMD4())

  init(_ configuration: SurroundConfiguration) {
    bandOfSubband = (0..<configuration.subbandCount).map { configuration.band(ofSubband: $0) }
  }

  /// Measures a column of both channels.
  mutating func measure(
    _ left: borrowing QuadratureMirrorMatrix, _ right: borrowing QuadratureMirrorMatrix, column: Int
  ) {
    let start = column * QuadratureMirrorMatrix.bandCount
    let places = start..<(start + bandOfSubband.count)
    products = multiply(left, right, places)
    for band in 0..<SurroundDownmix.bandCount {
      means[band] += DownmixWeights.pace * (products[band] - means[band])
      factors[band] = DownmixWeights.weights(means[band])
    }
  }

  private func multiply(
    _ left: borrowing QuadratureMirrorMatrix, _ right: borrowing QuadratureMirrorMatrix, _ places: Range<Int>
  ) -> [15 of SIMD4<Float>] {
    let (a, b) = (left.real.span.extracting(places), left.imaginary.span.extracting(places))
    let (c, d) = (right.real.span.extracting(places), right.imaginary.span.extracting(places))
    let bands = bandOfSubband.span
    var sums: [15 of SIMD4<Float>] = .init(repeating: SIMD4())
    for index in bands.indices {
      let (x, y, u, v) = (a[index], b[index], c[index], d[index])
      sums[bands[index]] += SIMD4(x * x + y * y, u * u + v * v, x * u + y * v, y * u - x * v)
    }
    return sums
  }

  /// Replaces `left` by the downmix of a measured column.
  func apply(to left: inout QuadratureMirrorMatrix, _ right: borrowing QuadratureMirrorMatrix, column: Int) {
    let start = column * QuadratureMirrorMatrix.bandCount
    mix(right, start..<(start + bandOfSubband.count), &left.real, &left.imaginary)
  }

  private func mix(
    _ right: borrowing QuadratureMirrorMatrix, _ places: Range<Int>, _ real: inout [Float], _ imaginary: inout [Float]
  ) {
    let (u, v) = (right.real.span.extracting(places), right.imaginary.span.extracting(places))
    let allReal = real.mutableSpan
    let allImaginary = imaginary.mutableSpan
    var x = allReal._consumingExtracting(places)
    var y = allImaginary._consumingExtracting(places)
    let bands = bandOfSubband.span
    for index in bands.indices {
      let factor = factors[bands[index]]
      let (a, b) = (x[index], y[index])
      x[index] = factor[0] * a + factor[1] * u[index] - factor[2] * v[index]
      y[index] = factor[0] * b + factor[1] * v[index] + factor[2] * u[index]
    }
  }
}
