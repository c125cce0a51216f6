import Synchronization

/// A request to stop, which one thread makes and another looks at between two pieces of work.
public final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// Creates a request that has not been made yet.
  public init() {}

  /// Asks for the work to stop. It cannot be taken back.
  public func cancel() { flag.store(true, ordering: .relaxed) }

  /// Whether the work shall stop.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
