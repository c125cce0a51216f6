/// The checks of a frame: CRC-8 of its header, CRC-16 of the whole frame. RFC 9639, 9.1.8 and 9.3.
package struct FrameCheck: Sendable {
  /// The effect of each byte value on the register, for each position in a group of sixteen bytes, the last position
  /// first: 16 × 256.
  private let tables: [UInt16]

  /// Computes the tables for x^16 + x^15 + x^2 + 1.
  package init() {
    var tables = [UInt16](repeating: 0, count: 16 * 256)
    for value in 0..<256 {
      var register = UInt16(value) << 8
      for _ in 0..<8 { register = register & 0x8000 != 0 ? register << 1 ^ 0x8005 : register << 1 }
      tables[value] = register
    }
    // A byte that is followed by one more: the register after a zero byte.
    for index in 256..<(16 * 256) {
      let before = tables[index - 256]
      tables[index] = before << 8 ^ tables[Int(before >> 8)]
    }
    self.tables = tables
  }

  /// Returns the CRC-16 of bytes.
  package func frameCheck(_ bytes: Span<UInt8>) -> UInt16 {
    let table = tables.span.extracting(0..<4096)
    var register: UInt16 = 0
    var place = 0
    while place <= bytes.count &- 16 {
      let part = bytes.extracting(place..<(place &+ 16))
      // Only the first two bytes wait for the group before.
      var rest = table[Int(part[15])]
      for index in 2..<15 { rest ^= table[(15 &- index) &* 256 &+ Int(part[index])] }
      let first = Int(part[0] ^ UInt8(truncatingIfNeeded: register &>> 8))
      let second = Int(part[1] ^ UInt8(truncatingIfNeeded: register))
      register = (rest ^ table[3840 &+ first]) ^ table[3584 &+ second]
      place &+= 16
    }
    while place < bytes.count {
      register = register &<< 8 ^ table[Int(UInt8(truncatingIfNeeded: register &>> 8) ^ bytes[place])]
      place &+= 1
    }
    return register
  }

  /// Returns the CRC-8 (x^8 + x^2 + x + 1) of the few bytes of a header.
  package static func headerCheck(_ bytes: Span<UInt8>) -> UInt8 {
    var register: UInt8 = 0
    for index in bytes.indices {
      register ^= bytes[index]
      for _ in 0..<8 { register = register & 0x80 != 0 ? register << 1 ^ 0x07 : register << 1 }
    }
    return register
  }
}
