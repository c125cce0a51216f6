import Bitstream
import MPEGAudioFrames

// Bound throughout: the counts are constants of this file.

/// The integers of a frame of layer I or II: classes of quantisation, scale factors and samples of each subband.
///
/// ISO/IEC 11172-3, 2.4.1.5, 2.4.1.6, 2.4.2.5 and 2.4.2.6. All memory is allocated once.
struct SubbandFrame: Sendable {
  /// The slots, of one sample in each subband, that have a scale factor in common.
  static let slotsPerPart = 12

  /// A channel of the frame.
  struct Channel: Sendable {
    /// Steps of the quantiser in each subband, 0 in one that is silent.
    fileprivate(set) var levelCounts = [Int](repeating: 0, count: 32)
    /// Indices of scale factors, 32 for each part.
    fileprivate(set) var scaleFactors = [UInt8](repeating: 0, count: 3 * 32)
    /// The codes of the samples, 0…steps − 1, in rows of 32 subbands; those of silent subbands are left from earlier
    /// frames.
    fileprivate(set) var codes = [UInt16](repeating: 0, count: 3 * slotsPerPart * 32)
    /// The class that determines the codes of each subband.
    fileprivate var classes = [QuantizationClass](repeating: .silent, count: 32)
    /// `scfsi` of each subband: which parts have a scale factor of their own.
    fileprivate var selections = [UInt8](repeating: 0, count: 32)
  }

  private(set) var channels = [Channel(), Channel()]
  /// The number of channels that are coded.
  private(set) var channelCount = 1
  /// The number of bits that the check covers, from the body on.
  private(set) var checkedBitCount = 0
  /// Subbands from here on have the samples of both channels in common.
  private var bound = 32

  /// Reads a frame.
  mutating func parse(_ frame: borrowing Frame) throws(MPEGAudioError) {
    let header = frame.header
    channelCount = header.channelCount
    bound = header.mode == .jointStereo ? 4 * (header.modeExtension + 1) : 32
    var reader = BitReader(frame.bytes)
    reader.consume(frame.bodyOffset * 8)
    if header.layer == 1 {
      try parseLayerI(&reader, bodyStart: frame.bodyOffset * 8)
    } else {
      try parseLayerII(&reader, BitAllocation.table(of: header), bodyStart: frame.bodyOffset * 8)
    }
    for channel in 0..<channelCount {
      for subband in 0..<32 {
        channels[channel].levelCounts[subband] = channels[channel].classes[subband].levelCount
      }
    }
  }

  // MARK: - Layer I

  private mutating func parseLayerI(_ reader: inout BitReader, bodyStart: Int) throws(MPEGAudioError) {
    for subband in 0..<32 {
      for channel in 0..<(subband < bound ? channelCount : 1) {
        let at = reader.offset
        let allocation = try reader.bits(4)
        guard allocation < 15 else { throw MPEGAudioError(.reservedAllocation, at: at) }
        set(allocation == 0 ? .silent : QuantizationClass(bitsPerSample: allocation + 1), subband, channel)
      }
    }
    checkedBitCount = reader.offset - bodyStart
    for subband in 0..<32 {
      for channel in 0..<channelCount where channels[channel].classes[subband].levelCount > 0 {
        channels[channel].scaleFactors[subband] = UInt8(try reader.bits(6))
      }
    }
    for slot in 0..<SubbandFrame.slotsPerPart {
      for subband in 0..<32 {
        for channel in 0..<(subband < bound ? channelCount : 1) {
          let kind = channels[channel].classes[subband]
          guard kind.levelCount > 0 else { continue }
          store(UInt16(try reader.bits(kind.bitCount)), slot, subband, channel)
        }
      }
    }
  }

  /// Sets the class of a subband, in both channels where they share it.
  private mutating func set(_ kind: QuantizationClass, _ subband: Int, _ channel: Int) {
    channels[channel].classes[subband] = kind
    if subband >= bound { channels[1].classes[subband] = kind }
  }

  /// Stores the code of a sample, in both channels where they share it.
  private mutating func store(_ code: UInt16, _ slot: Int, _ subband: Int, _ channel: Int) {
    channels[channel].codes[32 * slot + subband] = code
    if subband >= bound { channels[1].codes[32 * slot + subband] = code }
  }

  // MARK: - Layer II

  private mutating func parseLayerII(
    _ reader: inout BitReader, _ table: BitAllocation, bodyStart: Int
  ) throws(MPEGAudioError) {
    for subband in 0..<32 {
      for channel in 0..<(subband < bound ? channelCount : 1) {
        guard subband < table.subbandCount else {
          set(.silent, subband, channel)
          continue
        }
        let allocation = try reader.bits(table.bitCount(ofSubband: subband))
        set(table.classes[subband][allocation], subband, channel)
      }
    }
    for subband in 0..<table.subbandCount {
      for channel in 0..<channelCount where channels[channel].classes[subband].levelCount > 0 {
        channels[channel].selections[subband] = UInt8(try reader.bits(2))
      }
    }
    checkedBitCount = reader.offset - bodyStart
    for subband in 0..<table.subbandCount {
      for channel in 0..<channelCount where channels[channel].classes[subband].levelCount > 0 {
        try parseScaleFactors(&reader, subband, channel)
      }
    }
    for triple in 0..<12 {
      for subband in 0..<table.subbandCount {
        for channel in 0..<(subband < bound ? channelCount : 1) {
          try parseTriple(&reader, 3 * triple, subband, channel)
        }
      }
    }
  }

  /// Reads one to three scale factors for three parts of the frame (ISO/IEC 11172-3, 2.4.2.6).
  private mutating func parseScaleFactors(
    _ reader: inout BitReader, _ subband: Int, _ channel: Int
  ) throws(MPEGAudioError) {
    let first = UInt8(try reader.bits(6))
    var second = first
    var third = first
    switch channels[channel].selections[subband] {
    case 0:
      second = UInt8(try reader.bits(6))
      third = UInt8(try reader.bits(6))
    case 1: third = UInt8(try reader.bits(6))
    case 2: break
    default:
      second = UInt8(try reader.bits(6))
      third = second
    }
    channels[channel].scaleFactors[subband] = first
    channels[channel].scaleFactors[32 + subband] = second
    channels[channel].scaleFactors[64 + subband] = third
  }

  /// Reads three samples of a subband, one after the other or in one codeword whose lowest digit is the first.
  private mutating func parseTriple(
    _ reader: inout BitReader, _ slot: Int, _ subband: Int, _ channel: Int
  ) throws(MPEGAudioError) {
    let kind = channels[channel].classes[subband]
    guard kind.levelCount > 0 else { return }
    if kind.isGrouped {
      let all = try reader.bits(kind.bitCount)
      store(UInt16(all % kind.levelCount), slot, subband, channel)
      store(UInt16(all / kind.levelCount % kind.levelCount), slot + 1, subband, channel)
      // Codewords that no encoder makes would be more than the last step.
      let last = min(all / kind.levelCount / kind.levelCount, kind.levelCount - 1)
      store(UInt16(last), slot + 2, subband, channel)
    } else {
      for index in 0..<3 { store(UInt16(try reader.bits(kind.bitCount)), slot + index, subband, channel) }
    }
  }
}
