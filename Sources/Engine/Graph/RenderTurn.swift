import AudioDevices
import Synchronization

/// Whose turn it is at something that a rendering thread works on, and other threads now and then.
///
/// Whoever leaves a lock that others wait for has to wake them, by a call of the operating system, which a rendering
/// thread must not make. Here nobody waits to be woken: a thread that finds another one inside asks again, first at
/// once, then every 20 microseconds. The price is that a waiting thread lends its priority to nobody.
package struct RenderTurn: ~Copyable, Sendable {
  private let isTaken = Atomic<Bool>(false)

  /// How often a thread asks before it sleeps.
  private static var impatientTries: Int { 200 }
  /// Nanoseconds that it then sleeps.
  private static var pause: UInt64 { 20_000 }

  /// A turn that nobody has.
  package init() {}

  /// Takes the turn as soon as no other thread has it. A thread that has it must not ask again.
  package borrowing func take() {
    var tries = 0
    while isTaken.exchange(true, ordering: .acquiring) {
      tries += 1
      if tries > Self.impatientTries { HostClock.sleep(until: HostClock.now + Self.pause) }
    }
  }

  /// Gives the turn back, to whoever asks first.
  package borrowing func giveBack() { isTaken.store(false, ordering: .releasing) }
}
