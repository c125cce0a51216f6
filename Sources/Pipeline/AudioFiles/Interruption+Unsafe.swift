// A signal handler may do almost nothing: no allocation, no lock, no Swift runtime. This one loads a pointer from an
// atomic that was made before the handler was installed, and calls `unlink`, `signal` and `raise`, all of which POSIX
// lists as safe. The pointer is either nil or a C string that stays allocated until after the atomic was emptied.

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The address of the path of the one unfinished file that an interruption shall remove, or 0.
private let unfinishedPath = Atomic<UInt>(0)

/// Removes the unfinished output when the program is interrupted.
public enum Interruption {
  /// Makes Ctrl-C, a hang-up and a request to terminate remove the unfinished file first. For programs, not libraries.
  public static func installHandler() {
    // Touching the atomic here runs its initialiser before any signal can.
    _ = unfinishedPath.load(ordering: .acquiring)
    let numbers = [SIGINT, SIGTERM, SIGHUP]
    for number in numbers { install(on: number) }
    // A parent that starts programs from a thread of a pool, as Foundation does, hands down that thread's blocked
    // signals; nobody could interrupt this program then.
    var blocked = sigset_t()
    unsafe sigemptyset(&blocked)
    for number in numbers { unsafe sigaddset(&blocked, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
  }

  private static func install(on number: Int32) {
    // A signal that the parent had switched off, as `nohup` does, stays off.
    var previous = sigaction()
    guard unsafe sigaction(number, nil, &previous) == 0, !isIgnored(previous) else { return }
    _ = signal(number, removeUnfinishedFile)
  }

  /// Names the file to remove. There is one at a time; the last one named counts.
  static func protect(_ path: String) {
    exchange(unsafe UInt(bitPattern: strdup(path)))
  }

  /// Forgets the file, which is finished or gone.
  static func release() { exchange(0) }

  private static func exchange(_ path: UInt) {
    let previous = unfinishedPath.exchange(path, ordering: .acquiringAndReleasing)
    unsafe free(UnsafeMutableRawPointer(bitPattern: previous))
  }
}

private func removeUnfinishedFile(_ number: Int32) {
  let address = unfinishedPath.load(ordering: .acquiring)
  if let path = unsafe UnsafePointer<CChar>(bitPattern: address) { _ = unsafe unlink(path) }
  // The program ends as if it had not listened, so that its caller sees why.
  _ = signal(number, SIG_DFL)
  _ = raise(number)
}

/// Whether a signal is switched off.
private func isIgnored(_ action: sigaction) -> Bool {
  #if canImport(Darwin)
    let handler = unsafe action.__sigaction_u.__sa_handler
  #else
    let handler = unsafe action.__sigaction_handler.sa_handler
  #endif
  return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}
