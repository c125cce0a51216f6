import AudioBase
import AudioDevices
import Synchronization

/// A value that a rendering thread works on, and other threads now and then for some assignments.
///
/// Whoever leaves a lock that others wait for has to wake them, by a call of the operating system, which a rendering
/// thread must not make. Here nobody waits to be woken: a thread that finds another one inside asks again, first at
/// once, then every 20 microseconds. Rendering may go on for milliseconds, and is asked for again only by threads that
/// have time. The price is that a waiting thread lends its priority to nobody.
struct RenderLock<Value>: ~Copyable, Sendable {
  private let isTaken = Atomic<Bool>(false)
  /// Never found taken: it proves that one thread at a time works on the value.
  private let lock: Lock<Value>

  /// How often a thread asks before it sleeps.
  private static var impatientTries: Int { 200 }
  /// Nanoseconds that it then sleeps.
  private static var pause: UInt64 { 20_000 }

  /// A lock over a value.
  init(_ value: sending Value) { lock = Lock(value) }

  /// Works on the value as soon as no other thread does.
  ///
  /// - Parameter body: Gets the value, and must not ask for the lock again.
  /// - Returns: What the body returns.
  borrowing func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
    var tries = 0
    while isTaken.exchange(true, ordering: .acquiring) {
      tries += 1
      if tries > Self.impatientTries { HostClock.sleep(until: HostClock.now + Self.pause) }
    }
    defer { isTaken.store(false, ordering: .releasing) }
    return lock.withLock(body)
  }
}
