/// The effort of the encoder, from the fastest to the smallest files: the levels 0 to 8 that users of FLAC know.
///
/// Every level is lossless and within the streamable subset (RFC 9639, 7) up to 48 kHz, if the block size is.
package enum FLACLevel: Int, Sendable, CaseIterable, Comparable {
  /// Differences only, channels coded separately.
  case fastest
  /// Differences, channels coded as a pair if that is shorter.
  case faster
  /// Differences in more partitions.
  case fast
  /// Linear prediction of order 6.
  case light
  /// Linear prediction of order 8, the pair chosen by an estimate.
  case moderate
  /// As ``moderate``, with more partitions and further trials of the pair's forms: the default.
  case standard
  /// Two windows.
  case strong
  /// Linear prediction of order 12.
  case stronger
  /// Order 12, many windows, several orders and precisions tried.
  case best

  /// Orders levels by effort.
  package static func < (first: FLACLevel, second: FLACLevel) -> Bool { first.rawValue < second.rawValue }

  /// Creates the level for Core Audio's `kAudioConverterCodecQuality`, 0…127, with 64 in the middle; `nil` counts as
  /// 64.
  package init(effort: Int?) {
    let effort = min(max(effort ?? 64, 0), 127)
    let number = effort <= 64 ? effort * 5 / 64 : 5 + (effort - 64) * 3 / 63
    self = FLACLevel(rawValue: number) ?? .standard
  }

  /// The least effort that selects the level.
  package var effort: Int { rawValue <= 5 ? (rawValue * 64 + 4) / 5 : 64 + (rawValue - 5) * 21 }

  /// The encoder's effort at the level.
  var tuning: EncoderTuning {
    switch self {
    case .fastest: EncoderTuning(pairMargin: nil, highestOrder: 0, partitionOrder: 3)
    case .faster: EncoderTuning(pairMargin: 0, highestOrder: 0, partitionOrder: 4)
    case .fast: EncoderTuning(pairMargin: 16, highestOrder: 0, partitionOrder: 5)
    case .light: EncoderTuning(pairMargin: 0, highestOrder: 6, partitionOrder: 4)
    case .moderate: EncoderTuning(pairMargin: 0, highestOrder: 8, partitionOrder: 5)
    case .standard: EncoderTuning(pairMargin: 2, highestOrder: 8, partitionOrder: 6)
    case .strong: EncoderTuning(pairMargin: 16, highestOrder: 8, partitionOrder: 6, windowCount: 2)
    case .stronger: EncoderTuning(pairMargin: 32, highestOrder: 12, partitionOrder: 6, windowCount: 3)
    case .best:
      EncoderTuning(
        pairMargin: 1024, highestOrder: 12, partitionOrder: 7, windowCount: AnalysisWindow.all.count, orderCount: 2,
        triesPrecisions: true)
    }
  }
}

/// The variants that an encoder tries.
struct EncoderTuning: Sendable {
  /// Forms of a pair of channels that a first look finds longer than the shortest by up to so many 16ths of a bit a
  /// frame are tried; `nil` if the channels stay by themselves.
  let pairMargin: Int?
  /// The highest order of linear prediction, 0 if there is none.
  var highestOrder: Int
  /// The largest number of partitions is 2 to this power.
  var partitionOrder: Int
  /// The number of windows of which each gives a predictor.
  var windowCount = 1
  /// Orders that are tried of each predictor.
  var orderCount = 1
  /// True if coefficients of fewer bits are tried.
  var triesPrecisions = false
}
