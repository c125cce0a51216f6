import Bitstream

// Holds throughout: regions are cut to the 576 lines of a granule, and spans are those of a plan.

/// Reads the lines of a granule into its spectrum.
///
/// ISO/IEC 11172-3, 2.4.3.4. Codewords of pairs give the powers of their values, so that a line is one product with the
/// gain of its band. Lines that are not coded must be zero before.
struct SpectralLines: ~Escapable {
  private let codebooks: Codebooks
  /// The places of the 576 lines in the spectrum.
  private let places: Span<UInt16>
  /// The band of each pair of lines.
  private let bands: Span<UInt8>
  /// The gain of each band.
  private let gains: Span<Float>

  @_lifetime(copy places, copy bands, copy gains)
  init(_ codebooks: Codebooks, places: Span<UInt16>, bands: Span<UInt8>, gains: Span<Float>) {
    self.codebooks = codebooks
    self.places = places.extracting(0..<576)
    self.bands = bands.extracting(0..<288)
    self.gains = gains.extracting(0..<64)
  }

  /// Reads pairs in three regions, then quadruples of −1, 0 and 1 until the granule ends at bit `end`, and returns the
  /// number of lines up to the last that is not zero.
  ///
  /// A quadruple that goes beyond the end does not count.
  func parse(
    _ regions: Codebooks.Regions, _ reader: inout BitReader, end: Int, into values: inout MutableSpan<Float>
  ) throws(MPEGAudioError) -> Int {
    var spectrum = values._mutatingExtracting(0..<Spectrum.capacity)
    var pair = 0
    for region in 0..<3 {
      let next = max(pair, regions.ends[region] / 2)
      let number = Int(regions.codebooks[region])
      // Codebook 0 codes nothing but zeros.
      if next > pair, number != 0 {
        let code = codebooks.pairs[number]
        if code.isShort {
          parseShortPairs(&reader, code, pair..<next, &spectrum)
        } else {
          parsePairs(&reader, code, pair..<next, &spectrum)
        }
        guard reader.offset <= end else { throw MPEGAudioError(.pairsBeyondGranule, at: end) }
      }
      pair = next
    }
    pair = parseQuadruples(&reader, (pair, regions.usesCodebookB), end: end, &spectrum)
    while pair > 0, isZero(pair &- 1, spectrum) { pair &-= 1 }
    return 2 * pair
  }

  private func isZero(_ pair: Int, _ spectrum: borrowing MutableSpan<Float>) -> Bool {
    spectrum[Int(places[2 &* pair])] == 0 && spectrum[Int(places[2 &* pair &+ 1])] == 0
  }

  /// Writes the pair whose codeword is at the start of `window`, and moves the window past it.
  @inline(__always)
  private func put(
    _ code: (entry: UInt32, pair: Int), _ window: inout UInt64, _ powers: Span<Float>,
    _ spectrum: inout MutableSpan<Float>
  ) {
    let (entry, pair) = code
    let signs = Int(truncatingIfNeeded: (window &<< UInt64(entry & 0x7F)) &>> 62)
    window &<<= UInt64(entry &>> 8 & 0x7F)
    let place = 2 &* (4 &* Int(entry &>> 24) &+ signs)
    let gain = gains[Int(bands[pair]) & 63]
    spectrum[Int(places[2 &* pair]) & (Spectrum.capacity - 1)] = powers[place] * gain
    spectrum[Int(places[2 &* pair &+ 1]) & (Spectrum.capacity - 1)] = powers[place &+ 1] * gain
  }

  /// The codes for which four pairs fit into a window of 57 bits.
  private func parseShortPairs(
    _ reader: inout BitReader, _ code: Codebooks.PairCode, _ pairs: Range<Int>, _ spectrum: inout MutableSpan<Float>
  ) {
    precondition(pairs.upperBound <= 288)
    let table = codebooks.entries.span.extracting(code.start..<code.start + code.count)
    let powers = codebooks.pairPowers.span.extracting(0..<2048)
    let width = code.width
    // A copy stays in registers, which the caller's reader does not.
    var cursor = reader
    var pair = pairs.lowerBound
    while pair &+ 4 <= pairs.upperBound {
      var window = cursor.window
      let first = PrefixCode.lookUp(window, table, width)
      put((first, pair), &window, powers, &spectrum)
      let second = PrefixCode.lookUp(window, table, width)
      put((second, pair &+ 1), &window, powers, &spectrum)
      let third = PrefixCode.lookUp(window, table, width)
      put((third, pair &+ 2), &window, powers, &spectrum)
      let fourth = PrefixCode.lookUp(window, table, width)
      put((fourth, pair &+ 3), &window, powers, &spectrum)
      // Each has its bits in the second byte, and four are less than 128.
      cursor.consume(Int((first &+ second &+ third &+ fourth) &>> 8 & 0x7F))
      pair &+= 4
    }
    while pair < pairs.upperBound {
      var window = cursor.window
      let entry = PrefixCode.lookUp(window, table, width)
      put((entry, pair), &window, powers, &spectrum)
      cursor.consume(Int(entry &>> 8 & 0x7F))
      pair &+= 1
    }
    reader = cursor
  }

