import Bitstream

// Holds throughout: models are rows of eighteen in a table of the standard, bit planes rows of five.

/// The decoder of arithmetic codes of 16 bits.
///
/// ISO/IEC 23003-3, 7.4. Of `low`, `high` and `value` the first is kept, and the distances of the others from it: all
/// that is ever subtracted from one is subtracted from the others.
struct ArithmeticEngine: ~Escapable {
  /// The reader at the first of ``bits``.
  private var reader: BitReader
  /// The bits after those that are read, the first one on top.
  private var bits: UInt64
  /// How many bits behind the reader's place are read.
  private var readCount = 16
  private var low: UInt32 = 0
  /// `high − low + 1`.
  private var range: UInt32 = 0x1_0000
  /// `value − low`.
  private var distance: UInt32

  /// The entries of a model in `arithmeticModels`.
  static let rowLength = 18
  /// Bits that the engine has read further than the code that it decodes.
  private static var lookAhead: Int { 14 }

  @_lifetime(copy reader)
  init(_ reader: BitReader) {
    self.reader = reader
    let window = reader.window
    distance = UInt32(truncatingIfNeeded: window &>> 48)
    bits = window &<< 16
  }

  /// The place of the next bit, from the start of the data.
  var offset: Int { reader.offset &+ readCount }

  /// The reader after the code, whose last symbol has been decoded.
  var rest: BitReader {
    @_lifetime(copy self) get {
      var rest = reader
      rest.consume(readCount &- ArithmeticEngine.lookAhead)
      return rest
    }
  }

  /// Decodes a symbol, 0…16, of the model whose row of `arithmeticModels` begins at `row`.
  ///
  /// All comparisons of a step are made at once: a branch that is guessed wrong costs more than all of them. The tables
  /// are constants of the program, so that no register has to hold where they are.
  @inline(__always)
  mutating func symbol(_ row: Int) -> Int {
    precondition(row >= 0 && row <= arithmeticModels.count - ArithmeticEngine.rowLength)
    let range = range
    // A frequency is at most the value's part of the range where its product with the range is less than this.
    let target = (distance &+ 1) &<< 14
    let quarter =
      ArithmeticEngine.reaches(arithmeticModels[row &+ 4], range, target)
      &+ ArithmeticEngine.reaches(arithmeticModels[row &+ 8], range, target)
      &+ ArithmeticEngine.reaches(arithmeticModels[row &+ 12], range, target)
    let last = ArithmeticEngine.reaches(arithmeticModels[row &+ 16], range, target)
    let first = quarter &<< 2
    let symbol =
      first &+ ArithmeticEngine.reaches(arithmeticModels[row &+ first &+ 1], range, target)
      &+ ArithmeticEngine.reaches(arithmeticModels[row &+ first &+ 2], range, target)
      &+ ArithmeticEngine.reaches(arithmeticModels[row &+ first &+ 3], range, target) &+ last
    let place = row &+ symbol
    narrow(
      below: (UInt32(arithmeticModels[place &+ 1]) &* range) &>> 14,
      above: (UInt32(arithmeticModels[place]) &* range) &>> 14)
    return symbol
  }

  /// Decodes one of four symbols of the bit plane whose row of `arithmeticPlanes` begins at `row`.
  @inline(__always)
  mutating func plane(_ row: Int) -> Int {
    precondition(row >= 0 && row <= arithmeticPlanes.count - 5)
    let range = range
    let target = (distance &+ 1) &<< 14
    let symbol =
      ArithmeticEngine.reaches(arithmeticPlanes[row &+ 1], range, target)
      &+ ArithmeticEngine.reaches(arithmeticPlanes[row &+ 2], range, target)
      &+ ArithmeticEngine.reaches(arithmeticPlanes[row &+ 3], range, target)
    let place = row &+ symbol
    narrow(
      below: (UInt32(arithmeticPlanes[place &+ 1]) &* range) &>> 14,
      above: (UInt32(arithmeticPlanes[place]) &* range) &>> 14)
    return symbol
  }

  @inline(__always)
  private static func reaches(_ frequency: UInt16, _ range: UInt32, _ target: UInt32) -> Int {
    UInt32(frequency) &* range >= target ? 1 : 0
  }

  /// Takes a part of the range, and as many bits as have become known by that.
  @inline(__always)
  private mutating func narrow(below: UInt32, above: UInt32) {
    low = low &+ below
    range = above &- below
    distance = distance &- below
    // As many bits as leave a range of more than a half; one less where it would then reach over two halves. Halves of
    // all values begin at multiples of a quarter: that is the standard's third case, of an interval around the middle.
    let most = UInt32(truncatingIfNeeded: ((range &- 1) &<< 16 | 0x8000).leadingZeroBitCount)
    let fits = (low &<< most & 0x7FFF) &+ range &<< most <= 0x1_0000
    let count = most &- (fits ? 0 : 1)
    low = low &<< count & 0x7FFF
    range = range &<< count
    distance = distance &<< count | UInt32(truncatingIfNeeded: (bits &>> 1) &>> (63 &- UInt64(count)))
    bits = bits &<< UInt64(count)
    readCount = readCount &+ Int(count)
    // 57 bits are there at first, and a step takes 16 at most.
    if readCount > 40 {
      reader.consume(readCount)
      bits = reader.window
      readCount = 0
    }
  }
}
