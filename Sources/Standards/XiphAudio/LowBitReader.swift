import Bitstream

/// Reads numbers with the least significant bit first, in the lowest bit of a byte: Vorbis I, 2.
struct LowBitReader: ~Escapable {
  private let bytes: Span<UInt8>
  /// The number of bits consumed.
  private(set) var offset = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  /// Reads a number of up to 32 bits.
  mutating func read(_ count: Int) throws(EndOfBytes) -> Int {
    guard count >= 0, count <= 32, count <= bytes.count * 8 - offset else { throw EndOfBytes(offset: offset / 8) }
    var value = 0
    for bit in 0..<count {
      let place = offset + bit
      value |= Int(bytes[place / 8] >> UInt8(place % 8) & 1) << bit
    }
    offset += count
    return value
  }

  /// Reads one bit.
  mutating func readFlag() throws(EndOfBytes) -> Bool { try read(1) == 1 }

  /// Skips bits, any number.
  mutating func skip(_ count: Int) throws(EndOfBytes) {
    guard count >= 0, count <= bytes.count * 8 - offset else { throw EndOfBytes(offset: offset / 8) }
    offset += count
  }

  /// Returns the bits that a number takes: `ilog` of Vorbis I, 9.2.1.
  static func width(_ value: Int) -> Int { Int.bitWidth - max(0, value).leadingZeroBitCount }
}
