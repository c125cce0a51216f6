/// Left and right out of what pairs of channels are coded as. RFC 9639, 4.2.
enum StereoDecorrelation {
  /// Works in place: the second channel lies `distance` samples behind the first, which begins behind the zeros for
  /// predictors. Both have at most 32 bits.
  static func restore(_ planes: inout [Int32], _ distance: Int, _ channels: ChannelAssignment, count: Int) {
    var all = planes.mutableSpan
    let first = LinearPrediction.leadCount
    var pair = all._mutatingExtracting(first..<(first + distance + count))
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

  /// The same where the difference has 33 bits and stands by itself.
  static func restoreWide(
    _ planes: inout [Int32], _ distance: Int, _ channels: ChannelAssignment, side: [Int64], count: Int
  ) {
    var all = planes.mutableSpan
    let first = LinearPrediction.leadCount
    var pair = all._mutatingExtracting(first..<(first + distance + count))
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
