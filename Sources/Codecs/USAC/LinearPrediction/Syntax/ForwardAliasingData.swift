package import Bitstream

// Holds throughout: a frame has 1,024 lines at most, and an eighth of them here.

/// `fac_data`: the compensation of aliasing at the border between a transform and linear prediction (ISO/IEC 23003-3,
/// 5.3.3).
package struct ForwardAliasingData: Sendable {
  /// The quantised lines, ``count`` of them.
  package private(set) var lines: [Int32]
  /// The number of lines; 0 if the stream has no data.
  package private(set) var count = 0
  /// `fac_gain`: steps of 20/28 dB; 0 if a transform has the gain.
  package private(set) var gain = 0

  /// Creates data without lines.
  package init() {
    // Bound: an eighth of the longest frame.
    lines = Array(repeating: 0, count: 128)
  }

  /// Says that the stream has no data.
  mutating func clear() { (count, gain) = (0, 0) }

  /// Reads the gain and the lines: an eighth of the frame, or a sixteenth next to short windows.
  package mutating func parse(_ reader: inout BitReader, lineCount: Int) throws(USACError) {
    let value = try reader.bits(7)
    try parseLines(&reader, count: lineCount)
    gain = value
  }

  /// Reads `count` lines.
  package mutating func parseLines(_ reader: inout BitReader, count: Int) throws(USACError) {
    clear()
    var target = lines.mutableSpan
    for vector in 0..<(count / 8) {
      let number = try LatticeVector.readUnaryNumber(&reader)
      let values = try LatticeVector.read(&reader, codeBook: number)
      for component in 0..<8 { target[8 * vector + component] = values[component] }
    }
    self.count = count
  }
}
