import Bitstream

// Holds throughout: models are rows of sixteen in a table of the standard, which are cut out of it whole.

/// The decoder of arithmetic codes of 16 bits.
///
/// ISO/IEC 23003-3, 7.4. Of `low`, `high` and `value` the last is kept as its distance from the first: all that is ever
/// subtracted from one is subtracted from the others.
struct ArithmeticEngine: ~Escapable {
  /// The reader, at the next bit.
  private(set) var reader: BitReader
  private var low: UInt32 = 0
  private var high: UInt32 = 0xFFFF
  /// `value − low`.
  private var distance: UInt32

  /// Bits that the engine has read further than the code that it decodes.
  static var lookAhead: Int { 14 }

  @_lifetime(copy reader)
  init(_ reader: BitReader) {
    self.reader = reader
    distance = self.reader.readUnchecked(16)
  }

  /// Decodes a symbol of a model: sixteen cumulative frequencies, descending, after which the last symbol remains.
  @inline(__always)
  mutating func symbol(_ model: Span<UInt16>) -> Int {
    precondition(model.count == 16)
    let range = high &- low &+ 1
    // A frequency is at most the value's part of the range where its product with the range is less than this.
    let target = (distance &+ 1) &<< 14
    var symbol = 0
    if UInt32(model[7]) &* range >= target { symbol = 8 }
    if UInt32(model[symbol | 3]) &* range >= target { symbol |= 4 }
    if UInt32(model[symbol | 1]) &* range >= target { symbol |= 2 }
    if UInt32(model[symbol]) &* range >= target { symbol |= 1 }
    if symbol == 15, UInt32(model[15]) &* range >= target { symbol = 16 }
    let above = symbol == 0 ? range : (UInt32(model[symbol &- 1]) &* range) &>> 14
    let below = symbol == 16 ? 0 : (UInt32(model[symbol & 15]) &* range) &>> 14
    narrow(below: below, above: above)
    return symbol
  }

  /// Decodes one of four symbols: three cumulative frequencies from `row` on.
  @inline(__always)
  mutating func plane(_ frequencies: Span<UInt16>, row: Int) -> Int {
    precondition(frequencies.count == 12 && row >= 0 && row <= 8)
    let range = high &- low &+ 1
    let target = (distance &+ 1) &<< 14
    var symbol = 0
    while symbol < 3, UInt32(frequencies[row &+ symbol]) &* range >= target { symbol &+= 1 }
    let above = symbol == 0 ? range : (UInt32(frequencies[row &+ symbol &- 1]) &* range) &>> 14
    narrow(below: (UInt32(frequencies[row &+ symbol]) &* range) &>> 14, above: above)
    return symbol
  }

  /// Takes a part of the range, and as many bits as have become known by that.
  @inline(__always)
  private mutating func narrow(below: UInt32, above: UInt32) {
    high = low &+ above &- 1
    low = low &+ below
    distance = distance &- below
    // The bits that low and high have in common.
    let known = (low ^ high).leadingZeroBitCount &- 16
    low = low &<< UInt32(truncatingIfNeeded: known) & 0xFFFF
    high = (high &<< UInt32(truncatingIfNeeded: known) | ArithmeticEngine.ones(known)) & 0xFFFF
    // After the first bit, in which they differ, those that are 1 below and 0 above.
    let near = (~((low & ~high) &<< 17)).leadingZeroBitCount
    low = low &<< UInt32(truncatingIfNeeded: near) & 0x7FFF
    high = (high &<< UInt32(truncatingIfNeeded: near) | ArithmeticEngine.ones(near)) & 0xFFFF | 0x8000
    let count = known &+ near
    if count > 0 {
      distance = distance &<< UInt32(truncatingIfNeeded: count) | reader.readUnchecked(count)
    }
  }

  @inline(__always)
  private static func ones(_ count: Int) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: count) &- 1 }
}
