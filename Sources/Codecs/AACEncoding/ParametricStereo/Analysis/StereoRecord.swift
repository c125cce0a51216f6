import Transforms

// Bound throughout: four frames of 32 columns of 20 bands at most.
// Holds throughout: requested columns are those of the record.

/// Levels and coherences of the bands over a range of columns: the first 10 or all 20.
struct StereoDescription: Sendable {
  /// The level of left over right, in dB.
  var levels: [20 of Float] = .init(repeating: 0)
  /// The real part of the normalised correlation, −1…1.
  var coherences: [20 of Float] = .init(repeating: 1)

  /// Differences of a level in dB and of a coherence that are equally plain: about a coarse step.
  private static let plainLevel: Float = 3
  private static let plainCoherence: Float = 0.3

  /// Returns the difference of two descriptions as the mean over the bands; it is 1 if each band differs by a step in
  /// one of the two parameters.
  func distance(to other: borrowing StereoDescription, bandCount: Int) -> Float {
    var sum: Float = 0
    for band in 0..<bandCount {
      sum +=
        min(abs(levels[band] - other.levels[band]), 20) / StereoDescription.plainLevel
        + abs(coherences[band] - other.coherences[band]) / StereoDescription.plainCoherence
    }
    return sum / Float(bandCount)
  }

  /// Returns the mean of two descriptions, as a decoder interpolates it midway.
  func middle(_ other: borrowing StereoDescription) -> StereoDescription {
    var result = StereoDescription()
    for band in 0..<20 {
      result.levels[band] = (levels[band] + other.levels[band]) / 2
      result.coherences[band] = (coherences[band] + other.coherences[band]) / 2
    }
    return result
  }
}

/// Energies and products of the two channels over the last frames, as the encoder examines them.
///
/// Columns are counted from the first of the next packet; some precede it and more than a frame follows it, see
/// ``SubbandRecord``.
struct StereoRecord: Sendable {
  private static let bandCount = StereoDownmix.bandCount
  /// Energies below this, of a band in a column, are silence, which is the same in both channels: samples of a fifth of
  /// a step of 16 bits.
  private static let quiet: Float = 100
  /// The smallest energy that a band is compared with to detect an attack.
  private static let audible: Float = 1000
  /// The largest rise that counts for a single band, in octaves.
  private static let largestRise: Float = 6

  private let columnCount: Int
  private let origin: Int
  private var products: [SIMD4<Float>]

  /// Prepares the record.
  ///
  /// - Parameter origin: The column of four frames that the packet's first one is.
  init(columnCount: Int, origin: Int) {
    self.columnCount = columnCount
    self.origin = origin
    products = Array(repeating: SIMD4(), count: 4 * columnCount * StereoRecord.bandCount)
  }

  /// The columns before the packet's.
  var pastCount: Int { origin }

  /// Makes room for a frame in place of the oldest.
  mutating func beginFrame() {
    let count = columnCount * StereoRecord.bandCount
    var values = products.mutableSpan
    for index in 0..<(3 * count) { values[index] = values[index + count] }
  }

  /// Sets a column of the newest frame.
  mutating func set(_ values: borrowing [20 of SIMD4<Float>], column: Int) {
    let start = (3 * columnCount + column) * StereoRecord.bandCount
    var record = products.mutableSpan
    for band in 0..<StereoRecord.bandCount { record[start + band] = values[band] }
  }

  /// Levels and coherences over some columns.
  func describe(_ columns: Range<Int>, bandCount: Int) -> StereoDescription {
    var description = StereoDescription()
    let width = StereoRecord.bandCount / bandCount
    let quiet = StereoRecord.quiet * Float(columns.count)
    for band in 0..<bandCount {
      var sum = SIMD4<Float>(quiet, quiet, quiet, 0)
      for part in (width * band)..<(width * (band + 1)) { sum += self.sum(part, columns) }
      description.levels[band] = 3.0103 * (FloatFunctions.log2(sum[0]) - FloatFunctions.log2(sum[1]))
      description.coherences[band] = min(max(sum[2] / (sum[0] * sum[1]).squareRoot(), -1), 1)
    }
    return description
  }

  private func sum(_ band: Int, _ columns: Range<Int>) -> SIMD4<Float> {
    var sum = SIMD4<Float>()
    let values = products.span
    var place = (origin + columns.lowerBound) * StereoRecord.bandCount + band
    for _ in columns {
      sum += values[place]
      place += StereoRecord.bandCount
    }
    return sum
  }

  /// Returns the rise of a channel over the columns before a column, the mean of the bands in octaves, for the channel
  /// that rises more.
  func rise(_ column: Int, before lookBack: Int, width: Int) -> Float {
    var (left, right): (Float, Float) = (0, 0)
    for band in 0..<StereoRecord.bandCount {
      let before = sum(band, (column - lookBack)..<column) / Float(lookBack)
      let after = sum(band, column..<(column + width)) / Float(width)
      left += StereoRecord.rise(from: before[0], to: after[0])
      right += StereoRecord.rise(from: before[1], to: after[1])
    }
    return max(left, right) / Float(StereoRecord.bandCount)
  }

  private static func rise(from before: Float, to after: Float) -> Float {
    min(max(FloatFunctions.log2((after + audible) / (before + audible)), 0), largestRise)
  }
}
