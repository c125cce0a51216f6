import AudioFiles
import AudioJobs

/// A bar on standard error, if that is a terminal and the work takes more than half a second.
struct ProgressBar {
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var next: ContinuousClock.Instant
  private let isEnabled: Bool
  private let expectedFrameCount: Int64?
  private let sampleRate: Double
  private var isShown = false

  /// - Parameter progress: The first progress of the work.
  init(isEnabled: Bool, _ progress: JobProgress) {
    self.isEnabled = isEnabled && StandardStream.error.isTerminal
    expectedFrameCount = progress.expected
    if case .frames(let rate) = progress.unit { sampleRate = rate } else { sampleRate = 1 }
    start = clock.now
    next = start.advanced(by: .milliseconds(500))
  }

  /// The seconds since the work began.
  private var elapsed: Double { (clock.now - start) / .seconds(1) }

  /// Shows the progress of the work, at most ten times a second.
  mutating func update(frameCount: Int64) {
    guard isEnabled, clock.now >= next else { return }
    next = clock.now.advanced(by: .milliseconds(100))
    isShown = true
    StandardStream.error.write("\r" + line(frameCount: frameCount, elapsed: elapsed) + "\u{1B}[K")
  }

  /// Removes the bar.
  mutating func clear() {
    guard isShown else { return }
    StandardStream.error.write("\r\u{1B}[K")
    isShown = false
  }

  private func line(frameCount: Int64, elapsed: Double) -> String {
    let seconds = Double(frameCount) / sampleRate
    let speed = "\(decimal(seconds / max(elapsed, 1e-9), digits: 1))× real time"
    guard let expectedFrameCount, expectedFrameCount > 0 else { return "\(clockTime(seconds))  \(speed)" }
    let part = min(1, Double(frameCount) / Double(expectedFrameCount))
    let width = 30
    let filled = Int(part * Double(width))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    let left = part > 0 ? clockTime(elapsed * (1 - part) / part) : "?"
    return "[\(bar)] \(Int(part * 100)) %  \(speed)  \(left) left"
  }
}
