import Synchronization

/// The right of one thread at a time to render. No thread waits for it: one that finds it taken does something else.
package struct RenderTurn: ~Copyable, Sendable {
  private let isTaken = Atomic<Bool>(false)

  /// Creates a turn that no thread holds.
  package init() {}

  /// Takes the turn; false where a thread has it, be it this one.
  package borrowing func take() -> Bool { !isTaken.exchange(true, ordering: .acquiring) }

  /// Releases the turn.
  package borrowing func giveBack() { isTaken.store(false, ordering: .releasing) }
}
