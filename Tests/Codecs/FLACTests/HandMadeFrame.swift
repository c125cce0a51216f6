import Bitstream

/// A frame put together field by field, as RFC 9639, 9 draws it.
struct HandMadeFrame {
  var bits = BitWriter()

  /// The check of so many bits by long division over single bits.
  static func remainder(_ bytes: [UInt8], width: Int, polynomial: Int) -> UInt32 {
    var rest = 0
    let padded = bytes + [UInt8](repeating: 0, count: width / 8)
    for bit in padded.flatMap({ byte in (0..<8).map { Int(byte) >> (7 - $0) & 1 } }) {
      rest = rest << 1 | bit
      if rest >> width != 0 { rest ^= 1 << width | polynomial }
    }
    return UInt32(rest)
  }

  /// A header with a block size of 16 bits; `rate` is a code of the table, `depth` one of the table of bit depths.
  init(blockSize: Int, number: Int = 0, channels: UInt32, depth: UInt32, rate: UInt32 = 9) {
    bits.write(0xFFF8, 16)
    bits.write(7, 4)
    bits.write(rate, 4)
    bits.write(channels, 4)
    bits.write(depth, 3)
    bits.write(0, 1)
    bits.write(UInt32(number), 8)
    bits.write(UInt32(blockSize - 1), 16)
    bits.write(Self.remainder(bits.bytes, width: 8, polynomial: 0x07), 8)
  }

  /// A two's complement number.
  mutating func put(_ value: Int, _ width: Int) {
    for bit in (0..<width).reversed() { bits.write(UInt32(value >> bit & 1), 1) }
  }

  /// The header of a subframe.
  mutating func subframe(_ code: UInt32, wasted: Int = 0) {
    bits.write(code, 7)
    bits.write(wasted > 0)
    if wasted > 0 { bits.write(1, wasted) }
  }

  /// A residual in the code of Rice with the sign folded into the lowest bit.
  mutating func rice(_ value: Int, _ parameter: Int) {
    let folded = value >= 0 ? 2 * value : -2 * value - 1
    for _ in 0..<(folded >> parameter) { bits.write(0, 1) }
    bits.write(1, 1)
    put(folded & (1 << parameter - 1), parameter)
  }

  /// The frame with its padding and check.
  func finished() -> [UInt8] {
    var whole = self.bits
    whole.align()
    whole.write(Self.remainder(whole.bytes, width: 16, polynomial: 0x8005), 16)
    return whole.bytes
  }
}
