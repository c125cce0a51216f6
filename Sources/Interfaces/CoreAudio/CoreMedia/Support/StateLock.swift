import AudioBase

/// A lock for the state of an object.
///
/// It is held only while values are read or replaced, and while no code of the program runs: no function of a caller,
/// and no deinitialiser of an object, which may call one. So no two threads wait for each other, and none locks it
/// twice.
struct StateLock: ~Copyable, Sendable {
  private let turn = Lock(())

  /// Runs the body as soon as no other thread holds the lock.
  ///
  /// - Parameter body: Must not call the program, nor release the last reference to an object.
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
