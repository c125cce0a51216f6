import AudioFiles
import AudioJobs

/// Shows the progress of one job in the form that `--progress` requests.
final class ProgressReport {
  private let display: ProgressOptions.Display
  private let isQuiet: Bool
  private var lines: ProgressLines
  private var bar: ProgressBar?
  private var shown: JobProgress?

  /// - Parameter isQuiet: True to show no bar; JSON is written anyway, because it is requested explicitly.
  init(of file: Pathname, _ display: ProgressOptions.Display, isQuiet: Bool) {
    self.display = display
    self.isQuiet = isQuiet
    lines = ProgressLines(file)
  }

  /// Shows the progress of the job, not too often.
  func update(_ progress: JobProgress) {
    switch display {
    case .none: break
    case .json:
      if let line = lines.line(progress) { StandardStream.error.write(line) }
    case .bar:
      if shown?.stage != progress.stage || shown?.expected != progress.expected || progress.completed == 0 {
        bar?.clear()
        bar = ProgressBar(isEnabled: !isQuiet, progress)
        shown = progress
      }
      bar?.update(frameCount: progress.completed)
    }
  }

  /// Removes the progress line, or prints the final progress for programs.
  func end() {
    if display == .json, let line = lines.rest() { StandardStream.error.write(line) }
    bar?.clear()
    bar = nil
  }
}
