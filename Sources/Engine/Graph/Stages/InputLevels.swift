import Synchronization

/// The volume and panorama of an input of a mixer; any thread may change them while it is rendered.
package final class InputLevels: Sendable {
  private let volumeBits = Atomic<UInt32>(Float(1).bitPattern)
  private let panBits = Atomic<UInt32>(Float(0).bitPattern)

  /// The levels whose volume is a factor of this one.
  private let base: InputLevels?

  /// Creates a volume of 1, in the middle.
  ///
  /// - Parameter base: Levels whose volume is a factor of this one.
  package init(scaling base: InputLevels? = nil) { self.base = base }

  /// The factor of samples: 0 is silence, 1 leaves them unchanged. What is set is a factor of the base's.
  package var volume: Float {
    get { Float(bitPattern: volumeBits.load(ordering: .relaxed)) * (base?.volume ?? 1) }
    set { volumeBits.store(newValue.bitPattern, ordering: .relaxed) }
  }

  /// The panorama: −1 is left, 0 the middle, 1 right; other values become the nearest. Effective for two output
  /// channels.
  package var pan: Float {
    get { Float(bitPattern: panBits.load(ordering: .relaxed)) }
    set { panBits.store((newValue.isNaN ? 0 : min(max(newValue, -1), 1)).bitPattern, ordering: .relaxed) }
  }
}
