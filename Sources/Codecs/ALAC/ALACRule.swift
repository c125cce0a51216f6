package import AudioBase
import Bitstream

/// The rules of the cookie and of the packets that are checked here.
package enum ALACRule: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  case truncated
  case cookieTooShort
  case noFrames
  case tooManyFrames
  case bitDepth
  case channelCount
  case sampleRate
  case parameterLimit
  case compatibleVersion
  case couplingChannelElement
  case programConfigElement
  case reservedHeaderBits
  case threeBytesShifted
  case shiftLeavesNoBits
  case wideChannelPair
  case frameCountBeyondPacket
  case frameCountMismatch
  case noQuantShift
  case zeroRunBeyondFrame
  case tooManyChannels
  case channelsMissing
  case endMissing
  case wrongChannelCount
  case blockSize
  case inputFrameCount
  case unsupportedFrameLength
  case layout
  case layoutOfEight

  var kind: ErrorKind {
    switch self {
    case .truncated, .cookieTooShort, .endMissing: .truncated
    case .tooManyFrames: .limitExceeded
    case .couplingChannelElement, .programConfigElement, .wideChannelPair, .compatibleVersion, .bitDepth,
      .channelCount, .unsupportedFrameLength, .layout, .layoutOfEight:
      .unsupported
    case .blockSize, .wrongChannelCount, .inputFrameCount: .invalidState
    default: .malformed
    }
  }

  /// The text of the rule for messages: the finding.
  var text: StaticString {
    switch self {
    case .truncated: "the packet ends inside an element"
    case .cookieTooShort: "the magic cookie has fewer than 24 bytes"
    case .noFrames: "a packet of no frames is announced"
    case .tooManyFrames: "a packet has more frames than are decoded here"
    case .bitDepth: "the bit depth is not 16, 20, 24 or 32"
    case .channelCount: "the number of channels is not 1 to 8"
    case .sampleRate: "the sample rate is zero or not a number that the cookie holds"
    case .parameterLimit: "the limit of the Golomb parameter is not 1 to 31"
    case .compatibleVersion: "the cookie wants a later version of the decoder"
    case .couplingChannelElement: "the packet has a coupling channel element"
    case .programConfigElement: "the packet has a program configuration element"
    case .reservedHeaderBits: "the unused bits of an element header are set"
    case .threeBytesShifted: "bytesShifted has the reserved value 3"
    case .shiftLeavesNoBits: "bytesShifted leaves no bits of the sample"
    case .wideChannelPair: "a channel pair of 32 bits has no shifted bytes and needs 33 bits"
    case .frameCountBeyondPacket: "an element has more frames than the cookie allows"
    case .frameCountMismatch: "the elements of a packet differ in their number of frames"
    case .noQuantShift: "a predictor with coefficients has a shift of 0"
    case .zeroRunBeyondFrame: "a run of zeros goes beyond the last frame"
    case .tooManyChannels: "the elements of a packet have more channels than the cookie"
    case .channelsMissing: "the elements of a packet have fewer channels than the cookie"
    case .endMissing: "the packet has no end element behind its last channel"
    case .wrongChannelCount: "the block has another number of channels than the stream"
    case .blockSize: "the output block is shorter than a packet"
    case .inputFrameCount: "a packet is given no frames, or more than it has"
    case .unsupportedFrameLength: "a packet must have 1 to 16384 frames"
    case .layout:
      "Apple Lossless has the layouts C L R, C L R Cs, C L R Ls Rs, C L R Ls Rs LFE and C L R Ls Rs Cs LFE; FLAC has others"
    case .layoutOfEight:
      "Apple Lossless has of 8 channels the layout C Lc Rc L R Ls Rs LFE alone; FLAC has 7.1 with backs and sides"
    }
  }
}

/// An error: a cookie or a packet breaks a rule.
package struct ALACError: Error, Sendable, BitwiseCopyable, Equatable {
  var rule: ALACRule
  /// The offset from the start of the packet or of the cookie, in bits.
  var bitOffset: Int

  package init(_ rule: ALACRule, at bitOffset: Int = 0) {
    self.rule = rule
    self.bitOffset = bitOffset
  }

  /// This error in the form that all codecs share.
  package var asCodecError: CodecError { CodecError(rule.kind, rule.text, bitOffset: bitOffset) }
}

extension BitReader {
  /// Reads an unsigned field of a packet, 0…32 bits.
  @inline(__always)
  mutating func field(_ count: Int) throws(ALACError) -> UInt32 {
    guard count <= remaining else { throw ALACError(.truncated, at: offset) }
    let value = peek(count)
    consume(count)
    return value
  }
}
