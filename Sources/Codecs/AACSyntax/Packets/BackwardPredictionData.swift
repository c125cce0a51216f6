import Bitstream

/// The prediction data of AAC Main in `ics_info()`: the predicted bands, and the predictors to reset.
///
/// ISO/IEC 14496-3, 4.6.6.
package struct BackwardPredictionData: Sendable, Equatable, BitwiseCopyable {
  /// `predictor_reset_group_number`, 1…30, or 0 if no predictor is reset.
  package var resetGroup = 0
  /// `prediction_used`: bit `sfb` is set if the band is predicted.
  package var usedBands: UInt64 = 0

  /// The number of reset groups; one group is reset per frame.
  package static let resetGroupCount = 30

  package init() {}

  /// Reads the fields after `predictor_data_present`, for `bandCount` bands.
  init(parsing reader: inout BitReader, bandCount: Int) throws(AACError) {
    let start = reader.offset
    if try reader.bit() {
      resetGroup = try reader.bits(5)
      guard (1...BackwardPredictionData.resetGroupCount).contains(resetGroup) else {
        throw AACError(.predictorResetGroup, at: start)
      }
    }
    for band in 0..<bandCount {
      if try reader.bit() { usedBands |= 1 << UInt64(band) }
    }
  }

  /// Writes the same.
  func write(to writer: inout BitWriter, bandCount: Int) {
    writer.write(resetGroup != 0)
    if resetGroup != 0 { writer.write(UInt32(resetGroup), 5) }
    for band in 0..<bandCount { writer.write(usedBands >> UInt64(band) & 1 != 0) }
  }
}
