package import AudioBase
public import Bitstream

/// The rules of the AAC bit stream that are checked while a packet is read.
@usableFromInline package enum AACRule: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  case truncated
  case reservedBitSet
  case tooManyBands
  case predictionNotAllowed
  case predictorResetGroup
  case longTermPredictionLag
  case windowSequenceNotAllowed
  case reservedMidSideMask
  case sectionBeyondLastBand
  case reservedCodebook
  case scaleFactorOutOfRange
  case invalidCodeword
  case escapeTooLong
  case valueBeyondVirtualCodebook
  case pulseWithShortWindows
  case pulseBeyondSpectrum
  case temporalNoiseShapingOrder
  case temporalNoiseShapingUnstable
  case gainControl
  case reversibleLengthMismatch
  case reorderedLengthMismatch
  case elementNotInConfiguration
  case elementMissing
  case tooManyCouplingElements
  case couplingWindowMismatch
  case reservedDataElement
  case sbrFrequencyBands
  case sbrTimeGrid
  case sbrValueOutOfRange
  case sbrChecksum
  case stereoHeaderMissing
  case stereoModeReserved
  case stereoValue
  case stereoBorders
  case surroundConfiguration
  case surroundTree
  case surroundQuantization
  case surroundFrameLength
  case surroundTimeAlignment
  case surroundFragment
  case surroundParameterSlots
  case surroundDataMode
  case surroundEnvelope
  case wrongChannelCount
  case blockSize

  var kind: ErrorKind {
    switch self {
    case .truncated: .truncated
    case .gainControl, .surroundTree, .surroundQuantization, .surroundTimeAlignment, .surroundFragment: .unsupported
    case .tooManyCouplingElements: .limitExceeded
    case .blockSize, .wrongChannelCount: .invalidState
    default: .malformed
    }
  }

  /// The text of the rule for messages.
  package var text: StaticString {
    switch self {
    case .truncated: "the packet ends inside an element"
    case .reservedBitSet: "ics_reserved_bit is set"
    case .tooManyBands: "max_sfb is larger than the number of scale factor bands"
    case .predictionNotAllowed: "predictor_data_present is set in a profile without prediction"
    case .predictorResetGroup: "predictor_reset_group_number is outside 1...30"
    case .longTermPredictionLag: "ltp_lag is longer than two frames"
    case .windowSequenceNotAllowed: "AAC-LD allows no window sequence but the long one"
    case .reservedMidSideMask: "ms_mask_present has the reserved value 3"
    case .sectionBeyondLastBand: "a section ends beyond max_sfb"
    case .reservedCodebook: "a section has the reserved codebook 12"
    case .scaleFactorOutOfRange: "a scale factor is outside 0...255"
    case .invalidCodeword: "the bits are no codeword of the codebook"
    case .escapeTooLong: "an escape sequence is longer than a value of 8191 needs"
    case .valueBeyondVirtualCodebook: "a value is larger than its virtual codebook promises"
    case .pulseWithShortWindows: "pulse data stand with short windows"
    case .pulseBeyondSpectrum: "a pulse lies beyond the spectrum"
    case .temporalNoiseShapingOrder: "a temporal noise shaping filter has too high an order"
    case .temporalNoiseShapingUnstable: "a temporal noise shaping filter overflows"
    case .gainControl: "gain control (AAC SSR) is not implemented"
    case .reversibleLengthMismatch: "reversible scale factors do not fill the length that was announced"
    case .reorderedLengthMismatch: "reordered spectral data do not fit the length that was announced"
    case .elementNotInConfiguration: "a channel element is not in the channel configuration"
    case .elementMissing: "the packet has fewer channel elements than the channel configuration"
    case .tooManyCouplingElements: "a packet has more than 16 coupling channel elements"
    case .couplingWindowMismatch: "a coupling channel has other windows than its target"
    case .reservedDataElement: "an extension payload has a reserved data_element_version"
    case .sbrFrequencyBands: "an SBR header describes no usable frequency bands"
    case .sbrTimeGrid: "the envelopes of an SBR frame do not follow one another"
    case .sbrValueOutOfRange: "an SBR envelope or noise floor is out of range"
    case .sbrChecksum: "the CRC of an SBR payload is wrong"
    case .stereoHeaderMissing: "parametric stereo data have no header yet"
    case .stereoModeReserved: "iid_mode or icc_mode of parametric stereo is reserved"
    case .stereoValue: "a value of parametric stereo is out of its range"
    case .stereoBorders: "envelopes of parametric stereo do not follow each other"
    case .surroundConfiguration: "a configuration of LD MPEG Surround has a reserved value"
    case .surroundTree: "LD MPEG Surround of another tree than 2-1-2 is not implemented"
    case .surroundQuantization: "level-dependent quantisation of LD MPEG Surround is not implemented"
    case .surroundFrameLength: "the time slots of LD MPEG Surround do not fill the frames of the stream"
    case .surroundTimeAlignment: "time alignment of LD MPEG Surround is not implemented"
    case .surroundFragment: "LD MPEG Surround frames spread over several packets are not implemented"
    case .surroundParameterSlots: "the parameter sets of LD MPEG Surround do not follow one another in their frame"
    case .surroundDataMode: "parameters of LD MPEG Surround refer to others that there are not"
    case .surroundEnvelope: "an envelope of LD MPEG Surround is longer than its frame"
    case .wrongChannelCount: "the output block has another number of channels than the stream"
    case .blockSize: "the output block is shorter than a packet"
    }
  }

  /// The clause of ISO/IEC 14496-3, or the other standard, that states the rule; empty for rules of this package.
  var clause: StaticString {
    switch self {
    case .truncated, .blockSize, .wrongChannelCount, .tooManyCouplingElements: ""
    case .reservedBitSet, .tooManyBands, .windowSequenceNotAllowed: "ISO/IEC 14496-3, 4.5.2.3"
    case .predictorResetGroup: "ISO/IEC 14496-3, 4.6.6"
    case .predictionNotAllowed, .longTermPredictionLag: "ISO/IEC 14496-3, 4.6.7"
    case .reservedMidSideMask: "ISO/IEC 14496-3, 4.6.8.1"
    case .sectionBeyondLastBand, .reservedCodebook, .invalidCodeword, .escapeTooLong: "ISO/IEC 14496-3, 4.6.3"
    case .scaleFactorOutOfRange: "ISO/IEC 14496-3, 4.6.2"
    case .pulseWithShortWindows, .pulseBeyondSpectrum: "ISO/IEC 14496-3, 4.6.5"
    case .temporalNoiseShapingOrder, .temporalNoiseShapingUnstable: "ISO/IEC 14496-3, 4.6.9"
    case .stereoHeaderMissing, .stereoModeReserved, .stereoValue, .stereoBorders: "ISO/IEC 14496-3, 8.6.4"
    case .gainControl: "ISO/IEC 14496-3, 4.6.12"
    case .surroundConfiguration, .surroundTree, .surroundQuantization, .surroundFrameLength, .surroundTimeAlignment,
      .surroundFragment, .surroundParameterSlots, .surroundDataMode, .surroundEnvelope:
      "ISO/IEC 23003-2"
    case .valueBeyondVirtualCodebook, .reversibleLengthMismatch, .reorderedLengthMismatch: "ISO/IEC 14496-3, 4.6.16"
    case .elementNotInConfiguration, .elementMissing: "ISO/IEC 14496-3, 4.5.1.2"
    case .couplingWindowMismatch: "ISO/IEC 14496-3, 4.6.8.3"
    case .reservedDataElement: "ISO/IEC 14496-3, 4.5.2.9"
    case .sbrFrequencyBands: "ISO/IEC 14496-3, 4.6.18.3"
    case .sbrTimeGrid, .sbrValueOutOfRange: "ISO/IEC 14496-3, 4.6.18.3"
    case .sbrChecksum: "ISO/IEC 14496-3, 4.5.2.8"
    }
  }
}

