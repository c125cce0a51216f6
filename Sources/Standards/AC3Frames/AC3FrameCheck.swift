/// The cyclic redundancy check of a frame: x^16 + x^15 + x^2 + 1, from 0, most significant bit first.
///
/// ETSI TS 102 366, 4.4.1.1 and 6.10 (ATSC A/52, 7.10). All bytes after the sync word, the check words among them,
/// leave a remainder of 0.
package enum AC3FrameCheck {
  /// The registers after each byte, and after it with one, two and three zeros behind it.
  private static let table = makeTable()

  private static func makeTable() -> [UInt16] {
    var table: [UInt16] = []
    for byte in 0..<256 {
      var register = UInt16(byte) << 8
      for _ in 0..<8 { register = register & 0x8000 != 0 ? register << 1 ^ 0x8005 : register << 1 }
      table.append(register)
    }
    for index in 0..<(3 * 256) { table.append(table[index] << 8 ^ table[Int(table[index] >> 8)]) }
    return table
  }

  /// Returns true if the whole frame's check matches.
  ///
  /// - Parameter frame: All bytes of a frame, at least two.
  package static func passes(_ frame: Span<UInt8>) -> Bool {
    let table = Self.table.span
    var register: UInt16 = 0
    var index = 2
    while index + 4 <= frame.count {
      register =
        table[768 + (Int(register >> 8) ^ Int(frame[index]))]
        ^ table[512 + (Int(register & 0xFF) ^ Int(frame[index + 1]))]
        ^ table[256 + Int(frame[index + 2])] ^ table[Int(frame[index + 3])]
      index += 4
    }
    while index < frame.count {
      register = register << 8 ^ table[Int(register >> 8) ^ Int(frame[index])]
      index += 1
    }
    return register == 0
  }
}
