package import Bitstream

// Holds throughout: numbers of code books are at most 36, which is checked when they are read.

/// Vectors of the lattice RE8: eight integers, all even or all odd, whose sum is a multiple of 4.
///
/// ISO/IEC 23003-3, 7.12. A vector is one of a base code book, or one of them scaled up by a power of two plus an
/// extension inside the cell that this leaves around each point.
package enum LatticeVector {
  /// The coding of a code book's number.
  package enum NumberCoding: Sendable {
    /// Two bits; the value 3 is followed by a unary number, in which 2 stands for the zero vector.
    case short
    /// Two bits; the value 3 is followed by a unary number, in which 0 means the zero vector.
    case middle
    /// A unary code: ones before a zero.
    case unary
  }

  /// The largest number of a code book.
  static let largestNumber = 36

  /// Reads one bits up to and including the first zero bit, and returns the number of ones.
  private static func readOnes(_ reader: inout BitReader) throws(USACError) -> Int {
    var count = 0
    while try reader.bit() {
      count += 1
      guard count <= largestNumber else { throw USACError(.latticeCodeBook, at: reader.offset) }
    }
    return count
  }

  /// Reads the unary number of one vector's code book; 0 means the zero vector.
  package static func readUnaryNumber(_ reader: inout BitReader) throws(USACError) -> Int {
    let ones = try readOnes(&reader)
    return try checked(ones == 0 ? 0 : ones + 1, reader)
  }

  /// Reads the code book numbers of two vectors.
  package static func readNumbers(
    _ reader: inout BitReader, _ coding: NumberCoding
  ) throws(USACError) -> (first: Int, second: Int) {
    if coding == .unary { return (try readUnaryNumber(&reader), try readUnaryNumber(&reader)) }
    let (first, second) = (try reader.bits(2), try reader.bits(2))
    return (try readEscape(&reader, after: first, coding), try readEscape(&reader, after: second, coding))
  }

  private static func readEscape(
    _ reader: inout BitReader, after field: Int, _ coding: NumberCoding
  ) throws(USACError) -> Int {
    guard field == 3 else { return field + 2 }
    let ones = try readOnes(&reader)
    if coding == .middle { return ones == 0 ? 0 : try checked(ones + 4, reader) }
    return switch ones {
    case 0, 1: ones + 5
    case 2: 0
    default: try checked(ones + 4, reader)
    }
  }

  private static func checked(_ number: Int, _ reader: borrowing BitReader) throws(USACError) -> Int {
    guard number <= largestNumber else { throw USACError(.latticeCodeBook, at: reader.offset) }
    return number
  }

  /// Reads the vector of a code book.
  package static func read(_ reader: inout BitReader, codeBook number: Int) throws(USACError) -> SIMD8<Int32> {
    guard number > 0 else { return SIMD8(repeating: 0) }
    let order = number > 4 ? (number - 3) / 2 : 0
    let book = number - 2 * order
    let index = try reader.bits(4 * book)
    var vector = base(book, index: index)
    guard order > 0 else { return vector }
    var extensions = SIMD8<Int32>(repeating: 0)
    for place in 0..<8 { extensions[place] = Int32(truncatingIfNeeded: try reader.bits(order)) }
    vector = vector &<< SIMD8(repeating: Int32(order))
    return vector &+ voronoi(extensions, order: order)
  }

  /// Returns a vector of the base code book 2, 3 or 4, with 256, 4,096 or 65,536 vectors.
  package static func base(_ book: Int, index: Int) -> SIMD8<Int32> {
    let leader =
      book == 4
      ? Int(latticeHighLeaders[place(of: index, in: latticeHighIndices.span)])
      : Int(latticeLowLeaders[place(of: index, in: latticeLowIndices.span)])
    let (first, end) = (Int(latticeSignStarts[leader]), Int(latticeSignStarts[leader + 1]))
    let row = first + place(of: index, in: latticeSignIndices.span.extracting(first..<end))
    var signed = SIMD8<Int32>(repeating: 0)
    for component in 0..<8 {
      let value = Int32(latticeLeaders[8 * leader + component])
      signed[component] = latticeSigns[row] >> (7 - component) & 1 == 1 ? -value : value
    }
    return permutation(of: signed, rank: index - Int(latticeSignIndices[row]))
  }

  /// The last index whose first entry is not above `index`.
  private static func place(of index: Int, in firsts: Span<UInt16>) -> Int {
    var place = 0
    while place + 1 < firsts.count, Int(firsts[place + 1]) <= index { place += 1 }
    return place
  }

  /// Returns the arrangement of the components with a given rank; values count in the order of their first appearance.
  ///
  /// Of all orders of the components that are left, those that begin with a value are the part that its count is of
  /// their number; so each count of orders follows from the one before.
  private static func permutation(of leader: SIMD8<Int32>, rank: Int) -> SIMD8<Int32> {
    var values: [8 of Int32] = .init(repeating: 0)
    var counts: [8 of Int] = .init(repeating: 0)
    var distinct = 0
    for component in 0..<8 {
      let value = leader[component]
      var place = 0
      while place < distinct, values[place] != value { place += 1 }
      values[place] = value
      counts[place] += 1
      distinct = max(distinct, place + 1)
    }
    var alike = 1
    for place in 0..<distinct { alike *= factorials[counts[place]] }
    var orders = factorials[8] / alike
    var rest = rank
    var result = SIMD8<Int32>(repeating: 0)
    for position in 0..<8 {
      for place in 0..<distinct {
        let beginning = part(orders * counts[place], of: 8 - position)
        // Of the last value there are always enough.
        if rest < beginning {
          result[position] = values[place]
          counts[place] -= 1
          orders = beginning
          break
        }
        rest -= beginning
      }
    }
    return result
  }

  /// Returns a multiple of 1…8, below 2^19, divided by it.
  @inline(__always)
  private static func part(_ multiple: Int, of count: Int) -> Int {
    Int(truncatingIfNeeded: (Int64(multiple) &* reciprocals[count]) &>> 32)
  }

  /// `2^32` over the place, and less than 1 more.
  private static let reciprocals: [9 of Int64] = [
    0, 4_294_967_296, 2_147_483_648, 1_431_655_766, 1_073_741_824, 858_993_460, 715_827_883, 613_566_757, 536_870_912,
  ]
  private static let factorials: [9 of Int] = [1, 1, 2, 6, 24, 120, 720, 5040, 40320]

  /// Returns the extension with the index `k` of an order 1…16.
  package static func voronoi(_ k: SIMD8<Int32>, order: Int) -> SIMD8<Int32> {
    var point = k &* 2 &+ k[7]
    point[0] = 4 &* k[0] &+ 2 &* (k[1] &+ k[2] &+ k[3] &+ k[4] &+ k[5] &+ k[6]) &+ k[7]
    point[7] = k[7]
    var place = point
    place[0] &-= 2
    let unit = Int32(1) << Int32(order)
    let (even, evenDistance) = nearestEven(place, unit)
    let (shifted, oddDistance) = nearestEven(place &- unit, unit)
    let nearest = evenDistance < oddDistance ? even : shifted &+ 1
    return point &- nearest &* unit
  }

  /// The point nearest to `place / unit` that has even components with a sum that is a multiple of 4, and its squared
  /// distance.
  private static func nearestEven(_ place: SIMD8<Int32>, _ unit: Int32) -> (SIMD8<Int32>, Int64) {
    let shift = Int32(truncatingIfNeeded: unit.trailingZeroBitCount) + 1
    var nearest = SIMD8<Int32>(repeating: 0)
    var worst = 0
    for component in 0..<8 {
      let half = (abs(place[component]) + unit) >> shift
      nearest[component] = place[component] < 0 ? -2 * half : 2 * half
      let error = abs(place[component] - nearest[component] * unit)
      if error > abs(place[worst] - nearest[worst] * unit) { worst = component }
    }
    if nearest.wrappedSum() & 3 != 0 {
      nearest[worst] += place[worst] < nearest[worst] * unit ? -2 : 2
    }
    let errors = place &- nearest &* unit
    var distance: Int64 = 0
    for component in 0..<8 { distance += Int64(errors[component]) * Int64(errors[component]) }
    return (nearest, distance)
  }
}
