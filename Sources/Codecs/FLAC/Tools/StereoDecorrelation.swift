/// The positions of the planes of two channels: the first plane begins after the zeros for predictors, the second
/// `distance` samples after the first.
struct PairPlaces: BitwiseCopyable {
  var distance: Int
  var count: Int

  /// All samples from the first of the first plane to the last of the second.
  fileprivate var range: Range<Int> {
    LinearPrediction.leadCount..<(LinearPrediction.leadCount + distance + count)
  }
}

/// Restores left and right from the coded form of a pair. RFC 9639, 4.2.
enum StereoDecorrelation {
  /// Eight samples of a channel.
  private typealias Samples = SIMD8<Int32>

  /// Works in place; both channels have at most 32 bits.
  static func restore(_ planes: inout [Int32], _ places: PairPlaces, _ channels: ChannelAssignment) {
    var all = planes.mutableSpan
    var pair = all._mutatingExtracting(places.range)
    switch channels {
    case .independent: return
    case .leftSide: restore(&pair, places) { left, side in (left, left &- side) }
    case .sideRight: restore(&pair, places) { side, right in (side &+ right, right) }
    case .midSide:
      restore(&pair, places) { mid, side in
        // The mean lost its lowest bit, which is that of the difference.
        let sum = mid &<< 1 | side & 1
        return ((sum &+ side) &>> 1, (sum &- side) &>> 1)
      }
    }
  }

  /// Changes samples of both channels, eight a step: one by one, LLVM checks each place of the distant plane.
  @inline(__always)
  private static func restore(
    _ pair: inout MutableSpan<Int32>, _ places: PairPlaces, _ change: (Samples, Samples) -> (Samples, Samples)
  ) {
    let (distance, whole) = (places.distance, places.count & ~7)
    for index in stride(from: 0, to: whole, by: 8) {
      let (first, second) = change(pair.eight(at: index), pair.eight(at: index &+ distance))
      pair.setEight(first, at: index)
      pair.setEight(second, at: index &+ distance)
    }
    for index in whole..<places.count {
      let (first, second) = change(Samples(repeating: pair[index]), Samples(repeating: pair[index &+ distance]))
      pair[index] = first[0]
      pair[index &+ distance] = second[0]
    }
  }

  /// Restores the channels where the difference has 33 bits and is stored separately.
  static func restoreWide(
    _ planes: inout [Int32], _ places: PairPlaces, _ channels: ChannelAssignment, side: [Int64]
  ) {
    var all = planes.mutableSpan
    var pair = all._mutatingExtracting(places.range)
    let (distance, count) = (places.distance, places.count)
    let side = side.span.extracting(0..<count)
    for index in side.indices {
      let difference = side[index]
      switch channels {
      case .independent: return
      case .leftSide: pair[index &+ distance] = Int32(truncatingIfNeeded: Int64(pair[index]) &- difference)
      case .sideRight: pair[index] = Int32(truncatingIfNeeded: Int64(pair[index &+ distance]) &+ difference)
      case .midSide:
        let sum = Int64(pair[index]) &<< 1 | difference & 1
        pair[index] = Int32(truncatingIfNeeded: (sum &+ difference) &>> 1)
        pair[index &+ distance] = Int32(truncatingIfNeeded: (sum &- difference) &>> 1)
      }
    }
  }
}

extension MutableSpan<Int32> {
  /// Returns eight samples from `index` on, with one bounds check.
  @inline(__always)
  fileprivate func eight(at index: Int) -> SIMD8<Int32> {
    let part = span.extracting(index..<(index &+ 8))
    return SIMD8(part[0], part[1], part[2], part[3], part[4], part[5], part[6], part[7])
  }

  /// Stores eight samples from `index` on, with one bounds check.
  @inline(__always)
  @_lifetime(self: copy self)
  fileprivate mutating func setEight(_ value: SIMD8<Int32>, at index: Int) {
    var part = _mutatingExtracting(index..<(index &+ 8))
    for lane in 0..<8 { part[lane] = value[lane] }
  }
}
