package import Bitstream

// Bound throughout: frames have 768 or 1,024 lines: USACConfiguration checks it.
// Holds throughout: windows have an even number of lines, at most those of a frame.

/// The context of a channel's arithmetic code: the values of the last coded window at each pair of lines.
///
/// ISO/IEC 23003-3, 7.4. The frequency domain and TCX share it. It belongs to parsing: a parser that keeps it from
/// packet to packet keeps the one of the last complete packet.
package struct ArithmeticContext: Sendable {
  /// The sums of the last window's pairs, up to 15, one place further up than the pair: 0 before the first and after
  /// the last.
  private var previous: [UInt8]
  private var current: [UInt8]
  private var pairCount = 0
  /// False if the last window was in a packet that is lost.
  private var isKnown = true

  package init(coreFrameLength: Int) {
    previous = Array(repeating: 0, count: coreFrameLength / 2 + 3)
    current = previous
  }

  /// Takes the values of another one without new memory.
  mutating func assign(_ other: borrowing ArithmeticContext) {
    pairCount = other.pairCount
    isKnown = other.isKnown
    for place in previous.indices { previous[place] = other.previous[place] }
  }

  /// Takes notice of a packet that is lost: the next window must clear the context.
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
      last = try ArithmeticContext.decodePairs(&reader, previous, into: &current, &coded)
      guard !reader.isPastEnd else { throw USACError(.truncated, at: offset) }
    }
    for line in (2 * last)..<lines.count { lines[line] = 0 }
    for pair in last..<pairCount { current[pair + 1] = 1 }
    current[pairCount + 1] = 0
    current[pairCount + 2] = 0
    swap(&previous, &current)
    ArithmeticContext.decodeSigns(&reader, 2 * last, &lines)
    guard !reader.isPastEnd else { throw USACError(.truncated, at: offset) }
  }

  /// Maps the context to a window of `pairCount` pairs.
  private mutating func begin(pairCount count: Int, reset: Bool) {
    precondition(count + 3 <= previous.count)
    if reset || pairCount == 0 {
      for place in 0..<(count + 3) { previous[place] = 0 }
    } else if pairCount != count {
      for pair in 0..<count { current[pair + 1] = previous[pair * pairCount / count + 1] }
      current[count + 1] = 0
      current[count + 2] = 0
      swap(&previous, &current)
    }
    pairCount = count
  }

  /// Reads the magnitudes, and returns how many pairs there are before those that are all 0.
  private static func decodePairs(
    _ reader: inout BitReader, _ previous: [UInt8], into current: inout [UInt8], _ lines: inout MutableSpan<Int32>
  ) throws(USACError) -> Int {
    let pairCount = lines.count / 2
    let known = previous.span
    let tables = ContextModels.shared
    let (places, pages) = (tables.places.span, tables.pages.span)
    let (frequencies, planes) = (tables.frequencies.span, tables.planes.span)
    var sums = current.mutableSpan
    precondition(lines.count >= 2 * pairCount && known.count >= pairCount + 3 && sums.count >= pairCount + 3)
    var engine = ArithmeticEngine(reader)
    var context = UInt32(known[2]) &<< 12 | UInt32(known[1]) &<< 8
    // Those of the last three pairs.
    var (one, two, three): (UInt32, UInt32, UInt32) = (0, 0, 0)
    var pair = 0
    pairs: while pair < pairCount {
      let key = pair > 3 && one &+ two &+ three < 5 ? context | 0x1_0000 : context
      var escapes = 0
      var symbol = engine.symbol(ContextModels.model(key, places, pages, frequencies))
      while symbol == 16 {
        escapes &+= 1
        guard escapes <= 23 else { throw USACError(.tooManyEscapes, at: engine.reader.offset) }
        let escaped = key &+ UInt32(min(escapes, 7)) &<< 17
        symbol = engine.symbol(ContextModels.model(escaped, places, pages, frequencies))
      }
      if symbol == 0, escapes > 0 { break pairs }
      var (first, second) = (symbol & 3, symbol &>> 2)
      for _ in 0..<escapes {
        let plane = engine.plane(planes, row: first == 0 ? 4 : second == 0 ? 0 : 8)
        first = first &<< 1 | plane & 1
        second = second &<< 1 | plane &>> 1
      }
      lines[2 &* pair] = Int32(truncatingIfNeeded: first)
      lines[2 &* pair &+ 1] = Int32(truncatingIfNeeded: second)
      let sum = UInt32(min(15, first &+ second &+ 1))
      sums[pair &+ 1] = UInt8(truncatingIfNeeded: sum)
      (one, two, three) = (sum, one, two)
      context = UInt32(known[pair &+ 3]) &<< 12 | context &>> 4 & 0xFF0 | sum
      pair &+= 1
    }
    reader = engine.reader
    reader.consume(-ArithmeticEngine.lookAhead)
    return pair
  }

  /// Reads a bit for each line that is not 0: 0 makes it negative.
  private static func decodeSigns(_ reader: inout BitReader, _ count: Int, _ lines: inout MutableSpan<Int32>) {
    var line = 0
    while line < count {
      var window = reader.window
      var used = 0
      while line < count, used < 56 {
        if lines[line] != 0 {
          if window &>> 63 == 0 { lines[line] = -lines[line] }
          window &<<= 1
          used &+= 1
        }
        line &+= 1
      }
      reader.consume(used)
    }
  }
}
