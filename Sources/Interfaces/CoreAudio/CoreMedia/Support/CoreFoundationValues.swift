import CoreFoundation

// Core Foundation's containers, whose functions take addresses.

/// Returns an empty dictionary of objects.
func makeDictionary() -> CFMutableDictionary {
  var keys = kCFTypeDictionaryKeyCallBacks
  var values = kCFTypeDictionaryValueCallBacks
  return unsafe CFDictionaryCreateMutable(nil, 0, &keys, &values)
}

/// Returns an empty array of objects.
func makeArray() -> CFMutableArray {
  var elements = kCFTypeArrayCallBacks
  return unsafe CFArrayCreateMutable(nil, 0, &elements)
}

extension CFDictionary {
  /// Returns the value of a key; its reference stays the dictionary's.
  func value(_ key: CFString) -> UnsafeRawPointer? {
    unsafe withExtendedLifetime(key) { unsafe CFDictionaryGetValue(self, address(ofObject: key)) }
  }

  /// Returns the value of a key if it is of a class.
  func object<Object: AnyObject>(_ key: CFString, _ typeID: CFTypeID, _ kind: Object.Type) -> Object? {
    guard let value = unsafe value(key),
      unsafe CFGetTypeID(Unmanaged<CFTypeRef>.fromOpaque(value).takeUnretainedValue()) == typeID
    else { return nil }
    return unsafe Unmanaged<Object>.fromOpaque(value).takeUnretainedValue()
  }

  /// Returns the dictionary of a key.
  func dictionary(_ key: CFString) -> CFDictionary? { object(key, CFDictionaryGetTypeID(), CFDictionary.self) }

  /// Returns the number of a key.
  func number(_ key: CFString) -> Double? {
    guard let number = object(key, CFNumberGetTypeID(), CFNumber.self) else { return nil }
    var value = 0.0
    unsafe CFNumberGetValue(number, .doubleType, &value)
    return value
  }

  /// Returns the whole number of a key.
  func integer(_ key: CFString) -> Int64? {
    guard let number = object(key, CFNumberGetTypeID(), CFNumber.self) else { return nil }
    var value: Int64 = 0
    unsafe CFNumberGetValue(number, .sInt64Type, &value)
    return value
  }

  /// The number of keys.
  var count: Int { CFDictionaryGetCount(self) }
}

extension CFMutableDictionary {
  /// Sets the value of a key.
  func set(_ key: CFString, _ value: AnyObject) {
    withExtendedLifetime((key, value)) {
      unsafe CFDictionarySetValue(self, address(ofObject: key), address(ofObject: value))
    }
  }

  /// Sets the number of a key.
  func set(_ key: CFString, _ number: Int64) {
    var number = number
    if let value = unsafe CFNumberCreate(nil, .sInt64Type, &number) { set(key, value) }
  }

  /// Takes a key out.
  func remove(_ key: CFString) {
    withExtendedLifetime(key) { unsafe CFDictionaryRemoveValue(self, address(ofObject: key)) }
  }
}

extension CFMutableArray {
  /// Adds an object at the end.
  func append(_ object: AnyObject) {
    withExtendedLifetime(object) { unsafe CFArrayAppendValue(self, address(ofObject: object)) }
  }
}

/// Returns the address of an object, which must be held elsewhere for as long as the address is used.
@unsafe
func address(ofObject object: AnyObject) -> UnsafeRawPointer {
  unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}

/// Returns a dictionary that a caller gives, or `nil`.
@unsafe
func dictionary(_ pointer: UnsafeRawPointer?) -> CFDictionary? {
  unsafe pointer.map { unsafe Unmanaged<CFDictionary>.fromOpaque($0).takeUnretainedValue() }
}

/// Returns the type identifier of an object.
@unsafe
func coreFoundationType(of pointer: UnsafeRawPointer) -> CFTypeID {
  unsafe CFGetTypeID(Unmanaged<CFTypeRef>.fromOpaque(pointer).takeUnretainedValue())
}

/// Returns a string of ASCII.
func constantString(_ text: StaticString) -> CFString {
  unsafe CFStringCreateWithBytes(
    nil, text.utf8Start, text.utf8CodeUnitCount, CFStringBuiltInEncodings.ASCII.rawValue, false)
}
