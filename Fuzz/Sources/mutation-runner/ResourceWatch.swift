import Glibc

/// The bounds of a single input: processor time, and memory beyond the input's own size.
struct ResourceWatch {
  /// Address space of the whole program, so that an absurd allocation fails instead of filling the machine.
  private static let addressSpace = UInt(4) << 30
  /// Processor time that an input may take, in seconds; then the kernel ends the program with SIGPROF.
  private let seconds: Int
  /// Memory that an input may take beyond its own size, in bytes.
  let byteCount: Int
  /// Where the kernel is told to forget the peak of resident memory; -1 where it does not listen.
  private let peakReset: CInt
  /// Resident memory before the present input, in bytes.
  private var baseline = 0

  init(seconds: Int, byteCount: Int) {
    self.seconds = seconds
    self.byteCount = byteCount
    // AddressSanitizer reserves more address space than there is memory.
    if unsafe getenv("ASAN_OPTIONS") == nil {
      var limit = rlimit(rlim_cur: Self.addressSpace, rlim_max: Self.addressSpace)
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    }
    peakReset = unsafe open("/proc/self/clear_refs", O_WRONLY)
    baseline = Self.peak()
  }

  /// Gives the next input its time, and begins to count its memory.
  mutating func startInput() {
    var timer = itimerval(
      it_interval: timeval(tv_sec: 0, tv_usec: 0), it_value: timeval(tv_sec: seconds, tv_usec: 0))
    _ = unsafe setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    // Without the reset an input that takes less than the worst before it would not be seen.
    if peakReset >= 0, unsafe pwrite(peakReset, "5", 1, 0) == 1 { baseline = Self.peak() }
  }

  /// How much the peak of resident memory has risen since the input began, in bytes.
  var growth: Int { Self.peak() - baseline }

  /// Processor time of the program so far, in seconds.
  static var processorTime: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  private static func peak() -> Int {
    var usage = rusage()
    _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }
}
