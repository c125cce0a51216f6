public import Synchronization

/// A value guarded by a `Mutex` that ThreadSanitizer can follow and tests can count.
///
/// On Linux a thread that has to wait for a `Mutex` does so within Swift's own library, which the sanitizer does not
/// watch: it does not learn that the lock was handed over, and takes the work of the two threads for a race. A number
/// that is read first and written last tells it, in builds for the sanitizer alone (`THREAD_SANITIZER`).
///
/// It is `@usableFromInline`, and its functions are inlined, for other modules: of a plain `package` generic they would
/// call the unspecialised code, which asks the runtime for metadata, and that allocates on the first call of each kind.
@frozen
@usableFromInline
package struct Lock<Value>: ~Copyable {
  @usableFromInline let mutex: Mutex<Value>
  #if THREAD_SANITIZER
    /// Written by each thread that leaves the lock, read by the next one that enters.
    @usableFromInline let order = Atomic<UInt>(0)
  #endif

  /// Creates a lock over a value.
  @inlinable
  package init(_ value: sending Value) { mutex = Mutex(value) }

  /// Locks, calls `body` with the value, and unlocks.
  ///
  /// - Parameter body: Receives the value, and must not lock again.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  @inlinable
  package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    #if DEBUG || COUNTS_LOCKS
      LockWatch.observer.load()?.body()
    #endif
    #if THREAD_SANITIZER
      return try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
        _ = order.load(ordering: .acquiring)
        defer { order.store(0, ordering: .releasing) }
        return try body(&value)
      }
    #else
      return try mutex.withLock(body)
    #endif
  }
}

extension Lock: Sendable {}

#if DEBUG || COUNTS_LOCKS
  /// Reports each acquired ``Lock``, in test builds: debug builds, and those with `COUNTS_LOCKS`.
  @usableFromInline package enum LockWatch {
    /// A function that is called on a thread just before it takes a lock.
    @usableFromInline package final class Observer: Sendable {
      @usableFromInline let body: @Sendable () -> Void

      /// Creates an observer, whose body must take no lock.
      @usableFromInline package init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// The observer, set once.
    @usableFromInline package static let observer = AtomicLazyReference<Observer>()
  }
#endif
