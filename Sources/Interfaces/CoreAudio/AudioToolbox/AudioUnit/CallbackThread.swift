import Dispatch
import Foundation

/// Knows which threads are in a function of the program's that a device calls.
///
/// A device keeps its clients under a lock of its own while it calls them, so that such a thread must not start or stop
/// any.
enum CallbackThread {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    return key
  }()

  /// Calls of devices that the calling thread is in.
  private static var depth: UInt { UInt(bitPattern: unsafe pthread_getspecific(key)) }

  private static func setDepth(_ depth: UInt) {
    _ = unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: depth))
  }

  /// True if a device is calling the program on this thread.
  static var isInside: Bool { depth > 0 }

  /// Makes the calls of a device's cycle.
  static func enter(_ body: () -> Void) {
    let before = depth
    setDepth(before + 1)
    body()
    setDepth(before)
  }

  /// Does what needs the device's own lock: now, or where the device is calling soon after it has called.
  static func afterCallback(_ body: @escaping @Sendable () -> Void) {
    if isInside { DispatchQueue.global().async(execute: body) } else { body() }
  }
}
