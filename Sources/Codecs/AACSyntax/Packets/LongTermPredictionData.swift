import Bitstream

// Holds throughout: only tests write prediction, and give the lag.

/// `ltp_data()`: how the spectrum of a long window is predicted from earlier output.
///
/// ISO/IEC 14496-3, 4.6.7.
package struct LongTermPredictionData: Sendable, Equatable, BitwiseCopyable {
  /// `ltp_lag` in samples, at most two frames, or `nil` if the channel's earlier lag is kept, which only AAC-LD can
  /// signal.
  package var lag: Int?
  /// `ltp_coef`: an index into the eight gains.
  package var coefficient = 0
  /// `ltp_long_used`: bit `sfb` is set if the band is predicted; at most 40 bands.
  package var usedBands: UInt64 = 0

  package init() {}

  /// The largest number of bands that can be predicted: `MAX_LTP_LONG_SFB`.
  package static let maximumBandCount = 40

  /// Reads `ltp_data_present` and, if it is set, the data.
  static func parseOptional(
    _ reader: inout BitReader, context: ChannelContext, bandCount: Int
  ) throws(AACError) -> LongTermPredictionData? {
    guard try reader.bit() else { return nil }
    var data = LongTermPredictionData()
    let start = reader.offset
    let hasLag = context.profile.prediction == .longTerm ? true : try reader.bit()
    if hasLag {
      let lag = try reader.bits(lagWidth(context))
      guard lag <= 2 * context.bands.frameLength else { throw AACError(.longTermPredictionLag, at: start) }
      data.lag = lag
    }
    data.coefficient = try reader.bits(3)
    for band in 0..<min(bandCount, maximumBandCount) {
      if try reader.bit() { data.usedBands |= 1 << UInt64(band) }
    }
    return data
  }
}

extension LongTermPredictionData {
  /// Returns the bits of `ltp_lag`: AAC-LD has shorter frames.
  fileprivate static func lagWidth(_ context: ChannelContext) -> Int {
    context.profile.prediction == .longTerm ? 11 : 10
  }
}

extension LongTermPredictionData? {
  /// Writes `ltp_data_present` and, if there are any, the data. Outside AAC-LD there must be a lag.
  func write(to writer: inout BitWriter, context: ChannelContext, bandCount: Int) {
    writer.write(self != nil)
    guard let data = self else { return }
    if context.profile.prediction == .lowDelayLongTerm { writer.write(data.lag != nil) }
    precondition(data.lag != nil || context.profile.prediction == .lowDelayLongTerm)
    if let lag = data.lag { writer.write(UInt32(lag), LongTermPredictionData.lagWidth(context)) }
    writer.write(UInt32(data.coefficient), 3)
    for band in 0..<min(bandCount, LongTermPredictionData.maximumBandCount) {
      writer.write(data.usedBands >> UInt64(band) & 1 != 0)
    }
  }
}
