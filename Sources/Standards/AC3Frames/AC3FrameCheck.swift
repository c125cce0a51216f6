/// The CRC of a frame: x^16 + x^15 + x^2 + 1, starting at 0, most significant bit first.
///
/// ETSI TS 102 366, 4.4.1.1 and 6.10 (ATSC A/52, 7.10). All bytes after the sync word, the check words among them,
/// leave a remainder of 0.
package struct AC3FrameCheck: Sendable {
  /// The effect of each value on the register, for each of eight places in a group of bytes, the last one first: 8 ×
  /// 256.
  ///
  /// An array, as reading from a constant of the type copies all of it for each byte.
  private let tables: [UInt16]

  /// Makes the tables.
  package init() {
    var tables = [UInt16](repeating: 0, count: 8 * 256)
    for value in 0..<256 {
      var register = UInt16(value) << 8
      for _ in 0..<8 { register = register & 0x8000 != 0 ? register << 1 ^ 0x8005 : register << 1 }
      tables[value] = register
    }
    // A byte that is followed by one more: the register after a zero byte.
    for index in 256..<(8 * 256) {
      let before = tables[index - 256]
      tables[index] = before << 8 ^ tables[Int(before >> 8)]
    }
    self.tables = tables
  }

  /// Returns true if the whole frame's check matches.
  ///
  /// - Parameter frame: All bytes of a frame, at least two.
  package func passes(_ frame: Span<UInt8>) -> Bool {
    let table = tables.span.extracting(0..<2048)
    var register: UInt16 = 0
    var place = 2
    while place <= frame.count &- 8 {
      let part = frame.extracting(place..<(place &+ 8))
      // Only the first two bytes wait for the group before.
      var rest = table[Int(part[7])]
      for index in 2..<7 { rest ^= table[(7 &- index) &* 256 &+ Int(part[index])] }
      let first = Int(part[0] ^ UInt8(truncatingIfNeeded: register &>> 8))
      let second = Int(part[1] ^ UInt8(truncatingIfNeeded: register))
      register = (rest ^ table[1792 &+ first]) ^ table[1536 &+ second]
      place &+= 8
    }
    while place < frame.count {
      register = register &<< 8 ^ table[Int(UInt8(truncatingIfNeeded: register &>> 8) ^ frame[place])]
      place &+= 1
    }
    return register == 0
  }
}
