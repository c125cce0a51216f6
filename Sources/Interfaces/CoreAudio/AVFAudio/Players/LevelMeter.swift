import AudioBase
import Foundation

/// The levels of several channels, measured by one thread and read by others.
package final class LevelMeter: Sendable {
  private struct Levels: Sendable {
    /// The measurements since the last update: the largest magnitude, the sum of squares, and the number of samples.
    var peaks: [Float]
    var powers: [Double]
    var count = 0
    /// The peak levels in decibels, as of the last update.
    var peak: [Float]
    var average: [Float]
  }

  /// The level of silence, in decibels.
  static let silence: Float = -160
  private let levels: Lock<Levels>

  package init(channelCount: Int) {
    levels = Lock(
      Levels(
        peaks: Array(repeating: 0, count: channelCount), powers: Array(repeating: 0, count: channelCount),
        peak: Array(repeating: Self.silence, count: channelCount),
        average: Array(repeating: Self.silence, count: channelCount)))
  }

  /// Measures frames stored one channel after the other.
  package func measure(_ samples: Span<Float>, frameCount: Int) {
    levels.withLock { levels in
      for channel in levels.peaks.indices where (channel + 1) * frameCount <= samples.count {
        for index in (channel * frameCount)..<((channel + 1) * frameCount) {
          let sample = samples[index]
          guard sample.isFinite else { continue }
          levels.peaks[channel] = max(levels.peaks[channel], abs(sample))
          levels.powers[channel] += Double(sample) * Double(sample)
        }
      }
      levels.count += frameCount
    }
  }

  /// Takes over new measurements since the last update.
  package func update() {
    levels.withLock { levels in
      guard levels.count > 0 else { return }
      for channel in levels.peaks.indices {
        levels.peak[channel] = Self.decibels(Double(levels.peaks[channel]))
        levels.average[channel] = Self.decibels((levels.powers[channel] / Double(levels.count)).squareRoot())
        (levels.peaks[channel], levels.powers[channel]) = (0, 0)
      }
      levels.count = 0
    }
  }

  private static func decibels(_ amplitude: Double) -> Float {
    amplitude > 0 ? max(silence, Float(20 * log10(amplitude))) : silence
  }

  /// Returns the largest magnitude; silence for a channel that does not exist.
  package func peak(_ channel: Int) -> Float {
    levels.withLock { $0.peak.indices.contains(channel) ? $0.peak[channel] : Self.silence }
  }

  /// Returns the root mean square.
  package func average(_ channel: Int) -> Float {
    levels.withLock { $0.average.indices.contains(channel) ? $0.average[channel] : Self.silence }
  }
}
