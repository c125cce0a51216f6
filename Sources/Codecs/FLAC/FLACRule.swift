import AudioBase
import Bitstream

/// The rules of the cookie and of the frames that are checked here.
enum FLACRule: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  case truncated
  case cookie
  case channelCount
  case bitDepth
  case sampleRate
  case sync
  case reservedHeaderBits
  case reservedBlockSize
  case blockSizeTooLarge
  case reservedSampleRate
  case reservedChannels
  case reservedBitDepth
  case codedNumber
  case headerCheck
  case frameCheck
  case reservedSubframe
  case wastedBits
  case predictorOrder
  case coefficientPrecision
  case negativeShift
  case residualCoding
  case partitionOrder
  case residualRange
  case padding
  case channelsChange
  case sampleRateChanges
  case bitDepthDiffers
  case bytesBehind
  case digest
  case noCookieNoFrame
  case blockSize
  case wrongChannelCount
  case inputFrameCount
  case unsupportedBlockSize

  var kind: ErrorKind {
    switch self {
    case .truncated: .truncated
    case .channelsChange, .sampleRateChanges, .channelCount, .bitDepth, .sampleRate, .unsupportedBlockSize:
      .unsupported
    case .blockSize, .wrongChannelCount, .inputFrameCount, .noCookieNoFrame: .invalidState
    default: .malformed
    }
  }

  /// The text of the rule for messages: the finding.
  var text: StaticString {
    switch self {
    case .truncated: "the frame ends inside a subframe"
    case .cookie: "the magic cookie holds no STREAMINFO of 34 bytes"
    case .channelCount: "the number of channels is not 1 to 8"
    case .bitDepth: "the bit depth is not 4 to 32"
    case .sampleRate: "the sampling rate is not 1 to 1048575 Hz and a whole number"
    case .sync: "the packet does not begin with the sync code of a frame"
    case .reservedHeaderBits: "a reserved bit of the frame header is set"
    case .reservedBlockSize: "the frame header has the reserved block size"
    case .blockSizeTooLarge: "a block has 65536 frames, one more than STREAMINFO can state"
    case .reservedSampleRate: "the frame header has the forbidden sampling rate"
    case .reservedChannels: "the frame header has a reserved channel assignment"
    case .reservedBitDepth: "the frame header has the reserved bit depth"
    case .codedNumber: "the number of the frame is not coded as it should be"
    case .headerCheck: "the CRC-8 of the frame header is wrong"
    case .frameCheck: "the CRC-16 of the frame is wrong"
    case .reservedSubframe: "a subframe has a reserved type"
    case .wastedBits: "a subframe wastes all bits of its samples"
    case .predictorOrder: "a predictor has a higher order than the block has frames"
    case .coefficientPrecision: "a predictor has the forbidden precision of coefficients"
    case .negativeShift: "a predictor has a negative shift"
    case .residualCoding: "a residual has a reserved coding method"
    case .partitionOrder: "a residual has more partitions than its block can be divided into"
    case .residualRange: "a residual does not fit 32 bits"
    case .padding: "the bits behind the last subframe are not zero"
    case .channelsChange: "the number of channels changes within the stream"
    case .sampleRateChanges: "the sampling rate changes within the stream"
    case .bitDepthDiffers: "the frame has another bit depth than STREAMINFO states"
    case .bytesBehind: "bytes follow the frame that do not belong to it"
    case .digest: "the MD5 of the decoded samples differs from that of STREAMINFO"
    case .noCookieNoFrame: "without a magic cookie the first frame is needed"
    case .blockSize: "the output block is shorter than the frame"
    case .wrongChannelCount: "the block has another number of channels than the stream"
    case .inputFrameCount: "a packet is given no frames, or more than it has"
    case .unsupportedBlockSize: "a packet must have 16 to 65535 frames"
    }
  }
}

/// An error: a cookie or a frame breaks a rule.
package struct FLACError: Error, Sendable, BitwiseCopyable, Equatable {
  var rule: FLACRule
  /// The offset from the start of the packet or of the cookie, in bits.
  var bitOffset: Int

  init(_ rule: FLACRule, at bitOffset: Int = 0) {
    self.rule = rule
    self.bitOffset = bitOffset
  }

  /// This error in the form that all codecs share.
  var asCodecError: CodecError { CodecError(rule.kind, rule.text, clause: "RFC 9639", bitOffset: bitOffset) }
}

extension BitReader {
  /// Reads an unsigned field of a frame, 0…32 bits.
  @inline(__always)
  mutating func field(_ count: Int) throws(FLACError) -> UInt32 {
    guard count <= remaining else { throw FLACError(.truncated, at: offset) }
    let value = peek(count)
    consume(count)
    return value
  }

  /// Reads a two's complement number of 0…33 bits, the width of a side channel of 32-bit samples.
  @inline(__always)
  mutating func signedField(_ count: Int) throws(FLACError) -> Int64 {
    guard count <= remaining else { throw FLACError(.truncated, at: offset) }
    guard count > 0 else { return 0 }
    let value = Int64(bitPattern: window) >> Int64(64 - count)
    consume(count)
    return value
  }

  /// Reads zero bits up to and including the first one bit, and returns the number of zeros.
  mutating func unary() throws(FLACError) -> Int {
    let start = offset
    while true {
      guard remaining > 0 else { throw FLACError(.truncated, at: endOffset) }
      let zeros = min(window.leadingZeroBitCount, 57)
      guard zeros == 57 else {
        consume(zeros + 1)
        guard !isPastEnd else { throw FLACError(.truncated, at: endOffset) }
        return offset - start - 1
      }
      consume(57)
    }
  }
}
