import Bitstream

/// Reads the mantissas of a block. Those of few levels are sent two or three at a time, across channels.
///
/// ETSI TS 102 366, 6.3 (ATSC A/52, 7.3).
struct MantissaReader: Sendable {
  /// Mantissas of 3, 5 and 11 levels that have been read and not been used, the next one last.
  private var threes: [2 of Float] = [0, 0]
  private var fives: [2 of Float] = [0, 0]
  private var elevens: Float = 0
  private var threeCount = 0
  private var fiveCount = 0
  private var elevenCount = 0
  /// True once a group had a value that no group has.
  private(set) var hasInvalidGroup = false

  /// Clears unfinished groups, as each block does.
  mutating func begin() {
    (threeCount, fiveCount, elevenCount, hasInvalidGroup) = (0, 0, 0, false)
  }

  /// Returns the value of a code of an odd number of levels, which are the same distance apart.
  @inline(__always)
  private static func level(_ code: Int, of count: Int) -> Float { Float(2 * code - (count - 1)) / Float(count) }

  /// Reads the mantissa of a line whose pointer is not 0. Past the end of the reader zeros are read.
  @inline(__always)
  mutating func next(_ reader: inout BitReader, pointer: UInt8) -> Float {
    switch pointer {
    case 1: nextOfThree(&reader)
    case 2: nextOfFive(&reader)
    case 3: symmetric(&reader, bitCount: 3, levels: 7)
    case 4: nextOfEleven(&reader)
    case 5: symmetric(&reader, bitCount: 4, levels: 15)
    default: Self.fraction(&reader, bitCount: pointer < 14 ? Int(pointer) - 1 : pointer == 14 ? 14 : 16)
    }
  }

  /// Returns a signed fraction of so many bits, 1…32: -1 up to but without 1.
  @inline(__always)
  static func fraction(_ reader: inout BitReader, bitCount: Int) -> Float {
    let value = Int32(bitPattern: reader.readUnchecked(bitCount) &<< UInt32(32 &- bitCount))
    return Float(value) * 0x1p-31
  }

  private mutating func symmetric(_ reader: inout BitReader, bitCount: Int, levels: Int) -> Float {
    let code = Int(reader.readUnchecked(bitCount))
    if code >= levels { hasInvalidGroup = true }
    return Self.level(min(code, levels - 1), of: levels)
  }

  private mutating func nextOfThree(_ reader: inout BitReader) -> Float {
    if threeCount == 0 {
      let group = Int(reader.readUnchecked(5))
      if group >= 27 { hasInvalidGroup = true }
      threes = [Self.level(group % 3, of: 3), Self.level(group / 3 % 3, of: 3)]
      threeCount = 2
      return Self.level(min(group / 9, 2), of: 3)
    }
    threeCount -= 1
    return threes[threeCount]
  }

  private mutating func nextOfFive(_ reader: inout BitReader) -> Float {
    if fiveCount == 0 {
      let group = Int(reader.readUnchecked(7))
      if group >= 125 { hasInvalidGroup = true }
      fives = [Self.level(group % 5, of: 5), Self.level(group / 5 % 5, of: 5)]
      fiveCount = 2
      return Self.level(min(group / 25, 4), of: 5)
    }
    fiveCount -= 1
    return fives[fiveCount]
  }

  private mutating func nextOfEleven(_ reader: inout BitReader) -> Float {
    if elevenCount == 0 {
      let group = Int(reader.readUnchecked(7))
      if group >= 121 { hasInvalidGroup = true }
      elevens = Self.level(group % 11, of: 11)
      elevenCount = 1
      return Self.level(min(group / 11, 10), of: 11)
    }
    elevenCount = 0
    return elevens
  }
}
