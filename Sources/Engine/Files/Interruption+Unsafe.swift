// A signal handler may do almost nothing: no allocation, no lock, no Swift runtime. These load addresses and counts
// from atomics that were made before a handler was installed, and call `unlink`, `write`, `signal` and `raise`, all
// of which POSIX lists as safe. UnfinishedFiles+Unsafe.swift says why the paths may be read. The texts are never freed.

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The address of the table of messages: for each signal number the address of its line, or 0.
private let lineTable = Atomic<UInt>(0)

/// The signals that end a program, with their names.
private let endingSignals: [(number: Int32, name: String)] = [
  (SIGINT, "SIGINT"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP"), (SIGQUIT, "SIGQUIT"), (SIGXCPU, "SIGXCPU"),
  (SIGALRM, "SIGALRM"), (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"), (SIGPIPE, "SIGPIPE"),
]

/// The signal that has requested the program to finish and exit; 0 if signals end it immediately, −1 before the first.
private let request = Atomic<Int32>(0)

/// Removes all unfinished outputs when the program is interrupted.
package enum Interruption {
  /// Makes the signals that end a program (Ctrl-C, a hang-up, a request to terminate, the end of its share of the
  /// processor's time) remove every unfinished file and say so in one line first. A file that grows beyond what the
  /// user may write becomes an error of the write, not a signal. For programs, not libraries.
  ///
  /// - Parameter program: The name that the line begins with.
  package static func installHandler(program: String) {
    // Touching the atomics here runs their initialisers before any signal can.
    UnfinishedFile.prepareForSignals()
    _ = request.load(ordering: .relaxed)
    prepareLines(program)
    _ = signal(SIGXFSZ, SIG_IGN)
    for (number, _) in endingSignals { install(on: number) }
    // A parent that starts programs from a thread of a pool, as Foundation does, passes on that thread's blocked
    // signals; this program could not be interrupted then.
    var blocked = sigset_t()
    unsafe sigemptyset(&blocked)
    for (number, _) in endingSignals { unsafe sigaddset(&blocked, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
  }

  /// Lets the program handle the first Ctrl-C, hang-up or request to terminate, as a recorder does to complete its
  /// file. The next one ends the program. To be called after ``installHandler(program:)``.
  package static func deferFirst() { request.store(-1, ordering: .sequentiallyConsistent) }

  /// The number of the signal that has requested an end since ``deferFirst()``, or `nil`.
  package static var requested: Int32? {
    let number = request.load(ordering: .sequentiallyConsistent)
    return number > 0 ? number : nil
  }

  /// Ends the program with the signal that it received, so that its caller sees the reason; prints nothing.
  package static func endAsRequested() {
    guard let number = requested else { return }
    _ = signal(number, SIG_DFL)
    _ = raise(number)
  }

  /// Creates the table of messages: 32 addresses, one per signal; 0 if nothing is printed.
  private static func prepareLines(_ program: String) {
    // Bound: a constant.
    let table = UnsafeMutablePointer<UInt>.allocate(capacity: lineTableCount)
    // Bound: the same constant.
    unsafe table.initialize(repeating: 0, count: lineTableCount)
    // A closed standard error gets no message.
    for (number, name) in endingSignals where number != SIGPIPE && number < lineTableCount {
      unsafe table[Int(number)] = UInt(bitPattern: strdup("\(program): ended by \(name); no unfinished file is left\n"))
    }
    lineTable.store(UInt(bitPattern: table), ordering: .releasing)
  }

  private static func install(on number: Int32) {
    // A signal that the parent had switched off, as `nohup` does, stays off.
    var previous = sigaction()
    guard unsafe sigaction(number, nil, &previous) == 0, !isIgnored(previous) else { return }
    _ = signal(number, endProgram)
  }
}

/// The number of entries of the table of lines; signals with higher numbers have no line.
private let lineTableCount = 32

private func endProgram(_ number: Int32) {
  if number == SIGINT || number == SIGTERM || number == SIGHUP,
    request.compareExchange(expected: -1, desired: number, ordering: .sequentiallyConsistent).exchanged
  {
    return
  }
  UnfinishedFile.removeAllFromHandler()
  sayLine(of: number)
  // The program ends as if it had not listened, so that its caller sees why.
  _ = signal(number, SIG_DFL)
  _ = raise(number)
}

private func sayLine(of number: Int32) {
  guard number >= 0, number < 32,
    let table = unsafe UnsafePointer<UInt>(bitPattern: lineTable.load(ordering: .acquiring)),
    let line = unsafe UnsafePointer<CChar>(bitPattern: table[Int(number)])
  else { return }
  // Standard error may have no reader any more; that must not hide the signal that is reported.
  _ = signal(SIGPIPE, SIG_IGN)
  _ = unsafe write(STDERR_FILENO, line, strlen(line))
}

/// Returns true if a signal is ignored.
private func isIgnored(_ action: sigaction) -> Bool {
  #if canImport(Darwin)
    let handler = unsafe action.__sigaction_u.__sa_handler
  #else
    let handler = unsafe action.__sigaction_handler.sa_handler
  #endif
  return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}
