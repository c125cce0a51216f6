// A POSIX mutex and condition, for which Swift's standard library has no counterpart. Both are allocated once, so that
// their addresses stay, are initialised before any other thread can hold the object, and are freed at its
// deallocation: a waiting thread holds it.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock with which a thread can wait until another one has changed something.
///
/// `@unchecked`: its two pointers never change, and POSIX allows any thread to use their targets.
@safe final class Condition: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init() {
    // Bound: one of each.
    unsafe mutex = .allocate(capacity: 1)
    // Bound: the same.
    unsafe condition = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Waits until no other thread has the lock, and takes it.
  func lock() { unsafe pthread_mutex_lock(mutex) }

  /// Releases the lock.
  func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Releases the lock until another thread calls ``broadcast()``, and takes it again; it may also return spuriously.
  func wait() { unsafe pthread_cond_wait(condition, mutex) }

  /// Wakes all threads that wait.
  func broadcast() { unsafe pthread_cond_broadcast(condition) }
}
