import AACSyntax
import Bitstream

/// Lengths of all spectral codewords, arranged so that one look-up returns those of several codebooks.
///
/// The lengths hold the signs. They come from the codebooks that ``SpectralCodewordBits`` writes with.
struct SpectralBitTables: Sendable {
  /// Codebooks 1…11 for four lines of −2…2; the first line is the most significant digit of base 5. Lane k belongs to
  /// codebook k; codebooks 1 and 2 have 0 if a line is beyond ±1, those of two lines the bits of both pairs.
  let quads: [SIMD16<UInt16>]
  /// Codebooks 4…11 for two lines of −16…16, the first line the digit of 33; lane 0 (codebook 4) is unused.
  ///
  /// 0 if a line is beyond the codebook; escapes are not in it.
  let pairs: [SIMD8<UInt16>]
  /// Bits of the differences −60…60 of scale factors at difference + 60.
  let scaleFactors: [Int32]

  init() {
    let pairs = (0..<(33 * 33)).map { index in
      let values = [index / 33 - 16, index % 33 - 16]
      var lengths = SIMD8<UInt16>()
      for book in 5...11 { lengths[book - 4] = SpectralBitTables.length(UInt8(book), values) }
      return lengths
    }
    quads = (0..<625).map { index in
      let values = [index / 125 - 2, index / 25 % 5 - 2, index / 5 % 5 - 2, index % 5 - 2]
      var lengths = SIMD4<UInt16>()
      for book in 1...4 { lengths[book - 1] = SpectralBitTables.length(UInt8(book), values) }
      return SpectralBitCounter.join(
        lengths, pairs[33 * values[0] + values[1] + 544] &+ pairs[33 * values[2] + values[3] + 544])
    }
    self.pairs = pairs
    scaleFactors = (0..<121).map { Int32(scaleFactorCodebook[$0] >> 24) }
  }

  private static func length(_ codebook: UInt8, _ values: [Int]) -> UInt16 {
    let largest = Codebooks.largestAbsoluteValue[Int(codebook)]
    guard values.allSatisfy({ abs($0) <= largest }) else { return 0 }
    let isUnsigned = Codebooks.isUnsigned(codebook)
    var index = 0
    var signs = 0
    for value in values {
      index = isUnsigned ? index * (largest + 1) + abs(value) : index * (2 * largest + 1) + value + largest
      if isUnsigned, value != 0 { signs += 1 }
    }
    return UInt16(Codebooks.row(codebook, index).length + signs)
  }
}
