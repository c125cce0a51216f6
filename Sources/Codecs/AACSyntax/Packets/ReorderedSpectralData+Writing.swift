import Bitstream

// Bound throughout: only tests write it, and the length is a field of 14 bits.

extension ReorderedLengths {
  /// Creates the lengths of a channel's codewords: their sum and the longest.
  init(measuring stream: borrowing ChannelStream, bands: BandLayout) {
    var total = 0
    var longest = 0
    stream.forEachCodeword(bands) {
      total += $0.count
      longest = max(longest, $0.count)
    }
    self.init(total: total, longest: longest)
  }

  /// Writes the two lengths; the sum has 14 bits.
  func write(to writer: inout BitWriter) {
    writer.write(UInt32(total), 14)
    writer.write(UInt32(longest), 6)
  }
}

extension ReorderedSpectrum {
  /// Writes the codewords of a channel into `lengths.total` bits: the steps of reading, with bits written instead of
  /// read.
  ///
  /// The lengths must be those of the channel, the lines without pulses.
  mutating func write(
    _ stream: consuming ChannelStream, _ lengths: ReorderedLengths, to writer: inout BitWriter, bands: BandLayout
  ) {
    collect(&stream, bands)
    sort()
    divide(start: 0, length: lengths.total, longest: lengths.longest)
    var bits = [Bool](repeating: false, count: lengths.total)
    for index in codewords.indices {
      let word = SpectralCodewordBits(codewords[index].codebook, stream.lines.span, codewords[index].line)
      codewords[index].bits = word.bits
      codewords[index].bitCount = word.count
    }
    var first = 0
    var leftToRight = true
    while first < codewords.count {
      let set = first..<min(first + segments.count, codewords.count)
      place(set, leftToRight: leftToRight, into: &bits)
      first = set.upperBound
      leftToRight.toggle()
    }
    for bit in bits { writer.write(bit) }
  }

  /// Places one set of codewords into the remaining parts of the segments.
  private mutating func place(_ set: Range<Int>, leftToRight: Bool, into bits: inout [Bool]) {
    for trial in segments.indices {
      for index in set {
        let segment = (index - set.lowerBound + trial) % segments.count
        while segments[segment].left < segments[segment].right, codewords[index].bitCount > 0 {
          let place = leftToRight ? segments[segment].left : segments[segment].right - 1
          if leftToRight { segments[segment].left += 1 } else { segments[segment].right -= 1 }
          codewords[index].bitCount -= 1
          bits[place] = codewords[index].bits >> UInt64(codewords[index].bitCount) & 1 != 0
        }
      }
    }
  }
}
