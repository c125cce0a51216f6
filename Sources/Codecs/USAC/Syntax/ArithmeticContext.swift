import AudioBase
package import Bitstream

// Bound throughout: frames have 768 or 1,024 lines: USACConfiguration checks it.
// Holds throughout: windows have an even number of lines, at most those of a frame.

/// The context of a channel's arithmetic code: the values of the last coded window at each pair of lines.
///
/// ISO/IEC 23003-3, 7.4. The frequency domain and TCX share it. It belongs to parsing: a parser that keeps it from
/// packet to packet keeps the one of the last complete packet.
package struct ArithmeticContext: Sendable {
  /// The sums of the last window's pairs, up to 15, at an index one higher than the pair's: 0 before the first and
  /// after the last. While a window is read, its own sums replace those up to the current pair.
  private var sums: [UInt8]
  /// The sums mapped to a window of another length.
  private var mapped: [UInt8]
  private var pairCount = 0
  /// False if the last window was in a lost packet.
  private var isKnown = true

  package init(coreFrameLength: Int) {
    sums = Array(repeating: 0, count: coreFrameLength / 2 + 3)
    mapped = sums
  }

  /// Copies the values of another context without allocating.
  mutating func assign(_ other: borrowing ArithmeticContext) {
    pairCount = other.pairCount
    isKnown = other.isKnown
    sums.overwrite(other.sums.span, at: 0)
  }

  /// Records a lost packet: the next window must clear the context.
  mutating func forget() { isKnown = false }

  /// Reads the lines of a window, with their signs.
  ///
  /// - Parameters:
  ///   - reader: The reader at the first bit, and afterwards after the last one.
  ///   - codedCount: How many of the lines may be other than 0: those below `max_sfb`, or all lines of TCX.
  ///   - reset: True if the earlier context is cleared.
  ///   - lines: As many as the window has; all are written.
  package mutating func decode(
    _ reader: inout BitReader, codedCount: Int, reset: Bool, into lines: inout MutableSpan<Int32>
  ) throws(USACError) {
    let offset = reader.offset
    guard isKnown || reset else { throw USACError(.needsLostPacket, at: offset) }
    isKnown = true
    begin(pairCount: lines.count / 2, reset: reset)
    var last = 0
    if codedCount > 0 {
      var coded = lines._mutatingExtracting(0..<codedCount)
      last = try ArithmeticContext.decodePairs(&reader, &sums, &coded)
      guard !reader.isPastEnd else { throw USACError(.truncated, at: offset) }
    }
    for line in (2 * last)..<lines.count { lines[line] = 0 }
    for pair in last..<pairCount { sums[pair + 1] = 1 }
    sums[pairCount + 1] = 0
    sums[pairCount + 2] = 0
    ArithmeticContext.decodeSigns(&reader, 2 * last, &lines)
    guard !reader.isPastEnd else { throw USACError(.truncated, at: offset) }
  }

  /// Maps the context to a window of `pairCount` pairs.
  private mutating func begin(pairCount count: Int, reset: Bool) {
    precondition(count + 3 <= sums.count)
    if reset || pairCount == 0 {
      for place in 0..<(count + 3) { sums[place] = 0 }
    } else if pairCount != count {
      for pair in 0..<count { mapped[pair + 1] = sums[pair * pairCount / count + 1] }
      mapped[count + 1] = 0
      mapped[count + 2] = 0
      swap(&sums, &mapped)
    }
    pairCount = count
  }

  /// Reads the magnitudes, and returns the number of pairs up to the last non-zero one.
  private static func decodePairs(
    _ reader: inout BitReader, _ context: inout [UInt8], _ lines: inout MutableSpan<Int32>
  ) throws(USACError) -> Int {
    let pairCount = lines.count / 2
    let models = ContextModels.shared
    let table = models.table.span
    var sums = context.mutableSpan
    precondition(lines.count >= 2 * pairCount && sums.count >= pairCount + 3)
    var place = copy reader
    var engine = ArithmeticEngine(place)
    // The sums of the last window around the pair, without the one of the previous pair below them.
    var around = Int(sums[2]) &<< 8 | Int(sums[1]) &<< 4
    // The sums of the last three pairs.
    var (one, two, three) = (0, 0, 0)
    var pair = 0
    pairs: while pair < pairCount {
      let isQuiet = pair > 3 && one &+ two &+ three < 5
      let column = (isQuiet ? 16 : 0) | one
      let row = Int(table[Int(table[around]) &+ column])
      var (first, second) = (0, 0)
      // Most pairs among quiet ones are 0: the only symbol that is guessed right often enough for a branch.
      if !(isQuiet && engine.skipFirst(row, &place)) {
        var symbol = engine.symbol(row, &place)
        var escapes = 0
        while symbol == 16 {
          escapes &+= 1
          guard escapes <= 23 else { throw USACError(.tooManyEscapes, at: place.offset &+ engine.readCount) }
          symbol = engine.symbol(Int(table[Int(table[around | min(escapes, 7) &<< 12]) &+ column]), &place)
        }
        if symbol == 0, escapes > 0 { break pairs }
        (first, second) = (symbol & 3, symbol &>> 2)
        for _ in 0..<escapes {
          let plane = engine.plane(first == 0 ? 5 : second == 0 ? 0 : 10, &place)
          first = first &<< 1 | plane & 1
          second = second &<< 1 | plane &>> 1
        }
      }
      lines[2 &* pair] = Int32(truncatingIfNeeded: first)
      lines[2 &* pair &+ 1] = Int32(truncatingIfNeeded: second)
      let sum = min(15, first &+ second &+ 1)
      sums[pair &+ 1] = UInt8(truncatingIfNeeded: sum)
      (one, two, three) = (sum, one, two)
      around = Int(sums[pair &+ 3]) &<< 8 | around &>> 4
      pair &+= 1
    }
    engine.end(&place)
    reader = place
    return pair
  }

  /// Reads a bit for each line that is not 0: 0 makes it negative.
  private static func decodeSigns(_ reader: inout BitReader, _ count: Int, _ lines: inout MutableSpan<Int32>) {
    var line = 0
    while line < count {
      var window = reader.window
      var used = 0
      // As many lines as bits are there. Nothing branches on a line, which would be guessed wrong too often.
      let end = min(count, line &+ 56)
      while line < end {
        let value = lines[line]
        // A bit of 0 negates, which leaves 0 what it is.
        let sign = Int32(truncatingIfNeeded: ~Int64(bitPattern: window) &>> 63)
        lines[line] = (value ^ sign) &- sign
        let bit = value == 0 ? 0 : 1
        // As a shift by it, which takes longer.
        window &+= window & UInt64(bitPattern: Int64(-bit))
        used &+= bit
        line &+= 1
      }
      reader.consume(used)
    }
  }
}
