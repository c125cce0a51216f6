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
  /// Works in place; both channels have at most 32 bits.
  static func restore(_ planes: inout [Int32], _ places: PairPlaces, _ channels: ChannelAssignment) {
    var all = planes.mutableSpan
    var pair = all._mutatingExtracting(places.range)
    let (distance, count) = (places.distance, places.count)
    switch channels {
    case .independent: return
    case .leftSide:
      for index in 0..<count { pair[index &+ distance] = pair[index] &- pair[index &+ distance] }
    case .sideRight:
      for index in 0..<count { pair[index] = pair[index] &+ pair[index &+ distance] }
    case .midSide:
      for index in 0..<count {
        let side = pair[index &+ distance]
        // The mean lost its lowest bit, which is that of the difference.
        let sum = pair[index] &<< 1 | side & 1
        pair[index] = (sum &+ side) &>> 1
        pair[index &+ distance] = (sum &- side) &>> 1
      }
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
