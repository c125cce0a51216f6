import AudioBase
import Bitstream

/// The rules of the USAC bit stream that are checked while a packet is read.
package enum USACRule: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  case truncated
  case bitsLeft
  case notIndependent
  case needsLostPacket
  case tooManyBands
  case invalidCodeword
  case scaleFactorOutOfRange
  case predictionOutOfRange
  case tooManyEscapes
  case temporalNoiseShapingUnstable
  case lowFrequencyWindow
  case prerollFrames
  case linearPredictionMode
  case latticeCodeBook
  case linearPredictionRate
  case linearPredictionUnstable
  case replicationBands
  case replicationTimeGrid
  case replicationValueOutOfRange
  case vectorCodingMode
  case surroundCodeword
  case surroundParameters
  case anotherFormat
  case wrongChannelCount
  case blockSize

  var kind: ErrorKind {
    switch self {
    case .truncated: .truncated
    case .anotherFormat, .linearPredictionRate: .unsupported
    case .notIndependent, .needsLostPacket, .wrongChannelCount, .blockSize: .invalidState
    default: .malformed
    }
  }

  /// The text of the rule for messages.
  package var text: StaticString {
    switch self {
    case .truncated: "the packet ends inside an element"
    case .bitsLeft: "more than seven bits are left behind the last element"
    case .notIndependent: "the stream is entered at a packet that needs the one before"
    case .needsLostPacket: "the packet refers to values of one that is lost"
    case .tooManyBands: "max_sfb is larger than the number of scale factor bands"
    case .invalidCodeword: "the bits are no codeword of the scale factor code"
    case .scaleFactorOutOfRange: "a scale factor is outside 0...255"
    case .predictionOutOfRange: "a coefficient of the stereo prediction grows beyond 32767"
    case .tooManyEscapes: "a spectral value has more than 23 bit planes"
    case .temporalNoiseShapingUnstable: "a temporal noise shaping filter overflows"
    case .lowFrequencyWindow: "a low frequency channel has another window than the long one"
    case .linearPredictionMode: "lpd_mode is reserved"
    case .latticeCodeBook: "a lattice vector has a code book beyond 36"
    case .linearPredictionRate: "there is no linear prediction at core rates outside 6000...24000 Hz"
    case .linearPredictionUnstable: "the signal of the linear prediction overflows"
    case .replicationBands: "a header of enhanced SBR has no bands"
    case .replicationTimeGrid: "the envelopes of enhanced SBR are in no order, or too many"
    case .replicationValueOutOfRange: "an envelope or noise floor of enhanced SBR is out of range"
    case .vectorCodingMode: "the mode of predictive vector coding is reserved"
    case .surroundCodeword: "the bits are no codeword of MPEG Surround"
    case .surroundParameters: "the parameters of MPEG Surround are coded in a way that is not allowed"
    case .prerollFrames: "AudioPreRoll has more than three frames"
    case .anotherFormat: "AudioPreRoll changes the rate, the frame length or the channels of the stream"
    case .wrongChannelCount: "the output block has another number of channels than the stream"
    case .blockSize: "the output block is shorter than a packet"
    }
  }

  /// The clause that states the rule; empty for rules of this package.
  var clause: StaticString {
    switch self {
    case .truncated, .bitsLeft, .anotherFormat, .wrongChannelCount, .blockSize: ""
    case .notIndependent, .needsLostPacket, .prerollFrames: "ISO/IEC 23003-3, Annex B"
    case .tooManyBands, .lowFrequencyWindow: "ISO/IEC 23003-3, 5.3.2"
    case .invalidCodeword, .scaleFactorOutOfRange: "ISO/IEC 23003-3, 7.3"
    case .tooManyEscapes: "ISO/IEC 23003-3, 7.4"
    case .predictionOutOfRange: "ISO/IEC 23003-3, 7.7"
    case .temporalNoiseShapingUnstable: "ISO/IEC 23003-3, 7.8"
    case .linearPredictionMode: "ISO/IEC 23003-3, 5.3.3"
    case .replicationBands, .replicationTimeGrid, .replicationValueOutOfRange, .vectorCodingMode: "ISO/IEC 23003-3, 7.5"
    case .linearPredictionRate, .linearPredictionUnstable: "ISO/IEC 23003-3, 7.14"
    case .surroundCodeword, .surroundParameters: "ISO/IEC 23003-3, 7.11"
    case .latticeCodeBook: "ISO/IEC 23003-3, 7.12"
    }
  }
}

/// An error: a packet breaks a rule of the bit stream.
package struct USACError: Error, Sendable, BitwiseCopyable, Equatable {
  package var rule: USACRule
  /// The place of the error, in bits from the start of the packet.
  package var bitOffset: Int

  init(_ rule: USACRule, at bitOffset: Int = 0) {
    self.rule = rule
    self.bitOffset = bitOffset
  }

  /// This error in the form that all codecs share.
  var asCodecError: CodecError {
    CodecError(rule.kind, rule.text, clause: rule.clause, bitOffset: bitOffset)
  }
}

extension BitReader {
  /// Reads an unsigned field of a packet.
  @inline(__always)
  mutating func bits(_ count: Int) throws(USACError) -> Int {
    guard count <= remaining else { throw USACError(.truncated, at: offset) }
    let value = peek(count)
    consume(count)
    return Int(value)
  }

  /// Reads a one-bit field of a packet.
  @inline(__always)
  mutating func bit() throws(USACError) -> Bool { try bits(1) != 0 }

  /// `escapedValue()`: a number of `first` bits; if all are ones, a number of `second` bits is added, and if these are
  /// all ones too, a number of `third` bits.
  mutating func escapedValue(_ first: Int, _ second: Int, _ third: Int) throws(USACError) -> Int {
    var value = try bits(first)
    guard value == 1 << first - 1 else { return value }
    let more = try bits(second)
    value += more
    if more == 1 << second - 1, third > 0 { value += try bits(third) }
    return value
  }

  /// Throws if unchecked reads have gone past the end.
  @inline(__always)
  func checkEnd() throws(USACError) {
    if isPastEnd { throw USACError(.truncated, at: endOffset) }
  }
}
