import AudioFiles
import AudioJobs

/// Progress for programs: at most ten JSON objects a second on standard error, and one when a stage begins or ends.
final class ProgressLines {
  /// One line.
  private struct Line: Encodable {
    var file: String
    /// `measuringLoudness`, `converting` or `copying`.
    var stage: String
    /// `frames`, `packets` or `bytes`.
    var unit: String
    var completed: Int64
    var expected: Int64?
    /// The part that is done, 0 to 1.
    var fraction: Double?
  }

  private let file: FilePath
  private let clock = ContinuousClock()
  private var next: ContinuousClock.Instant
  private var stage: JobProgress.Stage?

  init(_ file: FilePath) {
    self.file = file
    next = clock.now
  }

  /// Writes a line, if it is time for one.
  func write(_ progress: JobProgress) {
    let isWhole = progress.expected == progress.completed
    guard stage != progress.stage || isWhole || clock.now >= next else { return }
    stage = progress.stage
    next = clock.now.advanced(by: .milliseconds(100))
    let unit =
      switch progress.unit {
      case .frames: "frames"
      case .packets: "packets"
      case .bytes: "bytes"
      }
    StandardStream.error.write(
      jsonLine(
        Line(
          file: file.description, stage: "\(progress.stage)", unit: unit, completed: progress.completed,
          expected: progress.expected, fraction: progress.fraction)))
  }
}
