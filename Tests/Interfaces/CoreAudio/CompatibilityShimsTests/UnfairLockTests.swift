import CompatibilityShims
import Foundation
import Testing

/// A number that programs guard as on Apple's systems.
private final class GuardedCount: @unchecked Sendable {
  private var lock = os_unfair_lock_s()
  private var count = 0

  func increase() {
    os_unfair_lock_lock(&lock)
    defer { os_unfair_lock_unlock(&lock) }
    count += 1
  }

  var isHeld: Bool {
    guard os_unfair_lock_trylock(&lock) else { return true }
    os_unfair_lock_unlock(&lock)
    return false
  }

  func held<Result>(_ body: (Int) -> Result) -> Result {
    os_unfair_lock_lock(&lock)
    defer { os_unfair_lock_unlock(&lock) }
    return body(count)
  }
}

@Suite("Locks of <os/lock.h>") struct UnfairLockTests {
  @Test("One thread at a time has a lock")
  func exclusion() {
    let count = GuardedCount()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in for _ in 0..<10_000 { count.increase() } }
    #expect(count.held { $0 } == 80_000 && !count.isHeld)
    #expect(count.held { _ in DispatchQueue.global().sync { count.isHeld } })
  }

  @Test("A lock may lie where a program allocates it")
  func allocated() {
    let lock = os_unfair_lock_t.allocate(capacity: 1)
    lock.initialize(to: os_unfair_lock())
    #expect(os_unfair_lock_trylock(lock) && !os_unfair_lock_trylock(lock))
    os_unfair_lock_unlock(lock)
    #expect(os_unfair_lock_trylock(lock))
    os_unfair_lock_unlock(lock)
    lock.deallocate()
  }
}
