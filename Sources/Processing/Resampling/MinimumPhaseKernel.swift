import Transforms

/// The impulse response of a minimum-phase filter with the magnitude of a ``LowpassKernel``, in continuous time.
///
/// Of all filters with that magnitude its energy comes first; its response is 0 before time 0. It is computed by the
/// cepstrum: the logarithm of the magnitude, made one-sided, is that of the target filter.
package struct MinimumPhaseKernel: Sendable {
  /// The response is zero from this time on, in input frames.
  let width: Double
  /// The delay of low frequencies, in input frames.
  package let delay: Double
  /// The samples of the response from time 0 on, with zeros around them for the interpolation.
  private let samples: [Double]
  private let samplesPerFrame: Double

  /// Zeros before the first sample.
  private static let margin = 4

  package init(_ kernel: LowpassKernel) {
    // At 32 samples to a period of the stopband's edge eight points interpolate to 1e-11.
    let least = 64 * kernel.stopband
    let rate = least < 1 ? least : least.rounded(.up)
    let reach = Int((kernel.halfWidth * rate).rounded(.down))
    let count = 2 * reach + 1
    // The cepstrum is infinite; this length leaves the stopband unchanged within 1 dB.
    var size = 64
    while size < 16 * count { size *= 2 }
    var numbers = SplitArrays<Double>(count: size)
    for index in -reach...reach {
      numbers.real[(index + size) % size] = kernel(Double(index) / rate) / rate
    }
    Self.makeMinimumPhase(&numbers, floor: ElementaryFunctions.amplitude(ofAttenuation: kernel.attenuation + 20))
    let zeros = [Double](repeating: 0, count: Self.margin)
    samples = zeros + numbers.real[0..<count].map { $0 * rate } + zeros
    samplesPerFrame = rate
    width = Double(count) / rate
    let sum = numbers.real[0..<count].reduce(0, +)
    delay = zip(0..<count, numbers.real).reduce(0) { $0 + Double($1.0) * $1.1 } / sum / rate
  }

  /// Returns the response at `time`, by Lagrange interpolation through the eight nearest samples.
  package func callAsFunction(_ time: Double) -> Double {
    let place = time * samplesPerFrame
    let before = place.rounded(.down)
    // Point 3 of the eight is the one at or before `time`.
    let first = Int(before) - 3 + Self.margin
    guard first >= 0, first + 8 <= samples.count else { return 0 }
    let x = place - before + 3
    var sum = 0.0
    for point in 0..<8 {
      var weight = 1.0
      for other in 0..<8 where other != point {
        weight *= (x - Double(other)) / Double(point - other)
      }
      sum += weight * samples[first + point]
    }
    return sum
  }

  /// Replaces a response, centred at 0, by that of minimum phase.
  ///
  /// - Parameter floor: The power added to the magnitude, so that the zeros of the stopband have a logarithm. The
  ///   addition has an exact counterpart of the same length.
  private static func makeMinimumPhase(_ numbers: inout SplitArrays<Double>, floor: Double) {
    let size = numbers.real.count
    var transform = BlockTransform<Double>(size: size)
    run(&transform, &numbers)
    for bin in 0..<size {
      let power = numbers.real[bin] * numbers.real[bin] + floor * floor
      numbers.real[bin] = ElementaryFunctions.logarithm(power) / 2
      numbers.imaginary[bin] = 0
    }
    // The logarithm is even, so that the transform serves for its inverse.
    run(&transform, &numbers)
    for index in 0..<size {
      let factor = index == 0 || index == size / 2 ? 1.0 : index < size / 2 ? 2 : 0
      numbers.real[index] *= factor / Double(size)
      numbers.imaginary[index] = 0
    }
    run(&transform, &numbers)
    for bin in 0..<size {
      let magnitude = ElementaryFunctions.exponential(numbers.real[bin])
      let turn = Trigonometry.cosineAndSine(turns: numbers.imaginary[bin] / (2 * .pi))
      // Conjugate, so that the transform gives the inverse of it.
      numbers.real[bin] = magnitude * turn.cosine / Double(size)
      numbers.imaginary[bin] = -magnitude * turn.sine / Double(size)
    }
    run(&transform, &numbers)
  }

  private static func run(_ transform: inout BlockTransform<Double>, _ numbers: inout SplitArrays<Double>) {
    let source = numbers
    transform.transform(
      SplitNumbers(real: source.real.span, imaginary: source.imaginary.span), real: &numbers.real,
      imaginary: &numbers.imaginary)
  }
}
