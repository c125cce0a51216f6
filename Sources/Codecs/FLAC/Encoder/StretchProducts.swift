/// Sums of products of a block's samples with one another, for eight stretches of the block, one stretch per lane.
///
/// Entry (i, j) is the sum of `x[n - i] × x[n - j]` over the samples `n` of a stretch. The power that a predictor
/// leaves in a stretch is a quadratic form of these sums, exactly: nothing is windowed.
struct StretchProducts: Sendable {
  /// The number of stretches of a block.
  static let stretchCount = 8
  /// The highest order of a predictor.
  static let highestOrder = 12
  /// The number of entries with i ≤ j.
  static let entryCount = (highestOrder + 1) * (highestOrder + 2) / 2

  /// The entries (i, i + k), by k, then by i.
  // Bound: a constant number of entries.
  private(set) var entries = [SIMD8<Double>](repeating: SIMD8(), count: entryCount)
  /// The number of samples of each stretch.
  private(set) var lengths = SIMD8<Double>()
  /// The block.
  private var samples: [Double]
  /// The first sample of each stretch, and the end of the last.
  // Bound: a constant number of stretches.
  private var bounds = [Int](repeating: 0, count: stretchCount + 1)
  /// The samples `distance` places before the start of each stretch.
  // Bound: a constant number of samples.
  private var begins = [SIMD8<Double>](repeating: SIMD8(), count: highestOrder + 1)
  /// The samples `distance` places before the end of each stretch.
  // Bound: a constant number of samples.
  private var ends = [SIMD8<Double>](repeating: SIMD8(), count: highestOrder + 1)

  init(blockSize: Int) {
    // Bound: 65,535 samples per block.
    samples = Array(repeating: 0, count: blockSize)
  }

  /// Returns the index of entry (0, `distance`); the entries (i, i + `distance`) follow.
  @inline(__always)
  static func diagonal(_ distance: Int) -> Int { distance &* (2 &* highestOrder &+ 3 &- distance) / 2 }

  /// Sums up the products for predictors of up to `order` coefficients.
  ///
  /// - Parameter plane: `count` samples after ``LinearPrediction/leadCount`` zeros. Holds: more than 12.
  mutating func update(_ plane: [Int32], count: Int, order: Int) {
    let first = order <= 8 ? 8 : 12
    Self.convert(plane, count, into: &samples)
    let length = (count + Self.stretchCount - 1) / Self.stretchCount
    for stretch in 0...Self.stretchCount { bounds[stretch] = min(max(stretch * length, first), count) }
    for stretch in 0..<Self.stretchCount {
      let range = bounds[stretch]..<bounds[stretch + 1]
      lengths[stretch] = Double(range.count)
      if first == 8 {
        let (far, own) = Self.eight(samples.span.extracting((range.lowerBound - 8)..<range.upperBound))
        for place in 0..<8 { entries[Self.diagonal(8 - place)][stretch] = far[place] }
        entries[0][stretch] = own
      } else {
        let (far, near, own) = Self.twelve(samples.span.extracting((range.lowerBound - 12)..<range.upperBound))
        for place in 0..<8 { entries[Self.diagonal(12 - place)][stretch] = far[place] }
        for place in 0..<4 { entries[Self.diagonal(4 - place)][stretch] = near[place] }
        entries[0][stretch] = own
      }
    }
    spread(order)
  }

  private static func convert(_ plane: [Int32], _ count: Int, into samples: inout [Double]) {
    let lead = LinearPrediction.leadCount
    let source = plane.span.extracting(lead..<(lead + count))
    var all = samples.mutableSpan
    var target = all._mutatingExtracting(0..<count)
    for index in source.indices { target[index] = Double(source[index]) }
  }

  /// Returns the products with samples 8…1 before, and of samples with themselves, from the ninth sample on.
  private static func eight(_ samples: Span<Double>) -> (SIMD8<Double>, Double) {
    var far = SIMD8<Double>()
    var own = 0.0
    var index = 8
    while index < samples.count {
      let part = samples.extracting((index &- 8)..<(index &+ 1))
      let sample = part[8]
      far += sample * SIMD8(part[0], part[1], part[2], part[3], part[4], part[5], part[6], part[7])
      own += sample * sample
      index &+= 1
    }
    return (far, own)
  }

  /// Returns the products with samples 12…5 and 4…1 before, and of samples with themselves, from the thirteenth on.
  private static func twelve(_ samples: Span<Double>) -> (SIMD8<Double>, SIMD4<Double>, Double) {
    var (far, near) = (SIMD8<Double>(), SIMD4<Double>())
    var own = 0.0
    var index = 12
    while index < samples.count {
      let part = samples.extracting((index &- 12)..<(index &+ 1))
      let sample = part[12]
      far += sample * SIMD8(part[0], part[1], part[2], part[3], part[4], part[5], part[6], part[7])
      near += sample * SIMD4(part[8], part[9], part[10], part[11])
      own += sample * sample
      index &+= 1
    }
    return (far, near, own)
  }

  /// Computes the entries (i, j) with i > 0: entry (i - 1, j - 1) plus a product at the beginning of each stretch,
  /// minus a product at its end.
  private mutating func spread(_ order: Int) {
    for back in 1...order {
      for stretch in 0..<Self.stretchCount {
        begins[back][stretch] = samples[max(bounds[stretch] - back, 0)]
        ends[back][stretch] = samples[max(bounds[stretch + 1] - back, 0)]
      }
    }
    for distance in 0..<order {
      let place = Self.diagonal(distance)
      var sums = entries[place]
      for back in 1...(order - distance) {
        sums += begins[back] * begins[back + distance] - ends[back] * ends[back + distance]
        entries[place + back] = sums
      }
    }
  }

  /// Returns the remaining power of each stretch for given weights of the previous samples: a quadratic form.
  ///
  /// - Parameter weights: 1 for the sample itself, then the negative coefficients of `order` samples.
  func remainder(_ weights: Span<Double>, order: Int) -> SIMD8<Double> {
    var total = SIMD8<Double>()
    for distance in 0...order {
      let place = Self.diagonal(distance)
      var sums = SIMD8<Double>()
      for back in 0...(order - distance) { sums += weights[back] * weights[back + distance] * entries[place + back] }
      total += distance == 0 ? sums : sums + sums
    }
    // Rounding may leave less than nothing.
    return total.replacing(with: 0, where: total .< 0)
  }

  /// Adds up the entries of the stretches by their weights, for predictors of up to `order` coefficients: (i, j) with
  /// j ≤ i at place `i × (highestOrder + 1) + j`.
  func add(_ weights: SIMD8<Double>, order: Int, into matrix: inout [Double]) {
    let width = Self.highestOrder + 1
    for distance in 0...order {
      let place = Self.diagonal(distance)
      for back in 0...(order - distance) {
        matrix[(back + distance) * width + back] = Self.sum(weights * entries[place + back])
      }
    }
  }

  /// Returns the sum of all lanes, in its own order: the same on every machine.
  private static func sum(_ lanes: SIMD8<Double>) -> Double {
    let four = lanes.lowHalf + lanes.highHalf
    let two = four.lowHalf + four.highHalf
    return two[0] + two[1]
  }
}
