import AudioBase
import Synchronization

/// What a handle of the C API stands for.
///
/// `@unchecked`: each kind guards what it has. Queues and taps have locks of their own, ``GuardedObject`` is for the
/// others.
class HandleObject: @unchecked Sendable {
  /// The handles that are open on the object.
  fileprivate let handleCount = Atomic<Int>(0)

  /// Whether a handle is open on the object.
  final var isOpen: Bool { handleCount.load(ordering: .acquiring) > 0 }
}

/// The open handles.
///
/// A handle is a number that is never used again, dressed as a pointer. One that was disposed of, that belongs to
/// another service or that never existed is found out, and nothing is read through it.
enum Handles {
  private struct Table {
    var objects: [UInt: HandleObject] = [:]
    var next: UInt = 0x1000
  }

  private static let table = Lock(Table())

  /// Opens a handle.
  static func insert(_ object: HandleObject) -> OpaquePointer? {
    let number = table.withLock { table in
      table.next += 0x10
      table.objects[table.next] = object
      return table.next
    }
    object.handleCount.wrappingAdd(1, ordering: .releasing)
    return unsafe OpaquePointer(bitPattern: number)
  }

  /// The object of a handle.
  ///
  /// - Throws: `failure` where the handle is not open or is of another kind.
  static func object<Object: HandleObject>(
    _ handle: OpaquePointer, _ kind: Object.Type, orThrow failure: OSStatus
  ) throws(Status) -> Object {
    let number = UInt(bitPattern: handle)
    guard let object = table.withLock({ $0.objects[number] }) as? Object else { throw Status(failure) }
    return object
  }

  /// Closes a handle and gives its object, which lives as long as somebody uses it. Of several threads that close a
  /// handle at a time one succeeds.
  ///
  /// - Throws: As ``object(_:_:orThrow:)``; the handle stays open then.
  static func remove<Object: HandleObject>(
    _ handle: OpaquePointer, _ kind: Object.Type, orThrow failure: OSStatus
  ) throws(Status) -> Object {
    let object = try unsafe object(handle, kind, orThrow: failure)
    let number = UInt(bitPattern: handle)
    guard table.withLock({ $0.objects.removeValue(forKey: number) }) != nil else { throw Status(failure) }
    object.handleCount.wrappingSubtract(1, ordering: .releasing)
    return object
  }
}

/// Opens a handle on an object that a body makes: the end of each function that opens or makes something.
///
/// - Returns: `kAudio_ParamError` where there is no place for the handle, otherwise what the body throws.
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