  /// Codes of up to 19 bits: two pairs with their signs fit a window, or one with `linbits`, which follow a value of
  /// 15.
  private func parsePairs(
    _ reader: inout BitReader, _ code: Codebooks.PairCode, _ pairs: Range<Int>, _ spectrum: inout MutableSpan<Float>
  ) {
    precondition(pairs.upperBound <= 288)
    let table = codebooks.entries.span.extracting(code.start..<code.start + code.count)
    let powers = codebooks.pairPowers.span.extracting(0..<2048)
    let width = code.width
    var cursor = reader
    var pair = pairs.lowerBound
    while pair < pairs.upperBound {
      var window = cursor.window
      let first = PrefixCode.lookUp(window, table, width)
      if first & Codebooks.escape != 0 {
        cursor.consume(putLarge((first, pair), window, code.linearBitCount, &spectrum))
        pair &+= 1
        continue
      }
      put((first, pair), &window, powers, &spectrum)
      cursor.consume(Int(first &>> 8 & 0x7F))
      pair &+= 1
      guard pair < pairs.upperBound else { break }
      let second = PrefixCode.lookUp(window, table, width)
      guard second & Codebooks.escape == 0 else { continue }
      put((second, pair), &window, powers, &spectrum)
      cursor.consume(Int(second &>> 8 & 0x7F))
      pair &+= 1
    }
    reader = cursor
  }

  /// Writes a pair in which at least one value has `linbits`, and returns the number of bits.
  @inline(never)
  private func putLarge(
    _ code: (entry: UInt32, pair: Int), _ bits: UInt64, _ linearBitCount: Int, _ spectrum: inout MutableSpan<Float>
  ) -> Int {
    let (entry, pair) = code
    var window = bits &<< UInt64(entry & 0x7F)
    var bitCount = Int(entry & 0x7F)
    let gain = gains[Int(bands[pair]) & 63]
    for number in 0..<2 {
      var magnitude = Int(entry &>> 24) >> (4 &* number) & 15
      if magnitude == 15, linearBitCount > 0 {
        magnitude = 15 &+ Int(window &>> UInt64(64 &- linearBitCount))
        window &<<= UInt64(linearBitCount)
        bitCount &+= linearBitCount
      }
      let value = window >> 63 == 0 ? magnitude : -magnitude
      if magnitude != 0 {
        window &<<= 1
        bitCount &+= 1
      }
      spectrum[Int(places[2 &* pair &+ number]) & (Spectrum.capacity - 1)] = Requantizer.shared.power(value) * gain
    }
    return bitCount
  }

  /// Reads quadruples: at most ten bits with their signs. Returns the end of the valid ones, in pairs.
  private func parseQuadruples(
    _ reader: inout BitReader, _ first: (pair: Int, usesCodebookB: Bool), end: Int,
    _ spectrum: inout MutableSpan<Float>
  ) -> Int {
    let start = first.usesCodebookB ? 1024 : 0
    let table = codebooks.quadruples.span.extracting(start..<start + 1024).extracting(0..<1024)
    let values = codebooks.quadrupleValues.span.extracting(0..<512)
    var cursor = reader
    var pair = first.pair
    var (window, validCount) = (UInt64(0), 0)
    while cursor.offset < end, pair &+ 2 <= 288 {
      if validCount < 10 { (window, validCount) = (cursor.window, 57) }
      let entry = table[Int(truncatingIfNeeded: window &>> 54)]
      let bitCount = Int(entry & 15)
      cursor.consume(bitCount)
      if cursor.offset > end { break }
      window &<<= UInt64(bitCount)
      validCount &-= bitCount
      let value = 4 &* Int(entry &>> 9)
      let (low, high) = (gains[Int(bands[pair]) & 63], gains[Int(bands[pair &+ 1]) & 63])
      let line = 2 &* pair
      spectrum[Int(places[line]) & (Spectrum.capacity - 1)] = values[value] * low
      spectrum[Int(places[line &+ 1]) & (Spectrum.capacity - 1)] = values[value &+ 1] * low
      spectrum[Int(places[line &+ 2]) & (Spectrum.capacity - 1)] = values[value &+ 2] * high
      spectrum[Int(places[line &+ 3]) & (Spectrum.capacity - 1)] = values[value &+ 3] * high
      pair &+= 2
    }
    reader = cursor
    return pair
  }
}
