/// The lines of each slot, sorted by the coding of their mantissas.
///
/// The lines of each coding are read in a loop of their own, whose branches the processor foresees; in the order of the
/// stream every other line would take another branch.
struct MantissaOrders: Sendable {
  // Bound: constants of the format.
  /// The lines of each slot: 256 places for each ``Way``, and as many more.
  private var lines = [UInt8](repeating: 0, count: Slots.count * placeCount)
  /// For each line of each slot, its pointer times eight and, modulo six, the number of preceding lines with the same
  /// coding. These show, with the groups that the slot before has left unfinished, whether a group begins there.
  private var steps = [UInt8](repeating: 0, count: Slots.count * Slots.lineCount)
  /// The number of lines of each coding of each slot, one byte per coding: a slot has at most 253 lines.
  private var counts = [UInt64](repeating: 0, count: Slots.count)
  /// The shift of a pointer's coding in the counts.
  private let shifts: [UInt8] = (0..<16).map { UInt8(8 * Way.of($0).rawValue) }
  /// Numbers modulo six.
  private let remainders: [UInt8] = (0..<256).map { UInt8($0 % 6) }

  private static let placeCount = 8 * Slots.lineCount

  /// The number of bits of mantissas that are coded singly.
  static let singleBitCounts: [UInt8] = [0, 0, 0, 3, 0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16]

  /// The ways of sending a mantissa.
  enum Way: Int {
    /// No mantissas.
    case empty
    /// Three mantissas of 3 or 5 levels together.
    case threes, fives
    /// One mantissa of 7 levels.
    case sevens
    /// Two mantissas of 11 levels together.
    case elevens
    /// One mantissa of 15 levels.
    case fifteens
    /// A signed fraction.
    case plain

    /// Returns the coding that a pointer of the bit allocation means: both have the same numbers, up to that of
    /// `plain`.
    static func of(_ pointer: Int) -> Way { Way(rawValue: min(pointer, Way.plain.rawValue)) ?? .plain }
  }

  /// Sorts the lines of a slot.
  ///
  /// - Parameters:
  ///   - channel: The slot and its lines.
  ///   - pointers: The pointers of all slots.
  mutating func sort(_ channel: ChannelAllocation, _ pointers: [UInt8]) {
    // Moved out for the time of the call, so that both can change.
    var (lines, steps): ([UInt8], [UInt8]) = ([], [])
    swap(&lines, &self.lines)
    swap(&steps, &self.steps)
    defer {
      swap(&lines, &self.lines)
      swap(&steps, &self.steps)
    }
    let (allShifts, allRemainders) = (self.shifts, self.remainders)
    // Parts of a known length, so that no checks are left in the loop.
    let (shifts, remainders) = (allShifts.span.extracting(0..<16), allRemainders.span.extracting(0..<256))
    let first = channel.slot * Slots.lineCount
    let own = pointers.span.extracting(first..<(first + Slots.lineCount)).extracting(0..<256)
    var allLines = lines.mutableSpan
    var allSteps = steps.mutableSpan
    let start = channel.slot * Self.placeCount
    var part = allLines._mutatingExtracting(start..<(start + Self.placeCount))
    var sorted = part._mutatingExtracting(0..<2048)
    var codes = allSteps._mutatingExtracting(first..<(first + Slots.lineCount))
    var result = codes._mutatingExtracting(0..<256)
    var total: UInt64 = 0
    for line in channel.lines.clamped(to: 0..<256) {
      let pointer = Int(own[line] & 15)
      let shift = UInt64(shifts[pointer] & 63)
      let count = Int(truncatingIfNeeded: total &>> shift & 255)
      sorted[(Int(truncatingIfNeeded: shift) &* 32 &+ count) & 2047] = UInt8(truncatingIfNeeded: line)
      result[line] = UInt8(truncatingIfNeeded: pointer &* 8) | remainders[count]
      total &+= 1 &<< shift
    }
    counts[channel.slot] = total
  }

  /// Returns the order of a slot's lines.
  @_lifetime(borrow self)
  func order(_ slot: Int) -> MantissaOrder {
    MantissaOrder(
      lines: lines.span.extracting((slot * Self.placeCount)..<((slot + 1) * Self.placeCount)),
      steps: steps.span.extracting((slot * Slots.lineCount)..<((slot + 1) * Slots.lineCount)), counts: counts[slot])
  }
}

/// The order of a slot's lines.
struct MantissaOrder: ~Escapable {
  let lines: Span<UInt8>
  let steps: Span<UInt8>
  let counts: UInt64

  @_lifetime(copy lines, copy steps)
  init(lines: Span<UInt8>, steps: Span<UInt8>, counts: UInt64) {
    (self.lines, self.steps, self.counts) = (lines, steps, counts)
  }

  /// Returns the lines of a way.
  @inline(__always)
  @_lifetime(copy self)
  func lines(_ way: MantissaOrders.Way) -> Span<UInt8> {
    lines.extracting((way.rawValue &* 256)..<(way.rawValue &* 256 &+ 256))
  }

  /// Returns the number of lines of a way.
  @inline(__always)
  func count(_ way: MantissaOrders.Way) -> Int { Int(truncatingIfNeeded: counts &>> UInt64(8 &* way.rawValue) & 255) }
}
