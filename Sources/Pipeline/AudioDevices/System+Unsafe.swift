// Threads, the clock and the environment: calls into the C library that take pointers to values of this file's own, or to
// a box that the new thread takes over.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The host's clock.
public enum HostClock {
  /// Nanoseconds since a moment that stays the same while the system runs: `CLOCK_MONOTONIC`.
  public static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Lets the calling thread sleep until a moment.
  static func sleep(until moment: UInt64) {
    while true {
      let current = now
      guard moment > current else { return }
      let rest = moment - current
      var time = timespec(tv_sec: Int(rest / 1_000_000_000), tv_nsec: Int(rest % 1_000_000_000))
      unsafe nanosleep(&time, nil)
    }
  }
}

/// A thread of a device.
enum DeviceThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that nobody waits for.
  static func start(_ run: @escaping @Sendable () -> Void) throws(DeviceError) {
    let body = unsafe Unmanaged.passRetained(Body(run))
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        #if canImport(Darwin)
          let body = unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
          body.run()
        #else
          if let argument = unsafe argument {
            let body = unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
            body.run()
          }
        #endif
        return nil
      }, body.toOpaque())
    unsafe pthread_attr_destroy(&attributes)
    guard status == 0 else {
      unsafe body.release()
      throw .cannotStart
    }
  }
}

/// The environment of the process.
enum Environment {
  /// The value of a variable, or `nil`.
  static func value(of name: String) -> String? {
    guard let text = unsafe getenv(name) else { return nil }
    return unsafe String(cString: text)
  }
}
