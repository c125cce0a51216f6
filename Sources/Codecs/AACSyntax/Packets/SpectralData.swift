import Bitstream

// Holds throughout: bands lie within the frame: BandLayout's offsets end with its length.

extension ChannelStream {
  /// `spectral_data()`: the quantised lines, band by band, and in a group window by window within the band.
  ///
  /// ISO/IEC 14496-3, 4.6.3. Only bands with a spectral codebook are written, as ``powers``; those of others keep old
  /// values.
  mutating func parseSpectrum(
    _ reader: inout BitReader, codebooks books: Codebooks, bands: BandLayout
  ) throws(AACError) {
    if info.isShort {
      try parseShortSpectrum(&reader, books, bands)
    } else {
      try parseLongSpectrum(&reader, books, bands)
    }
    hasPowers = true
  }

  /// Reads a long spectrum: neighbouring bands of one codebook are one run of codewords.
  private mutating func parseLongSpectrum(
    _ reader: inout BitReader, _ books: Codebooks, _ bands: BandLayout
  ) throws(AACError) {
    var band = 0
    while band < info.bandCount {
      let codebook = codebooks[band]
      let first = bands.longOffsets[band]
      repeat { band += 1 } while band < info.bandCount && codebooks[band] == codebook
      guard Codebook.isSpectral(codebook) else { continue }
      var all = powers.mutableSpan
      var run = all._mutatingExtracting((first / 2)..<(bands.longOffsets[band] / 2))
      try ChannelStream.parseLines(&reader, codebook, books, into: &run)
    }
  }

  private mutating func parseShortSpectrum(
    _ reader: inout BitReader, _ books: Codebooks, _ bands: BandLayout
  ) throws(AACError) {
    var firstWindow = 0
    for group in 0..<info.groupCount {
      let windows = firstWindow..<(firstWindow + Int(info.groupLengths[group]))
      firstWindow = windows.upperBound
      for band in 0..<info.bandCount {
        let codebook = codebooks[ChannelStream.place(group, band)]
        guard Codebook.isSpectral(codebook) else { continue }
        for window in windows {
          let start = window * bands.shortLength
          var all = powers.mutableSpan
          var run = all._mutatingExtracting(
            ((start + bands.shortOffsets[band]) / 2)..<((start + bands.shortOffsets[band + 1]) / 2))
          try ChannelStream.parseLines(&reader, codebook, books, into: &run)
        }
      }
    }
  }

  /// Reads the codewords of pairs of lines, whose count is even.
  private static func parseLines(
    _ reader: inout BitReader, _ codebook: UInt8, _ books: Codebooks, into run: inout MutableSpan<SIMD2<Float>>
  ) throws(AACError) {
    switch codebook {
    case 1, 2: parse(SignedQuad.self, &reader, books.spectral[Int(codebook)], &run)
    case 3, 4: parse(UnsignedQuad.self, &reader, books.spectral[Int(codebook)], &run)
    case 5, 6: parse(SignedPair.self, &reader, books.spectral[Int(codebook)], &run)
    case 7...10: parse(UnsignedPair.self, &reader, books.spectral[Int(codebook)], &run)
    default:
      try parseEscaped(&reader, books.escaped, &run, largest: VirtualCodebook.largestAbsoluteValue(codebook))
    }
    try reader.checkEnd()
  }

  /// Parses the codewords without escapes: at most 20 bits each.
  @inline(__always)
  private static func parse<Word: SpectralCodeword>(
    _ word: Word.Type, _ reader: inout BitReader, _ code: SpectralCode, _ run: inout MutableSpan<SIMD2<Float>>
  ) {
    let table = code.prefix.table
    let bits = code.prefix.primaryBitCount
    let pairs = Word.dimension / 2
    // A copy stays in registers, which the caller's reader does not.
    var cursor = reader
    var pair = 0
    while pair &+ pairs <= run.count {
      let next = code.takeShort(word, &cursor, from: pair, into: &run)
      if next == pair {
        var window = cursor.window
        let (lines, bitCount) = Word.unpack(PrefixCode.lookUp(window, table, bits), &window)
        cursor.consume(bitCount)
        run[pair] = code.powers(word, lines[0], lines[1])
        if pairs == 2 { run[pair &+ 1] = code.powers(word, lines[2], lines[3]) }
        pair = pair &+ pairs
      } else {
        pair = next
      }
    }
    reader = cursor
  }

  /// Reads codebook 11: at most 12 bits, two signs and two escapes of 21 bits, which fit a window of 57.
  private static func parseEscaped(
    _ reader: inout BitReader, _ code: SpectralCode, _ run: inout MutableSpan<SIMD2<Float>>, largest: Int
  ) throws(AACError) {
    let table = code.prefix.table
    let bits = code.prefix.primaryBitCount
    var cursor = reader
    var pair = 0
    while pair < run.count {
      // The short codewords have no escapes, so that no virtual codebook forbids them.
      let next = code.takeShort(UnsignedPair.self, &cursor, from: pair, into: &run)
      guard next == pair else {
        pair = next
        continue
      }
      var window = cursor.window
      let entry = PrefixCode.lookUp(window, table, bits)
      var (lines, used) = UnsignedPair.unpack(entry, &window)
      if entry & 0x10_1000 == 0 {
        run[pair] = code.powers(UnsignedPair.self, lines[0], lines[1])
      } else {
        used &+= try escape(entry, &window, &lines, at: cursor.offset)
        run[pair] = InverseQuantizer.pair(lines[0], lines[1])
      }
      if largest < 8191, abs(lines[0]) > largest || abs(lines[1]) > largest {
        throw AACError(.valueBeyondVirtualCodebook, at: cursor.offset)
      }
      cursor.consume(used)
      pair = pair &+ 1
    }
    reader = cursor
  }

  /// Replaces lines of magnitude 16 by the escape sequences at the top of `window`, and returns the number of their
  /// bits.
  @inline(__always)
  private static func escape(
    _ entry: UInt32, _ window: inout UInt64, _ lines: inout PackedLines, at offset: Int
  ) throws(AACError) -> Int {
    var (first, second) = (lines[0], lines[1])
    var bitCount = 0
    if entry & 0x1000 != 0 {
      let escape = try escapeSequence(&window, at: offset)
      first = first < 0 ? -escape.value : escape.value
      bitCount = escape.bitCount
    }
    if entry & 0x10_0000 != 0 {
      let escape = try escapeSequence(&window, at: offset)
      second = second < 0 ? -escape.value : escape.value
      bitCount &+= escape.bitCount
    }
    lines = PackedLines(first, second)
    return bitCount
  }

  /// Returns an escape sequence at the top of `window`: N ones, a zero, and N + 4 bits x for 2^(N+4) + x.
  @inline(__always)
  static func escapeSequence(
    _ window: inout UInt64, at offset: Int
  ) throws(AACError) -> (value: Int16, bitCount: Int) {
    let ones = (~window).leadingZeroBitCount
    guard ones <= 8 else { throw AACError(.escapeTooLong, at: offset) }
    let width = ones + 4
    let low = (window << UInt64(ones + 1)) >> UInt64(64 - width)
    let total = ones + 1 + width
    window <<= UInt64(total)
    return (Int16(1 << width + Int(low)), total)
  }
}
