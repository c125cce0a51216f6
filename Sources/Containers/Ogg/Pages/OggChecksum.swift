/// The check of a page, RFC 3533, 6: x^32 + x^26 + … + 1 (0x04C11DB7), highest bit first, from 0, without reflection.
enum OggChecksum {
  /// What a byte becomes, shifted through the register.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { register, _ in register << 1 ^ (register >> 31 == 1 ? 0x04C1_1DB7 : 0) }
  }

  /// The check of a whole page, whose own field counts as 0.
  static func value(ofPage bytes: Span<UInt8>) -> UInt32 {
    let field = OggPage.checksumOffset..<(OggPage.checksumOffset + 4)
    let table = table.span
    var register: UInt32 = 0
    for index in bytes.indices {
      let byte = field.contains(index) ? 0 : bytes[index]
      register = register << 8 ^ table[Int(register >> 24 ^ UInt32(byte))]
    }
    return register
  }
}
