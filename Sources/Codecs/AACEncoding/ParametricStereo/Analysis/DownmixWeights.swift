/// The weights by which two channels become one with the mean of their energies in a band.
///
/// Decoders of Parametric Stereo and of LD MPEG Surround give left and right together twice the energy of the one
/// channel. Parts that would cancel out in a plain sum are turned in phase first: opposite channels are as loud as
/// equal ones.
enum DownmixWeights {
  /// The pace at which energies are followed: in about 16 columns.
  static let pace: Float = 1 / 16
  /// The degree of likeness in opposite phase below which right is added unchanged.
  private static let bias: Float = 0.6
  /// The smallest divisor, as a fraction of the energy: where the phases are arbitrary, the right channel is attenuated
  /// instead of being turned back and forth.
  private static let least: Float = 0.3
  /// An energy that prevents silence from being amplified.
  private static let quiet: Float = 1

  /// Returns the factor of the left channel, and the real and imaginary parts of that of the right channel.
  ///
  /// The phasor `u` by which right is turned is that of the cross product `c` and `bias` times the mean energy `A`
  /// together. The sum `left + u·right` has the energy `El + |u|²·Er + 2 Re(c conj(u))`, which the gain brings to `A`.
  ///
  /// - Parameter mean: Energy of left, of right, real and imaginary part of left times the conjugate of right.
  static func weights(_ mean: SIMD4<Float>) -> SIMD4<Float> {
    let energy = (mean[0] + mean[1]) / 2 + quiet
    let (real, imaginary) = (mean[2] + bias * energy, mean[3])
    let length = max((real * real + imaginary * imaginary).squareRoot(), least * energy)
    let (cosine, sine) = (real / length, imaginary / length)
    let sum =
      mean[0] + (cosine * cosine + sine * sine) * mean[1] + 2 * (mean[2] * cosine + mean[3] * sine) + quiet
    let gain = (energy / max(sum, energy / 4)).squareRoot()
    return SIMD4(gain, gain * cosine, gain * sine, 0)
  }
}
