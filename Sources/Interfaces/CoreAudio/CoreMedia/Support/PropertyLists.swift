import CoreFoundation
import Foundation

// Values of Core Foundation's containers as values of Swift's, and back.

/// Returns the Swift value of a Core Foundation object: numbers, strings, data, and containers of these; others
/// unchanged.
@unsafe
package func swiftValue(_ pointer: UnsafeRawPointer) -> Any {
  switch unsafe coreFoundationType(of: pointer) {
  case CFBooleanGetTypeID():
    return unsafe CFBooleanGetValue(Unmanaged<CFBoolean>.fromOpaque(pointer).takeUnretainedValue())
  case CFNumberGetTypeID():
    let number = unsafe Unmanaged<NSNumber>.fromOpaque(pointer).takeUnretainedValue()
    return unsafe CFNumberIsFloatType(Unmanaged<CFNumber>.fromOpaque(pointer).takeUnretainedValue())
      ? number.doubleValue : number.intValue
  case CFStringGetTypeID(): return unsafe Unmanaged<NSString>.fromOpaque(pointer).takeUnretainedValue() as String
  case CFDataGetTypeID(): return unsafe Unmanaged<NSData>.fromOpaque(pointer).takeUnretainedValue() as Data
  case CFDictionaryGetTypeID():
    return unsafe swiftDictionary(Unmanaged<CFDictionary>.fromOpaque(pointer).takeUnretainedValue())
  case CFArrayGetTypeID():
    let array = unsafe Unmanaged<CFArray>.fromOpaque(pointer).takeUnretainedValue()
    return (0..<CFArrayGetCount(array)).compactMap { index in
      unsafe CFArrayGetValueAtIndex(array, index).map { unsafe swiftValue($0) }
    }
  default: return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
  }
}

/// Returns a dictionary of Core Foundation's as one of Swift's.
func swiftDictionary(_ dictionary: CFDictionary) -> [String: Any] {
  var result: [String: Any] = [:]
  for (key, value) in dictionary.entries {
    result[swiftString(key)] = withExtendedLifetime(value) { () -> Any in
      unsafe swiftValue(address(ofObject: value))
    }
  }
  return result
}

/// Returns the object of Core Foundation's for a value.
func coreFoundationObject(_ value: Any) -> AnyObject {
  // Objects stay unchanged: the number 1 would become a Boolean.
  if type(of: value) is AnyClass { return value as AnyObject }
  switch value {
  case let value as Bool: return value ? kCFBooleanTrue : kCFBooleanFalse
  case let value as any BinaryInteger: return NSNumber(value: Int64(truncatingIfNeeded: value))
  case let value as Double: return NSNumber(value: value)
  case let value as Float: return NSNumber(value: value)
  case let value as String: return coreFoundationString(value)
  case let value as Data: return NSData(data: value)
  case let value as [String: Any]: return coreFoundationDictionary(value)
  case let value as [Any]:
    let array = makeArray()
    for element in value {
      array.append(coreFoundationObject(element))
    }
    return array
  default: return value as AnyObject
  }
}

/// Returns the elements of an array.
///
/// Objects that are not Foundation's are in private boxes where an array of Foundation's holds them.
func elements(of array: CFArray) -> [Any] {
  withExtendedLifetime(array) {
    unsafe Array(Unmanaged<NSArray>.fromOpaque(address(ofObject: array)).takeUnretainedValue())
  }
}

/// Returns a dictionary of Swift's as one of Core Foundation's.
func coreFoundationDictionary(_ dictionary: [String: Any]) -> CFDictionary {
  let result = makeDictionary()
  for (key, value) in dictionary { result.set(coreFoundationString(key), coreFoundationObject(value)) }
  return result
}

/// Returns a string of Swift's as one of Core Foundation's.
func coreFoundationString(_ text: String) -> CFString {
  unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
    unsafe CFStringCreateWithBytes(
      nil, bytes.baseAddress, bytes.count, CFStringBuiltInEncodings.UTF8.rawValue, false)
  }
}

/// Returns a string of Core Foundation's as one of Swift's.
func swiftString(_ string: CFString) -> String {
  withExtendedLifetime(string) {
    unsafe Unmanaged<NSString>.fromOpaque(address(ofObject: string)).takeUnretainedValue() as String
  }
}

extension CFDictionary {
  /// Keys and values.
  var entries: [(key: CFString, value: AnyObject)] {
    var keys = unsafe [UnsafeRawPointer?](repeating: nil, count: count)
    var values = unsafe [UnsafeRawPointer?](repeating: nil, count: count)
    unsafe CFDictionaryGetKeysAndValues(self, &keys, &values)
    var result: [(key: CFString, value: AnyObject)] = []
    for index in 0..<count {
      guard let key = unsafe keys[index], let value = unsafe values[index] else { continue }
      unsafe result.append(
        (
          Unmanaged<CFString>.fromOpaque(key).takeUnretainedValue(),
          Unmanaged<AnyObject>.fromOpaque(value).takeUnretainedValue()
        ))
    }
    return result
  }
}
