// The number that each thread keeps of itself: the C library's place for it, which takes and gives a pointer that is
// never read through.

import AudioBase
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tracks the threads that are rendering: in a cycle of a device, or in a call that makes frames.
///
/// Such a thread waits for no other. It leaves work that must wait to others, and functions of the library that would
/// have to wait return an error.
package enum RenderingThread {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    return key
  }()

  /// The caller of a rendering thread.
  package enum Caller: UInt {
    /// For a device, or for a program that must not wait.
    case device = 1
    /// For a program that may wait.
    case program = 0x1_0000_0000
  }

  /// The number of nested entries of the calling thread for each of the callers: their numbers, added up.
  private static var depth: UInt {
    get { UInt(bitPattern: unsafe pthread_getspecific(key)) }
    set { _ = unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
  }

  /// True if the calling thread is rendering.
  package static var isInside: Bool { depth > 0 }

  /// True if the calling thread is rendering for a device.
  package static var isOnDevice: Bool { depth % Caller.program.rawValue > 0 }

  /// Creates the objects that are created only once, so that no cycle has to.
  static func prepare() {
    _ = isInside
    // The runtime makes what it knows of a generic type when that is used first.
    var silence: [Float] = [0]
    var span = silence.mutableSpan
    span.clear()
    #if DEBUG || COUNTS_LOCKS
      _ = counting
    #endif
  }

  /// Runs the body as a rendering thread.
  package static func enter(_ caller: Caller = .device, _ body: () -> Void) {
    #if DEBUG || COUNTS_LOCKS
      _ = counting
    #endif
    depth += caller.rawValue
    body()
    depth -= caller.rawValue
  }

  #if DEBUG || COUNTS_LOCKS
    private static let takenCount = Atomic<Int>(0)
    private static let counting: Void = {
      // A lock of the C library, which is taken for each: tools between a program and that library see it.
      let visible = VisibleLock()
      _ = LockWatch.observer.storeIfNil(
        LockWatch.Observer {
          guard isOnDevice else { return }
          takenCount.add(1, ordering: .relaxed)
          visible.touch()
        })
    }()

    /// The number of locks taken by threads while rendering for a device, in builds that count them.
    package static var lockCount: Int? { takenCount.load(ordering: .relaxed) }
  #else
    /// Always `nil`: this build does not count locks.
    package static var lockCount: Int? { nil }
  #endif
}

#if DEBUG || COUNTS_LOCKS
  /// A lock of the C library without contention. `@unchecked`: any thread may use it.
  @safe
  private final class VisibleLock: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    init() {
      // Bound: one.
      unsafe lock = .allocate(capacity: 1)
      unsafe lock.initialize(to: pthread_mutex_t())
      unsafe pthread_mutex_init(lock, nil)
    }

    func touch() { if unsafe pthread_mutex_trylock(lock) == 0 { unsafe pthread_mutex_unlock(lock) } }
  }
#endif

extension SwappedReference {
  /// Waits until no thread renders with the replaced object, and releases it. A rendering thread leaves this to another
  /// thread.
  package borrowing func settle() {
    guard !RenderingThread.isInside else { return }
    var tries = 0
    settle {
      tries += 1
      // A cycle takes a part of a millisecond.
      if tries > 100 { HostClock.sleep(until: HostClock.now + 50_000) }
    }
  }
}
