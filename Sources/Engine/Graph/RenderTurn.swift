import Synchronization

/// The right to render, held by one thread at a time. No thread waits for it: a thread that cannot get it does
/// something else.
package struct RenderTurn: ~Copyable, Sendable {
  private let isTaken = Atomic<Bool>(false)

  /// Creates a turn that no thread holds.
  package init() {}

  /// Takes the turn; false if any thread has it, including this one.
  package borrowing func take() -> Bool { !isTaken.exchange(true, ordering: .acquiring) }

  /// Releases the turn.
  package borrowing func giveBack() { isTaken.store(false, ordering: .releasing) }
}
