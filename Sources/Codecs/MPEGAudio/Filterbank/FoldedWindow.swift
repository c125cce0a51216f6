import Transforms

// Bound throughout: the counts are constants of this file.

/// A window combined with the symmetry of the transform: the factors with which each result is added to its four
/// positions.
///
/// A block of 2N values has N different ones: `x[i] = y[i + N/2]` in the first quarter, `−y[3N/2 − 1 − i]` in the two
/// middle ones, `−y[i − 3N/2]` in the last. So y[N − 1 − n] is at N/2 − 1 − n and N/2 + n of the first half, y[n] at
/// the same places of the second one.
enum FoldedWindow {
  /// The number of vectors of a window; short windows use only the first ones.
  static let count = 36

  /// Returns for each n below N/2 the factors of these four places, in this order, for four neighbouring subbands from
  /// an even one on: with the signs of the frequency inversion, and with the factors that the long transform's results
  /// lack.
  static func factors(_ type: GranulePart.Window) -> [SIMD4<Float>] {
    let values = values(type)
    let count = values.count / 2
    func factor(_ place: Int, of n: Int) -> SIMD4<Float> {
      let scale = type == .short ? 1 : LongTransform.scale(n)
      let value = Float((place < count / 2 ? values[place] : -values[place]) * scale)
      // Both halves have an even number of rows.
      return place % 2 == 0 ? SIMD4(repeating: value) : SIMD4(value, -value, value, -value)
    }
    var quads: [SIMD4<Float>] = []
    for n in 0..<(count / 2) {
      let (row, opposite) = (count / 2 - 1 - n, count / 2 + n)
      quads += [factor(row, of: count - 1 - n), factor(opposite, of: count - 1 - n)]
      quads += [factor(count + row, of: n), factor(count + opposite, of: n)]
    }
    return quads + [SIMD4<Float>](repeating: SIMD4(repeating: 0), count: self.count - quads.count)
  }

  /// Returns a window in the standard's form: 36 values, 12 for short blocks.
  private static func values(_ type: GranulePart.Window) -> [Double] {
    // sin(π / length · (index + ½))
    func slope(_ index: Int, _ length: Int) -> Double { Trigonometry.sine(turns: 2 * index + 1, over: 4 * length) }
    return switch type {
    case .normal: (0..<36).map { slope($0, 36) }
    case .start: (0..<36).map { $0 < 18 ? slope($0, 36) : $0 < 24 ? 1 : $0 < 30 ? slope($0 - 18, 12) : 0 }
    case .short: (0..<12).map { slope($0, 12) }
    case .stop: (0..<36).map { $0 < 6 ? 0 : $0 < 12 ? slope($0 - 6, 12) : $0 < 18 ? 1 : slope($0, 36) }
    }
  }
}
