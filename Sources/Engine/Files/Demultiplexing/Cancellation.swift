import Synchronization

/// A request to stop, which one thread makes and another checks between two pieces of work.
///
/// Programs cancel the task that the work runs in. This is for what runs on threads of its own, and for signal
/// handlers, in which no task can be cancelled.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// Creates a request that has not been made yet.
  package init() {}

  /// Requests the work to stop. It cannot be undone.
  package func cancel() { flag.store(true, ordering: .relaxed) }

  /// True if the work shall stop, also where the task that asks is cancelled.
  package var isCancelled: Bool { flag.load(ordering: .relaxed) || Task.isCancelled }
}
