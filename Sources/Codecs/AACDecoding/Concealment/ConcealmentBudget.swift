/// A budget of work for losses, earned by the bytes of good packets.
///
/// Continuing a sound takes a thousand times as long as decoding a packet of ten bytes. Streams of ten-byte packets of
/// which every second one is damaged exist only to waste time: their losses become silence, except for the first and an
/// occasional one. Streams of sound earn more than they need even where every third packet is lost.
package struct ConcealmentBudget: Sendable {
  /// Multiplications that a byte earns.
  private static let earnedByByte = 1 << 13
  /// Losses that can be paid for without earning.
  private static let savedLossCount = 32

  /// Multiplications of a loss, all channels together.
  private let price: Int
  private var saved: Int

  /// Creates a full budget.
  ///
  /// - Parameter price: Multiplications of a loss.
  package init(price: Int) {
    self.price = price
    saved = price * Self.savedLossCount
  }

  /// Adds a good packet to the budget.
  package mutating func earn(byteCount: Int) {
    saved = min(saved + min(byteCount, 1 << 20) * Self.earnedByByte, price * Self.savedLossCount)
  }

  /// Deducts the cost of a loss from the budget, and returns true if there was enough.
  package mutating func pay() -> Bool {
    guard saved >= price else { return false }
    saved -= price
    return true
  }
}
