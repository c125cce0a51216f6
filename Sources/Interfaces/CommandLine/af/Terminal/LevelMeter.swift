import Synchronization

/// The highest sample since the last reading, which any thread may update: no lock, no waiting.
final class LevelMeter: Sendable {
  private let bits = Atomic<UInt32>(0)

  /// Adds samples.
  func add(_ samples: Span<Float>) {
    var peak: Float = 0
    for index in samples.indices where samples[index].magnitude > peak { peak = samples[index].magnitude }
    // Numbers of 0 and more are in the order of their bits.
    bits.max(peak.bitPattern, ordering: .relaxed)
  }

  /// Returns the highest magnitude since the last call, and none from now on.
  func take() -> Float { Float(bitPattern: bits.exchange(0, ordering: .relaxed)) }
}
