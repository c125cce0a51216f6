/// The scale factor bands and the limits that depend on frame length and sampling rate, chosen once per stream.
@usableFromInline package struct BandLayout: Sendable {
  /// `frameLength`: spectral lines of a frame, and of its one long window.
  @usableFromInline package let frameLength: Int
  /// `swb_offset_long_window`: the first line of each band, and the frame length.
  @usableFromInline package let longOffsets: [Int]
  /// `swb_offset_short_window`, for one of the eight short windows; empty if there are none.
  @usableFromInline package let shortOffsets: [Int]
  /// `TNS_MAX_BANDS` for long and short windows.
  package let temporalNoiseShapingLongBands: Int
  package let temporalNoiseShapingShortBands: Int
  /// The bands whose lines have predictors in AAC Main: `PRED_SFB_MAX`, 0 in other profiles.
  package let backwardPredictionBands: Int

  /// The number of lines of one short window.
  @inlinable package var shortLength: Int { frameLength / 8 }

  init(frameLength: Int, samplingFrequencyIndex index: Int, profile: AACConfiguration.Profile) {
    self.frameLength = frameLength
    switch frameLength {
    case 1024:
      longOffsets = ScaleFactorBandTables.long1024(index)
      shortOffsets = ScaleFactorBandTables.short128(index)
    case 960:
      longOffsets = ScaleFactorBandTables.long960(index)
      shortOffsets = ScaleFactorBandTables.short120(index)
    case 512:
      longOffsets = ScaleFactorBandTables.long512(index)
      shortOffsets = []
    default:
      longOffsets = ScaleFactorBandTables.long480(index)
      shortOffsets = []
    }
    if profile.hasBlockSwitching {
      temporalNoiseShapingLongBands = temporalNoiseShapingMaximumBands.long[index]
      temporalNoiseShapingShortBands = temporalNoiseShapingMaximumBands.short[index]
    } else {
      temporalNoiseShapingLongBands =
        frameLength == 512
        ? temporalNoiseShapingMaximumBands.lowDelay512[index] : temporalNoiseShapingMaximumBands.lowDelay480[index]
      temporalNoiseShapingShortBands = 0
    }
    backwardPredictionBands =
      profile.prediction == .backward ? min(backwardPredictionMaximumBands[index], longOffsets.count - 1) : 0
  }

  /// The layout of a USAC stream, by the sampling frequency index that selects the core's tables.
  ///
  /// - Parameters:
  ///   - shortFrames: The offsets of frames of 768 lines; `nil` for 1024 lines, which has the tables of AAC.
  ///   - shapedBands: The highest bands that temporal noise shaping may touch.
  package init(
    samplingFrequencyIndex index: Int, shortFrames: (long: [Int], short: [Int])?, shapedBands: (long: Int, short: Int)
  ) {
    frameLength = shortFrames == nil ? 1024 : 768
    longOffsets = shortFrames?.long ?? ScaleFactorBandTables.long1024(index)
    shortOffsets = shortFrames?.short ?? ScaleFactorBandTables.short128(index)
    temporalNoiseShapingLongBands = shapedBands.long
    temporalNoiseShapingShortBands = shapedBands.short
    backwardPredictionBands = 0
  }

  /// Returns the offsets of the bands of a window.
  @inlinable package func offsets(isShort: Bool) -> [Int] { isShort ? shortOffsets : longOffsets }

  /// `num_swb`: the number of bands of a window.
  @inlinable package func bandCount(isShort: Bool) -> Int { (isShort ? shortOffsets.count : longOffsets.count) - 1 }
}

/// `TNS_MAX_BANDS`: the highest band that temporal noise shaping may touch, by sampling frequency index.
///
/// ISO/IEC 14496-3, Table 4.102 and 4.103. The low delay columns are defined from 22.05 to 48 kHz and extended here
/// like the band tables.
private let temporalNoiseShapingMaximumBands = (
  long: [31, 31, 34, 40, 42, 51, 46, 46, 42, 42, 42, 39, 39],
  short: [9, 9, 10, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14],
  lowDelay512: [31, 31, 31, 31, 32, 37, 31, 31, 31, 31, 31, 31, 31],
  lowDelay480: [31, 31, 31, 31, 32, 37, 30, 30, 30, 30, 30, 30, 30]
)

/// `PRED_SFB_MAX`: the bands that AAC Main predicts, by sampling frequency index.
///
/// ISO/IEC 14496-3, Table 4.6.6.
private let backwardPredictionMaximumBands = [33, 33, 38, 40, 40, 40, 41, 41, 37, 37, 37, 34, 34]
