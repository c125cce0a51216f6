import Transforms

/// The impulse response of a linear-phase low-pass filter in continuous time: a sinc with a Kaiser window.
///
/// Frequencies are in cycles per input frame, times in input frames. Sampled at any spacing that is 1/`stopband` / 2 or
/// less it is a filter of unit gain below `passband`, and of at least `attenuation` decibels less from `stopband` on.
package struct LowpassKernel: Sendable {
  /// Frequencies below it pass unchanged, except for the ripple that belongs to the attenuation.
  let passband: Double
  /// Frequencies from it on are stopped.
  let stopband: Double
  /// The attenuation of the stopband, in dB.
  let attenuation: Double
  /// The time beyond which the response is zero, in both directions.
  package let halfWidth: Double

  /// The whole input frames that it spans, both ways.
  var reach: Int { Int(halfWidth.rounded(.up)) }

  private let shape: Double
  private let peak: Double

  package init(passband: Double, stopband: Double, attenuation: Double) {
    precondition(passband > 0 && passband < stopband && attenuation > 21)
    self.passband = passband
    self.stopband = stopband
    self.attenuation = attenuation
    // Kaiser's formulas for the length and for β at more than 50 dB.
    halfWidth = (attenuation - 7.95) / (14.36 * (stopband - passband)) / 2
    shape = 0.1102 * (attenuation - 8.7)
    peak = WindowSlope.besselI0(shape)
  }

  /// Returns the response at `time`; its integral is 1.
  package func callAsFunction(_ time: Double) -> Double {
    let place = time / halfWidth
    guard abs(place) < 1 else { return 0 }
    let bandwidth = passband + stopband
    let window = WindowSlope.besselI0(shape * (1 - place * place).squareRoot()) / peak
    return bandwidth * ElementaryFunctions.sinc(bandwidth * time) * window
  }
}
