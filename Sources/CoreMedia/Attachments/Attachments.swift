import CCoreMedia
import CoreFoundation

/// Values that travel with an object: some also with what is made from it.
struct Attachments {
  /// Those that propagate and those that do not; no key is in both.
  private var propagating: CFMutableDictionary?
  private var staying: CFMutableDictionary?

  private static func isPropagating(_ mode: CMAttachmentMode) -> Bool { mode == kCMAttachmentMode_ShouldPropagate }

  /// The value of a key, whose reference stays here, and how it travels.
  func value(_ key: CFString) -> (value: UnsafeRawPointer, mode: CMAttachmentMode)? {
    if let value = unsafe propagating?.value(key) { return unsafe (value, kCMAttachmentMode_ShouldPropagate) }
    if let value = unsafe staying?.value(key) { return unsafe (value, kCMAttachmentMode_ShouldNotPropagate) }
    return nil
  }

  /// All values that travel in a mode, or `nil` where there are none.
  func all(_ mode: CMAttachmentMode) -> CFDictionary? {
    guard let found = Self.isPropagating(mode) ? propagating : staying, found.count > 0 else { return nil }
    return found
  }

  /// Gives a key a value and a mode.
  mutating func set(_ key: CFString, _ value: AnyObject, _ mode: CMAttachmentMode) {
    remove(key)
    if Self.isPropagating(mode) {
      if propagating == nil { propagating = makeDictionary() }
      propagating?.set(key, value)
    } else {
      if staying == nil { staying = makeDictionary() }
      staying?.set(key, value)
    }
  }

  /// Gives many keys their values.
  mutating func set(_ values: CFDictionary, _ mode: CMAttachmentMode) {
    for (key, value) in values.entries { set(key, value, mode) }
  }

  /// Takes a key out.
  func remove(_ key: CFString) {
    propagating?.remove(key)
    staying?.remove(key)
  }

  /// Takes the values over that travel with what is made from an object.
  mutating func takeOver(from other: Attachments) {
    if let values = other.all(kCMAttachmentMode_ShouldPropagate) { set(values, kCMAttachmentMode_ShouldPropagate) }
  }
}
