import Synchronization

/// A request to stop, which one thread makes and another checks between two pieces of work.
public final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// Creates a request that has not been made yet.
  public init() {}

  /// Requests the work to stop. It cannot be undone.
  public func cancel() { flag.store(true, ordering: .relaxed) }

  /// True if the work shall stop.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
