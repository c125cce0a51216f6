import AudioBase
import SignalProcessing

/// The frequencies of a spectrogram's rows, the lowest row first.
public struct SpectrogramScale: Sendable, Hashable {
  /// The spacing of rows.
  public enum Spacing: String, Sendable, Hashable, CaseIterable {
    /// Each row spans as many Hz.
    case linear
    /// Each row spans the same interval.
    case logarithmic
  }

  /// The spacing of rows.
  public var spacing: Spacing
  /// The lower edge of the lowest row, in Hz; more than 0 where rows are spaced logarithmically.
  public var lowest: Double
  /// The upper edge of the highest row, in Hz.
  public var highest: Double
  /// The number of rows.
  public var rowCount: Int

  /// Creates a scale.
  public init(_ spacing: Spacing, from lowest: Double, to highest: Double, rowCount: Int) {
    self.spacing = spacing
    self.lowest = lowest
    self.highest = highest
    self.rowCount = rowCount
  }

  /// Returns the frequency of a place between the lower edge, 0, and the upper edge, ``rowCount``, in Hz.
  public func frequency(at place: Double) -> Double {
    let part = place / Double(max(1, rowCount))
    guard spacing == .logarithmic else { return lowest + part * (highest - lowest) }
    // Both are positive and finite, and their ratio is far below the 3000 dB that the function takes.
    let level = Decibels.level(ofPower: highest) - Decibels.level(ofPower: lowest)
    return lowest * Decibels.power(ofLevel: part * level)
  }

  /// Returns the place of a frequency between the edges: the inverse of ``frequency(at:)``.
  public func place(of frequency: Double) -> Double {
    guard spacing == .logarithmic else {
      return (frequency - lowest) / (highest - lowest) * Double(rowCount)
    }
    let level = Decibels.level(ofPower: highest) - Decibels.level(ofPower: lowest)
    return (Decibels.level(ofPower: frequency) - Decibels.level(ofPower: lowest)) / level * Double(rowCount)
  }
}
