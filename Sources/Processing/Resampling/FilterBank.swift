import AudioBase

/// The taps of a filter for each fractional position of an output frame.
///
/// A row holds the taps for one place between two input frames, in the order of the input:
/// ```
/// input     x x x x x│x x x        behind = 5, ahead = 3
/// time            ▲   ▲  output frame at whole frame and part
/// row       t t t t t t t t
/// ```
package struct FilterBank<Real: ResamplerSample>: Sendable {
  /// The choice of taps by the part of a frame.
  enum Selection: Sendable {
    /// A row for each of the period's output frames.
    case exact
    /// This many rows a frame, with cubic interpolation through the four nearest; row 0 is at −1.
    case interpolated(rowsPerFrame: Int)
  }

  let selection: Selection
  /// The number of taps in a row, a multiple of 4.
  package let width: Int
  /// The number of input frames of a row up to and including the frame at or before the output frame.
  let behind: Int
  /// The input frames after it.
  let ahead: Int
  /// The taps, row by row.
  package let taps: [Real]

  /// Banks with more taps than that are interpolated.
  static var tapLimit: Int { 1 << 18 }

  /// Samples `kernel`, which is zero outside `support`, times in input frames.
  init(
    support: ClosedRange<Double>, ratio: RateRatio, rowsPerFrame: Int, kernel: (_ time: Double) -> Double
  ) {
    let ahead = max(Int((-support.lowerBound).rounded(.up)), 0)
    let needed = max(Int(support.upperBound.rounded(.up)), 1) + ahead
    let width = (needed + 3) / 4 * 4
    let behind = width - ahead
    let isExact = ratio.output <= Self.tapLimit / width
    let (rows, spacing) = isExact ? (ratio.output, ratio.output) : (rowsPerFrame + 3, rowsPerFrame)
    var taps: [Real] = []
    taps.reserveCapacity(rows * width)
    for row in 0..<rows {
      let part = Double(isExact ? row : row - 1) / Double(spacing)
      for tap in 0..<width {
        taps.append(Real(nearest: kernel(part + Double(behind - 1 - tap))))
      }
    }
    selection = isExact ? .exact : .interpolated(rowsPerFrame: rowsPerFrame)
    self.width = width
    self.behind = behind
    self.ahead = ahead
    self.taps = taps
  }

  /// Samples `kernel`, which is its own mirror image.
  ///
  /// Rows are one kernel, moved by parts of a frame: each of its values is computed once and used wherever it is
  /// needed.
  init(symmetric kernel: LowpassKernel, ratio: RateRatio, rowsPerFrame: Int) {
    let reach = kernel.reach
    let width = (2 * reach + 3) / 4 * 4
    let behind = width - reach
    let isExact = ratio.output <= Self.tapLimit / width
    let (rows, spacing) = isExact ? (ratio.output, ratio.output) : (rowsPerFrame + 3, rowsPerFrame)
    let half = (0...(reach * spacing)).map { Real(nearest: kernel(Double($0) / Double(spacing))) }
    var taps: [Real] = []
    // Bound: `tapLimit`, or so many rows that they and the width, which is longer as rows are fewer, are below 1 << 20.
    taps.reserveCapacity(rows * width)
    for row in 0..<rows {
      for tap in 0..<width {
        let place = abs((isExact ? row : row - 1) + (behind - 1 - tap) * spacing)
        taps.append(place < half.count ? half[place] : 0)
      }
    }
    selection = isExact ? .exact : .interpolated(rowsPerFrame: rowsPerFrame)
    self.width = width
    self.behind = behind
    ahead = reach
    self.taps = taps
  }
}
