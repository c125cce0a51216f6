import Bitstream

// Bound throughout: codebooks are tables of the sources.
// Holds throughout: codebooks are tables of the sources; each is built by a test.

/// A spectral codebook: the code itself, and a look-up table of its short codewords together with their signs.
///
/// ```
/// entry      number of the lines (10 bits) | bits of the codeword and its signs (6 bits, as a shift takes them)
/// ```
/// Zero bits mean that the codeword is longer than ``ShortCodewords/width`` with its signs, or that an escape follows;
/// ``prefix`` finds those. Reading the lines of AAC-LC at 128 kbit/s took 16,000 instructions per channel and frame
/// without the table, and takes 9,600 with it. Reading codeword by codeword is the oracle of its test.
struct SpectralCode: Sendable {
  let prefix: PrefixCode
  /// The table, with an entry for each value of the next ``ShortCodewords/width`` bits.
  let entries: [UInt16]
  /// The inverse-quantised lines by their number, in pairs: a codeword has one pair or two. After them follow, for
  /// other codewords, those of −32…31, singly: asking another object for them makes the loop over codewords retain and
  /// release its tables, which costs as much as the loop.
  let powers: [SIMD2<Float>]

  /// Returns the powers of two lines of −32…31.
  @inline(__always)
  func powers<Word: SpectralCodeword>(_ word: Word.Type, _ first: Int16, _ second: Int16) -> SIMD2<Float> {
    let start = Word.dimension / 2 &* ShortCodewords.numberCount
    let single = powers.span.extracting(start..<(start &+ 64))
    return SIMD2(single[Int(first & 63)][0], single[Int(second & 63)][0])
  }
}

/// Builds the tables of the short codewords of a codebook.
enum ShortCodewords {
  /// The number of bits of a look-up.
  @inline(__always)
  static var width: Int { 10 }
  /// The number of entries of a table.
  @inline(__always)
  static var entryCount: Int { 1 << width }
  /// Numbers of lines that a table has room for.
  @inline(__always)
  static var numberCount: Int { 1024 }

  /// Returns the largest magnitude of the lines numbered by a codeword of the given dimension.
  private static func largest(_ dimension: Int) -> Int { dimension == 4 ? 2 : 15 }

  /// Returns the powers of all lines of two or four from −`largest` to `largest`, at their numbers, and of −32…31.
  static func powers(dimension: Int) -> [SIMD2<Float>] {
    let base = 2 * largest(dimension) + 1
    let single = InverseQuantizer.smallPowers
    var powers: [SIMD2<Float>] = []
    for number in 0..<numberCount {
      var rest = number
      for _ in 0..<(dimension / 2) {
        let (first, second) = (rest % base - largest(dimension), rest / base % base - largest(dimension))
        powers.append(SIMD2(single[first & 63], single[second & 63]))
        rest /= base * base
      }
    }
    return powers + single.map { SIMD2(repeating: $0) }
  }

  /// Returns the number of lines.
  private static func number(_ values: [4 of Int], dimension: Int) -> Int {
    var number = 0
    for line in (0..<dimension).reversed() {
      number = number * (2 * largest(dimension) + 1) + values[line] + largest(dimension)
    }
    return number
  }

  /// Returns the lines with signs: the non-zero lines get them in turn; the sign of the first one is the most
  /// significant of `count` bits.
  private static func signed(_ magnitudes: [4 of Int], _ signs: Int, count: Int) -> [4 of Int] {
    var lines = magnitudes
    var rest = count
    for line in 0..<4 where rest > 0 && lines[line] != 0 {
      rest -= 1
      if signs >> rest & 1 != 0 { lines[line] = -lines[line] }
    }
    return lines
  }

  /// Returns the table of a codebook, whose codewords are `rows`.
  static func entries(_ codebook: UInt8, _ rows: Span<UInt32>) -> [UInt16] {
    var entries = [UInt16](repeating: 0, count: entryCount)
    let dimension = Codebooks.dimension(codebook)
    for symbol in rows.indices {
      let row = PrefixCodeRow(packed: rows[symbol])
      let magnitudes = Codebooks.values(codebook, symbol)
      var signCount = 0
      var isEscape = false
      for line in 0..<dimension {
        if Codebooks.isUnsigned(codebook), magnitudes[line] != 0 { signCount += 1 }
        if abs(magnitudes[line]) > largest(dimension) { isEscape = true }
      }
      let length = row.length + signCount
      guard length <= width, !isEscape else { continue }
      for signs in 0..<(1 << signCount) {
        let lines = signed(magnitudes, signs, count: signCount)
        let spare = width - length
        let first = (Int(row.code) << signCount | signs) << spare
        let entry = UInt16(number(lines, dimension: dimension) << 6 | length)
        for index in first..<(first + 1 << spare) { entries[index] = entry }
      }
    }
    return entries
  }
}

extension SpectralCode {
  /// Reads up to four successive short codewords, from `pair` on, and returns the first pair of lines after them.
  ///
  /// That is 40 bits of a window of 57, so that none is loaded in between.
  @inline(__always)
  func takeShort<Word: SpectralCodeword>(
    _ word: Word.Type, _ cursor: inout BitReader, from pair: Int, into run: inout MutableSpan<SIMD2<Float>>
  ) -> Int {
    let pairs = Word.dimension / 2
    let entries = entries.span.extracting(0..<ShortCodewords.entryCount)
    let numbered = self.powers.span.extracting(0..<(pairs &* ShortCodewords.numberCount))
    let end = min(pair &+ 4 &* pairs, run.count)
    var window = cursor.window
    var used = 0
    var next = pair
    while next < end {
      let entry = entries[Int(truncatingIfNeeded: window &>> UInt64(64 &- ShortCodewords.width))]
      if entry & 63 == 0 { break }
      let number = Int(entry &>> 6)
      run[next] = numbered[pairs &* number]
      if pairs == 2 { run[next &+ 1] = numbered[2 &* number &+ 1] }
      // A shift uses the low six bits alone.
      window &<<= UInt64(entry)
      used &+= Int(entry & 63)
      next &+= pairs
    }
    cursor.consume(used)
    return next
  }
}
