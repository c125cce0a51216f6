import AACSyntax

/// The part of the spectrum for which a bit rate suffices.
enum Bandwidth {
  /// Returns the highest frequency to code, in Hz.
  ///
  /// - Parameter isPair: True if channels are coded together, which is cheaper.
  static func frequency(
    profile: AACConfiguration.Profile, sampleRate: Double, bitRatePerChannel: Double, isPair: Bool
  ) -> Double {
    // Bits that a channel has per second and Hz of a band decide; low rates have fewer bands to pay side information
    // for.
    let rows = profile.hasBlockSwitching ? generalRows : lowDelayRows
    let rate = bitRatePerChannel * (isPair ? 1 : 0.8) * (sampleRate < 40000 ? 1.1 : 1)
    guard let upper = rows.firstIndex(where: { $0.rate >= rate }) else { return rows[rows.count - 1].frequency }
    guard upper > 0 else { return rows[0].frequency }
    let (low, high) = (rows[upper - 1], rows[upper])
    let share = (rate - low.rate) / (high.rate - low.rate)
    return low.frequency + share * (high.frequency - low.frequency)
  }

  /// From 32,000 on noise fills bands that would be empty, and high frequencies are cheap: 17 kHz in place of 14 gain
  /// 0.3 in ViSQOL there and lose nothing in Zimtohrli; without that noise they lost 0.06. From 64,000 on lines above
  /// 18 kHz are coded one by one, and their bits are heard better below.
  private static let generalRows: [(rate: Double, frequency: Double)] = [
    (8000, 3000), (12000, 5000), (16000, 7000), (20000, 9000), (24000, 11000), (32000, 17000), (48000, 17500),
    (64000, 18000), (96000, 18500), (128000, 20000),
  ]

  /// The same for low delay: 1 kHz more at 32,000 gains 0.13 in ViSQOL and loses 0.04 in Zimtohrli, 1.5 kHz more at
  /// 48,000 gain 0.06 and lose nothing. From 56,000 on no noise fills bands, and what is above 16.5 kHz costs more than
  /// it brings.
  private static let lowDelayRows: [(rate: Double, frequency: Double)] = [
    (8000, 2500), (12000, 4000), (16000, 7000), (20000, 9500), (24000, 11500), (32000, 16000), (40000, 17000),
    (48000, 17500), (64000, 16500), (80000, 17500), (96000, 18500), (128000, 20000),
  ]
}
