import AudioFiles
import AudioJobs

/// Progress for programs: at most ten JSON objects per second for a file, and one at the start and the end of each
/// stage.
struct ProgressLines {
  /// One line.
  private struct Line: Encodable {
    var kind = "progress"
    var file: String
    /// `measuringLoudness`, `converting`, `copying` or `reading`.
    var stage: String
    /// `frames`, `packets` or `bytes`.
    var unit: String
    var completed: Int64
    var expected: Int64?
    /// The part of the stage that is done, 0 to 1.
    var fraction: Double?
    /// The processed duration in seconds, if frames are counted.
    var seconds: Double?
    /// The seconds since the stage began.
    var elapsed: Double
    /// The seconds of sound in a second.
    var xRealTime: Double?
    /// The seconds that the rest of the stage is likely to take.
    var remaining: Double?
  }

  private let file: Pathname
  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant
  private var next: ContinuousClock.Instant
  private var last: JobProgress?
  /// The progress reported since the last line.
  private var pending: JobProgress?

  init(_ file: Pathname) {
    self.file = file
    start = clock.now
    next = start
  }

  /// Returns the line for a progress, or `nil` if it is not yet time for one.
  mutating func line(_ progress: JobProgress) -> String? {
    let now = clock.now
    let begins = last?.stage != progress.stage || progress.completed == 0
    let isWhole = progress.expected == progress.completed
    pending = progress
    guard begins || isWhole || now >= next, last != progress else { return nil }
    if begins { start = now }
    return write(progress, at: now)
  }

  /// Returns the line for the progress since the last line; `nil` if there is none.
  mutating func rest() -> String? { pending.flatMap { $0 == last ? nil : write($0, at: clock.now) } }

  private mutating func write(_ progress: JobProgress, at now: ContinuousClock.Instant) -> String {
    last = progress
    next = now.advanced(by: .milliseconds(100))
    return jsonLine(line(progress, elapsed: (now - start) / .seconds(1)))
  }

  private func line(_ progress: JobProgress, elapsed: Double) -> Line {
    var line = Line(
      file: file.description, stage: "\(progress.stage)", unit: "", completed: progress.completed,
      expected: progress.expected, fraction: progress.fraction, elapsed: elapsed)
    switch progress.unit {
    case .frames(let rate):
      line.unit = "frames"
      line.seconds = rate > 0 ? Double(progress.completed) / rate : nil
    case .packets: line.unit = "packets"
    case .bytes: line.unit = "bytes"
    }
    guard elapsed > 0 else { return line }
    line.xRealTime = line.seconds.map { $0 / elapsed }
    if let fraction = progress.fraction, fraction > 0 { line.remaining = elapsed * (1 - fraction) / fraction }
    return line
  }
}
