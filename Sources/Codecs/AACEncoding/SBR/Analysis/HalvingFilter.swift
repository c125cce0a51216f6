// Holds throughout: there are twice as many samples of the input as of the output.

/// Halves the sampling rate with very little delay: an elliptic low-pass of order 7, decimated by two.
///
/// 0.02 dB of ripple up to 0.22 of the input's rate, 65 dB less from 0.284 on: aliases land above 0.216, where the core
/// of LD-SBR has nothing left. A filter linear in phase would have four times the delay. Double precision: recursive
/// filters accumulate rounding errors.
package struct HalvingFilter: Sendable {
  /// The delay of low frequencies relative to the middle of the two input samples of which one is kept, in samples of
  /// the input.
  static let delay = 2

  /// A section of second order: `y = x b0 + x′ b1 + x″ b2 − y′ a1 − y″ a2`.
  package struct Section: Sendable, BitwiseCopyable {
    package var b0: Double
    package var b1: Double
    package var b2: Double
    package var a1: Double
    package var a2: Double
  }

  /// The filter's sections, the gain in the first: `scipy.signal.ellip(7, 0.02, 65, 0.44, output="sos")`.
  package static let sections: [4 of Section] = [
    Section(
      b0: 0.020754498327013288, b1: 0.03044292279064713, b2: 0.02075449832701329, a1: -0.3348054960011073, a2: 0),
    Section(b0: 1, b1: 1, b2: 0, a1: -0.5529173687001852, a2: 0.27477023809965384),
    Section(b0: 1, b1: 0.7737171617044614, b2: 1, a1: -0.34575260332987345, a2: 0.5890229496314897),
    Section(b0: 1, b1: 0.4586813179315453, b2: 1, a1: -0.2248938528055663, a2: 0.8687881158906847),
  ]

  /// The two memories of each section.
  private var near: [4 of Double] = .init(repeating: 0)
  private var far: [4 of Double] = .init(repeating: 0)
  /// The level below which memories are silence; numbers that continue to fall would become slow to compute with.
  private static let silence = 1e-30

  package init() {}

  /// Filters a frame, and sets `output` to every second sample times `scale`.
  package mutating func halve(_ input: Span<Float>, scale: Double, into output: inout MutableSpan<Float>) {
    precondition(input.count == 2 * output.count)
    for index in output.indices {
      _ = next(Double(input[2 &* index]))
      output[index] = Float(scale * next(Double(input[2 &* index &+ 1])))
    }
    for index in 0..<4 {
      if abs(near[index]) < HalvingFilter.silence { near[index] = 0 }
      if abs(far[index]) < HalvingFilter.silence { far[index] = 0 }
    }
  }

  @inline(__always)
  private mutating func next(_ sample: Double) -> Double {
    var value = sample
    for index in 0..<4 {
      let section = HalvingFilter.sections[index]
      let result = value * section.b0 + near[index]
      near[index] = value * section.b1 - result * section.a1 + far[index]
      far[index] = value * section.b2 - result * section.a2
      value = result
    }
    return value
  }
}
