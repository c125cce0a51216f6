/// The window by which a block is multiplied before its autocorrelation is taken.
enum AnalysisWindow: Sendable, CaseIterable {
  /// A window that is flat in the middle half, with cosines at both ends.
  case tapered
  /// The first two thirds alone.
  case early
  /// The last two thirds alone.
  case late
  /// A parabola.
  case parabola
  /// The first half alone.
  case firstHalf
  /// The second half alone.
  case secondHalf
  /// A flat window with short slopes.
  case flat

  static var all: [AnalysisWindow] { allCases }

  /// Returns the weight of sample `index` of `count`.
  func weight(_ index: Int, of count: Int) -> Double {
    let place = (Double(index) + 0.5) / Double(count)
    switch self {
    case .tapered: return Self.plateau(place, from: 0, to: 1, fade: 0.25)
    case .flat: return Self.plateau(place, from: 0, to: 1, fade: 0.05)
    case .early: return Self.plateau(place, from: 0, to: 2.0 / 3, fade: 0.15)
    case .late: return Self.plateau(place, from: 1.0 / 3, to: 1, fade: 0.15)
    case .firstHalf: return Self.plateau(place, from: 0, to: 0.5, fade: 0.12)
    case .secondHalf: return Self.plateau(place, from: 0.5, to: 1, fade: 0.12)
    case .parabola:
      let distance = 2 * place - 1
      return 1 - distance * distance
    }
  }

  /// Returns 1 in the middle, a raised cosine over `fade` at both ends, 0 outside.
  private static func plateau(_ place: Double, from start: Double, to end: Double, fade: Double) -> Double {
    let distance = min(place - start, end - place)
    guard distance > 0 else { return 0 }
    guard distance < fade else { return 1 }
    return 0.5 - 0.5 * Self.cosine(Double.pi * distance / fade)
  }

  /// Returns the cosine of 0…π by its series: the same on every machine, which mathematical libraries are not.
  private static func cosine(_ angle: Double) -> Double {
    // Around the middle, where the series of the sine converges fast.
    let x = angle - Double.pi / 2
    var (term, sum) = (x, x)
    for step in 1...12 {
      term *= -x * x / Double(2 * step * (2 * step + 1))
      sum += term
    }
    return -sum
  }
}
