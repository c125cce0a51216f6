public import AudioFiles

/// How far a job is.
public struct JobProgress: Sendable, Hashable {
  /// The steps that a job can consist of, in their order.
  public enum Stage: Sendable {
    /// The loudness of the track is being measured for Sound Check.
    case measuringLoudness
    /// Samples are being decoded, converted and written.
    case converting
    /// Packets are being copied as they are.
    case copying
    /// Samples are being decoded and looked at: hashed, verified, compared, measured.
    case reading
  }

  /// What is counted.
  public enum Unit: Sendable, Hashable {
    /// Frames of the input, of which so many make a second.
    case frames(sampleRate: Double)
    /// Packets of the input.
    case packets
    /// Bytes of the output.
    case bytes
  }

  /// The current step. Each begins to count at 0.
  public var stage: Stage
  /// The unit of ``completed`` and ``expected``.
  public var unit: Unit
  /// Units that are done; never less than was told before in the same stage.
  public var completed: Int64
  /// Units that there will be, where the input says so. A file that says it wrongly may have more or fewer.
  public var expected: Int64?

  /// Creates a progress.
  public init(stage: Stage, unit: Unit, completed: Int64, expected: Int64?) {
    self.stage = stage
    self.unit = unit
    self.completed = completed
    self.expected = expected
  }

  /// The part of the stage that is done, from 0 to 1; `nil` where the input does not say how long it is.
  public var fraction: Double? {
    guard let expected, expected > 0 else { return nil }
    return min(1, max(0, Double(completed) / Double(expected)))
  }
}

/// What a job tells while it runs, and what stops it.
///
/// The functions are called on the thread that runs the job, between two pieces of work; the job waits for them.
public struct JobControl {
  /// Stops the job from any thread, or from a signal handler: it then throws ``JobError/Reason/cancelled`` before its
  /// next piece of work. A read that waits for a pipe is not interrupted.
  public var cancellation: Cancellation
  /// Called at the beginning of each stage and after each batch of packets: often, many hundred times a second.
  public var progress: (JobProgress) -> Void
  /// Called for each remark as soon as it is known; a job that ends well has all of them in its report, too.
  public var note: (JobNote) -> Void

  /// Creates a control.
  ///
  /// - Parameters:
  ///   - cancellation: Shared with whatever shall be able to stop the job.
  ///   - progress: Called for each step.
  ///   - note: Called for each remark.
  public init(
    cancellation: Cancellation = Cancellation(), progress: @escaping (JobProgress) -> Void = { _ in },
    note: @escaping (JobNote) -> Void = { _ in }
  ) {
    self.cancellation = cancellation
    self.note = note
    self.progress = progress
  }

  /// A control that tells how many frames there will be, where the input of the job does not.
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

/// The progress of one stage: counts that never fall.
package struct StageProgress {
  private var current: JobProgress
  private let control: JobControl

  /// Begins a stage, and tells so.
  package init(_ stage: JobProgress.Stage, _ unit: JobProgress.Unit, expected: Int64?, _ control: JobControl) {
    current = JobProgress(stage: stage, unit: unit, completed: 0, expected: expected)
    self.control = control
    control.progress(current)
  }

  /// Tells how far the stage is. Where work is done again, as after `jobCount` jobs were given up, the count stays.
  package mutating func update(_ completed: Int64) {
    current.completed = max(current.completed, completed)
    control.progress(current)
  }

  /// Whether the job is to end.
  package var isCancelled: Bool { control.cancellation.isCancelled }
}

/// The notes of a job: handed over at once, and kept for its report.
struct JobNotes {
  private(set) var all: [JobNote] = []
  let control: JobControl

  init(_ control: JobControl) { self.control = control }

  mutating func add(_ note: JobNote) {
    all.append(note)
    control.note(note)
  }
}
