package import AudioFiles

/// The progress of a job.
public struct JobProgress: Sendable, Hashable {
  /// The stages of a job, in order.
  public enum Stage: Sendable {
    /// The loudness of the track is being measured for Sound Check.
    case measuringLoudness
    /// Samples are being decoded, converted and written.
    case converting
    /// Packets are being copied unchanged.
    case copying
    /// Samples are being decoded and read: hashed, verified, compared, measured.
    case reading
  }

  /// The unit of the counts.
  public enum Unit: Sendable, Hashable {
    /// Frames of the input, at a sample rate.
    case frames(sampleRate: Double)
    /// Packets of the input.
    case packets
    /// Bytes of the output.
    case bytes
  }

  /// The current stage; each stage counts from 0.
  public var stage: Stage
  /// The unit of ``completed`` and ``expected``.
  public var unit: Unit
  /// The number of finished units, which never falls within a stage.
  public var completed: Int64
  /// The expected number of units, if the input states it; it may be inexact.
  public var expected: Int64?

  /// Creates a progress.
  public init(stage: Stage, unit: Unit, completed: Int64, expected: Int64?) {
    self.stage = stage
    self.unit = unit
    self.completed = completed
    self.expected = expected
  }

  /// The finished fraction of the stage, 0 to 1; `nil` if the input does not state its length.
  public var fraction: Double? {
    guard let expected, expected > 0 else { return nil }
    return min(1, max(0, Double(completed) / Double(expected)))
  }
}

/// The observers of a job while it runs.
///
/// The functions are called on the thread that runs the job, between two pieces of work; the job waits for them.
///
/// A job whose task is cancelled throws `AudioError.cancelled` before its next piece of work and leaves no
/// file. A read that waits for a pipe is not interrupted.
public struct JobControl {
  /// Stops the job, from any thread or a signal handler.
  package var cancellation = Cancellation()
  /// A function called at the beginning of each stage and after each batch of packets: many hundred times a second.
  public var progress: (JobProgress) -> Void
  /// A function called for each note as soon as it is known; the report of a successful job also has all notes.
  public var note: (JobNote) -> Void

  /// Creates a control.
  ///
  /// - Parameters:
  ///   - progress: Called for each step.
  ///   - note: Called for each remark.
  public init(
    progress: @escaping (JobProgress) -> Void = { _ in }, note: @escaping (JobNote) -> Void = { _ in }
  ) {
    self.note = note
    self.progress = progress
  }

  /// Creates a control for a job that `cancellation` stops.
  package init(
    cancellation: Cancellation, progress: @escaping (JobProgress) -> Void = { _ in },
    note: @escaping (JobNote) -> Void = { _ in }
  ) {
    self.init(progress: progress, note: note)
    self.cancellation = cancellation
  }

  /// Returns a control that states the number of frames, where the input of the job does not.
  func expecting(_ frameCount: Int64) -> JobControl {
    var result = self
    let progress = progress
    result.progress = { told in
      var told = told
      if case .frames = told.unit, told.expected == nil { told.expected = frameCount }
      progress(told)
    }
    return result
  }
}

/// The progress of a stage, with counts that never fall.
package struct StageProgress {
  private var current: JobProgress
  private let control: JobControl

  /// Begins a stage, and reports it.
  package init(_ stage: JobProgress.Stage, _ unit: JobProgress.Unit, expected: Int64?, _ control: JobControl) {
    current = JobProgress(stage: stage, unit: unit, completed: 0, expected: expected)
    self.control = control
    control.progress(current)
  }

  /// Reports the progress of the stage. If work is repeated, as after abandoned `jobCount` threads, the count stays.
  package mutating func update(_ completed: Int64) {
    current.completed = max(current.completed, completed)
    control.progress(current)
  }

  /// True if the job is to end.
  package var isCancelled: Bool { control.cancellation.isCancelled }
}

/// The notes of a job: reported immediately, and kept for its report.
struct JobNotes {
  private(set) var all: [JobNote] = []
  let control: JobControl

  init(_ control: JobControl) { self.control = control }

  mutating func add(_ note: JobNote) {
    all.append(note)
    control.note(note)
  }
}
