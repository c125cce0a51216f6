// Threads, the clock and the environment: calls into the C library that take pointers to values of this file's own, or
// to a box that the new thread takes over.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The host's clock.
public enum HostClock {
  /// Returns the nanoseconds since a fixed time of the running system: `CLOCK_MONOTONIC`.
  public static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Sleeps until a time of the host's clock.
  package static func sleep(until moment: UInt64) {
    while true {
      let current = now
      guard moment > current else { return }
      let rest = moment - current
      var time = timespec(tv_sec: Int(rest / 1_000_000_000), tv_nsec: Int(rest % 1_000_000_000))
      unsafe nanosleep(&time, nil)
    }
  }
}

/// A thread of a device, or one that feeds a device.
package enum DeviceThread {
  private final class Body {
    let name: StaticString
    let run: @Sendable () -> Void

    init(_ name: StaticString, _ run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }

    /// Names the thread that calls it, and does its work.
    func begin() {
      RenderingThread.prepare()
      DeviceThread.rename(name)
      run()
    }
  }

  /// Names the calling thread, for debuggers and `top -H`.
  ///
  /// - Parameter name: At most 15 characters of ASCII.
  package static func rename(_ name: StaticString) {
    #if canImport(Darwin)
      // A static string ends in a zero byte and lasts as long as the process.
      unsafe pthread_setname_np(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
    #else
      // The function because it is an extension that the module of the C library leaves out.
      let file = unsafe open("/proc/thread-self/comm", O_WRONLY)
      if file >= 0 {
        _ = unsafe write(file, name.utf8Start, name.utf8CodeUnitCount)
        close(file)
      }
    #endif
  }

  /// Starts a thread that is never joined.
  ///
  /// - Parameter name: At most 15 characters of ASCII.
  package static func start(
    _ name: StaticString, _ run: @escaping @Sendable () -> Void
  ) throws(DeviceError) {
    let body = unsafe Unmanaged.passRetained(Body(name, run))
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
          body.begin()
        #else
          if let argument = unsafe argument {
            let body = unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
            body.begin()
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

extension DeviceThread {
  /// Requests that the system runs the calling thread before all others whenever it is ready (`SCHED_FIFO`), as a
  /// device's thread should; without the permission, the thread keeps its normal priority.
  package static func requestRealTime() {
    #if !canImport(Darwin)
      var parameters = sched_param()
      // Well below the priority of the system's own threads and sound servers.
      parameters.sched_priority = sched_get_priority_min(Int32(SCHED_FIFO)) + 4
      _ = unsafe pthread_setschedparam(pthread_self(), Int32(SCHED_FIFO), &parameters)
    #endif
  }
}

/// The environment of the process.
enum Environment {
  /// Returns the value of a variable, or `nil`.
  static func value(of name: String) -> String? {
    guard let text = unsafe getenv(name) else { return nil }
    return unsafe String(cString: text)
  }
}
