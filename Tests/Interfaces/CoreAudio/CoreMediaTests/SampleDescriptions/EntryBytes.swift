import CoreFoundation
import CoreMedia
import Foundation

/// A value of Core Foundation's as one of Swift's, as the module's own tests of lists check it.
func swift(_ value: AnyObject?) -> Any? { value.map { swiftValue(pointer($0)) } }

/// An extension's value as one of Swift's.
func swift(_ value: CMFormatDescription.Extensions.Value?) -> Any? {
  value.flatMap { swift($0.propertyListRepresentation as AnyObject) }
}

/// Bytes of sample descriptions, for tests.
enum EntryBytes {
  /// Bytes from hexadecimal digits; spaces and line ends do not count.
  static func hexadecimal(_ text: String) -> [UInt8] {
    let digits = text.filter { $0.isHexDigit }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// A number of four bytes, the greatest first.
  static func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

  /// A box.
  static func box(_ type: String, _ body: [UInt8]) -> [UInt8] { word(body.count + 8) + Array(type.utf8) + body }

  /// An entry with its size at the start.
  static func sized(_ entry: [UInt8]) -> [UInt8] { word(entry.count) + entry.dropFirst(4) }

  /// An entry with all ones for the reference, and with a size.
  static func withoutReference(_ entry: [UInt8], size: Int? = nil) -> [UInt8] {
    word(size ?? entry.count) + entry[4..<14] + [0xFF, 0xFF] + entry[16...]
  }
}
