import MPEGAudioFrames

// Bound throughout: a run of the tables has at most 32 subbands.

/// The class of quantisation of a subband's samples (ISO/IEC 11172-3, Table B.4).
package struct QuantizationClass: Sendable, BitwiseCopyable {
  /// The number of steps of the quantiser: 0 if nothing is sent.
  package let levelCount: Int
  /// The number of bits of a codeword, of one sample or of three.
  let bitCount: Int
  /// True if a codeword holds three samples.
  let isGrouped: Bool

  /// The class of a subband without samples.
  static let silent = QuantizationClass(levelCount: 0)

  /// Creates the class of layer II with the given number of steps: 3, 5, 9, or one less than a power of two.
  init(levelCount: Int) {
    self.levelCount = levelCount
    switch levelCount {
    case 3: bitCount = 5
    case 5: bitCount = 7
    case 9: bitCount = 10
    default: bitCount = Int.bitWidth - levelCount.leadingZeroBitCount
    }
    isGrouped = levelCount == 3 || levelCount == 5 || levelCount == 9
  }

  /// Creates the class of layer I with the given number of bits per sample.
  init(bitsPerSample: Int) {
    levelCount = 1 << bitsPerSample - 1
    bitCount = bitsPerSample
    isGrouped = false
  }
}

/// The bit allocation of layer II: the classes that each subband may have.
///
/// ISO/IEC 11172-3, Table B.2, and ISO/IEC 13818-3, Table B.1.
package struct BitAllocation: Sendable {
  /// The classes of each subband, the class without samples first; their number is a power of two.
  package let classes: [[QuantizationClass]]

  /// The number of subbands that are coded: `sblimit`.
  package var subbandCount: Int { classes.count }

  /// Returns the number of bits of the allocation of a subband: `nbal`.
  package func bitCount(ofSubband subband: Int) -> Int { classes[subband].count.trailingZeroBitCount }

  /// Adjacent subbands with the same choice.
  private struct Run {
    var subbandCount: Int
    var levelCounts: [Int]
  }

  private init(_ runs: [Run]) {
    classes = runs.flatMap { run in
      let choice = [QuantizationClass.silent] + run.levelCounts.map { QuantizationClass(levelCount: $0) }
      return Array(repeating: choice, count: run.subbandCount)
    }
  }

  /// Returns the table of a frame, which rate and bit rate decide (ISO/IEC 11172-3, 2.4.2.3).
  static func table(of header: MPEGAudioHeader) -> BitAllocation {
    guard header.version == .one else { return lowRates }
    let perChannel = header.bitRate / header.channelCount
    if header.isFreeFormat { return header.sampleRate == 48000 ? narrow : wide }
    if perChannel <= 48000 { return header.sampleRate == 32000 ? lowBitRate32 : lowBitRate }
    return header.sampleRate == 48000 || perChannel <= 80000 ? narrow : wide
  }

  /// Returns 15, 31, 63 and so on up to one less than a power of two.
  private static func powers(_ bits: ClosedRange<Int>) -> [Int] { bits.map { (1 << $0) - 1 } }

  private static let lowest = Run(subbandCount: 3, levelCounts: [3] + powers(3...16))
  private static let low = Run(subbandCount: 8, levelCounts: [3, 5, 7, 9] + powers(4...13) + [65535])
  private static let middle = Run(subbandCount: 12, levelCounts: [3, 5, 7, 9, 15, 31, 65535])

  /// Table B.2a: 27 subbands.
  package static let narrow = BitAllocation([lowest, low, middle, Run(subbandCount: 4, levelCounts: [3, 5, 65535])])
  /// Table B.2b: 30 subbands.
  package static let wide = BitAllocation([lowest, low, middle, Run(subbandCount: 7, levelCounts: [3, 5, 65535])])
  /// Table B.2c: 8 subbands.
  package static let lowBitRate = lowBitRateTable(subbandCount: 8)
  /// Table B.2d: 12 subbands.
  package static let lowBitRate32 = lowBitRateTable(subbandCount: 12)

  private static func lowBitRateTable(subbandCount: Int) -> BitAllocation {
    BitAllocation([
      Run(subbandCount: 2, levelCounts: [3, 5, 9] + powers(4...15)),
      Run(subbandCount: subbandCount - 2, levelCounts: [3, 5, 9] + powers(4...7)),
    ])
  }

  /// Table B.1 of ISO/IEC 13818-3, for the lower sampling frequencies: 30 subbands.
  package static let lowRates = BitAllocation([
    Run(subbandCount: 4, levelCounts: [3, 5, 7, 9] + powers(4...14)),
    Run(subbandCount: 7, levelCounts: [3, 5, 9] + powers(4...7)),
    Run(subbandCount: 19, levelCounts: [3, 5, 9]),
  ])
}