/// An error: a packet breaks a rule of the bit stream.
@usableFromInline package struct AACError: Error, Sendable, BitwiseCopyable, Equatable {
  package var rule: AACRule
  /// The offset from the start of the packet, in bits.
  var bitOffset: Int

  @usableFromInline package init(_ rule: AACRule, at bitOffset: Int) {
    self.rule = rule
    self.bitOffset = bitOffset
  }

  /// This error in the form that all codecs share.
  package var asCodecError: CodecError {
    CodecError(rule.kind, rule.text, clause: rule.clause, bitOffset: bitOffset)
  }
}

extension BitReader {
  /// Reads an unsigned field of a packet.
  @inlinable @inline(__always)
  package mutating func bits(_ count: Int) throws(AACError) -> Int {
    guard count <= remaining else { throw AACError(.truncated, at: offset) }
    let value = peek(count)
    consume(count)
    return Int(value)
  }

  /// Reads a one-bit field of a packet.
  @inlinable @inline(__always)
  package mutating func bit() throws(AACError) -> Bool { try bits(1) != 0 }

  /// Throws if unchecked reads have gone past the end.
  @inlinable @inline(__always)
  package func checkEnd() throws(AACError) {
    if isPastEnd { throw AACError(.truncated, at: endOffset) }
  }

  /// Moves to an offset that must not exceed the end; moves back if a payload was read past its own end.
  package mutating func jump(to newOffset: Int) throws(AACError) {
    guard newOffset <= endOffset else { throw AACError(.truncated, at: offset) }
    consume(newOffset - offset)
  }
}
