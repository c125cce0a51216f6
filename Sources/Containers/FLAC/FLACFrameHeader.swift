import Bitstream

/// The header of a frame, RFC 9639, 9.1.
struct FLACFrameHeader: Equatable {
  /// The most bytes of a header: 4, a number of 7, a block size and a rate of 2 each, and the check.
  static let maximumByteCount = 16

  /// Whether ``number`` counts frames of sound instead of blocks.
  var hasVariableBlockSize: Bool
  /// The number of the first frame of sound, or of the block.
  var number: Int64
  /// Frames of sound of the block.
  var blockSize: Int

  /// The number of the block that follows.
  var nextNumber: Int64 { hasVariableBlockSize ? number + Int64(blockSize) : number + 1 }

  /// Reads a header at the first byte, or returns `nil` where there is none whose check (CRC-8) holds.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 6, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8 else { return nil }
    let sizeCode = Int(bytes[2] >> 4)
    let rateCode = bytes[2] & 15
    guard sizeCode != 0, rateCode != 15, bytes[3] >> 4 < 11, bytes[3] & 1 == 0, bytes[3] >> 1 & 7 != 3 else {
      return nil
    }
    hasVariableBlockSize = bytes[1] & 1 == 1
    guard let (number, numberEnd) = Self.number(bytes, at: 4) else { return nil }
    self.number = number
    var place = numberEnd
    switch sizeCode {
    case 1: blockSize = 192
    case 2...5: blockSize = 576 << (sizeCode - 2)
    case 6, 7:
      let width = sizeCode - 5
      guard place + width <= bytes.count else { return nil }
      blockSize = 1 + (width == 1 ? Int(bytes[place]) : Int(bytes[place]) << 8 | Int(bytes[place + 1]))
      place += width
    default: blockSize = 256 << (sizeCode - 8)
    }
    if rateCode >= 12 { place += rateCode == 12 ? 1 : 2 }
    guard place < bytes.count else { return nil }
    var check = CyclicRedundancyCheck(width: 8, polynomial: 0x07, initialValue: 0)
    check.update(bytes.extracting(0..<place))
    guard check.value == UInt32(bytes[place]) else { return nil }
  }

  /// A number in the manner of UTF-8, of up to 36 bits, and the index behind it.
  private static func number(_ bytes: Span<UInt8>, at start: Int) -> (Int64, Int)? {
    let first = bytes[start]
    let width = (~first).leadingZeroBitCount
    guard width != 1, width <= 7 else { return nil }
    guard width > 0 else { return (Int64(first), start + 1) }
    guard start + width <= bytes.count else { return nil }
    var value = width == 7 ? 0 : Int64(first & (0x7F >> UInt8(width)))
    for index in (start + 1)..<(start + width) {
      guard bytes[index] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | Int64(bytes[index] & 0x3F)
    }
    return (value, start + width)
  }
}
