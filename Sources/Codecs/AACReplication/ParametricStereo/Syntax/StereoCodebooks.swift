package import Bitstream

/// The four kinds of parameter of Parametric Stereo.
package enum StereoQuantity: Sendable, BitwiseCopyable {
  /// `iid` in seven steps each way.
  case level
  /// `iid` in fifteen steps each way.
  case fineLevel
  /// `icc`.
  case coherence
  /// `ipd`.
  case phaseDifference
  /// `opd`.
  case overallPhase

  /// The values that a parameter can have; phases wrap around.
  var range: ClosedRange<Int> {
    switch self {
    case .level: -7...7
    case .fineLevel: -15...15
    case .coherence, .phaseDifference, .overallPhase: 0...7
    }
  }

  var isPhase: Bool { self == .phaseDifference || self == .overallPhase }
}

/// The Huffman codes of Parametric Stereo, as decoding tables; built once per decoder.
///
/// ISO/IEC 14496-3, 8.B. A codeword stands for a difference between neighbouring bands or envelopes.
package struct StereoCodebooks: Sendable {
  /// The codebooks, made once for all decoders.
  package static let shared = StereoCodebooks()

  /// The codes: over frequency at even indices, over time at odd indices.
  private let codes: [PrefixCode]

  package init() {
    codes = (0..<10).map { place in
      StereoCodebooks.withRows(place) { PrefixCode(rows: $0, primaryBits: 8) }
    }
  }

  /// Reads a difference, or `nil` if the bits are no codeword.
  func difference(_ quantity: StereoQuantity, overTime: Bool, _ reader: inout BitReader) -> Int? {
    let symbol = codes[StereoCodebooks.place(quantity, overTime: overTime)].decode(&reader)
    return symbol == PrefixCode.invalid ? nil : Int(symbol) - StereoCodebooks.offset(quantity)
  }

  /// Returns length and code of a difference.
  package static func row(_ quantity: StereoQuantity, overTime: Bool, difference: Int) -> PrefixCodeRow {
    withRows(place(quantity, overTime: overTime)) { PrefixCodeRow(packed: $0[difference + offset(quantity)]) }
  }

  /// Returns the index of the difference 0.
  package static func offset(_ quantity: StereoQuantity) -> Int {
    switch quantity {
    case .level: 14
    case .fineLevel: 30
    case .coherence: 7
    case .phaseDifference, .overallPhase: 0
    }
  }

  private static func place(_ quantity: StereoQuantity, overTime: Bool) -> Int {
    let direction = overTime ? 1 : 0
    switch quantity {
    case .level: return direction
    case .fineLevel: return 2 + direction
    case .coherence: return 4 + direction
    case .phaseDifference: return 6 + direction
    case .overallPhase: return 8 + direction
    }
  }

  private static func withRows<Result>(_ place: Int, _ body: (Span<UInt32>) -> Result) -> Result {
    switch place {
    case 0: body(stereoIidFreqDefault.span)
    case 1: body(stereoIidTimeDefault.span)
    case 2: body(stereoIidFreqFine.span)
    case 3: body(stereoIidTimeFine.span)
    case 4: body(stereoIccFreq.span)
    case 5: body(stereoIccTime.span)
    case 6: body(stereoIpdFreq.span)
    case 7: body(stereoIpdTime.span)
    case 8: body(stereoOpdFreq.span)
    default: body(stereoOpdTime.span)
    }
  }
}
