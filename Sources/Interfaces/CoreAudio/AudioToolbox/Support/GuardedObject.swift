import AudioBase
import AudioDevices
import CAudioToolbox
import Foundation
import Synchronization

/// Admits one thread at a time to an object, or to several related ones.
///
/// A thread that finds another one inside tries again until it has left: a hundred times immediately, and then with
/// pauses. A rendering thread does not wait, and gets a status. The thread inside may enter again without waiting, as
/// it does in a callback that calls the library: the object decides which calls are allowed then. An entry without
/// contention costs two instructions, and no system call.
package final class ObjectGate: Sendable {
  /// The thread that is inside; 0 for none. Only a thread itself ever finds its own number here.
  private let owner = Atomic<UInt>(0)

  /// Nanoseconds of the first pause, and of the longest.
  private static var pauses: (UInt64, UInt64) { (20_000, 500_000) }

  /// Works inside.
  ///
  /// - Throws: `kAudioUnitErr_CannotDoInCurrentContext` to a thread that renders and finds another one inside, and the
  ///   error of the body.
  func enter(_ body: () throws(Status) -> Void) throws(Status) {
    let thread = UInt(pthread_self())
    if owner.load(ordering: .relaxed) == thread { return try body() }
    var tries = 0
    while !owner.compareExchange(expected: 0, desired: thread, ordering: .acquiring).exchanged {
      guard !RenderingThread.isInside else { throw Status(kAudioUnitErr_CannotDoInCurrentContext) }
      tries += 1
      guard tries > 100 else { continue }
      HostClock.sleep(until: HostClock.now + min(Self.pauses.0 * UInt64(tries - 100), Self.pauses.1))
    }
    defer { owner.store(0, ordering: .releasing) }
    try body()
  }

  /// True if the calling thread is inside.
  var isOwn: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }
}

/// The result of a C function that is called by a callback of the same object on the same thread.
enum Reentrance {
  /// The call is admitted.
  case allowed
  /// The call returns a status.
  case refused(OSStatus)
}

/// An object of the C API for one thread at a time: converters, files, extended files and streams.
///
/// `@unchecked`: the state that changes is accessed only inside the gate.
package class GuardedObject: HandleObject, @unchecked Sendable {
  /// The gate; objects that work together share one, so that two threads never wait for each other.
  let gate: ObjectGate
  /// True while a call is at work on this object; the gate guards it.
  private var isAtWork = false

  /// - Parameter gate: The gate of the object that this one works for, if there is one.
  init(gate: ObjectGate = ObjectGate()) { self.gate = gate }

  /// Runs `body` as part of a call that is inside the gate already.
  ///
  /// - Throws: The error for a callback that calls the same object again, and the error of `body`.
  func work(
    _ reentrance: Reentrance, _ body: () throws(Status) -> Void
  ) throws(Status) {
    let wasAtWork = isAtWork
    if wasAtWork, case .refused(let code) = reentrance { throw Status(code) }
    isAtWork = true
    defer { isAtWork = wasAtWork }
    try body()
  }

  /// True during a callback of this object on this thread.
  var isCallingBack: Bool { gate.isOwn && isAtWork }
}

extension Handles {
  /// Calls `body` with the object of a handle as soon as no other thread is inside its gate.
  ///
  /// - Parameters:
  ///   - failure: The error where the handle is not open, or is of another kind, or was closed while this thread
  ///     waited.
  ///   - reentrance: The result for a callback that calls the same object again.
  static func withObject<Object: GuardedObject>(
    _ handle: OpaquePointer, _ kind: Object.Type, orThrow failure: OSStatus, _ reentrance: Reentrance,
    _ body: (Object) throws(Status) -> Void
  ) throws(Status) {
    try unsafe use(handle, kind, orThrow: failure) { (object) throws(Status) in
      try object.gate.enter { () throws(Status) in
        guard object.isOpen else { throw Status(failure) }
        try object.work(reentrance) { () throws(Status) in try body(object) }
      }
    }
  }

  /// Closes a handle, and disposes of its object as soon as no other thread is inside.
  ///
  /// - Parameter reentrance: The result for a callback that closes the object it is called by.
  static func close<Object: GuardedObject>(
    _ handle: OpaquePointer, _ kind: Object.Type, orThrow failure: OSStatus, _ reentrance: Reentrance,
    _ body: (Object) throws(Status) -> Void
  ) throws(Status) {
    let object = try unsafe object(handle, kind, orThrow: failure)
    if case .refused(let code) = reentrance, object.isCallingBack { throw Status(code) }
    _ = try unsafe remove(handle, kind, orThrow: failure)
    try object.gate.enter { () throws(Status) in
      try object.work(.allowed) { () throws(Status) in try body(object) }
    }
  }
}
