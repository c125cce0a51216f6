import AudioBase
import AudioGraph
import Foundation
import Synchronization

/// Lets one thread at a time into an object, or into several that work together.
///
/// A thread that finds another one inside waits until that one has left. The thread that is inside comes in again
/// without waiting, as it does in a function of the caller's that calls the library back: what it may do then is for
/// the object to say. Where nobody waits this costs no call of the operating system.
final class ObjectGate: Sendable {
  /// How a thread waits that finds another one inside.
  enum Waiting {
    /// It sleeps until the one that leaves wakes it.
    case sleeping
    /// It asks again, so that the one that leaves has nobody to wake: what a device's thread needs, which must not call
    /// the operating system.
    case asking
  }

  private let waiting: Waiting
  /// Whose turn it is, where threads ask.
  private let askedTurn = RenderTurn()
  /// Where they ask it is never found taken, and proves that one thread at a time is inside.
  private let turn = Lock(())
  /// The thread that is inside; 0 where none is. Only a thread itself ever finds its own number here.
  private let owner = Atomic<UInt>(0)

  init(_ waiting: Waiting = .sleeping) { self.waiting = waiting }

  /// Works inside.
  func enter(_ body: () throws(Status) -> Void) throws(Status) {
    let thread = UInt(pthread_self())
    if owner.load(ordering: .relaxed) == thread { return try body() }
    if waiting == .asking { askedTurn.take() }
    defer { if waiting == .asking { askedTurn.giveBack() } }
    try turn.withLock { _ throws(Status) in
      owner.store(thread, ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      try body()
    }
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
class GuardedObject: HandleObject, @unchecked Sendable {
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
    let object = try unsafe object(handle, kind, orThrow: failure)
    try object.gate.enter { () throws(Status) in
      guard object.isOpen else { throw Status(failure) }
      try object.work(reentrance) { () throws(Status) in try body(object) }
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
