import CCoreMedia
import CoreFoundation

/// Values that travel with an object: some also with what is made from it.
///
/// Guarded by the object's lock: what is taken out is given back, so that it ends when nothing is locked.
struct Attachments {
  /// Those that propagate and those that do not; no key is in both.
  private var propagating: CFMutableDictionary?
  private var staying: CFMutableDictionary?

  private static func isPropagating(_ mode: CMAttachmentMode) -> Bool { mode == kCMAttachmentMode_ShouldPropagate }

  /// The value of a key, and how it travels.
  func value(_ key: CFString) -> (value: AnyObject, mode: CMAttachmentMode)? {
    if let value = propagating?.retainedValue(key) { return (value, kCMAttachmentMode_ShouldPropagate) }
    if let value = staying?.retainedValue(key) { return (value, kCMAttachmentMode_ShouldNotPropagate) }
    return nil
  }

  /// A copy of all values that travel in a mode, or `nil` where there are none.
  func all(_ mode: CMAttachmentMode) -> CFDictionary? {
    guard let found = Self.isPropagating(mode) ? propagating : staying, found.count > 0 else { return nil }
    return CFDictionaryCreateCopy(nil, found)
  }

  /// Gives a key a value and a mode; returns what it stood for.
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

  /// Takes a key out; returns what it stood for.
  func remove(_ key: CFString) -> AnyObject? {
    let removed = value(key)?.value
    propagating?.remove(key)
    staying?.remove(key)
    return removed
  }
}

extension CFDictionary {
  /// The value of a key, with a reference of its own.
  fileprivate func retainedValue(_ key: CFString) -> AnyObject? {
    unsafe value(key).map { unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }
}
