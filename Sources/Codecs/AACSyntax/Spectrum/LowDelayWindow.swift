// Bound throughout: the frame lengths are those that the configuration allows.
// Holds throughout: tables have the lengths of their windows.

/// The windows of the low delay filterbank of AAC-ELD, by frame length.
///
/// Those of 512 and 480 samples are tabulated. Those of reduced delay follow from that of 512, for both families: a
/// cubic spline through each of its sixteen pieces of 128 values, read at the middles of steps of 512/M' (ISO/IEC
/// 14496-3, 4.6.20).
package enum LowDelayWindow {
  private static let segmentCount = 16

  /// Returns 4M values; index 0 is the earliest output, and the first M/4 are 0.
  ///
  /// - Parameter frameLength: M: 512, 480, 256, 240, 160, 128 or 120.
  package static func values(frameLength: Int) -> [Float] {
    switch frameLength {
    case 512: lowDelayWindow512.indices.map { lowDelayWindow512[$0] }
    case 480: lowDelayWindow480.indices.map { lowDelayWindow480[$0] }
    default: derived(frameLength: frameLength)
    }
  }

  private static func derived(frameLength: Int) -> [Float] {
    let full = lowDelayWindow512.indices.map { Double(lowDelayWindow512[$0]) }
    let length = full.count / segmentCount
    let count = 4 * frameLength / segmentCount
    let step = Double(length) / Double(count)
    return (0..<segmentCount).flatMap { segment in
      let spline = CubicSpline(Array(full[(segment * length)..<((segment + 1) * length)]))
      return (0..<count).map { Float(spline.value(at: (Double($0) + 0.5) * step - 0.5)) }
    }
  }
}

/// A cubic spline through values at 0, 1, 2 …, whose third derivative is continuous one step from either end ("not a
/// knot").
package struct CubicSpline {
  private let values: [Double]
  /// The second derivative at each value.
  private let curvatures: [Double]

  /// Creates a spline through four values or more.
  package init(_ values: [Double]) {
    precondition(values.count >= 4)
    self.values = values
    let last = values.count - 1
    let right = (1..<last).map { (place: Int) -> Double in
      let neighbours: Double = values[place - 1] + values[place + 1]
      return 6 * (neighbours - 2 * values[place])
    }
    // c[k−1] + 4c[k] + c[k+1] = right; at the ends c[0] = 2c[1] − c[2] leaves 6c[1] of the first row.
    let rowCount = right.count
    var upper = [Double](repeating: 0, count: rowCount)
    var inner = upper
    for row in 0..<rowCount {
      let isEnd = row == 0 || row == rowCount - 1
      let lower = isEnd ? 0.0 : 1.0
      let pivot: Double = (isEnd ? 6 : 4) - lower * (row > 0 ? upper[row - 1] : 0)
      upper[row] = isEnd ? 0 : 1 / pivot
      inner[row] = (right[row] - lower * (row > 0 ? inner[row - 1] : 0)) / pivot
    }
    for row in (0..<(rowCount - 1)).reversed() { inner[row] -= upper[row] * inner[row + 1] }
    let first: Double = 2 * inner[0] - inner[1]
    let final: Double = 2 * inner[rowCount - 1] - inner[rowCount - 2]
    curvatures = [first] + inner + [final]
  }

  /// Returns the spline at a position; outside its values the outermost piece continues.
  package func value(at place: Double) -> Double {
    let left = min(max(Int(place.rounded(.down)), 0), values.count - 2)
    let (b, a) = (place - Double(left), Double(left + 1) - place)
    let bend = (a * a * a - a) * curvatures[left] + (b * b * b - b) * curvatures[left + 1]
    return a * values[left] + b * values[left + 1] + bend / 6
  }
}
