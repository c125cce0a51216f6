import Bitstream

/// Loaded bits, left-aligned, and the offset of the bytes after them.
///
/// Bits are loaded eight bytes at a time at a place that is known before the codes are, so that codes wait for one
/// another but not for memory.
private struct RiceWindow: BitwiseCopyable {
  /// The bits. The bits after the valid ones are zeros, or further data.
  var bits: UInt64 = 0
  /// The number of valid bits.
  var count = 0
  /// The byte after the valid ones.
  var place: Int

  /// Loads bits up to at least 56; `data` has eight bytes at the place.
  @inline(__always)
  mutating func refill(_ data: Span<UInt8>) {
    let eight = data.extracting(place..<(place &+ 8))
    let last = UInt64(eight[7])
    let high =
      UInt64(eight[0]) &<< 56 | UInt64(eight[1]) &<< 48 | UInt64(eight[2]) &<< 40 | UInt64(eight[3]) &<< 32
    let low = UInt64(eight[4]) &<< 24 | UInt64(eight[5]) &<< 16 | UInt64(eight[6]) &<< 8 | last
    bits |= (high | low) &>> UInt64(truncatingIfNeeded: count)
    place &+= (63 &- count) &>> 3
    count |= 56
  }

  /// Reads a code of a unary quotient and a remainder of `parameter` bits, and returns its number of bits; 65 or more
  /// if the window does not contain the whole quotient.
  @inline(__always)
  mutating func take(_ parameter: Int, _ value: inout Int32) -> Int {
    guard bits != 0 else { return 128 }
    let quotient = bits.leadingZeroBitCount
    let length = quotient &+ parameter &+ 1
    // The one that ends the quotient, and the rest after it; that one is removed with the quotient's step.
    let code = bits &>> UInt64(truncatingIfNeeded: 64 &- length)
    let folded = code &+ (UInt64(truncatingIfNeeded: quotient) &- 1) &<< UInt64(truncatingIfNeeded: parameter)
    value = Int32(truncatingIfNeeded: folded &>> 1) ^ (0 &- Int32(truncatingIfNeeded: folded & 1))
    // In two steps, the first of which need not know the quotient.
    bits = (bits &<< UInt64(truncatingIfNeeded: parameter &+ 1)) &<< UInt64(truncatingIfNeeded: quotient)
    return length
  }
}

/// A group of codes that are read between two memory loads, and two checks for completeness.
protocol RiceGroup {
  static var count: Int { get }
}

/// A group of short codes.
enum FourCodes: RiceGroup {
  static var count: Int { 4 }
}

/// A group of codes of up to 28 bits.
enum TwoCodes: RiceGroup {
  static var count: Int { 2 }
}

extension BitReader {
  /// Reads codes in groups from the cursor on, and leaves it after the last group that was complete in its window.
  mutating func readRiceGroups<Group: RiceGroup>(
    _ group: Group.Type, into residuals: inout MutableSpan<Int32>, from first: Int, _ parameter: Int
  ) -> Int {
    let data = data
    let lastPlace = min(data.count, endOffset / 8) &- 8
    var index = first
    let last = residuals.count &- Group.count
    var window = RiceWindow(place: offset / 8)
    guard window.place >= 0, window.place <= lastPlace else { return first }
    window.refill(data)
    window.bits = window.bits &<< UInt64(truncatingIfNeeded: offset & 7)
    window.count &-= offset & 7
    while index <= last, window.place <= lastPlace {
      window.refill(data)
      let (bits, count) = (window.bits, window.count)
      var part = residuals._mutatingExtracting(index..<(index &+ Group.count))
      var length = window.take(parameter, &part[0])
      length &+= window.take(parameter, &part[1])
      if Group.count == 4 {
        length &+= window.take(parameter, &part[2])
        length &+= window.take(parameter, &part[3])
      }
      window.count = count &- length
      guard length <= count else {
        (window.bits, window.count) = (bits, count)
        break
      }
      index &+= Group.count
    }
    consume(window.place &* 8 &- window.count &- offset)
    return index
  }
}
