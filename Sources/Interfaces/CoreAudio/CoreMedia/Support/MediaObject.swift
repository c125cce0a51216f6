import AudioBase
import CCoreMedia
import CCoreMediaObjects
import CoreFoundation
import Foundation

/// What all objects of Core Media have in common.
///
/// An object of Swift's is one of Core Foundation's on this system: `CFRetain` and `CFRelease` count its references,
/// and, as each class is registered, `CFGetTypeID`, `CFEqual`, `CFHash` and `CFCopyDescription` work on it too.
///
/// Any thread may use an object at any time: what can change lies behind its ``stateLock``. What a function called
/// `Get` gives belongs to the object, here as everywhere in Core Foundation: who replaces it meanwhile takes it from
/// the other thread.
class MediaObject {
  /// Core Foundation reads the type identifier here, right behind Swift's header: nothing may be stored before it.
  private let coreFoundationMarks: UInt64

  /// Guards what can change in the object.
  final let stateLock = StateLock()
  /// What was attached to the object.
  private var attachments = Attachments()

  /// - Parameter typeID: What `register` gave for the class.
  init(_ typeID: CFTypeID) { coreFoundationMarks = UInt64(typeID) << 8 | 0x80 }

  /// Whether another object of the same class counts as the same value: `CFEqual`.
  func isEqual(to other: MediaObject) -> Bool { self === other }

  /// A number that equal objects share: `CFHash`.
  var hashCode: Int { unsafe Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) >> 4 }

  /// The object in words: `CFShow`.
  var words: String { unsafe "<\(type(of: self)) \(Unmanaged.passUnretained(self).toOpaque())>" }

  // MARK: Attachments

  /// The value of a key, and how it travels.
  final func attachment(_ key: CFString) -> (value: AnyObject, mode: CMAttachmentMode)? {
    stateLock.locked { attachments.value(key) }
  }

  /// A copy of all values that travel in a mode, or `nil` where there are none.
  final func attachments(_ mode: CMAttachmentMode) -> CFDictionary? { stateLock.locked { attachments.all(mode) } }

  /// Gives a key a value and a mode.
  final func attach(_ key: CFString, _ value: AnyObject, _ mode: CMAttachmentMode) {
    let replaced = stateLock.locked { attachments.set(key, value, mode) }
    withExtendedLifetime(replaced) {}
  }

  /// Gives many keys their values.
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

  /// Takes the values over that travel with what is made from an object.
  final func takeAttachments(from other: MediaObject) {
    if let values = other.attachments(kCMAttachmentMode_ShouldPropagate) {
      attach(values, kCMAttachmentMode_ShouldPropagate)
    }
  }

  // MARK: Core Foundation

  /// Tells Core Foundation of a class, once, under the name that Apple's has.
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

  /// The same for a class that says itself what Core Foundation's functions do with its objects.
  @unsafe
  static func register(_ name: StaticString, _ kind: AnyClass, _ functions: CMObjectFunctions) -> CFTypeID {
    registration.withLock { _ in
      unsafe CMRegisterObjectClass(
        UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
        unsafeBitCast(kind, to: UnsafeRawPointer.self), functions)
    }
  }

  /// Core Foundation's register takes one class at a time.
  private static let registration = Lock(())
}

/// The object at an address that Core Foundation gives back.
@unsafe
private func mediaObject(_ pointer: UnsafeRawPointer) -> MediaObject {
  unsafe Unmanaged<MediaObject>.fromOpaque(pointer).takeUnretainedValue()
}

/// The object behind a pointer of the caller's.
///
/// - Throws: `failure` for a null pointer and for an object of another class.
@unsafe
func object<Object: AnyObject>(
  _ pointer: UnsafeRawPointer?, _ kind: Object.Type, orThrow failure: OSStatus
) throws(Failure) -> Object {
  guard let object = unsafe object(pointer, kind) else { throw Failure(failure) }
  return object
}

/// The object behind a pointer of the caller's; `nil` for a null pointer and for an object of another class.
@unsafe
func object<Object: AnyObject>(_ pointer: UnsafeRawPointer?, _ kind: Object.Type) -> Object? {
  unsafe pointer.flatMap { unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? Object }
}

/// Makes an object and hands its first reference over, as functions called `Create` and `Copy` do.
///
/// - Throws: `failure` where there is no place for it, and what `make` throws; the place then holds null.
@unsafe
func handOver<Object: MediaObject>(
  _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, orThrow failure: OSStatus,
  _ make: () throws(Failure) -> Object
) throws(Failure) {
  guard let out = unsafe out else { throw Failure(failure) }
  unsafe out.pointee = nil
  unsafe out.pointee = Unmanaged.passRetained(try make()).toOpaque()
}

/// The address of an object whose reference stays here, as functions called `Get` return it.
@unsafe
func address(of object: MediaObject?) -> UnsafeMutableRawPointer? {
  unsafe object.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
}
