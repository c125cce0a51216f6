import AudioBase
import AudioFiles
import SignalProcessing

/// One line on standard error that is rewritten again and again: the file, the position and the level.
struct StatusLine {
  private let clock = ContinuousClock()
  private var next: ContinuousClock.Instant
  private let isEnabled: Bool
  private var isShown = false

  /// - Parameter isEnabled: False to show nothing; nothing is shown either if standard error is not a terminal.
  init(isEnabled: Bool) {
    self.isEnabled = isEnabled && StandardStream.error.isTerminal
    next = clock.now
  }

  /// Shows a text, at most ten times a second.
  mutating func update(_ text: () -> String) {
    guard isEnabled, clock.now >= next else { return }
    next = clock.now.advanced(by: .milliseconds(100))
    isShown = true
    StandardStream.error.write("\r" + text().printable + "\u{1B}[K")
  }

  /// Removes the line.
  mutating func clear() {
    guard isShown else { return }
    StandardStream.error.write("\r\u{1B}[K")
    isShown = false
  }

  /// Returns a level as a bar of 20 places from −60 dB to full scale, and in decibels.
  static func level(_ peak: Float) -> String {
    let decibels = Decibels.level(ofAmplitude: Double(peak))
    let filled = Int((min(max(decibels, -60), 0) + 60) / 3)
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
    return "[\(bar)] " + (decibels < -99 ? "  -inf" : decimal(decibels, digits: 1).leftPadded(6)) + " dB"
  }
}
