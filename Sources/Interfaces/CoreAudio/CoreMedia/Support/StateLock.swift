import AudioBase

/// Lets one thread at a time at what an object holds.
///
/// It is held for as long as values are read or replaced, and while nothing of the program's runs: no function of a
/// caller's, and no end of an object, which may call one. So no two threads wait for each other, and none comes in
/// twice.
struct StateLock: ~Copyable, Sendable {
  private let turn = Lock(())

  /// Works on what is guarded as soon as no other thread does.
  ///
  /// - Parameter body: Must not call the program, nor let go of what may be the last reference to an object.
  borrowing func locked<Result, Problem: Error>(
    _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    var result: Result?
    try turn.withLock { _ throws(Problem) in result = try body() }
    // Holds: the body has run, or has thrown.
    guard let result else { preconditionFailure("a lock is worked behind") }
    return result
  }
}
