import AudioBase
import Bitstream

/// The rules of the bit stream that are checked while a packet is read.
package enum AC3Rule: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  case noHeader
  case anotherStream
  case truncated
  case noProgramme
  case tooManyBlocks
  case tooManySubstreams
  case dependentBlocks
  case couplingMode
  case couplingRange
  case couplingMissing
  case strategyMissing
  case bandwidth
  case exponentGroup
  case exponentRange
  case allocationMissing
  case deltaState
  case deltaBand
  case mantissaGroup
  case enhancedCoupling
  case extensionRange
  case extensionMissing
  case checkFailed
  case channelsLeftOut
  case wrongChannelCount
  case blockSize

  var kind: ErrorKind {
    switch self {
    case .truncated: .truncated
    case .enhancedCoupling: .unsupported
    case .tooManyBlocks, .tooManySubstreams: .limitExceeded
    case .wrongChannelCount, .blockSize: .invalidState
    default: .malformed
    }
  }

  /// The text of the rule for messages.
  package var text: StaticString {
    switch self {
    case .noHeader: "the packet does not begin with the header of a frame"
    case .anotherStream: "the frame has another rate than the stream"
    case .truncated: "the packet ends inside the frame"
    case .noProgramme: "the packet has no frame of the main programme"
    case .tooManyBlocks: "the packet has more audio blocks than it may last"
    case .tooManySubstreams: "the programme has more than eight dependent substreams"
    case .dependentBlocks: "a dependent substream has other audio blocks than its programme"
    case .couplingMode: "cplinu is set in a mode without two channels to couple"
    case .couplingRange: "coupling ends below its first sub-band"
    case .couplingMissing: "coupling is in use before its strategy or coordinates are sent"
    case .strategyMissing: "exponents are to be used again before any are sent"
    case .bandwidth: "chbwcod is above 60"
    case .exponentGroup: "a group of exponents has a value above 124"
    case .exponentRange: "an exponent is not within 0 and 24"
    case .allocationMissing: "the parameters of the bit allocation are not in the first block"
    case .deltaState: "deltbae has the reserved value 3"
    case .deltaBand: "delta bit allocation goes beyond band 49"
    case .mantissaGroup: "a group of mantissas has a value that no group has"
    case .enhancedCoupling: "enhanced coupling is not decoded"
    case .extensionRange: "spectral extension begins at or above its end, or copies from above its begin"
    case .extensionMissing: "spectral extension is in use before its coordinates are sent"
    case .checkFailed: "the cyclic redundancy check of the frame does not match"
    case .channelsLeftOut: "the frame has channels that the stream did not begin with; they are left out"
    case .wrongChannelCount: "the output block has another number of channels than the stream"
    case .blockSize: "the output block is shorter than a packet"
    }
  }

  /// The clause that states the rule; empty for rules of this package.
  var clause: StaticString {
    switch self {
    case .noHeader, .truncated: "ETSI TS 102 366, 4.3"
    case .noProgramme, .dependentBlocks, .tooManySubstreams: "ETSI TS 102 366, E.2.8"
    case .couplingMode, .couplingRange, .couplingMissing: "ETSI TS 102 366, 4.4.3"
    case .strategyMissing, .bandwidth, .exponentGroup, .exponentRange: "ETSI TS 102 366, 6.1"
    case .allocationMissing, .deltaState, .deltaBand: "ETSI TS 102 366, 6.2"
    case .mantissaGroup: "ETSI TS 102 366, 6.3"
    case .enhancedCoupling, .extensionRange, .extensionMissing: "ETSI TS 102 366, E.2.5"
    case .checkFailed: "ETSI TS 102 366, 6.10"
    case .anotherStream, .tooManyBlocks, .channelsLeftOut, .wrongChannelCount, .blockSize: ""
    }
  }
}

/// A packet breaks a rule of the bit stream.
struct AC3Error: Error, Sendable, BitwiseCopyable, Equatable {
  var rule: AC3Rule
  /// The offset from the start of the packet, in bits.
  var bitOffset: Int

  init(_ rule: AC3Rule, at bitOffset: Int = 0) {
    self.rule = rule
    self.bitOffset = bitOffset
  }

  /// This error in the form that all codecs share.
  var asCodecError: CodecError {
    CodecError(rule.kind, rule.text, clause: rule.clause, bitOffset: bitOffset)
  }
}

extension BitReader {
  /// Reads an unsigned field of a frame.
  @inline(__always)
  mutating func bits(_ count: Int) throws(AC3Error) -> Int {
    guard count <= remaining else { throw AC3Error(.truncated, at: offset) }
    let value = peek(count)
    consume(count)
    return Int(value)
  }

  /// Reads a one-bit field of a frame.
  @inline(__always)
  mutating func bit() throws(AC3Error) -> Bool { try bits(1) != 0 }

  /// Passes over fields that are not used.
  mutating func pass(_ count: Int) throws(AC3Error) {
    guard count <= remaining else { throw AC3Error(.truncated, at: offset) }
    consume(count)
  }
}
