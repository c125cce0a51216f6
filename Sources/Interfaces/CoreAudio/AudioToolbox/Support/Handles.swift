import CAudioToolbox
import Synchronization

/// The object of a handle of the C API.
///
/// `@unchecked`: each kind guards its own state. Queues and taps have their own locks, ``GuardedObject`` is for the
/// others.
package class HandleObject: @unchecked Sendable {
  /// The handles that are open on the object.
  fileprivate let handleCount = Atomic<Int>(0)

  /// True if a handle is open on the object.
  final var isOpen: Bool { handleCount.load(ordering: .acquiring) > 0 }
}

/// The open handles.
///
/// A handle is a number that is never used again, dressed as a pointer: a place of ``HandleTable`` and how often that
/// has been used. One that was disposed of, that belongs to another service or that never existed is found out, and
/// nothing is read through it. No lock is taken to find an object, and a thread that renders never frees one.
enum Handles {
  /// Opens a handle; `nil` if there are sixteen million.
  static func insert(_ object: HandleObject) -> OpaquePointer? {
    guard let number = HandleTable.shared.insert(object) else { return nil }
    object.handleCount.wrappingAdd(1, ordering: .releasing)
    return unsafe OpaquePointer(bitPattern: number)
  }

  /// Runs the body with the object of a handle, which stays for the duration, even if the handle is closed.
  ///
  /// - Throws: `failure` if the handle is not open or is of another kind, and the error of the body.
  static func use<Object: HandleObject>(
    _ handle: OpaquePointer, _ kind: Object.Type, orThrow failure: OSStatus,
    _ body: (Object) throws(Status) -> Void
  ) throws(Status) {
    var status = failure
    HandleTable.shared.use(UInt(bitPattern: handle)) { object in
      guard let object = object as? Object else { return }
      status = Status.of { () throws(Status) in try body(object) }
    }
    guard status == noErr else { throw Status(status) }
  }

  /// Returns the object of a handle, for a thread that may wait.
  ///
  /// - Throws: `failure` if the handle is not open or is of another kind.
  static func object<Object: HandleObject>(
    _ handle: OpaquePointer, _ kind: Object.Type, orThrow failure: OSStatus
  ) throws(Status) -> Object {
    var found: Object?
    HandleTable.shared.use(UInt(bitPattern: handle)) { found = $0 as? Object }
    guard let found else { throw Status(failure) }
    return found
  }

  /// Closes a handle and returns its object, which stays in memory while it is in use. If several threads close a
  /// handle at the same time, one succeeds.
  ///
  /// - Throws: As ``object(_:_:orThrow:)``; the handle stays open then.
  static func remove<Object: HandleObject>(
    _ handle: OpaquePointer, _ kind: Object.Type, orThrow failure: OSStatus
  ) throws(Status) -> Object {
    let object = try unsafe object(handle, kind, orThrow: failure)
    guard HandleTable.shared.remove(UInt(bitPattern: handle)) else { throw Status(failure) }
    object.handleCount.wrappingSubtract(1, ordering: .releasing)
    return object
  }
}

/// Opens a handle on an object that a body makes: the end of each function that opens or makes something.
///
/// - Returns: `kAudio_ParamError` if there is no place for the handle, otherwise the error of the body.
@unsafe
func opening(
  _ handle: UnsafeMutablePointer<OpaquePointer?>, _ make: () throws(Status) -> HandleObject
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: handle))
    unsafe handle.pointee = nil
    let object = try make()
    unsafe handle.pointee = Handles.insert(object)
  }
}
