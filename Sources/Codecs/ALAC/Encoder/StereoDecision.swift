// Holds throughout: both spans are cut with two samples of margin by the caller in this file.

/// Chooses the mixing of a pair's channels, by the size of simple differences.
struct StereoDecision {
  /// `mixBits`: weights are quarters.
  static let shift = 2
  /// The number of samples per mean.
  private static let blockLength = 64

  /// Returns the mix with the fewest bits by the estimate.
  static func mix(_ left: Span<Int32>, _ right: Span<Int32>) -> StereoMix {
    var sums = SIMD8<Float>.zero
    var start = 2
    while start < left.count {
      let end = min(start + blockLength, left.count)
      sums += logarithms(sizes(left, right, start..<end)) * Float(end - start)
      start = end
    }
    let (leftBits, rightBits, differenceBits) = (sums[0], sums[1], sums[2])
    let mixed = SIMD4(sums[3], sums[4], sums[5], leftBits)
    var best = StereoMix(shift: shift, weight: 0)
    var fewest = leftBits + rightBits
    for lane in 0..<4 where mixed[lane] + differenceBits < fewest {
      best.weight = lane + 1
      fewest = mixed[lane] + differenceBits
    }
    return best
  }

  /// Returns the sums of the absolute second differences of left, right, their difference, and three mixes.
  @inline(__always)
  private static func sizes(_ left: Span<Int32>, _ right: Span<Int32>, _ range: Range<Int>) -> SIMD8<Int32> {
    let l = left.extracting((range.lowerBound - 2)..<range.upperBound)
    let r = right.extracting((range.lowerBound - 2)..<range.upperBound)
    let count = range.count
    precondition(l.count == count + 2 && r.count == count + 2)
    var (sumLeft, sumRight, sumDifference): (Int32, Int32, Int32) = (0, 0, 0)
    var (sumOne, sumTwo, sumThree): (Int32, Int32, Int32) = (0, 0, 0)
    for index in 0..<count {
      let curveLeft = l[index] &- 2 &* l[index &+ 1] &+ l[index &+ 2]
      let curveRight = r[index] &- 2 &* r[index &+ 1] &+ r[index &+ 2]
      let difference = curveLeft &- curveRight
      sumLeft = sumLeft &+ size(curveLeft)
      sumRight = sumRight &+ size(curveRight)
      sumDifference = sumDifference &+ size(difference)
      sumOne = sumOne &+ size(curveRight &+ (difference &>> 2))
      sumTwo = sumTwo &+ size(curveRight &+ (difference &>> 1))
      sumThree = sumThree &+ size(curveLeft &- (difference &>> 2))
    }
    return SIMD8(sumLeft, sumRight, sumDifference, sumOne, sumTwo, sumThree, 0, 0)
  }

  @inline(__always)
  private static func size(_ value: Int32) -> Int32 {
    let sign = value &>> 31
    return (value ^ sign) &- sign
  }

  /// Logarithms to base 2 of the numbers plus a quarter of the block, to within a tenth: the exponents, and straight
  /// lines between them.
  private static func logarithms(_ numbers: SIMD8<Int32>) -> SIMD8<Float> {
    var result = SIMD8<Float>.zero
    for lane in 0..<6 {
      let number = Float(max(0, numbers[lane])) + Float(blockLength / 4)
      result[lane] = Float(number.bitPattern) * 0x1p-23 - 127
    }
    return result
  }
}
