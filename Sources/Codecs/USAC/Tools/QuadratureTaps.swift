import AACSyntax

// Holds throughout: tables have a row for each window and shape.

/// The two filters that estimate the MDST of a window: one over its own lines, one over those of the previous window.
///
/// ISO/IEC 23003-3, 7.7.
struct QuadratureTaps {
  /// The a, b and c of −a −b −c 0 c b a.
  private var current: SIMD3<Float>
  /// The first four of seven that are symmetric.
  private var previous: SIMD4<Float>

  /// The filters of a frame's windows.
  ///
  /// - Parameter rising: The shape of the rising slope.
  init(_ frame: borrowing ChannelFrame, rising: WindowShape) {
    let falling = frame.info.windowShape
    let window =
      switch frame.info.windowSequence {
      case .onlyLong, .eightShort: 0
      case .longStart: frame.startsShort ? 3 : 1
      case .longStop: 2
      }
    let row = 3 * (4 * window + (rising == .sine ? 0 : 2) + (falling == .sine ? 0 : 1))
    current = SIMD3(quadratureTaps[row], quadratureTaps[row + 1], quadratureTaps[row + 2])
    let other = 4 * ((window >= 2 ? 2 : 0) + (rising == .sine ? 0 : 1))
    previous = SIMD4(
      previousQuadratureTaps[other], previousQuadratureTaps[other + 1], previousQuadratureTaps[other + 2],
      previousQuadratureTaps[other + 3])
  }

  /// Writes the estimate of each line.
  ///
  /// - Parameters:
  ///   - lines: Those of the window, with three more at either end.
  ///   - past: The same of the window before.
  ///   - all: The estimates of a frame.
  ///   - range: The window's own.
  func estimate(_ lines: [Float], behind past: [Float], into all: inout [Float], _ range: Range<Int>) {
    let count = range.count
    var frame = all.mutableSpan
    var output = frame._mutatingExtracting(range)
    let (now, before) = (lines.span.extracting(0..<(count + 6)), past.span.extracting(0..<(count + 6)))
    for line in 0..<count {
      let outer = current[0] * (now[line &+ 6] - now[line])
      let middle = current[1] * (now[line &+ 5] - now[line &+ 1])
      let inner = current[2] * (now[line &+ 4] - now[line &+ 2])
      let far = previous[0] * (before[line] + before[line &+ 6]) + previous[1] * (before[line &+ 1] + before[line &+ 5])
      let near = previous[2] * (before[line &+ 2] + before[line &+ 4]) + previous[3] * before[line &+ 3]
      let past = far + near
      output[line] = outer + middle + inner + (line & 1 == 0 ? -past : past)
    }
  }
}
