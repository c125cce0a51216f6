/// The differences of USAC's enhanced SBR from that of MPEG-4.
///
/// ISO/IEC 23003-3, 7.5.
package struct SBREnhancement: Sendable, Equatable, BitwiseCopyable {
  /// The ratio of the output's rate to the core's.
  package enum Ratio: Sendable, BitwiseCopyable {
    /// From 1,024 samples to 2,048, as in MPEG-4.
    case double
    /// From 768 samples to 2,048.
    case eightThirds
    /// From 1,024 samples to 4,096.
    case quadruple

    /// The number of bands that the core's samples are split into.
    package var analysisBandCount: Int {
      switch self {
      case .double: 32
      case .eightThirds: 24
      case .quadruple: 16
      }
    }

    /// `RATE`: columns of a slot.
    package var columnsPerSlot: Int { self == .quadruple ? 4 : 2 }
  }

  package var ratio: Ratio
  /// `bs_interTes`.
  package var hasTemporalShaping: Bool
  /// `harmonicSBR`: true if subbands may be transposed instead of copied, which delays all channels by a frame.
  package var isHarmonic = false

  package init(ratio: Ratio, hasTemporalShaping: Bool) {
    self.ratio = ratio
    self.hasTemporalShaping = hasTemporalShaping
  }
}
