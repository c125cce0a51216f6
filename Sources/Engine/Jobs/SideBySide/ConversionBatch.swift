import AudioBase
public import AudioFiles
import Dispatch

/// Conversions that run in parallel, a few at a time: the files of a folder, or several outputs of one file.
///
/// ```swift
/// let results = await ConversionBatch(conversions).run { index, progress in show(index, progress) }
/// ```
/// Each conversion runs as if alone: one that fails does not stop the others. Two with the same output do not mix; the
/// one that completes last replaces the other, or is refused, by its ``FileConversion/replacement``.
public struct ConversionBatch: Sendable {
  /// The conversions, in starting order.
  public var conversions: [FileConversion]
  /// The number of conversions that run at the same time, 1 to ``mostThreads``; other values count as the nearest one.
  /// A conversion whose ``FileConversion/jobCount`` is more than 1 has threads of its own in addition.
  public var threadCount: Int

  /// The largest number of conversions that run at the same time.
  public static let mostThreads = 64

  /// The state of a batch's conversions while they run.
  private struct State: Sendable {
    var next = 0
    var results: [Result<ConversionReport, AudioError>?]
  }

  /// Creates a batch.
  ///
  /// - Parameters:
  ///   - conversions: The conversions, which are begun in this order.
  ///   - threadCount: Conversions that run at the same time.
  public init(_ conversions: [FileConversion], threadCount: Int = 2) {
    self.conversions = conversions
    self.threadCount = threadCount
  }

  /// Runs all conversions on its own threads, and returns when the last one has ended.
  ///
  /// If the task is cancelled, conversions that have not ended end with `AudioError.cancelled`.
  ///
  /// - Parameter progress: Called with the index of a conversion and its progress, on the thread that runs it; several
  ///   threads may call it at once.
  /// - Returns: The result of each conversion, or the reason for which it has no output.
  public func run(
    progress: @escaping @Sendable (_ index: Int, _ progress: JobProgress) -> Void = { _, _ in }
  ) async -> [Result<ConversionReport, AudioError>] {
    let cancellation = Cancellation()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "conversions").async {
          continuation.resume(returning: run(cancellation: cancellation, progress: progress))
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// Runs all conversions, and blocks the calling thread until the last one has ended.
  ///
  /// - Parameters:
  ///   - cancellation: Ends those that run, and those that have not begun.
  ///   - progress: Called as the function above states.
  package func run(
    cancellation: Cancellation,
    progress: @escaping @Sendable (_ index: Int, _ progress: JobProgress) -> Void = { _, _ in }
  ) -> [Result<ConversionReport, AudioError>] {
    let state = SharedState(State(results: conversions.map { _ in nil }))
    let workers = DispatchGroup()
    for _ in 0..<min(max(1, threadCount), Self.mostThreads, conversions.count) {
      DispatchQueue.global().async(group: workers) { work(state, cancellation, progress) }
    }
    workers.wait()
    return zip(state.lock.withLock { $0.results }, conversions).map { result, conversion in
      result ?? .failure(.output(conversion.output, .cancelled))
    }
  }

  /// Runs conversions until none is left.
  private func work(
    _ state: SharedState, _ cancellation: Cancellation, _ progress: @escaping @Sendable (Int, JobProgress) -> Void
  ) {
    while !cancellation.isCancelled, let index = state.begin() {
      let control = JobControl(cancellation: cancellation) { progress(index, $0) }
      let result = Result<ConversionReport, AudioError> { () throws(AudioError) in try conversions[index].run(control) }
      state.lock.withLock { $0.results[index] = result }
    }
  }

  /// The state, guarded by its lock.
  private final class SharedState: Sendable {
    let lock: Lock<State>

    init(_ state: State) { lock = Lock(state) }

    /// Returns the index of the next conversion, or `nil` if none is left.
    func begin() -> Int? {
      lock.withLock { state in
        guard state.next < state.results.count else { return nil }
        state.next += 1
        return state.next - 1
      }
    }
  }
}
