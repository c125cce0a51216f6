import Bitstream

/// `reordered_spectral_data()`: spectral codewords laid out so that the important ones begin at known positions (HCR).
///
/// ISO/IEC 14496-3, 4.6.16.3. The data are divided into segments, one for each of the first codewords by priority; the
/// other codewords fill the rest of the segments, in sets of as many, from the right and the left in turn:
/// ```
/// segment   |0123456789|0123456789|0123456789|
/// set 0      AAAAAA     BBBBBBBB   CCC            each from its own left edge
/// set 1            DDDD         EE       FFFFF    from the right edges; D may go on in the next segment
/// ```
package struct ReorderedSpectrum: Sendable {
  /// A codeword while its bits are gathered.
  struct Codeword: Sendable, BitwiseCopyable {
    var line: Int
    var codebook: UInt8
    var isComplete = false
    var bitCount = 0
    /// The bits so far, left-aligned.
    var bits: UInt64 = 0
  }

  /// The remaining part of a segment, in bits from the start of the packet.
  struct Segment: Sendable, BitwiseCopyable {
    var left: Int
    var right: Int
  }

  private var inOrder: [Codeword] = []
  var codewords: [Codeword] = []
  var segments: [Segment] = []

  /// Reads the lines of a channel out of the `length` bits that begin at the reader.
  mutating func parse(
    _ reader: inout BitReader, _ lengths: ReorderedLengths, into stream: inout ChannelStream, tables: ParsingTables
  ) throws(AACError) {
    let start = reader.offset
    guard lengths.total <= reader.remaining else { throw AACError(.truncated, at: start) }
    collect(&stream, tables.bands)
    sort()
    guard !codewords.isEmpty else {
      reader.consume(lengths.total)
      return
    }
    divide(start: start, length: lengths.total, longest: lengths.longest)
    guard !segments.isEmpty else { throw AACError(.reorderedLengthMismatch, at: start) }
    var first = 0
    var leftToRight = true
    while first < codewords.count {
      let end = min(first + segments.count, codewords.count)
      let set = CodewordSet(codewords: first..<end, leftToRight: leftToRight)
      try fill(set, &reader, into: &stream.lines, tables.codebooks)
      first = end
      leftToRight.toggle()
    }
    try reader.jump(to: start + lengths.total)
  }

  /// Lists the codewords in the order before sorting: by line; for short windows by band, unit of four lines, window.
  mutating func collect(_ stream: inout ChannelStream, _ bands: BandLayout) {
    inOrder.removeAll(keepingCapacity: true)
    let info = stream.info
    guard info.isShort else {
      for band in 0..<info.bandCount {
        for line in stride(from: bands.longOffsets[band], to: bands.longOffsets[band + 1], by: 4) {
          append(stream.codebooks[band], line)
        }
      }
      return
    }
    for band in 0..<info.bandCount {
      for line in stride(from: bands.shortOffsets[band], to: bands.shortOffsets[band + 1], by: 4) {
        var window = 0
        for group in 0..<info.groupCount {
          let codebook = stream.codebooks[ChannelStream.place(group, band)]
          for _ in 0..<info.groupLengths[group] {
            append(codebook, window * bands.shortLength + line)
            window += 1
          }
        }
      }
    }
  }

  /// Adds the one or two codewords of four lines.
  private mutating func append(_ codebook: UInt8, _ line: Int) {
    guard Codebook.isSpectral(codebook) else { return }
    inOrder.append(Codeword(line: line, codebook: codebook))
    if Codebooks.dimension(codebook) == 2 { inOrder.append(Codeword(line: line + 2, codebook: codebook)) }
  }

  /// Sorts the codewords by descending priority, keeping their order within a priority.
  mutating func sort() {
    codewords.removeAll(keepingCapacity: true)
    for priority in stride(from: VirtualCodebook.highestPriority, to: 0, by: -1) {
      for codeword in inOrder where VirtualCodebook.row(codeword.codebook).priority == priority {
        codewords.append(codeword)
      }
    }
  }

  /// Assigns each codeword a segment of the greatest possible width, until the bits run out; the last segment takes the
  /// rest.
  mutating func divide(start: Int, length: Int, longest: Int) {
    segments.removeAll(keepingCapacity: true)
    var position = start
    for codeword in codewords {
      let width = min(Int(VirtualCodebook.row(codeword.codebook).longest), longest)
      guard position + width <= start + length else {
        if !segments.isEmpty { segments[segments.count - 1].right = start + length }
        return
      }
      segments.append(Segment(left: position, right: position + width))
      position += width
    }
  }

  /// As many codewords as there are segments, or the last ones.
  private struct CodewordSet {
    var codewords: Range<Int>
    /// True if the codewords begin at the left edges of the remaining parts of the segments.
    var leftToRight: Bool
  }

  /// Reads one set of codewords: each begins in its own segment and continues in the next ones.
  private mutating func fill(
    _ set: CodewordSet, _ reader: inout BitReader, into lines: inout [Int16], _ books: Codebooks
  ) throws(AACError) {
    let leftToRight = set.leftToRight
    var open = set.codewords.count
    for trial in 0..<segments.count where open > 0 {
      for index in set.codewords where !codewords[index].isComplete {
        let segment = (index - set.codewords.lowerBound + trial) % segments.count
        while segments[segment].left < segments[segment].right, !codewords[index].isComplete {
          let place = leftToRight ? segments[segment].left : segments[segment].right - 1
          if leftToRight { segments[segment].left += 1 } else { segments[segment].right -= 1 }
          try codewords[index].take(reader.bitUnchecked(at: place), at: place)
          if try codewords[index].finish(into: &lines, books, at: place) { open -= 1 }
        }
      }
    }
    if open > 0 { throw AACError(.reorderedLengthMismatch, at: reader.offset) }
  }
}

