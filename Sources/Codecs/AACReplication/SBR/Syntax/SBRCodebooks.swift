package import Bitstream

/// The Huffman codes of SBR, as decoding tables; built once for all decoders.
///
/// ISO/IEC 14496-3, 4.A.6.1. A codeword stands for a difference between neighbouring bands or envelopes.
package struct SBRCodebooks: Sendable {
  /// The codebooks, made once for all decoders.
  static let shared = SBRCodebooks()

  /// The use of a code: its quantity, meaning and step.
  package struct Use: Sendable, Equatable, BitwiseCopyable {
    /// The two kinds of value.
    package enum Quantity: Sendable, BitwiseCopyable { case envelope, noise }
    /// The meaning of the values: the energy of a channel, or its balance between the channels of a coupled pair.
    package enum Meaning: Sendable, BitwiseCopyable { case level, balance }

    var quantity: Quantity
    var meaning: Meaning
    /// The step of the envelope; noise always has 3 dB.
    package var step: SBRAmplitudeStep

    package init(quantity: Quantity, meaning: Meaning, step: SBRAmplitudeStep) {
      self.quantity = quantity
      self.meaning = meaning
      self.step = step
    }

    /// The number of bits of the first value of an envelope that is coded over frequency.
    package var startBitCount: Int {
      guard quantity == .envelope else { return 5 }
      return (step == .fine ? 7 : 6) - (meaning == .balance ? 1 : 0)
    }
  }

  /// The codes: over time at even indices, over frequency at odd indices.
  private let codes: [PrefixCode]

  init() {
    codes = (0..<12).map { index in
      SBRCodebooks.withRows(index) { PrefixCode(rows: $0, primaryBits: 9) }
    }
  }

  /// Returns the code at an index: fetched once for all values, because each fetch retains and releases it.
  func code(_ place: Int) -> PrefixCode { codes[place] }

  /// Returns the place of a code.
  package static func place(_ use: Use, overTime: Bool) -> Int {
    let direction = overTime ? 0 : 1
    let meaning = use.meaning == .balance ? 2 : 0
    switch (use.quantity, use.step) {
    case (.envelope, .fine): return meaning + direction
    case (.envelope, .coarse): return 4 + meaning + direction
    case (.noise, _): return 8 + meaning + direction
    }
  }

  /// Returns the largest absolute difference of a code.
  @inline(__always)
  package static func largest(_ place: Int) -> Int {
    let values: [12 of Int] = [60, 60, 24, 24, 31, 31, 12, 12, 31, 31, 12, 12]
    return values[place]
  }

  /// Returns length and code of a difference.
  package static func row(_ place: Int, difference: Int) -> PrefixCodeRow {
    withRows(place) { PrefixCodeRow(packed: $0[difference + largest(place)]) }
  }

  /// Passes the rows of a code; noise that is coded over frequency uses the codes of coarse envelopes.
  private static func withRows<Result>(_ place: Int, _ body: (Span<UInt32>) -> Result) -> Result {
    switch place {
    case 0: body(sbrFineLevelOverTime.span)
    case 1: body(sbrFineLevelOverFrequency.span)
    case 2: body(sbrFineBalanceOverTime.span)
    case 3: body(sbrFineBalanceOverFrequency.span)
    case 4: body(sbrCoarseLevelOverTime.span)
    case 5, 9: body(sbrCoarseLevelOverFrequency.span)
    case 6: body(sbrCoarseBalanceOverTime.span)
    case 7, 11: body(sbrCoarseBalanceOverFrequency.span)
    case 8: body(sbrNoiseLevelOverTime.span)
    default: body(sbrNoiseBalanceOverTime.span)
    }
  }
}

/// `bs_amp_res`: the step between two envelope values.
package enum SBRAmplitudeStep: Sendable, BitwiseCopyable {
  /// 1.5 dB.
  case fine
  /// 3 dB.
  case coarse
}
