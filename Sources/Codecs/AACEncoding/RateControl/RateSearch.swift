/// The effort with which a frame is coded repeatedly until it has about the wanted number of bits.
///
/// Each attempt codes all channels of the frame once more, which is most of the encoder's work. The frames that follow
/// compensate for whatever a frame misses.
struct RateSearch: Sendable {
  /// Attempts after the first, at most, but for a frame that is too long for its packet.
  let attempts: Int
  /// The share of the wanted bits by which a frame may miss them.
  let tolerance: Float

  /// - Parameter effort: 0 (one attempt, as entropy promises) … 127; 64 is a compromise.
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
