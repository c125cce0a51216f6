/// The delays that the adaptive codebook can have at a core rate (ISO/IEC 23003-3, 7.14).
package struct PitchRange: Sendable, Equatable {
  /// A delay in samples: `lag + quarter / 4`.
  package struct Delay: Sendable, Equatable {
    package var lag: Int
    package var quarter: Int

    package init(lag: Int, quarter: Int) {
      self.lag = lag
      self.quarter = quarter
    }

    /// The nearest whole number of samples; a half is rounded down.
    package var rounded: Int { quarter > 2 ? lag + 1 : lag }
  }

  /// The core rates that allow such delays, in Hz.
  package static let rates = 6000...24000

  /// `TMIN`, `TFR2` and `TMAX`: the shortest delay, the first in steps of halves, and the longest.
  package let shortest: Int
  package let firstWithHalves: Int
  package let longest: Int
  /// `TFR1`: the first delay in whole samples.
  package static let firstWhole = 160

  /// Returns the range at a rate in ``rates``.
  package init(coreRate: Int) {
    let rise = (34 * coreRate + 6400) / 12800 - 34
    shortest = 34 + rise
    firstWithHalves = 128 - rise
    longest = 231 + 6 * rise
  }

  /// Returns the delay of a nine-bit index, and the first delay that later six-bit indices can have.
  ///
  /// At low rates the quarters fill the whole range of the index, beyond the longest delay.
  package func delay(_ index: Int) -> (delay: Delay, first: Int) {
    let quarters = 4 * (firstWithHalves - shortest)
    let halves = 2 * (PitchRange.firstWhole - firstWithHalves)
    let delay =
      if index < quarters {
        Delay(lag: shortest + index >> 2, quarter: index & 3)
      } else if index < quarters + halves {
        Delay(lag: firstWithHalves + (index - quarters) >> 1, quarter: 2 * ((index - quarters) & 1))
      } else {
        Delay(lag: PitchRange.firstWhole + index - quarters - halves, quarter: 0)
      }
    return (delay, min(max(delay.lag - 8, shortest), longest - 15))
  }

  /// Returns the delay of a six-bit index, counted from `first`.
  package func delay(_ index: Int, from first: Int) -> Delay {
    Delay(lag: first + index >> 2, quarter: index & 3)
  }
}
