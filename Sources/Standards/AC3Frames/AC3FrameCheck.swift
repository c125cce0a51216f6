/// The cyclic redundancy check of a frame: x^16 + x^15 + x^2 + 1, from 0, most significant bit first.
///
/// ETSI TS 102 366, 4.4.1.1 and 6.10 (ATSC A/52, 7.10). All bytes after the sync word, the check words among them,
/// leave a remainder of 0.
package enum AC3FrameCheck {
  private static let table: [256 of UInt16] = makeTable()

  private static func makeTable() -> [256 of UInt16] {
    var table: [256 of UInt16] = InlineArray(repeating: 0)
    for byte in 0..<256 {
      var register = UInt16(byte) << 8
      for _ in 0..<8 { register = register & 0x8000 != 0 ? register << 1 ^ 0x8005 : register << 1 }
      table[byte] = register
    }
    return table
  }

  /// Returns true if the whole frame's check matches.
  ///
  /// - Parameter frame: All bytes of a frame, at least two.
  package static func passes(_ frame: Span<UInt8>) -> Bool {
    let table = table
    var register: UInt16 = 0
    for index in 2..<max(2, frame.count) {
      register = register << 8 ^ table[Int(register >> 8) ^ Int(frame[index])]
    }
    return register == 0
  }
}
