/// The effort of the encoder, from the fastest to the smallest files: the levels 0 to 8 that users of FLAC know.
///
/// Every level is lossless and within the streamable subset (RFC 9639, 7) up to 48 kHz, if the block size is.
package enum FLACLevel: Int, Sendable, CaseIterable, Comparable {
  /// Differences only, channels by themselves.
  case fastest
  /// Differences, channels as a pair if that is shorter.
  case faster
  /// Differences in more partitions.
  case fast
  /// Linear prediction of order 6.
  case light
  /// Linear prediction of order 8.
  case moderate
  /// As ``moderate``, with more partitions and coefficients that suit loud and quiet parts better: the default.
  case standard
  /// Linear prediction of order 10, further forms of the pair that are about as short.
  case strong
  /// Linear prediction of order 12.
  case stronger
  /// As ``stronger``, with more forms of the pair and better coefficients.
  case best

  /// Orders levels by effort.
  package static func < (first: FLACLevel, second: FLACLevel) -> Bool { first.rawValue < second.rawValue }

  /// Creates the level for Core Audio's `kAudioConverterCodecQuality`, 0…127; `nil` counts as the middle, 64.
  package init(effort: Int?) {
    let effort = min(max(effort ?? 64, 0), 127)
    let number = effort <= 64 ? effort * 5 / 64 : 5 + (effort - 64) * 3 / 63
    self = FLACLevel(rawValue: number) ?? .standard
  }

  /// The least effort that gives the level.
  package var effort: Int { rawValue <= 5 ? (rawValue * 64 + 4) / 5 : 64 + (rawValue - 5) * 21 }

  /// The encoder's effort at the level.
  var tuning: EncoderTuning {
    switch self {
    case .fastest: EncoderTuning(pairMargin: nil, highestOrder: 0, partitionOrder: 3)
    case .faster: EncoderTuning(pairMargin: 0, highestOrder: 0, partitionOrder: 4)
    case .fast: EncoderTuning(pairMargin: 256, highestOrder: 0, partitionOrder: 5)
    case .light: EncoderTuning(pairMargin: 0, highestOrder: 6, partitionOrder: 4)
    case .moderate: EncoderTuning(pairMargin: 0, highestOrder: 8, partitionOrder: 5)
    case .standard: EncoderTuning(pairMargin: 0, highestOrder: 8, partitionOrder: 6, roundCount: 3)
    case .strong: EncoderTuning(pairMargin: 1, highestOrder: 10, partitionOrder: 6, roundCount: 3)
    case .stronger: EncoderTuning(pairMargin: 1, highestOrder: 12, partitionOrder: 6, roundCount: 3)
    case .best: EncoderTuning(pairMargin: 4, highestOrder: 12, partitionOrder: 6, roundCount: 4)
    }
  }
}

/// The variants that an encoder tries.
struct EncoderTuning: Sendable {
  /// The margin, in 256ths of a bit per frame, within which forms of a channel pair are tried: those that an estimate
  /// finds at most this much longer than the shortest; `nil` if channels are always coded separately.
  let pairMargin: Int?
  /// The highest order of linear prediction, 0 if there is none.
  var highestOrder: Int
  /// The largest number of partitions is 2 to this power.
  var partitionOrder: Int
  /// The number of times that stretches are weighted by their residual power.
  var roundCount = 2
}
