import Bitstream

/// `ltp_data()` of AAC-LD: how the spectrum is predicted from earlier output.
///
/// ISO/IEC 14496-3, 4.6.7.
struct LongTermPredictionData: Sendable, Equatable, BitwiseCopyable {
  /// `ltp_lag` in samples, 0…1023, or `nil` where the channel's earlier lag is kept.
  var lag: Int?
  /// `ltp_coef`: an index into the eight gains.
  var coefficient = 0
  /// `ltp_long_used`: bit `sfb` is set where the band is predicted; at most 40 bands.
  var usedBands: UInt64 = 0

  /// The most bands that can be predicted: `MAX_LTP_LONG_SFB`.
  static let maximumBandCount = 40

  /// Reads `ltp_data_present` and, where it is set, the data.
  static func parseOptional(
    _ reader: inout BitReader, context: ChannelContext, bandCount: Int
  ) throws(AACError) -> LongTermPredictionData? {
    guard try reader.bit() else { return nil }
    var data = LongTermPredictionData()
    let start = reader.offset
    if try reader.bit() {
      let lag = try reader.bits(10)
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
  /// Writes `ltp_data_present` and, where there are any, the data.
  static func writeOptional(_ data: LongTermPredictionData?, to writer: inout BitWriter, bandCount: Int) {
    writer.write(data != nil)
    guard let data else { return }
    writer.write(data.lag != nil)
    if let lag = data.lag { writer.write(UInt32(lag), 10) }
    writer.write(UInt32(data.coefficient), 3)
    for band in 0..<min(bandCount, maximumBandCount) { writer.write(data.usedBands >> UInt64(band) & 1 != 0) }
  }
}
