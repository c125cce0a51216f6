package import Bitstream

// Holds throughout: the encoder chooses a codebook that holds the largest value of its section.

/// A whole spectral codeword: Huffman code, signs and escape sequences of two or four lines.
package struct SpectralCodewordBits: BitwiseCopyable {
  /// The bits, right-aligned; the most significant bit is sent first.
  var bits: UInt64 = 0
  /// The number of bits, at most 49.
  package var count = 0

  /// Creates an empty value.
  init() {}

  @inline(__always)
  mutating func append(_ value: UInt64, _ width: Int) {
    bits = bits << UInt64(width) | value
    count += width
  }

  /// Codes the lines from `line` on with codebook 1…11 or 16…31.
  ///
  /// No line may be beyond the codebook's largest absolute value; 8191 in codebook 11.
  package init(_ codebook: UInt8, _ lines: Span<Int16>, _ line: Int) {
    self.init(withoutEscapes: codebook, lines, line)
    guard min(codebook, Codebook.escape) == Codebook.escape else { return }
    for place in line..<(line + 2) where abs(lines[place]) >= 16 { appendEscape(Int(abs(lines[place]))) }
  }

  /// Creates the Huffman code and the signs of the lines from `line` on; magnitudes above 16 count as 16 in codebook
  /// 11.
  init(withoutEscapes codebook: UInt8, _ lines: Span<Int16>, _ line: Int) {
    let book = min(codebook, Codebook.escape)
    let isUnsigned = Codebooks.isUnsigned(book)
    let largest = Codebooks.largestAbsoluteValue[Int(book)]
    let base = isUnsigned ? largest + 1 : 2 * largest + 1
    let places = line..<(line + Codebooks.dimension(book))
    var index = 0
    for place in places {
      let value = Int(lines[place])
      precondition(book == Codebook.escape ? abs(value) <= 8191 : abs(value) <= largest)
      index = index * base + (isUnsigned ? min(abs(value), largest) : value + largest)
    }
    let row = Codebooks.row(book, index)
    append(UInt64(row.code), row.length)
    guard isUnsigned else { return }
    for place in places where lines[place] != 0 { append(lines[place] < 0 ? 1 : 0, 1) }
  }

  /// Appends N ones, a zero, and the N + 4 bits x of 2^(N+4) + x.
  mutating func appendEscape(_ magnitude: Int) {
    let width = Int.bitWidth - 1 - magnitude.leadingZeroBitCount
    append(1 << UInt64(width - 3) - 2, width - 3)
    append(UInt64(magnitude - 1 << width), width)
  }
}

extension Codebooks {
  /// Returns length and code of codeword `index` of codebook 1…11.
  package static func row(_ codebook: UInt8, _ index: Int) -> PrefixCodeRow {
    let packed =
      switch codebook {
      case 1: spectralCodebook1[index]
      case 2: spectralCodebook2[index]
      case 3: spectralCodebook3[index]
      case 4: spectralCodebook4[index]
      case 5: spectralCodebook5[index]
      case 6: spectralCodebook6[index]
      case 7: spectralCodebook7[index]
      case 8: spectralCodebook8[index]
      case 9: spectralCodebook9[index]
      case 10: spectralCodebook10[index]
      default: spectralCodebook11[index]
      }
    return PrefixCodeRow(packed: packed)
  }
}

extension BitWriter {
  /// Appends a whole spectral codeword.
  package mutating func write(_ codeword: SpectralCodewordBits) {
    if codeword.count > 32 { write(UInt32(codeword.bits >> 32), codeword.count - 32) }
    write(UInt32(truncatingIfNeeded: codeword.bits), min(codeword.count, 32))
  }
}

extension ChannelStream {
  /// Writes `spectral_data()`; the lines must hold no pulses.
  package func writeSpectrum(to writer: inout BitWriter, bands: BandLayout) {
    let codewords = SpectralCodewordTable.shared
    var pending = PendingBits(for: writer)
    let lines = lines.span
    forEachRun(bands) { codebook, range in
      codewords.write(codebook, lines.extracting(range), &pending, to: &writer)
    }
    pending.finish(&writer)
  }

  /// Writes codeword by codeword: the reference for ``writeSpectrum(to:bands:)``.
  package func writeSpectrumPlainly(to writer: inout BitWriter, bands: BandLayout) {
    forEachCodeword(bands) { writer.write($0) }
  }

  /// Calls `body` with every codeword in the order of `spectral_data()`.
  func forEachCodeword(_ bands: BandLayout, _ body: (SpectralCodewordBits) -> Void) {
    forEachRun(bands) { codebook, range in
      for line in stride(from: range.lowerBound, to: range.upperBound, by: Codebooks.dimension(codebook)) {
        body(SpectralCodewordBits(codebook, lines.span, line))
      }
    }
  }

  /// Calls `body` with the codebook and the lines of every band of every window in the order of `spectral_data()`.
  @inline(__always)
  private func forEachRun(_ bands: BandLayout, _ body: (_ codebook: UInt8, _ lines: Range<Int>) -> Void) {
    let offsets = bands.offsets(isShort: info.isShort)
    var firstWindow = 0
    for group in 0..<info.groupCount {
      let windows = firstWindow..<(firstWindow + (info.isShort ? Int(info.groupLengths[group]) : 1))
      firstWindow = windows.upperBound
      for band in 0..<info.bandCount {
        let codebook = codebooks[ChannelStream.place(group, band)]
        guard Codebook.isSpectral(codebook) else { continue }
        for window in windows {
          let start = window * bands.shortLength
          body(codebook, (start + offsets[band])..<(start + offsets[band + 1]))
        }
      }
    }
  }
}
