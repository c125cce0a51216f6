import Bitstream

/// The Huffman codes of layer III as tables to decode from (ISO/IEC 11172-3, 2.4.3.4 and Table B.7).
///
/// The payload of a pair is `x | y << 4 | signs << 8`, that of a quadruple `v | w << 1 | x << 2 | y << 3 | signs << 8`,
/// where `signs` counts the sign bits that follow, one for each number that is not zero.
struct Codebooks: Sendable {
  /// The codebooks, made once for all decoders.
  static let shared = Codebooks()

  /// The codes of pairs by `table_select`; those of number 0, and of the reserved 4 and 14, are empty.
  let pairs: [PrefixCode?]
  let quadruplesA: PrefixCode
  let quadruplesB: PrefixCode

  private init() {
    let books: [Int: PrefixCode] = [
      1: Self.pairs(pairCodebook1.span, 2), 2: Self.pairs(pairCodebook2.span, 3), 3: Self.pairs(pairCodebook3.span, 3),
      5: Self.pairs(pairCodebook5.span, 4), 6: Self.pairs(pairCodebook6.span, 4), 7: Self.pairs(pairCodebook7.span, 6),
      8: Self.pairs(pairCodebook8.span, 6), 9: Self.pairs(pairCodebook9.span, 6),
      10: Self.pairs(pairCodebook10.span, 8), 11: Self.pairs(pairCodebook11.span, 8),
      12: Self.pairs(pairCodebook12.span, 8), 13: Self.pairs(pairCodebook13.span, 16),
      15: Self.pairs(pairCodebook15.span, 16), 16: Self.pairs(pairCodebook16.span, 16),
      24: Self.pairs(pairCodebook24.span, 16),
    ]
    pairs = (0..<32).map { books[$0 < 16 ? $0 : $0 < 24 ? 16 : 24] }
    quadruplesA = Self.quadruples(quadrupleCodebookA.span)
    quadruplesB = Self.quadruples(quadrupleCodebookB.span)
  }

  private static func pairs(_ rows: Span<UInt32>, _ size: Int) -> PrefixCode {
    let longest = rows.indices.map { PrefixCodeRow(packed: rows[$0]).length }.max() ?? 1
    return PrefixCode(rows: rows, primaryBits: min(longest, 9)) { symbol in
      let (x, y) = (UInt32(symbol / size), UInt32(symbol % size))
      let signs = UInt32(x == 0 ? 0 : 1) + UInt32(y == 0 ? 0 : 1)
      return x | y << 4 | signs << 8
    }
  }

  private static func quadruples(_ rows: Span<UInt32>) -> PrefixCode {
    PrefixCode(rows: rows, primaryBits: 6) { symbol in
      let bits = UInt32(symbol)
      let swapped = bits >> 3 & 1 | bits >> 1 & 2 | bits << 1 & 4 | bits << 3 & 8
      return swapped | UInt32(bits.nonzeroBitCount) << 8
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
