/// The number of attempts to code a frame with about the target number of bits, and the tolerance.
///
/// Each attempt codes all channels of the frame once more, which is most of the encoder's work. The frames that follow
/// compensate for whatever a frame misses.
struct RateSearch: Sendable {
  /// The largest number of attempts after the first, except for a frame that is too long for its packet.
  let attempts: Int
  /// The tolerance of the search, as a fraction of the target number of bits.
  let tolerance: Float

  /// - Parameter effort: 0 (one attempt, predicted by the entropy) … 127; 64 is a compromise.
  init(effort: Int = 64) {
    let (attempts, tolerance): (Int, Float) =
      switch effort {
      case ..<32: (0, 0.5)
      case ..<64: (1, 0.1)
      case ..<96: (3, 0.04)
      case ..<127: (5, 0.02)
      default: (7, 0.01)
      }
    self.attempts = attempts
    self.tolerance = tolerance
  }
}
