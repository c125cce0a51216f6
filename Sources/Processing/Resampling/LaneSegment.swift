/// A subset of the four results of one column that a ``LanePass`` produces together, a quarter of the size apart.
struct LaneLegs: OptionSet, Sendable {
  let rawValue: Int

  static let first = LaneLegs(rawValue: 1)
  static let second = LaneLegs(rawValue: 2)
  static let third = LaneLegs(rawValue: 4)
  static let fourth = LaneLegs(rawValue: 8)
  static let all: LaneLegs = [.first, .second, .third, .fourth]
}

/// Steps of a ``LanePass`` in which the same results pass the filter.
struct LaneSegment: Sendable {
  var steps: Range<Int>
  /// The results that pass completely; `nil` if some pass partly.
  var legs: LaneLegs?

  /// Returns the steps of a transform of `size` numbers, in order, without those in which no result passes.
  ///
  /// - Parameters:
  ///   - limit: The results from 0 to this index pass, and as many at the end.
  ///   - lanes: Columns of a step. The last step begins so early that it is whole.
  static func all(size: Int, limit: Int, lanes: Int) -> [LaneSegment] {
    let rows = size / 4
    var segments: [LaneSegment] = []
    for step in 0..<((rows + lanes - 1) / lanes) {
      var legs: LaneLegs? = lanes * (step + 1) <= rows ? [] : nil
      for leg in 0..<4 {
        let results = (leg * rows + lanes * step)..<(leg * rows + lanes * (step + 1))
        let passing = results.clamped(to: 0..<limit).count + results.clamped(to: (size - limit)..<size).count
        if passing == lanes { legs?.insert(LaneLegs(rawValue: 1 << leg)) } else if passing > 0 { legs = nil }
      }
      guard legs != [] else { continue }
      if let last = segments.last, last.legs == legs, last.steps.upperBound == step {
        segments[segments.count - 1].steps = last.steps.lowerBound..<(step + 1)
      } else {
        segments.append(LaneSegment(steps: step..<(step + 1), legs: legs))
      }
    }
    return segments
  }
}
