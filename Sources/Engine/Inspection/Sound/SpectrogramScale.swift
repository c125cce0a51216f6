import AudioBase
import SignalProcessing

/// The frequencies of a spectrogram's rows, the lowest row first.
public struct SpectrogramScale: Sendable, Hashable {
  /// The spacing of rows.
  public enum Spacing: String, Sendable, Hashable, CaseIterable {
    /// Rows of equal bandwidth in Hz.
    case linear
    /// Rows of equal musical interval.
    case logarithmic
  }

  /// The spacing of rows.
  public var spacing: Spacing
  /// The lower edge of the lowest row, in Hz; more than 0 for logarithmic rows.
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

  /// Returns the frequency in Hz of a position between the lower edge, 0, and the upper edge, ``rowCount``.
  public func frequency(at place: Double) -> Double {
    let part = place / Double(max(1, rowCount))
    guard spacing == .logarithmic else { return lowest + part * (highest - lowest) }
    // Both are positive and finite, and their ratio is far below the 3000 dB that the function takes.
    let level = Decibels.level(ofPower: highest) - Decibels.level(ofPower: lowest)
    return lowest * Decibels.power(ofLevel: part * level)
  }

  /// Returns the position of a frequency between the edges: the inverse of ``frequency(at:)``.
  public func place(of frequency: Double) -> Double {
    guard spacing == .logarithmic else {
      return (frequency - lowest) / (highest - lowest) * Double(rowCount)
    }
    let level = Decibels.level(ofPower: highest) - Decibels.level(ofPower: lowest)
    return (Decibels.level(ofPower: frequency) - Decibels.level(ofPower: lowest)) / level * Double(rowCount)
  }
}
