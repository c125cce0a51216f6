import Bitstream
package import MPEG4Systems

/// `window_sequence`: how a frame's samples are divided into windows.
@usableFromInline package enum WindowSequence: UInt8, Sendable, BitwiseCopyable {
  case onlyLong, longStart, eightShort, longStop

  package var windowCount: Int { self == .eightShort ? 8 : 1 }
}

/// `window_shape`: the slope of a window. In AAC-LD the second one has low overlap in place of Kaiser-Bessel.
package enum WindowShape: UInt8, Sendable, BitwiseCopyable {
  case sine, kaiserBessel
}

/// `ics_info()`: windows and number of bands of a channel, or of both channels of a pair.
///
/// ISO/IEC 14496-3, 4.5.2.3.
@usableFromInline package struct IndividualChannelInfo: Sendable {
  @usableFromInline package var windowSequence = WindowSequence.onlyLong
  package var windowShape = WindowShape.sine
  /// `max_sfb`: bands that are sent for each window group.
  @usableFromInline package var bandCount = 0
  /// `scale_factor_grouping` as transmitted, for short windows.
  package var grouping = 0
  /// The number of window groups.
  @usableFromInline package var groupCount = 1
  /// The number of windows in each group.
  @usableFromInline package var groupLengths: [8 of UInt8] = .init(repeating: 1)
  /// The backward prediction of AAC Main.
  package var backwardPrediction: BackwardPredictionData?
  /// The long term prediction in `ics_info()`: of the channel, or of the first channel of a pair.
  package var longTermPrediction: LongTermPredictionData?
  /// The same for a pair's second channel; only object type 4 has it here.
  package var secondLongTermPrediction: LongTermPredictionData?
  /// True if the predictor data of a pair with common windows precede each channel.
  package var hasPredictorData = false

  @inlinable package var isShort: Bool { windowSequence == .eightShort }

  /// Creates the only windows of AAC-ELD, which sends no `ics_info()` but `max_sfb`.
  package init() {}

  init(parsing reader: inout BitReader, context: ChannelContext, isCommon: Bool) throws(AACError) {
    let start = reader.offset
    if try reader.bit() { throw AACError(.reservedBitSet, at: start) }
    windowSequence = WindowSequence(rawValue: UInt8(try reader.bits(2))) ?? .onlyLong
    windowShape = try reader.bit() ? .kaiserBessel : .sine
    if isShort {
      guard context.profile.hasBlockSwitching else { throw AACError(.windowSequenceNotAllowed, at: start) }
      bandCount = try reader.bits(4)
      grouping = try reader.bits(7)
      setGroups()
    } else {
      if windowSequence != .onlyLong, !context.profile.hasBlockSwitching {
        throw AACError(.windowSequenceNotAllowed, at: start)
      }
      bandCount = try reader.bits(6)
      hasPredictorData = try reader.bit()
      if hasPredictorData {
        try parsePredictorData(&reader, context: context, isCommon: isCommon)
      }
    }
    guard bandCount <= context.bands.bandCount(isShort: isShort) else { throw AACError(.tooManyBands, at: start) }
  }

  private mutating func parsePredictorData(
    _ reader: inout BitReader, context: ChannelContext, isCommon: Bool
  ) throws(AACError) {
    switch context.profile.prediction {
    case .none: throw AACError(.predictionNotAllowed, at: reader.offset - 1)
    case .backward:
      backwardPrediction = try BackwardPredictionData(
        parsing: &reader, bandCount: min(bandCount, context.bands.backwardPredictionBands))
    case .longTerm, .lowDelayLongTerm:
      if !isCommon || context.hasBothPredictionsInInfo {
        longTermPrediction = try LongTermPredictionData.parseOptional(&reader, context: context, bandCount: bandCount)
      }
      if isCommon, context.hasBothPredictionsInInfo {
        secondLongTermPrediction = try LongTermPredictionData.parseOptional(
          &reader, context: context, bandCount: bandCount)
      }
    }
  }

  /// Divides the eight windows into groups: a set bit joins a window to the previous one.
  ///
  /// ```
  /// scale_factor_grouping   6 5 4 3 2 1 0
  /// window              0   1 2 3 4 5 6 7
  /// ```
  package mutating func setGroups() {
    groupCount = 1
    groupLengths = .init(repeating: 1)
    for window in 1..<8 {
      if grouping >> (7 - window) & 1 != 0 {
        groupLengths[groupCount - 1] += 1
      } else {
        groupCount += 1
      }
    }
  }
}

/// The properties of the stream that a parser needs besides its bits, held by one reference like ``ParsingTables``.
package final class ChannelContext: Sendable {
  let profile: AACConfiguration.Profile
  let resilience: ResilienceFlags
  let bands: BandLayout

  package init(profile: AACConfiguration.Profile, resilience: ResilienceFlags, bands: BandLayout) {
    self.profile = profile
    self.resilience = resilience
    self.bands = bands
  }

  /// True if the common `ics_info()` of a pair holds the long term prediction of both channels; in the error-resilient
  /// syntax it precedes each.
  var hasBothPredictionsInInfo: Bool { profile == .longTermPrediction }
}

extension IndividualChannelInfo {
  /// Writes `ics_info()`.
  ///
  /// - Parameter isCommon: True if both channels of a pair share it; then the long term prediction is elsewhere.
  func write(to writer: inout BitWriter, context: ChannelContext, isCommon: Bool) {
    writer.write(false)
    writer.write(UInt32(windowSequence.rawValue), 2)
    writer.write(UInt32(windowShape.rawValue), 1)
    guard !isShort else {
      writer.write(UInt32(bandCount), 4)
      writer.write(UInt32(grouping), 7)
      return
    }
    writer.write(UInt32(bandCount), 6)
    writer.write(hasPredictorData)
    if hasPredictorData { writePredictorData(to: &writer, context: context, isCommon: isCommon) }
  }

  private func writePredictorData(to writer: inout BitWriter, context: ChannelContext, isCommon: Bool) {
    if let backwardPrediction {
      backwardPrediction.write(to: &writer, bandCount: min(bandCount, context.bands.backwardPredictionBands))
    } else if !isCommon || context.hasBothPredictionsInInfo {
      longTermPrediction.write(to: &writer, context: context, bandCount: bandCount)
      if isCommon { secondLongTermPrediction.write(to: &writer, context: context, bandCount: bandCount) }
    }
  }
}
