import Synchronization

/// A request to stop, made by one thread and checked by another between two pieces of work.
///
/// Programs usually cancel the task that the work runs in. This is for work on separate threads, and for signal
/// handlers, which cannot cancel a task.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// Creates a request that has not been made.
  package init() {}

  /// Requests the work to stop, which cannot be undone.
  package func cancel() { flag.store(true, ordering: .relaxed) }

  /// True if the work is to stop, or if the current task is cancelled.
  package var isCancelled: Bool { flag.load(ordering: .relaxed) || Task.isCancelled }
}
