/// Chooses the smallest difference.
enum FixedAnalysis {
  /// Returns the order 0…4 whose differences take the fewest bits, and an estimate of these bits, for Rice codes with a
  /// parameter for each stretch of 256 samples.
  static func order(_ plane: [Int32], count: Int, width: Int) -> (order: Int, bitCount: Int) {
    guard count > 4 else { return (0, Int.max / 2) }
    let lead = LinearPrediction.leadCount
    let samples = plane.span.extracting(lead..<(lead + count))
    var bits = SIMD8<Int>()
    var start = 0
    while start < count - 4 {
      let end = min(start + stretch, count - 4)
      add(sums(samples, from: start, to: end, width: width), count: end - start, to: &bits)
      start = end
    }
    var order = 0
    for candidate in 1...4 where bits[candidate] < bits[order] { order = candidate }
    return (order, bits[order] + 4 * width)
  }

  /// Adds the bits of `count` differences to every order with known sums.
  private static func add(_ sums: SIMD8<UInt64>, count: Int, to bits: inout SIMD8<Int>) {
    for order in 0..<5 {
      // Signs are folded into the lowest bit.
      let sum = 2 * sums[order]
      let parameter = 63 - (sum / UInt64(count) | 1).leadingZeroBitCount
      bits[order] += count * (parameter + 1) + Int(truncatingIfNeeded: sum >> UInt64(parameter))
    }
  }

  /// The number of samples per parameter; their sums stay within 32 bits if samples have at most 20 bits.
  private static let stretch = 256

  /// Returns the sums of the differences' magnitudes for samples `start + 4` up to `end + 4`.
  private static func sums(_ samples: Span<Int32>, from start: Int, to end: Int, width: Int) -> SIMD8<UInt64> {
    let whole = width <= 20 ? start + (end - start) / 8 * 8 : start
    var total = SIMD8<UInt64>(truncatingIfNeeded: sums(samples, from: start, to: whole))
    total &+= wideSums(samples, from: whole + 4, to: end + 4)
    return total
  }

  /// Returns the sums for the eight samples after each four of `start`, `start + 8` … below `end`; of each order in a
  /// lane.
  private static func sums(_ samples: Span<Int32>, from start: Int, to end: Int) -> SIMD8<UInt32> {
    var (zero, one, two) = (SIMD8<Int32>(), SIMD8<Int32>(), SIMD8<Int32>())
    var (three, four) = (SIMD8<Int32>(), SIMD8<Int32>())
    var index = start
    while index < end {
      let part = samples.extracting(index..<(index &+ 12))
      let a = SIMD8(part[4], part[5], part[6], part[7], part[8], part[9], part[10], part[11])
      let b = SIMD8(part[3], part[4], part[5], part[6], part[7], part[8], part[9], part[10])
      let c = SIMD8(part[2], part[3], part[4], part[5], part[6], part[7], part[8], part[9])
      let d = SIMD8(part[1], part[2], part[3], part[4], part[5], part[6], part[7], part[8])
      let e = SIMD8(part[0], part[1], part[2], part[3], part[4], part[5], part[6], part[7])
      let (ab, bc, cd, de) = (a &- b, b &- c, c &- d, d &- e)
      let (abc, bcd, cde) = (ab &- bc, bc &- cd, cd &- de)
      zero &+= magnitude(a)
      one &+= magnitude(ab)
      two &+= magnitude(abc)
      three &+= magnitude(abc &- bcd)
      four &+= magnitude((abc &- bcd) &- (bcd &- cde))
      index &+= 8
    }
    var sums = SIMD8<UInt32>()
    for (lane, part) in [zero, one, two, three, four].enumerated() {
      sums[lane] = UInt32(bitPattern: part.wrappedSum())
    }
    return sums
  }

  @inline(__always)
  private static func magnitude(_ values: SIMD8<Int32>) -> SIMD8<Int32> {
    let signs = values &>> SIMD8(repeating: 31)
    return (values ^ signs) &- signs
  }

  private static func wideSums(_ samples: Span<Int32>, from start: Int, to end: Int) -> SIMD8<UInt64> {
    var sums = SIMD8<UInt64>()
    for index in start..<end {
      let past = samples.extracting((index &- 4)..<(index &+ 1))
      let (a, b, c) = (Int64(past[4]), Int64(past[3]), Int64(past[2]))
      let (d, e) = (Int64(past[1]), Int64(past[0]))
      sums[0] &+= a.magnitude
      sums[1] &+= (a &- b).magnitude
      sums[2] &+= (a &- 2 &* b &+ c).magnitude
      sums[3] &+= (a &- d &- 3 &* (b &- c)).magnitude
      sums[4] &+= (a &+ e &- 4 &* (b &+ d) &+ 6 &* c).magnitude
    }
    return sums
  }
}
