import Transforms

// Bound throughout: three frames of 16 columns of 15 bands at most.
// Holds throughout: columns are those of the record.

/// Levels and coherences of the bands at the end of a packet.
struct SurroundDescription: Sendable {
  /// The level of left over right, in dB.
  var levels: [15 of Float] = .init(repeating: 0)
  /// The real part of the normalised correlation, −1…1.
  var coherences: [15 of Float] = .init(repeating: 1)
}

/// Energies and products of the two channels over the last frames, as the encoder of LD MPEG Surround examines them.
///
/// A decoder glides to the parameters of a packet and has them in its last slot (ISO/IEC 23003-2), so they are measured
/// around it.
struct SurroundRecord: Sendable {
  private static let frameCount = 3
  /// The number of columns on each side of a packet's end over which its parameters are measured.
  private static let reach = 8
  /// Energies below this, of a band in a column, are silence, which is the same in both channels: samples of a fifth of
  /// a step of 16 bits.
  private static let quiet: Float = 100

  private let columnCount: Int
  private let bandCount: Int
  /// The columns that are measured.
  private let window: Range<Int>
  private var products: [SIMD4<Float>]

  /// Prepares the record.
  ///
  /// - Parameter lead: The columns by which the packet's precede those of the last frame.
  init(columnCount: Int, bandCount: Int, lead: Int) {
    self.columnCount = columnCount
    self.bandCount = bandCount
    let end = SurroundRecord.frameCount * columnCount
    let middle = end - lead
    window = max(middle - SurroundRecord.reach, 0)..<min(middle + SurroundRecord.reach, end)
    products = Array(repeating: SIMD4(), count: end * bandCount)
  }

  /// Makes room for a frame in place of the oldest.
  mutating func beginFrame() {
    let count = columnCount * bandCount
    var values = products.mutableSpan
    for index in 0..<(values.count - count) { values[index] = values[index + count] }
  }

  /// Sets a column of the newest frame.
  mutating func set(_ values: borrowing [15 of SIMD4<Float>], column: Int) {
    let start = ((SurroundRecord.frameCount - 1) * columnCount + column) * bandCount
    let count = bandCount
    var record = products.mutableSpan
    for band in 0..<count { record[start + band] = values[band] }
  }

  /// Returns levels and coherences at the end of the next packet.
  func describe() -> SurroundDescription {
    var description = SurroundDescription()
    let quiet = SurroundRecord.quiet * Float(window.count)
    let values = products.span
    for band in 0..<bandCount {
      var sum = SIMD4<Float>(quiet, quiet, quiet, 0)
      for column in window { sum += values[column * bandCount + band] }
      description.levels[band] = 3.0103 * (FloatFunctions.log2(sum[0]) - FloatFunctions.log2(sum[1]))
      description.coherences[band] = min(max(sum[2] / (sum[0] * sum[1]).squareRoot(), -1), 1)
    }
    return description
  }
}
