// Bound throughout: slopes are as long as frames or pieces of a bounded rate.
// Holds throughout: lengths are those of frames, and of level meters 2 at least.

/// The rising halves of the windows of AAC, computed in double precision; the falling halves are their mirror images.
public enum WindowSlope {
  /// Returns the sine window: `w[n] = sin(π/2M · (n+½))` for 0 ≤ n < M = `count` (ISO/IEC 14496-3, 4.6.11.3.2).
  public static func sine(count: Int) -> [Float] {
    precondition(count > 0)
    return (0..<count).map { Float(Trigonometry.sine(turns: 2 * $0 + 1, over: 8 * count)) }
  }

  /// Returns the Kaiser–Bessel-derived window (ISO/IEC 14496-3, 4.6.11.3.2).
  ///
  /// The running sums of a Kaiser window of M+1 values, divided by their total, under the square root.
  ///
  /// - Parameters:
  ///   - count: M, the length of the half.
  ///   - alpha: The kernel's shape: 4 for long windows, 6 for short ones.
  public static func kaiserBesselDerived(count: Int, alpha: Double) -> [Float] {
    precondition(count > 0)
    let kernel = (0...count).map { index in
      let place = 2 * Double(index) / Double(count) - 1
      return besselI0(.pi * alpha * (1 - place * place).squareRoot())
    }
    let total = kernel.reduce(0, +)
    var sum = 0.0
    return kernel.dropLast().map { value in
      sum += value
      return Float((sum / total).squareRoot())
    }
  }

  /// Returns the low-overlap window of AAC-LD: 3M/8 zeros, a sine slope of M/4 values, 3M/8 ones (ISO/IEC 14496-3,
  /// 4.6.11).
  ///
  /// - Parameter count: M, the length of the half, a multiple of 8.
  public static func lowOverlap(count: Int) -> [Float] {
    precondition(count > 0 && count % 8 == 0)
    let flat = 3 * count / 8
    return Array(repeating: 0, count: flat) + sine(count: count / 4) + Array(repeating: 1, count: flat)
  }

  /// Returns the modified Bessel function of the first kind and order 0, by its power series.
  package static func besselI0(_ x: Double) -> Double {
    let quarterSquare = x * x / 4
    var term = 1.0
    var sum = 1.0
    var index = 1.0
    while term > sum * 1e-18 {
      term *= quarterSquare / (index * index)
      sum += term
      index += 1
    }
    return sum
  }
}
