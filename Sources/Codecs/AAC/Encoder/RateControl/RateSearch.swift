/// How often a frame is coded anew until it has about the bits that it should have.
///
/// Each attempt codes all channels of the frame once more, which is most of the encoder's work. What a frame misses the
/// frames behind it make good.
struct RateSearch: Sendable {
  /// Attempts after the first, at most, but for a frame that is too long for its packet.
  let attempts: Int
  /// By what share of the wanted bits a frame may miss them.
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