extension ReorderedSpectrum.Codeword {
  /// Adds a bit; no codeword with its signs and escapes is longer than 56 bits.
  mutating func take(_ bit: UInt64, at offset: Int) throws(AACError) {
    guard bitCount < 56 else { throw AACError(.invalidCodeword, at: offset) }
    bits |= bit << UInt64(63 - bitCount)
    bitCount += 1
  }

  /// Stores the lines as soon as all bits of the codeword have been read, and returns true if they have.
  mutating func finish(into lines: inout [Int16], _ books: Codebooks, at offset: Int) throws(AACError) -> Bool {
    let code = books.spectral[Int(min(codebook, Codebook.escape))].prefix
    var window = bits
    let entry = PrefixCode.lookUp(window, code.table, code.primaryBitCount)
    guard Int(entry & 0x7F) <= bitCount else { return false }
    var span = lines.mutableSpan
    var needed: Int
    let values: PackedLines
    (values, needed) =
      switch codebook {
      case 1, 2: SignedQuad.unpack(entry, &window)
      case 3, 4: UnsignedQuad.unpack(entry, &window)
      case 5, 6: SignedPair.unpack(entry, &window)
      default: UnsignedPair.unpack(entry, &window)
      }
    for place in 0..<Codebooks.dimension(min(codebook, Codebook.escape)) { span[line + place] = values[place] }
    if codebook >= Codebook.escape {
      for place in line...(line + 1) where abs(span[place]) == 16 {
        guard needed < bitCount else { return false }
        let escape = try ChannelStream.escapeSequence(&window, at: offset)
        span[place] = span[place] < 0 ? -escape.value : escape.value
        needed += escape.bitCount
      }
      let largest = VirtualCodebook.largestAbsoluteValue(codebook)
      guard needed > bitCount || abs(Int(span[line])) <= largest && abs(Int(span[line + 1])) <= largest else {
        throw AACError(.valueBeyondVirtualCodebook, at: offset)
      }
    }
    isComplete = needed <= bitCount
    return isComplete
  }
}

extension BitReader {
  /// Returns a bit anywhere in the packet, as 0 or 1; the place must lie within the packet.
  @inline(__always)
  func bitUnchecked(at place: Int) -> UInt64 {
    var copy = self
    copy.consume(place - offset)
    return copy.window >> 63
  }
}
