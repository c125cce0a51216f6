// Minima of sixteen lanes are taken in four parts: the compiler makes one instruction of a minimum of four lanes, and
// six of a quarter of one of sixteen where several follow each other.

extension SIMD16<Float> {
  /// Returns the smaller value of each two lanes; that of `first` if they are equal.
  @inline(__always)
  static func lesser(_ first: SIMD16, _ second: SIMD16) -> SIMD16 {
    let (low, high) = (first.lowHalf, first.highHalf)
    let (otherLow, otherHigh) = (second.lowHalf, second.highHalf)
    return SIMD16(
      lowHalf: SIMD8(
        lowHalf: SIMD4.lesser(low.lowHalf, otherLow.lowHalf), highHalf: SIMD4.lesser(low.highHalf, otherLow.highHalf)),
      highHalf: SIMD8(
        lowHalf: SIMD4.lesser(high.lowHalf, otherHigh.lowHalf),
        highHalf: SIMD4.lesser(high.highHalf, otherHigh.highHalf)))
  }

  /// The smallest lane.
  @inline(__always)
  var least: Float {
    let four = SIMD4.lesser(
      SIMD4.lesser(lowHalf.lowHalf, lowHalf.highHalf), SIMD4.lesser(highHalf.lowHalf, highHalf.highHalf))
    return four.least
  }

  /// Returns the first lane with a value; 0 if there is none.
  @inline(__always)
  func firstLane(of value: Float) -> Int {
    let low = SIMD4.lesser(lowHalf.lowHalf.lanes(of: value, from: 0), lowHalf.highHalf.lanes(of: value, from: 4))
    let high = SIMD4.lesser(highHalf.lowHalf.lanes(of: value, from: 8), highHalf.highHalf.lanes(of: value, from: 12))
    // The number 2^23 + n has n in its low bits; 16, which stands for none, leaves 0 of them.
    return Int((SIMD4.lesser(low, high).least + 8_388_608).bitPattern & 15)
  }
}

extension SIMD4<Float> {
  /// Returns the numbers of the lanes that hold a value, counted from `start`; 16 for the other lanes.
  @inline(__always)
  fileprivate func lanes(of value: Float, from start: Float) -> SIMD4<Float> {
    SIMD4(start, start + 1, start + 2, start + 3).replacing(with: 16, where: self .!= value)
  }
}
