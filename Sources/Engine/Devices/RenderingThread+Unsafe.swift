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

/// Knows which threads are rendering: in a cycle of a device's, or in a call that makes frames for one.
///
/// Such a thread waits for nobody. What it finds to be done that must wait it leaves to others, and functions of the
/// library that would have to wait answer it with an error.
package enum RenderingThread {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    return key
  }()

  /// Who has asked for what is rendered.
  package enum Caller: UInt {
    /// A device, or a program that must not be kept waiting.
    case device = 1
    /// A program that has time.
    case program = 0x1_0000_0000
  }

  /// How often the calling thread is inside for each of the callers: their numbers, added up.
  private static var depth: UInt {
    get { UInt(bitPattern: unsafe pthread_getspecific(key)) }
    set { _ = unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
  }

  /// True if the calling thread is rendering.
  package static var isInside: Bool { depth > 0 }

  /// True if the calling thread is rendering for a device.
  package static var isOnDevice: Bool { depth % Caller.program.rawValue > 0 }

  /// Makes what is made once, so that no cycle has to.
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

  /// Renders.
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
      // A lock of the C library's, which is taken for each: what stands between a program and that library sees it.
      let visible = VisibleLock()
      _ = LockWatch.observer.storeIfNil(
        LockWatch.Observer {
          guard isOnDevice else { return }
          takenCount.add(1, ordering: .relaxed)
          visible.touch()
        })
    }()

    /// How many locks threads have taken while they were rendering for a device, in builds that count them.
    package static var lockCount: Int? { takenCount.load(ordering: .relaxed) }
  #else
    /// How many locks threads have taken while they were rendering for a device: `nil`, for this build does not count.
    package static var lockCount: Int? { nil }
  #endif
}

#if DEBUG || COUNTS_LOCKS
  /// A lock of the C library's that nobody waits for. `@unchecked`: it is made to be used by any thread.
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
  /// Waits until no thread renders with what has been replaced, and lets go of that. A thread that is rendering itself
  /// leaves it to the next one that is not.
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
