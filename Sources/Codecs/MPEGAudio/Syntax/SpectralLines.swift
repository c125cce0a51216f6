import Bitstream

// Holds throughout: regions are cut to the 576 lines of a granule.

extension Codebooks {
  /// Reads the quantised lines of a granule and returns their number up to the last that is not zero.
  ///
  /// ISO/IEC 11172-3, 2.4.3.4: pairs in three regions, then quadruples of −1, 0 and 1 until the granule ends at bit
  /// `end`. A quadruple that goes beyond it does not count. Lines after those that are coded keep old values.
  ///
  /// - Parameter lines: Room for all lines of a granule.
  func parse(
    _ regions: Regions, _ reader: inout BitReader, end: Int, into lines: inout MutableSpan<Int16>
  ) throws(MPEGAudioError) -> Int {
    precondition(lines.count == MainData.lineCount)
    var line = 0
    for region in 0..<3 {
      let range = line..<max(line, regions.ends[region])
      line = range.upperBound
      guard !range.isEmpty else { continue }
      let number = Int(regions.codebooks[region])
      guard let code = pairs[number] else {
        for index in range { lines[index] = 0 }
        continue
      }
      var region = lines._mutatingExtracting(range)
      if number < 16 {
        Self.parsePairs(&reader, code, &region)
      } else {
        Self.parseLongPairs(&reader, code, linearBitCount: Int(linearBitCounts[number]), &region)
      }
      guard reader.offset <= end else { throw MPEGAudioError(.pairsBeyondGranule, at: end) }
    }
    var rest = lines._mutatingExtracting(line..<MainData.lineCount)
    line += Self.parseQuadruples(&reader, regions.usesCodebookB ? quadruplesB : quadruplesA, end: end, &rest)
    while line >= 2, lines[line - 1] | lines[line - 2] == 0 { line -= 2 }
    return line
  }

  /// Returns a pair from an entry: stores its lines, moves `window` past it, and returns its bits.
  @inline(__always)
  private static func unpack(
    _ entry: UInt32, _ window: inout UInt64, _ lines: inout MutableSpan<Int16>, _ line: Int
  ) -> Int {
    let signs = window &<< UInt64(entry & 0x7F)
    let bits = entry & 0x7F &+ (entry &>> 16 & 3)
    window &<<= UInt64(bits)
    let second = UInt64(entry & 0xF00 == 0 ? 0 : 1)
    var two = lines._mutatingExtracting(line..<(line &+ 2))
    two[0] = signed(entry &>> 8 & 15, signs)
    two[1] = signed(entry &>> 12 & 15, signs &<< second)
    return Int(bits)
  }

  /// Returns a magnitude with its sign from the top bit of `signs`, without a branch; zero stays zero.
  @inline(__always)
  private static func signed(_ magnitude: UInt32, _ signs: UInt64) -> Int16 {
    let mask = Int32(truncatingIfNeeded: Int64(bitPattern: signs) &>> 63)
    return Int16(truncatingIfNeeded: (Int32(bitPattern: magnitude) ^ mask) &- mask)
  }

  /// Codebooks up to 15: at most 21 bits with the signs, so that two pairs fit a window of 57.
  private static func parsePairs(_ reader: inout BitReader, _ code: PrefixCode, _ lines: inout MutableSpan<Int16>) {
    let table = code.table
    let width = code.primaryBitCount
    // A copy stays in registers, which the caller's reader does not.
    var cursor = reader
    var line = 0
    while line &+ 4 <= lines.count {
      var window = cursor.window
      let first = PrefixCode.lookUp(window, table, width)
      let firstBits = unpack(first, &window, &lines, line)
      let second = PrefixCode.lookUp(window, table, width)
      let secondBits = unpack(second, &window, &lines, line &+ 2)
      cursor.consume(firstBits &+ secondBits)
      line = line &+ 4
    }
    if line &+ 2 <= lines.count {
      var window = cursor.window
      let entry = PrefixCode.lookUp(window, table, width)
      cursor.consume(unpack(entry, &window, &lines, line))
    }
    reader = cursor
  }

  /// Codebooks 16 to 31, where `linbits` follow a 15: at most 45 bits.
  private static func parseLongPairs(
    _ reader: inout BitReader, _ code: PrefixCode, linearBitCount: Int, _ lines: inout MutableSpan<Int16>
  ) {
    let table = code.table
    let width = code.primaryBitCount
    var cursor = reader
    var line = 0
    while line &+ 2 <= lines.count {
      var window = cursor.window
      let entry = PrefixCode.lookUp(window, table, width)
      if entry & 0xF00 == 0xF00 || entry & 0xF000 == 0xF000 {
        window &<<= UInt64(entry & 0x7F)
        let first = large(entry &>> 8 & 15, &window, linearBitCount)
        let second = large(entry &>> 12 & 15, &window, linearBitCount)
        lines[line] = first.value
        lines[line &+ 1] = second.value
        cursor.consume(Int(entry & 0x7F) &+ first.bitCount &+ second.bitCount)
      } else {
        cursor.consume(unpack(entry, &window, &lines, line))
      }
      line = line &+ 2
    }
    reader = cursor
  }

  /// Returns a number with the bits that follow it: `linbits` after a 15, and the sign of one that is not 0.
  @inline(__always)
  private static func large(
    _ magnitude: UInt32, _ window: inout UInt64, _ linearBitCount: Int
  ) -> (value: Int16, bitCount: Int) {
    guard magnitude != 0 else { return (0, 0) }
    var whole = magnitude
    var bitCount = 1
    if magnitude == 15 {
      whole = 15 &+ UInt32(truncatingIfNeeded: window &>> UInt64(64 &- linearBitCount))
      window &<<= UInt64(linearBitCount)
      bitCount = 1 &+ linearBitCount
    }
    let value = signed(whole, window)
    window &<<= 1
    return (value, bitCount)
  }

  /// Reads quadruples: at most ten bits with their signs. Returns the number of their lines.
  private static func parseQuadruples(
    _ reader: inout BitReader, _ code: PrefixCode, end: Int, _ lines: inout MutableSpan<Int16>
  ) -> Int {
    let table = code.table
    let width = code.primaryBitCount
    var cursor = reader
    var line = 0
    while cursor.offset < end, line &+ 4 <= lines.count {
      let window = cursor.window
      let entry = PrefixCode.lookUp(window, table, width)
      var signs = window &<< UInt64(entry & 0x7F)
      cursor.consume(Int(entry & 0x7F &+ (entry &>> 16 & 7)))
      if cursor.offset > end { break }
      var four = lines._mutatingExtracting(line..<(line &+ 4))
      four[0] = signed(entry &>> 8 & 1, signs)
      signs &<<= UInt64(entry &>> 8 & 1)
      four[1] = signed(entry &>> 9 & 1, signs)
      signs &<<= UInt64(entry &>> 9 & 1)
      four[2] = signed(entry &>> 10 & 1, signs)
      signs &<<= UInt64(entry &>> 10 & 1)
      four[3] = signed(entry &>> 11 & 1, signs)
      line = line &+ 4
    }
    reader = cursor
    return line
  }
}
