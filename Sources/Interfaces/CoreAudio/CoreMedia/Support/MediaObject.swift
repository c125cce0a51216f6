import AudioBase
import CCoreMedia
import CCoreMediaObjects
import CoreFoundation
import Foundation

/// The base of all objects of Core Media.
///
/// On this system a Swift object is also a Core Foundation object: `CFRetain` and `CFRelease` count its references,
/// and, as each class is registered, `CFGetTypeID`, `CFEqual`, `CFHash` and `CFCopyDescription` work on it too.
///
/// Any thread may use an object at any time: whatever can change is guarded by its ``stateLock``. The result of a
/// function called `Get` belongs to the object, here as everywhere in Core Foundation: replacing it meanwhile takes it
/// from the other thread.
class MediaObject {
  /// The type identifier for Core Foundation, directly after Swift's header: nothing may be stored before it.
  private let coreFoundationMarks: UInt64

  /// Guards the object's variable state.
  final let stateLock = StateLock()
  /// The attachments of the object.
  private var attachments = Attachments()

  /// - Parameter typeID: The type identifier that `register` returned for the class.
  init(_ typeID: CFTypeID) { coreFoundationMarks = UInt64(typeID) << 8 | 0x80 }

  /// Returns true if another object of the same class has the same value: `CFEqual`.
  func isEqual(to other: MediaObject) -> Bool { self === other }

  /// A number that equal objects share: `CFHash`.
  var hashCode: Int { unsafe Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) >> 4 }

  /// The object in words: `CFShow`.
  var words: String { unsafe "<\(type(of: self)) \(Unmanaged.passUnretained(self).toOpaque())>" }

  // MARK: Attachments

  /// Returns the value of a key, and how it travels.
  final func attachment(_ key: CFString) -> (value: AnyObject, mode: CMAttachmentMode)? {
    stateLock.locked { attachments.value(key) }
  }

  /// Returns a copy of all values of a mode, or `nil` if there are none.
  final func attachments(_ mode: CMAttachmentMode) -> CFDictionary? { stateLock.locked { attachments.all(mode) } }

  /// Sets the value and the mode of a key.
  final func attach(_ key: CFString, _ value: AnyObject, _ mode: CMAttachmentMode) {
    let replaced = stateLock.locked { attachments.set(key, value, mode) }
    withExtendedLifetime(replaced) {}
  }

  /// Sets the values of many keys.
  final func attach(_ values: CFDictionary, _ mode: CMAttachmentMode) {
    for (key, value) in values.entries { attach(key, value, mode) }
  }

  /// Takes a key out.
  final func detach(_ key: CFString) {
    let removed = stateLock.locked { attachments.remove(key) }
    withExtendedLifetime(removed) {}
  }

  /// Takes all keys out.
  final func detachAll() {
    var removed = Attachments()
    stateLock.locked { swap(&attachments, &removed) }
  }

  /// Copies the values that propagate from another object.
  final func takeAttachments(from other: MediaObject) {
    if let values = other.attachments(kCMAttachmentMode_ShouldPropagate) {
      attach(values, kCMAttachmentMode_ShouldPropagate)
    }
  }

  // MARK: Core Foundation

  /// Registers a class with Core Foundation, once, under the name of Apple's class.
  static func register(_ name: StaticString, _ kind: MediaObject.Type) -> CFTypeID {
    let functions = unsafe CMObjectFunctions(
      equal: { unsafe mediaObject($0).isEqual(to: mediaObject($1)) },
      hash: { unsafe UInt(bitPattern: mediaObject($0).hashCode) },
      copyDescription: {
        let text = unsafe NSString(string: mediaObject($0).words)
        return unsafe UnsafeRawPointer(Unmanaged.passRetained(text).toOpaque())
      })
    return unsafe register(name, kind, functions)
  }

  /// Registers a class that has its own functions for Core Foundation.
  @unsafe
  static func register(_ name: StaticString, _ kind: AnyClass, _ functions: CMObjectFunctions) -> CFTypeID {
    registration.withLock { _ in
      unsafe CMRegisterObjectClass(
        UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
        unsafeBitCast(kind, to: UnsafeRawPointer.self), functions)
    }
  }

  /// Core Foundation's registry takes one class at a time.
  private static let registration = Lock(())
}

/// Returns the object at an address that Core Foundation gives back.
@unsafe
private func mediaObject(_ pointer: UnsafeRawPointer) -> MediaObject {
  unsafe Unmanaged<MediaObject>.fromOpaque(pointer).takeUnretainedValue()
}

/// Returns the object at a pointer of the caller's.
///
/// - Throws: `failure` for a null pointer and for an object of another class.
@unsafe
func object<Object: AnyObject>(
  _ pointer: UnsafeRawPointer?, _ kind: Object.Type, orThrow failure: OSStatus
) throws(Failure) -> Object {
  guard let object = unsafe object(pointer, kind) else { throw Failure(failure) }
  return object
}

/// Returns the object at a caller's pointer; `nil` for a null pointer and for an object of another class.
@unsafe
func object<Object: AnyObject>(_ pointer: UnsafeRawPointer?, _ kind: Object.Type) -> Object? {
  unsafe pointer.flatMap { unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? Object }
}

/// Makes an object and passes its first reference to the caller, as functions named `Create` and `Copy` do.
///
/// - Throws: `failure` if `out` is null, and the error of `make`; `out` then holds null.
@unsafe
func handOver<Object: MediaObject>(
  _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, orThrow failure: OSStatus,
  _ make: () throws(Failure) -> Object
) throws(Failure) {
  guard let out = unsafe out else { throw Failure(failure) }
  unsafe out.pointee = nil
  unsafe out.pointee = Unmanaged.passRetained(try make()).toOpaque()
}

/// Returns the address of an object without passing on its reference, as functions named `Get` do.
@unsafe
func address(of object: MediaObject?) -> UnsafeMutableRawPointer? {
  unsafe object.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
}
