/// The check of a page, RFC 3533, 6: x^32 + x^26 + … + 1 (0x04C11DB7), highest bit first, from 0, without reflection.
enum OggChecksum {
  /// The effect of a byte on the register: by itself, and followed by one, two and three zero bytes.
  private static let table: [UInt32] = {
    let first: [UInt32] = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte) << 24) { register, _ in register << 1 ^ (register >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    }
    return (0..<3).reduce(into: first) { table, _ in
      table += table.suffix(256).map { $0 << 8 ^ first[Int($0 >> 24)] }
    }
  }()

  /// Returns the checksum of a whole page, whose own checksum field counts as 0.
  static func value(ofPage bytes: Span<UInt8>) -> UInt32 {
    let field = min(OggPage.checksumOffset, bytes.count)..<min(OggPage.checksumOffset + 4, bytes.count)
    let zeros: InlineArray<4, UInt8> = [0, 0, 0, 0]
    var register = add(bytes.extracting(..<field.lowerBound), to: 0)
    register = add(zeros.span.extracting(..<field.count), to: register)
    return add(bytes.extracting(field.upperBound...), to: register)
  }

  /// Shifts bytes through a register, four at a time: each group waits for the previous one.
  private static func add(_ bytes: Span<UInt8>, to start: UInt32) -> UInt32 {
    let table = table.span
    var register = start
    var index = 0
    while index &+ 4 <= bytes.count {
      let four = bytes.extracting(index..<(index &+ 4))
      let word = UInt32(four[0]) << 24 | UInt32(four[1]) << 16 | UInt32(four[2]) << 8 | UInt32(four[3])
      register ^= word
      register =
        table[Int(768 | register >> 24)] ^ table[Int(512 | register >> 16 & 255)]
        ^ table[Int(256 | register >> 8 & 255)] ^ table[Int(register & 255)]
      index &+= 4
    }
    while index < bytes.count {
      register = register << 8 ^ table[Int(register >> 24 ^ UInt32(bytes[index]))]
      index &+= 1
    }
    return register
  }
}
