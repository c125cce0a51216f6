import Transforms

// Holds throughout: LoudnessMeter refuses other rates.

/// The two filters before the mean square of ITU-R BS.1770-4, annex 1: the head's shelf and the revised low-frequency B
/// curve.
///
/// The standard has them as digital filters at 48 kHz. Undoing the bilinear transform gives the analog filter `(high·s²
/// + band·s/Q + low) / (s² + s/Q + 1)`, s in units of the corner; applying it at another rate, with the corner
/// unchanged, gives the coefficients there. At 48 kHz they equal the standard's.
package struct KWeighting: Equatable, Sendable {
  /// The rates that the filters suit, in Hz: the shelf's corner must lie well below half the rate.
  static let sampleRates = 8000.0...384_000.0

  /// Stage 1: high frequencies raised by 4 dB.
  package let shelf: BiquadCoefficients
  /// Stage 2: low frequencies cut.
  package let highPass: BiquadCoefficients

  package init(sampleRate: Double) {
    precondition(Self.sampleRates.contains(sampleRate))
    shelf = Self.shelfPrototype.coefficients(sampleRate: sampleRate)
    highPass = Self.highPassPrototype.coefficients(sampleRate: sampleRate)
  }

  private static let shelfPrototype = AnalogBiquad(
    corner: 1681.9744509555323, quality: 0.7071752369554193, low: 1, band: 1.2587209302325613,
    high: 1.5848647011308554)
  /// The standard's numerator 1, −2, 1 is not scaled, so that high frequencies are raised by 0.04 dB.
  private static let highPassPrototype = AnalogBiquad(
    corner: 38.13547087611305, quality: 0.5003270373250421, low: 0, band: 0, high: 1.0049948987146884)
}

/// A filter of second order before the bilinear transform.
private struct AnalogBiquad {
  /// The middle of the poles' phase, in Hz.
  var corner: Double
  var quality: Double
  /// The gains of frequencies far below the corner, at it, and far above.
  var low: Double
  var band: Double
  var high: Double

  func coefficients(sampleRate: Double) -> BiquadCoefficients {
    // tan(π · corner / rate): the corner as the transform sees it.
    let parts = 1 << 40
    let turn = Trigonometry.cosineAndSine(
      turns: Int((corner / (2 * sampleRate) * Double(parts)).rounded()), over: parts)
    let warped = turn.sine / turn.cosine
    let square = warped * warped
    let damping = warped / quality
    let scale = 1 / (1 + damping + square)
    return BiquadCoefficients(
      b0: (high + band * damping + low * square) * scale, b1: 2 * (low * square - high) * scale,
      b2: (high - band * damping + low * square) * scale, a1: 2 * (square - 1) * scale,
      a2: (1 - damping + square) * scale)
  }
}

/// The state of one channel in the two filters.
struct KWeightingState: Sendable, BitwiseCopyable {
  private var shelf = (0.0, 0.0)
  private var highPass = (0.0, 0.0)
  /// The sum of the squares of the output since it was last set to 0.
  var energy = 0.0
  /// The largest magnitude that went in.
  var peak = 0.0

  /// Filters samples and adds up the squares, one by one, so that the division into calls does not matter.
  mutating func add<Sample: BinaryFloatingPoint>(_ samples: Span<Sample>, filter: KWeighting) {
    var state = self
    let (first, second) = (filter.shelf, filter.highPass)
    for index in samples.indices {
      let input = Double(cleanSample(samples[index]))
      state.peak = max(state.peak, input.magnitude)
      let middle = first.b0 * input + state.shelf.0
      state.shelf.0 = first.b1 * input - first.a1 * middle + state.shelf.1
      state.shelf.1 = first.b2 * input - first.a2 * middle
      let output = second.b0 * middle + state.highPass.0
      state.highPass.0 = second.b1 * middle - second.a1 * output + state.highPass.1
      state.highPass.1 = second.b2 * middle - second.a2 * output
      state.energy += output * output
    }
    self = state
  }

  /// Clears the remainder of a sound long past, before its numbers become so small that they are slow.
  mutating func flush() {
    let largest = max(shelf.0.magnitude, shelf.1.magnitude, highPass.0.magnitude, highPass.1.magnitude)
    if largest < 1e-30 { (shelf, highPass) = ((0, 0), (0, 0)) }
  }
}

/// Returns a sample, or silence in place of NaN or an extreme value, which would spoil all that follows.
@inline(__always)
func cleanSample<Sample: BinaryFloatingPoint>(_ sample: Sample) -> Sample {
  sample.magnitude <= 1e30 ? sample : 0
}
