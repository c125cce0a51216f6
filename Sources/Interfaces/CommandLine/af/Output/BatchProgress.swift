import AudioFiles
import AudioJobs
import Synchronization

/// Shows the progress of many files that are converted in parallel: a line that counts them, or JSON objects for each
/// file.
final class BatchProgress: Sendable {
  private struct State {
    var lines: [ProgressLines]
    var fractions: [Double]
    var status: StatusLine
  }

  private let display: ProgressOptions.Display
  private let state: Mutex<State>

  /// - Parameter isQuiet: True if there is to be no line on a terminal.
  init(of files: [Pathname], _ display: ProgressOptions.Display, isQuiet: Bool) {
    self.display = display
    state = Mutex(
      State(
        lines: files.map { ProgressLines($0) }, fractions: files.map { _ in 0 },
        status: StatusLine(isEnabled: display == .bar && !isQuiet)))
  }

  /// Records the progress of a file. Called from the threads of all files.
  func update(_ index: Int, _ progress: JobProgress) {
    guard display != .none else { return }
    state.withLock { state in
      if display == .json {
        if let line = state.lines[index].line(progress) { StandardStream.error.write(line) }
        return
      }
      state.fractions[index] = max(state.fractions[index], progress.fraction ?? 0)
      let fractions = state.fractions
      state.status.update {
        let part = fractions.reduce(0, +) / Double(max(1, fractions.count))
        return "\(Int(part * 100)) %  \(fractions.count { $0 >= 1 }) of \(fractions.count) files"
      }
    }
  }

  /// Removes the progress line, or prints the final progress for programs.
  func end() {
    state.withLock { state in
      state.status.clear()
      guard display == .json else { return }
      for index in state.lines.indices {
        if let line = state.lines[index].rest() { StandardStream.error.write(line) }
      }
    }
  }
}
