import Bitstream

/// Reads the scale factors of one channel of a granule.
struct ScaleFactorReader {
  let part: GranulePart
  let plan: BandPlan
  /// The bit offset at which the granule ends.
  let end: Int

  /// Returns a scale factor of up to five bits.
  @inline(__always)
  private func factor(_ reader: inout BitReader, _ bitCount: Int) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: reader.peek(bitCount))
    reader.consume(bitCount)
    return value
  }

  private func checkEnd(_ reader: borrowing BitReader) throws(MPEGAudioError) {
    if reader.offset > end { throw MPEGAudioError(.scaleFactorsBeyondGranule, at: end) }
  }

  /// Sets bands without a scale factor to 0.
  private func clear(_ factors: inout MutableSpan<UInt8>) {
    for band in plan.scaledCount..<BandPlan.maximumCount { factors[band] = 0 }
  }

  // MARK: - MPEG-1

  /// Reads scale factors of two widths (ISO/IEC 11172-3, 2.4.2.7).
  ///
  /// Long bands come in four groups; those in `shared`, the first in its highest of four bits, are left unchanged.
  func readMPEG1(
    _ reader: inout BitReader, sharing shared: UInt8, into all: inout [UInt8], at start: Int
  ) throws(MPEGAudioError) {
    var places = all.mutableSpan
    var factors = places._mutatingExtracting(start..<(start + BandPlan.maximumCount))
    let widths = Self.widths(part.scaleFactorCompress)
    if part.window == .short {
      // Six bands of three windows; in a mixed block, eight long bands and three of three windows.
      let lowerCount = part.isMixed ? 17 : 18
      for band in 0..<plan.scaledCount {
        factors[band] = factor(&reader, band < lowerCount ? widths.lower : widths.upper)
      }
    } else {
      let ends: [4 of Int] = [6, 11, 16, 21]
      var band = 0
      for group in 0..<4 {
        if shared >> UInt8(3 - group) & 1 != 0 {
          band = ends[group]
        } else {
          while band < ends[group] {
            factors[band] = factor(&reader, band < 11 ? widths.lower : widths.upper)
            band += 1
          }
        }
      }
    }
    clear(&factors)
    try checkEnd(reader)
  }

  /// `slen1` and `slen2`.
  static func widths(_ compress: Int) -> (lower: Int, upper: Int) {
    let lower: [16 of UInt8] = [0, 0, 0, 0, 3, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]
    let upper: [16 of UInt8] = [0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 3, 1, 2, 3, 2, 3]
    return (Int(lower[compress & 15]), Int(upper[compress & 15]))
  }

  // MARK: - MPEG-2

  /// Reads scale factors of up to four widths (ISO/IEC 13818-3, 2.4.3.2).
  ///
  /// A position of all ones means that the band is not coded by intensity. Those of a channel that has none are not
  /// used.
  func readMPEG2(
    _ reader: inout BitReader, into all: inout [UInt8], positions allPositions: inout [UInt8], at start: Int
  ) throws(MPEGAudioError) {
    var places = all.mutableSpan
    var factors = places._mutatingExtracting(start..<(start + BandPlan.maximumCount))
    var otherPlaces = allPositions.mutableSpan
    var positions = otherPlaces._mutatingExtracting(start..<(start + BandPlan.maximumCount))
    let partition =
      part.holdsPositions
      ? ScaleFactorPartition(positions: part.scaleFactorCompress / 2)
      : ScaleFactorPartition(factors: part.scaleFactorCompress)
    let counts = partition.bandCounts(part.division)
    var band = 0
    for group in 0..<4 {
      let width = Int(partition.widths[group])
      for _ in 0..<counts[group] where band < plan.scaledCount {
        let value = factor(&reader, width)
        factors[band] = value
        if part.holdsPositions {
          positions[band] = width > 0 && Int(value) == 1 << width - 1 ? MainData.noPosition : value
        }
        band += 1
      }
    }
    clear(&factors)
    try checkEnd(reader)
  }
}

/// The numbers of scale factors, and their bits, at the lower sampling frequencies (ISO/IEC 13818-3, 2.4.3.2).
package struct ScaleFactorPartition {
  /// `slen1`…`slen4`.
  package let widths: [4 of UInt8]
  /// True if `scalefac_compress` stands for `preflag`.
  package let hasPreemphasis: Bool
  private let row: Int

  /// Creates the partition for `scalefac_compress` of all channels except the right one of intensity stereo.
  package init(factors compress: Int) {
    switch compress {
    case ..<400:
      self.init(row: 0, widths: [compress >> 4 / 5, compress >> 4 % 5, compress >> 2 & 3, compress & 3])
    case ..<500:
      let rest = compress - 400
      self.init(row: 1, widths: [rest >> 2 / 5, rest >> 2 % 5, rest & 3, 0])
    default:
      let rest = compress - 500
      self.init(row: 2, widths: [rest / 3, rest % 3, 0, 0])
    }
  }

  /// Creates the partition for half of `scalefac_compress` of the right channel of intensity stereo; the other bit is
  /// `intensity_scale`.
  package init(positions compress: Int) {
    switch compress {
    case ..<180:
      self.init(row: 3, widths: [compress / 36, compress % 36 / 6, compress % 6, 0])
    case ..<244:
      let rest = compress - 180
      self.init(row: 4, widths: [rest >> 4 & 3, rest >> 2 & 3, rest & 3, 0])
    default:
      let rest = compress - 244
      self.init(row: 5, widths: [rest / 3, rest % 3, 0, 0])
    }
  }

  private init(row: Int, widths: [4 of Int]) {
    self.row = row
    self.widths = [UInt8(widths[0]), UInt8(widths[1]), UInt8(widths[2]), UInt8(widths[3])]
    hasPreemphasis = row == 2
  }

  /// `nr_of_sfb1`…`nr_of_sfb4`, the three windows of a short band counting as three.
  package func bandCounts(_ division: BandPlan.Division) -> [4 of Int] {
    let long: [6 of [4 of Int]] = [
      [6, 5, 5, 5], [6, 5, 7, 3], [11, 10, 0, 0], [7, 7, 7, 0], [6, 6, 6, 3], [8, 8, 5, 0],
    ]
    let short: [6 of [4 of Int]] = [
      [9, 9, 9, 9], [9, 9, 12, 6], [18, 18, 0, 0], [12, 12, 12, 0], [12, 9, 9, 6], [15, 12, 9, 0],
    ]
    let mixed: [6 of [4 of Int]] = [
      [6, 9, 9, 9], [6, 9, 12, 6], [15, 18, 0, 0], [6, 15, 12, 0], [6, 12, 9, 6], [6, 18, 9, 0],
    ]
    return switch division {
    case .long: long[row]
    case .short: short[row]
    case .mixed: mixed[row]
    }
  }
}
