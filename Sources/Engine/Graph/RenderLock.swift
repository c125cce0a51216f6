import AudioBase

/// A value that a rendering thread works on, and other threads now and then for some assignments.
///
/// They take turns as ``RenderTurn`` says, without waking each other. Rendering may go on for milliseconds, and is
/// asked for again only by threads that have time.
struct RenderLock<Value>: ~Copyable, Sendable {
  private let turn = RenderTurn()
  /// Never found taken: it proves that one thread at a time works on the value.
  private let lock: Lock<Value>

  /// A lock over a value.
  init(_ value: sending Value) { lock = Lock(value) }

  /// Works on the value as soon as no other thread does.
  ///
  /// - Parameter body: Gets the value, and must not ask for the lock again.
  /// - Returns: What the body returns.
  borrowing func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
    turn.take()
    defer { turn.giveBack() }
    return lock.withLock(body)
  }
}
