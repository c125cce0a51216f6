import Synchronization

/// Whose turn it is at something that one thread at a time renders. Nobody waits for it: a thread that finds another
/// one inside is told so, and does something else.
package struct RenderTurn: ~Copyable, Sendable {
  private let isTaken = Atomic<Bool>(false)

  /// A turn that nobody has.
  package init() {}

  /// Takes the turn; false where a thread has it, be it this one.
  package borrowing func take() -> Bool { !isTaken.exchange(true, ordering: .acquiring) }

  /// Gives the turn back.
  package borrowing func giveBack() { isTaken.store(false, ordering: .releasing) }
}
