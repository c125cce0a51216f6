package import Bitstream

/// The Huffman codes of the bit stream, as decoding tables; built once for all decoders.
///
/// The payloads of the spectral codes are the lines themselves, so that one look-up yields two or four of them:
/// ```
/// four lines   00000nnn 3333 2222 1111 0000              four bits each, signed where the codebook is
/// two lines    00000nnn          11111111 00000000      eight bits each, likewise
/// ```
/// n being the number of sign bits after the codeword, so that the place of the next one is known at once.
package struct Codebooks: Sendable {
  /// The codebooks, shared by all decoders to save time and memory.
  package static let shared = Codebooks()

  /// Codebooks 1…11 at their number; place 0 repeats codebook 1 and is never used.
  let spectral: [SpectralCode]
  /// Codebook 11. If it were taken from ``spectral``, the tables of a code would be retained one by one unless all
  /// calls with it are inlined.
  let escaped: SpectralCode
  package let scaleFactor: PrefixCode
  /// The number of bits of the first look-up of ``scaleFactor``.
  @inline(__always)
  static var scaleFactorBits: Int { 9 }
  let reversible: PrefixCode
  let reversibleEscape: PrefixCode

  /// `LAV`: the largest absolute value of codebooks 0…11; 16 in codebook 11 announces an escape.
  package static let largestAbsoluteValue: [12 of Int] = [0, 1, 1, 2, 2, 4, 4, 7, 7, 12, 12, 16]

  /// Returns the number of lines of one codeword.
  @inline(__always)
  package static func dimension(_ codebook: UInt8) -> Int { (1...4).contains(codebook) ? 4 : 2 }

  /// Returns true if sign bits follow the codeword.
  @inline(__always)
  package static func isUnsigned(_ codebook: UInt8) -> Bool { ![1, 2, 5, 6].contains(codebook) }

  /// Returns the lines that codeword `index` of a codebook stands for: digits of the index, the first line most
  /// significant.
  static func values(_ codebook: UInt8, _ index: Int) -> [4 of Int] {
    let largest = largestAbsoluteValue[Int(codebook)]
    let offset = isUnsigned(codebook) ? 0 : largest
    let base = largest + offset + 1
    var values: [4 of Int] = .init(repeating: 0)
    var rest = index
    for i in (0..<dimension(codebook)).reversed() {
      values[i] = rest % base - offset
      rest /= base
    }
    return values
  }

  /// Returns the payload of codeword `index` of a codebook, in the layout above.
  static func payload(_ codebook: UInt8, _ index: Int) -> UInt32 {
    let lines = values(codebook, index)
    let width = dimension(codebook) == 4 ? 4 : 8
    var packed: UInt32 = 0
    for i in 0..<dimension(codebook) {
      let field = UInt32(truncatingIfNeeded: lines[i]) & (1 << UInt32(width) - 1)
      packed |= field << UInt32(width * i)
      if isUnsigned(codebook), lines[i] != 0 { packed += 1 << 16 }
    }
    return packed
  }

  /// Returns the number of sign bits after the codeword of a table entry.
  @inline(__always)
  static func signCount(_ entry: UInt32) -> UInt32 { entry &>> 24 & 7 }

  private init() {
    let quads = ShortCodewords.powers(dimension: 4)
    let pairs = ShortCodewords.powers(dimension: 2)
    func book(_ number: UInt8, _ rows: Span<UInt32>, _ primaryBits: Int) -> SpectralCode {
      SpectralCode(
        prefix: PrefixCode(rows: rows, primaryBits: primaryBits) { Codebooks.payload(number, $0) },
        entries: ShortCodewords.entries(number, rows), powers: Codebooks.dimension(number) == 4 ? quads : pairs)
    }
    spectral = [
      book(1, spectralCodebook1.span, 8), book(1, spectralCodebook1.span, 8), book(2, spectralCodebook2.span, 9),
      book(3, spectralCodebook3.span, 9), book(4, spectralCodebook4.span, 9), book(5, spectralCodebook5.span, 9),
      book(6, spectralCodebook6.span, 9), book(7, spectralCodebook7.span, 9), book(8, spectralCodebook8.span, 9),
      book(9, spectralCodebook9.span, 9), book(10, spectralCodebook10.span, 9), book(11, spectralCodebook11.span, 9),
    ]
    escaped = spectral[Int(Codebook.escape)]
    scaleFactor = PrefixCode(rows: scaleFactorCodebook.span, primaryBits: Codebooks.scaleFactorBits)
    reversible = PrefixCode(rows: reversibleCodebook.span, primaryBits: 9)
    reversibleEscape = PrefixCode(rows: reversibleEscapeCodebook.span, primaryBits: 9)
  }
}
