/// The 16-bit CRC in LAME's extension: x^16 + x^15 + x^2 + 1, least significant bit first, starting at zero.
package struct ReflectedCheck {
  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { value, _ in value & 1 != 0 ? value >> 1 ^ 0xA001 : value >> 1 }
  }

  /// The value over all bytes so far.
  package private(set) var value: UInt16 = 0

  package init() {}

  /// Adds bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    let table = Self.table
    var register = value
    for index in bytes.indices {
      register = register >> 8 ^ table[Int(UInt8(truncatingIfNeeded: register) ^ bytes[index])]
    }
    value = register
  }
}
