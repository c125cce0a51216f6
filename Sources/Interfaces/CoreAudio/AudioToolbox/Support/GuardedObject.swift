import AudioBase
import AudioDevices
import CAudioToolbox
import Foundation
import Synchronization

/// Lets one thread at a time into an object, or into several that work together.
///
/// A thread that finds another one inside asks again until that one has left: a hundred times at once, and then after
/// pauses. A thread that renders does not wait, and gets a status. The thread that is inside comes in again without
/// waiting, as it does in a function of the caller's that calls the library back: what it may do then is for the object
/// to say. Where nobody waits this costs two instructions, and no call of the operating system.
package final class ObjectGate: Sendable {
  /// The thread that is inside; 0 where none is. Only a thread itself ever finds its own number here.
  private let owner = Atomic<UInt>(0)

  /// Nanoseconds of the first pause, and of the longest.
  private static var pauses: (UInt64, UInt64) { (20_000, 500_000) }

  /// Works inside.
  ///
  /// - Throws: `kAudioUnitErr_CannotDoInCurrentContext` to a thread that renders and finds another one inside, and what
  ///   the body throws.
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

  /// Whether the calling thread is inside.
  var isOwn: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }
}

/// What a function of the C API does where a callback of the same object, on the same thread, calls it.
enum Reentrance {
  /// It works as ever.
  case allowed
  /// It answers a status.
  case refused(OSStatus)
}

/// An object of the C API that one thread at a time works on: converters, files, extended files and streams.
///
/// `@unchecked`: all that changes is touched behind the gate only.
package class GuardedObject: HandleObject, @unchecked Sendable {
  /// The way in; objects that work together share one, so that two threads never wait for each other.
  let gate: ObjectGate
  /// Whether a call is at work on this object; the gate guards it.
  private var isAtWork = false

  /// - Parameter gate: That of the object which this one works for, if there is one.
  init(gate: ObjectGate = ObjectGate()) { self.gate = gate }

  /// Works on the object, as part of a call that is behind the gate already.
  ///
  /// - Throws: What a callback gets that calls the same object again, and what `body` throws.
  func work(
    _ reentrance: Reentrance, _ body: () throws(Status) -> Void
  ) throws(Status) {
    let wasAtWork = isAtWork
    if wasAtWork, case .refused(let code) = reentrance { throw Status(code) }
    isAtWork = true
    defer { isAtWork = wasAtWork }
    try body()
  }

  /// Whether a callback of this object's own, on this thread, is calling.
  var isCallingBack: Bool { gate.isOwn && isAtWork }
}

extension Handles {
  /// Works on the object of a handle as soon as no other thread does.
  ///
  /// - Parameters:
  ///   - failure: What is thrown where the handle is not open, or is of another kind, or was closed while this thread
  ///     waited.
  ///   - reentrance: What a callback gets that calls the same object again.
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

  /// Closes a handle, and ends its object once no other thread is inside.
  ///
  /// - Parameter reentrance: What a callback gets that closes the object it is called by.
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
