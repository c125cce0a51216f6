import Bitstream

// Holds throughout: bands lie within the frame: BandLayout's offsets end with its length.

extension ChannelStream {
  /// `spectral_data()`: the quantised lines, band by band, and in a group window by window within the band.
  ///
  /// ISO/IEC 14496-3, 4.6.3. Only bands with a spectral codebook are written; the lines of others keep old values.
  mutating func parseSpectrum(
    _ reader: inout BitReader, codebooks books: Codebooks, bands: BandLayout
  ) throws(AACError) {
    if info.isShort {
      try parseShortSpectrum(&reader, books, bands)
    } else {
      try parseLongSpectrum(&reader, books, bands)
    }
  }

  /// Neighbouring bands of one codebook are one run of codewords.
  private mutating func parseLongSpectrum(
    _ reader: inout BitReader, _ books: Codebooks, _ bands: BandLayout
  ) throws(AACError) {
    var band = 0
    while band < info.bandCount {
      let codebook = codebooks[band]
      let first = bands.longOffsets[band]
      repeat { band += 1 } while band < info.bandCount && codebooks[band] == codebook
      guard Codebook.isSpectral(codebook) else { continue }
      var all = lines.mutableSpan
      var run = all._mutatingExtracting(first..<bands.longOffsets[band])
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
          var all = lines.mutableSpan
          var run = all._mutatingExtracting(
            (start + bands.shortOffsets[band])..<(start + bands.shortOffsets[band + 1]))
          try ChannelStream.parseLines(&reader, codebook, books, into: &run)
        }
      }
    }
  }

  /// Reads the codewords of lines, whose count is a multiple of four.
  private static func parseLines(
    _ reader: inout BitReader, _ codebook: UInt8, _ books: Codebooks, into lines: inout MutableSpan<Int16>
  ) throws(AACError) {
    let code = books.spectral[Int(min(codebook, Codebook.escape))]
    switch codebook {
    case 1, 2: parse(SignedQuad.self, &reader, code, &lines)
    case 3, 4: parse(UnsignedQuad.self, &reader, code, &lines)
    case 5, 6: parse(SignedPair.self, &reader, code, &lines)
    case 7...10: parse(UnsignedPair.self, &reader, code, &lines)
    default:
      try parseEscaped(&reader, code, &lines, largest: VirtualCodebook.largestAbsoluteValue(codebook))
    }
    try reader.checkEnd()
  }

  /// The codewords without escapes: at most 20 bits each.
  @inline(__always)
  private static func parse<Word: SpectralCodeword>(
    _ word: Word.Type, _ reader: inout BitReader, _ code: SpectralCode, _ lines: inout MutableSpan<Int16>
  ) {
    let table = code.prefix.table
    let bits = code.prefix.primaryBitCount
    // A copy stays in registers, which the caller's reader does not.
    var cursor = reader
    var line = 0
    while line &+ Word.dimension <= lines.count {
      let next = code.takeShort(word, &cursor, from: line, into: &lines)
      if next == line {
        var window = cursor.window
        let entry = PrefixCode.lookUp(window, table, bits)
        cursor.consume(Word.unpack(entry, &window, &lines, line))
        line = line &+ Word.dimension
      } else {
        line = next
      }
    }
    reader = cursor
  }

  /// Codebook 11: at most 12 bits, two signs and two escapes of 21 bits, which fit a window of 57.
  private static func parseEscaped(
    _ reader: inout BitReader, _ code: SpectralCode, _ lines: inout MutableSpan<Int16>, largest: Int
  ) throws(AACError) {
    let table = code.prefix.table
    let bits = code.prefix.primaryBitCount
    var cursor = reader
    var line = 0
    while line &+ 2 <= lines.count {
      // The short codewords have no escapes, so that no virtual codebook forbids them.
      let next = code.takeShort(UnsignedPair.self, &cursor, from: line, into: &lines)
      guard next == line else {
        line = next
        continue
      }
      var window = cursor.window
      let entry = PrefixCode.lookUp(window, table, bits)
      var used = UnsignedPair.unpack(entry, &window, &lines, line)
      if entry & 0x1000 != 0 { used &+= try escape(&window, &lines, line, at: cursor.offset) }
      if entry & 0x10_0000 != 0 { used &+= try escape(&window, &lines, line &+ 1, at: cursor.offset) }
      if largest < 8191, abs(lines[line]) > largest || abs(lines[line &+ 1]) > largest {
        throw AACError(.valueBeyondVirtualCodebook, at: cursor.offset)
      }
      cursor.consume(used)
      line = line &+ 2
    }
    reader = cursor
  }

  /// Replaces a line of magnitude 16 by the escape sequence at the top of `window`, and returns the bits of that.
  @inline(__always)
  private static func escape(
    _ window: inout UInt64, _ lines: inout MutableSpan<Int16>, _ line: Int, at offset: Int
  ) throws(AACError) -> Int {
    let escape = try escapeSequence(&window, at: offset)
    lines[line] = lines[line] < 0 ? -escape.value : escape.value
    return escape.bitCount
  }

  /// An escape sequence at the top of `window`: N ones, a zero, and N + 4 bits x for 2^(N+4) + x.
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
