import Synchronization

/// The volume and panorama of a mixer's input; any thread may change them during rendering.
package final class InputLevels: Sendable {
  private let volumeBits = Atomic<UInt32>(Float(1).bitPattern)
  private let panBits = Atomic<UInt32>(Float(0).bitPattern)

  /// The levels whose volume is multiplied with this one.
  private let base: InputLevels?

  /// Creates levels with a volume of 1, in the middle.
  ///
  /// - Parameter base: Levels whose volume is a factor of this one.
  package init(scaling base: InputLevels? = nil) { self.base = base }

  /// The gain: 0 is silence, 1 leaves samples unchanged. The value that is set is multiplied by the base's volume.
  package var volume: Float {
    get { Float(bitPattern: volumeBits.load(ordering: .relaxed)) * (base?.volume ?? 1) }
    set { volumeBits.store(newValue.bitPattern, ordering: .relaxed) }
  }

  /// The panorama: −1 is left, 0 the middle, 1 right, clamped. It applies to two output channels.
  package var pan: Float {
    get { Float(bitPattern: panBits.load(ordering: .relaxed)) }
    set { panBits.store((newValue.isNaN ? 0 : min(max(newValue, -1), 1)).bitPattern, ordering: .relaxed) }
  }
}
