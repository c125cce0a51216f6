import Glibc

/// The bounds of a single input: processor time, and memory beyond the input's own size.
struct ResourceWatch {
  /// Processor time that an input may take; then the kernel ends the program with SIGPROF.
  static let seconds = 5
  /// Memory that an input may take beyond its own size.
  static let byteCount = 64 << 20
  /// Address space of the whole program, so that an absurd allocation fails instead of filling the machine.
  static let addressSpace = UInt(4) << 30

  /// The peak of resident memory before the first input.
  private let baseline: Int

  init() {
    var limit = rlimit(rlim_cur: Self.addressSpace, rlim_max: Self.addressSpace)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    baseline = Self.peak()
  }

  /// Gives the next input its time.
  func startInput() {
    var timer = itimerval(
      it_interval: timeval(tv_sec: 0, tv_usec: 0), it_value: timeval(tv_sec: Self.seconds, tv_usec: 0))
    _ = unsafe setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
  }

  /// How much the peak of resident memory has risen since the start.
  var growth: Int { Self.peak() - baseline }

  /// Processor time of the program so far, in seconds.
  static var processorTime: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  private static func peak() -> Int {
    var usage = rusage()
    _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }
}
