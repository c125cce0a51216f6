import AudioBase
import Bitstream

/// The rules of the bit stream that are checked while a packet is read.
package enum MPEGAudioRule: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  case noHeader
  case anotherStream
  case moreChannels
  case truncated
  case mainDataTooLong
  case reservedBlockType
  case tooManyPairs
  case reservedCodebook
  case mainDataBeyondFrame
  case scaleFactorsBeyondGranule
  case pairsBeyondGranule
  case reservedAllocation
  case reservoirMissing
  case checkFailed
  case wrongChannelCount
  case blockSize

  var kind: ErrorKind {
    switch self {
    case .truncated, .reservoirMissing: .truncated
    case .mainDataTooLong: .limitExceeded
    case .moreChannels: .unsupported
    case .wrongChannelCount, .blockSize: .invalidState
    default: .malformed
    }
  }

  /// The text of the rule for messages.
  package var text: StaticString {
    switch self {
    case .noHeader: "the packet does not begin with the header of a frame"
    case .anotherStream: "the frame has another layer or rate than the stream"
    case .moreChannels: "the frame has two channels in a stream of one, into which they are mixed"
    case .truncated: "the packet ends inside the frame"
    case .mainDataTooLong: "a frame of free format is longer than 8192 bytes"
    case .reservedBlockType: "block_type is 0 though window_switching_flag is set"
    case .tooManyPairs: "big_values stands for more than 576 lines"
    case .reservedCodebook: "table_select has the reserved value 4 or 14"
    case .mainDataBeyondFrame: "part2_3_length goes beyond the main data"
    case .scaleFactorsBeyondGranule: "the scale factors go beyond part2_3_length"
    case .pairsBeyondGranule: "the pairs of big_values go beyond part2_3_length"
    case .reservedAllocation: "a bit allocation has the forbidden value 15"
    case .reservoirMissing: "main data begin in a frame that was not given; silence stands for this one"
    case .checkFailed: "the cyclic redundancy check of the frame does not match"
    case .wrongChannelCount: "the output block has another number of channels than the stream"
    case .blockSize: "the output block is shorter than a packet"
    }
  }

  /// The clause that states the rule; empty for rules of this package.
  var clause: StaticString {
    switch self {
    case .anotherStream, .moreChannels, .mainDataTooLong, .wrongChannelCount, .blockSize: ""
    case .noHeader: "ISO/IEC 11172-3, 2.4.1.3"
    case .truncated: "ISO/IEC 11172-3, 2.4.3.1"
    case .reservedBlockType, .tooManyPairs, .mainDataBeyondFrame: "ISO/IEC 11172-3, 2.4.2.7"
    case .reservedCodebook: "ISO/IEC 11172-3, Table B.7"
    case .scaleFactorsBeyondGranule, .pairsBeyondGranule, .reservoirMissing: "ISO/IEC 11172-3, 2.4.3.4"
    case .reservedAllocation: "ISO/IEC 11172-3, 2.4.2.5"
    case .checkFailed: "ISO/IEC 11172-3, 2.4.3.1"
    }
  }
}

/// A packet breaks a rule of the bit stream.
struct MPEGAudioError: Error, Sendable, BitwiseCopyable, Equatable {
  var rule: MPEGAudioRule
  /// The bits from the start of the packet, or, for findings in the main data, from their start.
  var bitOffset: Int

  init(_ rule: MPEGAudioRule, at bitOffset: Int = 0) {
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
  mutating func bits(_ count: Int) throws(MPEGAudioError) -> Int {
    guard count <= remaining else { throw MPEGAudioError(.truncated, at: offset) }
    let value = peek(count)
    consume(count)
    return Int(value)
  }

  /// Reads a one-bit field of a frame.
  @inline(__always)
  mutating func bit() throws(MPEGAudioError) -> Bool { try bits(1) != 0 }
}
