import ArgumentParser
import AudioBase

/// Bytes given or printed as hexadecimal digits.
package struct HexBytes: ExpressibleByArgument {
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init?(argument: String) {
    var digits = argument.filter { $0 != " " }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") { digits.removeFirst(2) }
    guard !digits.isEmpty, let bytes = [UInt8](hexadecimal: digits) else { return nil }
    self.bytes = bytes
  }

  /// The digits, in upper case.
  package var text: String { bytes.hexadecimal }
}
