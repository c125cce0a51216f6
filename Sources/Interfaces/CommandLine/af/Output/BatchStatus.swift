import AudioFiles
import AudioJobs
import Synchronization

/// Shows the progress of a batch: a line on a terminal that counts files and hours of sound, or JSON objects.
final class BatchStatus: Sendable {
  /// One line for programs, at most ten a second.
  private struct Line: Encodable {
    var kind = "progress"
    /// The file that was worked on last.
    var file: String
    var stage: String
    var unit = "files"
    var completed: Int
    var expected: Int
    var failed: Int
    var unchanged: Int
    var fraction: Double
    /// The seconds of sound.
    var seconds: Double
    var elapsed: Double
    var xRealTime: Double
    var remaining: Double?
  }

  private struct State {
    var status: StatusLine
    var last: (counts: BatchCounts, file: Pathname)?
    var next: ContinuousClock.Instant
  }

  private let action: BatchAction
  private let display: ProgressOptions.Display
  private let common: CommonOptions
  private let state: Mutex<State>

  init(_ action: BatchAction, _ display: ProgressOptions.Display, _ common: CommonOptions) {
    self.action = action
    self.display = display
    self.common = common
    state = Mutex(
      State(status: StatusLine(isEnabled: display == .bar && !common.quiet), next: ContinuousClock().now))
  }

  /// Shows the progress of the batch.
  func update(_ counts: BatchCounts, _ file: Pathname) {
    guard display != .none else { return }
    state.withLock { state in
      state.last = (counts, file)
      guard display == .json else { return state.status.update { Self.text(counts) } }
      let now = ContinuousClock().now
      guard now >= state.next else { return }
      state.next = now.advanced(by: .milliseconds(100))
      write(&state)
    }
  }

  /// Prints other text, removing the status line from the terminal first.
  func interrupted(_ body: () -> Void) {
    state.withLock { $0.status.clear() }
    body()
  }

  /// Removes the progress line, and prints the totals.
  func end(_ counts: BatchCounts) {
    state.withLock { state in
      state.status.clear()
      if display == .json {
        state.last = (counts, state.last?.file ?? "-")
        write(&state)
      }
    }
    guard common.verbose || (display == .bar && !common.quiet && StandardStream.error.isTerminal) else { return }
    StandardStream.error.write(Self.summary(counts) + "\n")
  }

  private func write(_ state: inout State) {
    guard let (counts, file) = state.last else { return }
    StandardStream.error.write(
      jsonLine(
        Line(
          file: file.description, stage: action.rawValue, completed: counts.finished, expected: counts.total,
          failed: counts.failed, unchanged: counts.unchanged, fraction: counts.fraction, seconds: counts.soundSeconds,
          elapsed: counts.elapsed, xRealTime: counts.timesRealTime, remaining: counts.remaining)))
  }

  /// Returns the line on a terminal: `120 of 5000 files, 3 failed  1.5 h  250.0× real time  12:30 left`.
  private static func text(_ counts: BatchCounts) -> String {
    let failed = counts.failed > 0 ? ", \(counts.failed) failed" : ""
    return "\(counts.finished) of \(counts.total) files\(failed)  \(sound(counts))"
      + "  \(counts.remaining.map(clockTime) ?? "?") left"
  }

  private static func sound(_ counts: BatchCounts) -> String {
    "\(decimal(counts.soundSeconds / 3600, digits: 2)) h  \(decimal(counts.timesRealTime, digits: 1))× real time"
  }

  private static func summary(_ counts: BatchCounts) -> String {
    let parts = [
      (counts.done, "done"), (counts.unchanged, "unchanged"), (counts.failed, "failed"),
      (counts.warned, "with warnings"), (counts.leftAside, "left aside, as they are outputs or were listed twice"),
      (counts.others, "of other kinds"),
    ]
    let told = parts.filter { $0.0 > 0 || $0.1 == "done" }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return "\(ProgramArguments.name): batch: \(told); \(sound(counts)), \(clockTime(counts.elapsed))"
  }
}
