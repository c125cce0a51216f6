import CCoreMedia
import CoreFoundation

/// Values attached to an object, some of which are copied to objects made from it.
///
/// Guarded by the object's lock: removed values are returned, so that they are released when nothing is locked.
struct Attachments {
  /// The values that propagate and those that do not; no key is in both dictionaries.
  private var propagating: CFMutableDictionary?
  private var staying: CFMutableDictionary?

  private static func isPropagating(_ mode: CMAttachmentMode) -> Bool { mode == kCMAttachmentMode_ShouldPropagate }

  /// Returns the value of a key, and how it travels.
  func value(_ key: CFString) -> (value: AnyObject, mode: CMAttachmentMode)? {
    if let value = propagating?.retainedValue(key) { return (value, kCMAttachmentMode_ShouldPropagate) }
    if let value = staying?.retainedValue(key) { return (value, kCMAttachmentMode_ShouldNotPropagate) }
    return nil
  }

  /// Returns a copy of all values of a mode, or `nil` if there are none.
  func all(_ mode: CMAttachmentMode) -> CFDictionary? {
    guard let found = Self.isPropagating(mode) ? propagating : staying, found.count > 0 else { return nil }
    return CFDictionaryCreateCopy(nil, found)
  }

  /// Sets a key's value and mode; returns the previous value.
  mutating func set(_ key: CFString, _ value: AnyObject, _ mode: CMAttachmentMode) -> AnyObject? {
    let replaced = remove(key)
    if Self.isPropagating(mode) {
      if propagating == nil { propagating = makeDictionary() }
      propagating?.set(key, value)
    } else {
      if staying == nil { staying = makeDictionary() }
      staying?.set(key, value)
    }
    return replaced
  }

  /// Removes a key; returns its value.
  func remove(_ key: CFString) -> AnyObject? {
    let removed = value(key)?.value
    propagating?.remove(key)
    staying?.remove(key)
    return removed
  }
}

extension CFDictionary {
  /// Returns the value of a key, with its own reference.
  fileprivate func retainedValue(_ key: CFString) -> AnyObject? {
    unsafe value(key).map { unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }
}
