import Bitstream

// Holds throughout: models are rows of eighteen in a table of the standard, bit planes rows of five.

/// The decoder of arithmetic codes of 16 bits.
///
/// ISO/IEC 23003-3, 7.4. It keeps `low`, and in place of `high` and `value` their distances from it: whatever is
/// subtracted from one is subtracted from all. The caller holds the bit reader, so that the engine fits into registers.
struct ArithmeticEngine: BitwiseCopyable {
  /// `value − low` in the upper 16 bits, and below it the next bits of the code, 41 at first.
  private var window: UInt64
  /// The number of bits that the window has been shifted since the reader's position.
  private var usedCount = 0
  private var low: UInt32 = 0
  /// `high − low + 1`.
  private var range: UInt32 = 0x1_0000

  /// The entries of a model in `arithmeticModels`.
  static let rowLength = 18
  /// The number of bits of the code that a value includes beyond its last symbol.
  private static var lookAhead: Int { 14 }

  init(_ reader: borrowing BitReader) { window = reader.window }

  /// How many bits the value's last one is ahead of the reader's place.
  var readCount: Int { usedCount &+ 16 }

  /// Moves the reader past the code, whose last symbol has been decoded.
  consuming func end(_ reader: inout BitReader) { reader.consume(readCount &- ArithmeticEngine.lookAhead) }

  /// The bound of the product of a cumulative frequency and the range: up to it, the frequency does not exceed the
  /// value of the code.
  private var target: UInt32 { UInt32(truncatingIfNeeded: window &>> 34) | 0x3FFF }

  /// Decodes a symbol, 0…16, of the model whose row of `arithmeticModels` begins at `row`.
  ///
  /// All comparisons of a step are made at once: a branch that is guessed wrong costs more than all of them. The tables
  /// are constants of the program, so that no register has to hold where they are.
  @inline(__always)
  mutating func symbol(_ row: Int, _ reader: inout BitReader) -> Int {
    precondition(row >= 0 && row <= arithmeticModels.count - ArithmeticEngine.rowLength)
    let (range, target) = (range, target)
    let quarter =
      ArithmeticEngine.exceeds(arithmeticModels[row &+ 4], range, target)
      &+ ArithmeticEngine.exceeds(arithmeticModels[row &+ 8], range, target)
      &+ ArithmeticEngine.exceeds(arithmeticModels[row &+ 12], range, target)
    let last = ArithmeticEngine.exceeds(arithmeticModels[row &+ 16], range, target)
    let first = quarter &<< 2
    let symbol =
      first &+ ArithmeticEngine.exceeds(arithmeticModels[row &+ first &+ 1], range, target)
      &+ ArithmeticEngine.exceeds(arithmeticModels[row &+ first &+ 2], range, target)
      &+ ArithmeticEngine.exceeds(arithmeticModels[row &+ first &+ 3], range, target) &+ last
    let place = row &+ symbol
    narrow(
      below: (UInt32(arithmeticModels[place &+ 1]) &* range) &>> 14,
      above: (UInt32(arithmeticModels[place]) &* range) &>> 14, &reader)
    return symbol
  }

  /// Decodes a symbol if it is the first of the model whose row begins at `row`; otherwise changes nothing.
  @inline(__always)
  mutating func skipFirst(_ row: Int, _ reader: inout BitReader) -> Bool {
    precondition(row >= 0 && row <= arithmeticModels.count - ArithmeticEngine.rowLength)
    let product = UInt32(arithmeticModels[row &+ 1]) &* range
    guard product <= target else { return false }
    narrow(below: product &>> 14, above: range, &reader)
    return true
  }

  /// Decodes one of four symbols of the bit plane whose row of `arithmeticPlanes` begins at `row`.
  @inline(__always)
  mutating func plane(_ row: Int, _ reader: inout BitReader) -> Int {
    precondition(row >= 0 && row <= arithmeticPlanes.count - 5)
    let (range, target) = (range, target)
    let symbol =
      ArithmeticEngine.exceeds(arithmeticPlanes[row &+ 1], range, target)
      &+ ArithmeticEngine.exceeds(arithmeticPlanes[row &+ 2], range, target)
      &+ ArithmeticEngine.exceeds(arithmeticPlanes[row &+ 3], range, target)
    let place = row &+ symbol
    narrow(
      below: (UInt32(arithmeticPlanes[place &+ 1]) &* range) &>> 14,
      above: (UInt32(arithmeticPlanes[place]) &* range) &>> 14, &reader)
    return symbol
  }

  @inline(__always)
  private static func exceeds(_ frequency: UInt16, _ range: UInt32, _ target: UInt32) -> Int {
    UInt32(frequency) &* range > target ? 1 : 0
  }

  /// Narrows the range to a part of it, and shifts out the bits that this determines.
  @inline(__always)
  private mutating func narrow(below: UInt32, above: UInt32, _ reader: inout BitReader) {
    low = low &+ below
    range = above &- below
    // As many bits as leave a range of more than a half; one less where it would then reach over two halves. Halves of
    // all values begin at multiples of a quarter: that is the standard's third case, of an interval around the middle.
    let most = UInt32(truncatingIfNeeded: ((range &- 1) &<< 16 | 0x8000).leadingZeroBitCount)
    let fits = (low &<< most & 0x7FFF) &+ range &<< most <= 0x1_0000
    let count = most &- (fits ? 0 : 1)
    low = low &<< count & 0x7FFF
    range = range &<< count
    window = (window &- UInt64(below) &<< 48) &<< UInt64(count)
    usedCount = usedCount &+ Int(count)
    // A step takes 16 bits at most.
    if usedCount > 25 {
      reader.consume(usedCount)
      window = window & 0xFFFF_0000_0000_0000 | (reader.window & 0x0000_FFFF_FFFF_FFFF)
      usedCount = 0
    }
  }
}
