import Bitstream

// Bound throughout: the counts are constants of the tables.

/// The Huffman codes of layer III as tables to decode from (ISO/IEC 11172-3, 2.4.3.4 and Table B.7), with the powers of
/// what they code.
///
/// An entry of a code of pairs, of which several share one table:
/// ```
/// values (8 bits: x | y << 4) | 0…0 | 15 among them | bits with the signs (8 bits) | 0 | bits (7 bits)
/// start of longer codewords (24 bits)                                              | 1 | their further bits (7 bits)
/// ```
struct Codebooks: Sendable {
  /// The codebooks, made once for all decoders.
  static let shared = Codebooks()

  /// Set in an entry of a code with `linbits` where one of the values is a 15.
  static let escape: UInt32 = 1 << 16

  /// A code of pairs: its place among ``entries``.
  struct PairCode: Sendable, BitwiseCopyable {
    var start = 0
    var count = 0
    /// The bits that the first look-up takes.
    var width = 1
    /// The bits that follow a value of 15, or 0.
    var linearBitCount = 0
    /// True if four pairs with their signs are never more than 56 bits.
    var isShort = false
  }

  /// The codes of pairs by `table_select`; those of number 0 and of the reserved numbers 4 and 14 are empty.
  let pairs: [PairCode]
  /// The entries of all codes of pairs.
  let entries: [UInt32]
  /// `sign · |value|^(4/3)` of both values of a pair, by values and the next two bits: the signs of those that are not
  /// zero.
  let pairPowers: [Float]
  /// For the next ten bits, those of codebook A and then those of B: number (7 bits) and number of bits (4) of a
  /// quadruple.
  let quadruples: [UInt16]
  /// The four values of a quadruple by its number.
  let quadrupleValues: [Float]

  private init() {
    var pairs = [PairCode](repeating: PairCode(), count: 32)
    var entries: [UInt32] = []
    func add(_ rows: Span<UInt32>, _ size: Int, _ numbers: ClosedRange<Int>) {
      let longest = rows.indices.map { PrefixCodeRow(packed: rows[$0]).length }.max() ?? 1
      let code = PrefixCode(rows: rows, primaryBits: min(longest, 9)) { UInt32($0 / size | ($0 % size) << 4) }
      let hasEscapes = numbers.lowerBound >= 16
      let start = entries.count
      for index in code.table.indices { entries.append(Self.entry(code.table[index], hasEscapes: hasEscapes)) }
      for number in numbers {
        pairs[number] = PairCode(
          start: start, count: entries.count - start, width: code.primaryBitCount,
          linearBitCount: Int(linearBitCounts[number]), isShort: longest <= 12 && !hasEscapes)
      }
    }
    add(pairCodebook1.span, 2, 1...1)
    add(pairCodebook2.span, 3, 2...2)
    add(pairCodebook3.span, 3, 3...3)
    add(pairCodebook5.span, 4, 5...5)
    add(pairCodebook6.span, 4, 6...6)
    add(pairCodebook7.span, 6, 7...7)
    add(pairCodebook8.span, 6, 8...8)
    add(pairCodebook9.span, 6, 9...9)
    add(pairCodebook10.span, 8, 10...10)
    add(pairCodebook11.span, 8, 11...11)
    add(pairCodebook12.span, 8, 12...12)
    add(pairCodebook13.span, 16, 13...13)
    add(pairCodebook15.span, 16, 15...15)
    add(pairCodebook16.span, 16, 16...23)
    add(pairCodebook24.span, 16, 24...31)
    self.pairs = pairs
    self.entries = entries
    pairPowers = Self.makePairPowers()
    quadruples = Self.quadruples(quadrupleCodebookA.span) + Self.quadruples(quadrupleCodebookB.span)
    quadrupleValues = (0..<512).map { $0 < 324 ? Float(Self.digit($0 % 4, of: $0 / 4) - 1) : 0 }
  }

  /// Returns an entry of a prefix code with the bits of the signs.
  private static func entry(_ entry: UInt32, hasEscapes: Bool) -> UInt32 {
    if entry & 0x80 != 0 { return entry }
    let (values, length) = (entry >> 8, entry & 0x7F)
    let signs: UInt32 = (values & 0xF == 0 ? 0 : 1) + (values & 0xF0 == 0 ? 0 : 1)
    let isEscape = hasEscapes && (values & 0xF == 0xF || values & 0xF0 == 0xF0)
    return values << 24 | (isEscape ? escape : 0) | (length + signs) << 8 | length
  }

  private static func makePairPowers() -> [Float] {
    var result: [Float] = []
    for values in 0..<256 {
      for bits in 0..<4 {
        let (x, y) = (values & 15, values >> 4)
        let second = x == 0 ? bits & 2 : bits & 1
        result.append(Requantizer.shared.power(bits & 2 == 0 ? x : -x))
        result.append(Requantizer.shared.power(second == 0 ? y : -y))
      }
    }
    return result
  }

  /// Returns a value, 0…2 for −1…1, of a quadruple's number, which has four digits to the base of three.
  private static func digit(_ place: Int, of number: Int) -> Int { [1, 3, 9, 27].map { number / $0 % 3 }[place] }

  private static func quadruples(_ rows: Span<UInt32>) -> [UInt16] {
    let code = PrefixCode(rows: rows, primaryBits: 6)
    return (0..<1024).map { bits in
      let entry = code.table[bits >> 4]
      let (symbol, length) = (Int(entry >> 8), Int(entry & 0x7F))
      var (number, used) = (0, length)
      for (place, weight) in [1, 3, 9, 27].enumerated() {
        let isSet = symbol >> (3 - place) & 1 != 0
        let isNegative = isSet && bits >> (9 - used) & 1 != 0
        number += weight * (isNegative ? 0 : isSet ? 2 : 1)
        used += isSet ? 1 : 0
      }
      return UInt16(number << 9 | used)
    }
  }

  /// The regions of a granule's pairs, and the code of its quadruples.
  struct Regions {
    var ends: [3 of Int]
    var codebooks: [3 of UInt8]
    var usesCodebookB: Bool
  }

  /// Checks that the codes that a granule's regions name exist.
  func regions(_ part: GranulePart, ends: [3 of Int], at offset: Int) throws(MPEGAudioError) -> Regions {
    var start = 0
    for region in 0..<3 {
      let number = part.codebooks[region]
      if ends[region] > start, number == 4 || number == 14 { throw MPEGAudioError(.reservedCodebook, at: offset) }
      start = max(start, ends[region])
    }
    return Regions(ends: ends, codebooks: part.codebooks, usesCodebookB: part.usesCodebookB)
  }
}
