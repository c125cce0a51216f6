import Bitstream

/// The exponents and the bit allocation pointers of all slots of a block, 256 lines each.
struct LinePlanes: Sendable {
  /// Each line is worth its mantissa times two to the power of minus this; 0…24.
  private(set) var exponents = [UInt8](repeating: 0, count: Slots.count * Slots.lineCount)
  /// `bap`, or `hebap` where six blocks are transformed together.
  private(set) var pointers = [UInt8](repeating: 0, count: Slots.count * Slots.lineCount)

  /// Returns the level of a line, in 128ths of 6 dB.
  @inline(__always)
  func level(_ slot: Int, _ line: Int) -> Int { 3072 - Int(exponents[slot * Slots.lineCount + line]) << 7 }

  /// Makes all lines of a slot such that no mantissa is sent.
  mutating func clearPointers(_ channel: ChannelAllocation) {
    let base = channel.slot * Slots.lineCount
    for line in channel.lines { pointers[base + line] = 0 }
  }

  /// Looks up the pointers of lines that have one mask.
  mutating func point(_ channel: ChannelAllocation, _ lines: Range<Int>, mask: Int) {
    let base = channel.slot * Slots.lineCount
    for line in lines {
      let address = min(63, max(0, (level(channel.slot, line) - mask) >> 5))
      pointers[base + line] = channel.isHybrid ? hybridPointers[address] : allocationPointers[address]
    }
  }

  /// Reads new exponents of a slot.
  ///
  /// ETSI TS 102 366, 6.1 (ATSC A/52, 7.1).
  ///
  /// - Parameters:
  ///   - reader: At the absolute exponent.
  ///   - slot: The slot of the exponents.
  ///   - lines: The lines that the slot codes.
  ///   - strategy: 1, 2 or 3: differences stand for one, two or four lines.
  mutating func readExponents(
    _ reader: inout BitReader, _ slot: Int, _ lines: Range<Int>, strategy: UInt8
  ) throws(AC3Error) {
    let width = 1 << (Int(strategy) - 1)
    let base = slot * Slots.lineCount
    var value = try reader.bits(4)
    var line = lines.lowerBound
    var groupCount = 2
    switch slot {
    case Slots.coupling:
      // The first value is coded with half the resolution, and only the start of the differences.
      value *= 2
      groupCount = lines.count / (3 * width)
    default:
      exponents[base] = UInt8(value)
      line += 1
      if slot != Slots.lowFrequency { groupCount = (lines.upperBound + 3 * width - 4) / (3 * width) }
    }
    for _ in 0..<groupCount {
      let group = try reader.bits(7)
      guard group < 125 else { throw AC3Error(.exponentGroup, at: reader.offset) }
      let steps: [3 of Int] = [group / 25 - 2, group / 5 % 5 - 2, group % 5 - 2]
      for index in 0..<3 {
        value += steps[index]
        guard (0...24).contains(value) else { throw AC3Error(.exponentRange, at: reader.offset) }
        let end = min(line + width, lines.upperBound)
        for place in line..<max(line, end) { exponents[base + place] = UInt8(value) }
        line += width
      }
    }
  }
}
