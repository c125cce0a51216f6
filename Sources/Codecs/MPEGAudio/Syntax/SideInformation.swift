import Bitstream
import MPEGAudioFrames

/// `audio_data()` of layer III up to the main data: the frame's description of its granules.
///
/// ISO/IEC 11172-3, 2.4.1.7 and 2.4.2.7; ISO/IEC 13818-3, 2.4.1.7.
struct SideInformation: Sendable, BitwiseCopyable {
  /// `main_data_begin`: the number of bytes of main data before the frame's own.
  var mainDataBegin = 0
  /// `scfsi`: for each channel, true if the second granule takes the scale factors of the four groups from the first.
  var sharedGroups: [2 of UInt8] = [0, 0]
  /// 1, or 2 in MPEG-1.
  var granuleCount = 0
  /// 1 or 2.
  var channelCount = 0
  /// The channels of the first granule, then those of the second.
  var parts: [4 of GranulePart] = .init(repeating: GranulePart())

  /// Returns the index of a channel of a granule in ``parts``, and in all arrays with one entry for each.
  static func index(granule: Int, channel: Int) -> Int { 2 * granule + channel }

  init() {}

  /// Reads the side information of a frame.
  init(_ frame: borrowing Frame) throws(MPEGAudioError) {
    let kind = FrameKind(frame.header)
    let isMPEG1 = kind.isMPEG1
    var reader = BitReader(frame.bytes)
    reader.consume(frame.bodyOffset * 8)
    channelCount = frame.header.channelCount
    granuleCount = isMPEG1 ? 2 : 1
    mainDataBegin = try reader.bits(isMPEG1 ? 9 : 8)
    let privateBitCount = isMPEG1 ? (channelCount == 1 ? 5 : 3) : channelCount
    _ = try reader.bits(privateBitCount)
    if isMPEG1 {
      for channel in 0..<channelCount { sharedGroups[channel] = UInt8(try reader.bits(4)) }
    }
    for granule in 0..<granuleCount {
      for channel in 0..<channelCount {
        var part = try GranulePart(&reader, kind)
        part.holdsPositions = kind.hasIntensity && channel == 1
        if !isMPEG1 {
          part.hasPreemphasis =
            !part.holdsPositions && ScaleFactorPartition(factors: part.scaleFactorCompress).hasPreemphasis
        }
        parts[Self.index(granule: granule, channel: channel)] = part
      }
    }
  }
}

/// The fields of a frame's header that everything after it depends on.
struct FrameKind: Sendable, BitwiseCopyable {
  /// True if the frame is of MPEG-1; others have the syntax of ISO/IEC 13818-3.
  let isMPEG1: Bool
  /// True if intensity stereo is in use.
  let hasIntensity: Bool
  /// True if M/S stereo is in use.
  let hasMidSide: Bool

  init(_ header: MPEGAudioHeader) {
    isMPEG1 = header.version == .one
    let modes = header.mode == .jointStereo ? header.modeExtension : 0
    hasIntensity = modes & 1 != 0
    hasMidSide = modes & 2 != 0
  }
}

/// The side information of one channel of one granule.
package struct GranulePart: Sendable, BitwiseCopyable {
  /// The windows of the transform: `block_type`.
  package enum Window: UInt8, Sendable, BitwiseCopyable {
    case normal, start, short, stop
  }

  /// `part2_3_length`: bits of scale factors and codewords.
  var bitCount = 0
  /// `big_values`: pairs of lines before the quadruples, at most 288.
  var pairCount = 0
  /// `global_gain`, 0…255.
  var globalGain = 0
  /// `scalefac_compress`: 4 bits, 9 in MPEG-2.
  var scaleFactorCompress = 0
  var window = Window.normal
  /// `mixed_block_flag`: the two lowest subbands have the normal window.
  var isMixed = false
  /// `table_select` of the three regions.
  var codebooks: [3 of UInt8] = [0, 0, 0]
  /// `subblock_gain` of the three windows, in steps of a factor of 4, and a zero for long bands.
  var subblockGains: [4 of UInt8] = [0, 0, 0, 0]
  /// `region0_count` and `region1_count`: the number of bands in the first two regions, less one; `nil` if the window
  /// determines them.
  var regionCounts: RegionCounts?
  /// True if the scale factors are positions of intensity stereo at the same time.
  var holdsPositions = false
  /// `preflag`, which `scalefac_compress` stands for in MPEG-2.
  var hasPreemphasis = false
  /// `scalefac_scale`: a scale factor's steps are quarters of a power of two, times this.
  var scaleFactorStep = 2
  /// `count1table_select`: true if codebook B codes the quadruples.
  var usesCodebookB = false

  struct RegionCounts: Sendable, BitwiseCopyable {
    var first: Int
    var second: Int
  }

  /// The division of the lines into bands.
  var division: BandPlan.Division {
    window == .short ? (isMixed ? .mixed : .short) : .long
  }

  init() {}

  init(_ reader: inout BitReader, _ frame: FrameKind) throws(MPEGAudioError) {
    bitCount = try reader.bits(12)
    let pairsAt = reader.offset
    pairCount = try reader.bits(9)
    guard pairCount <= 288 else { throw MPEGAudioError(.tooManyPairs, at: pairsAt) }
    globalGain = try reader.bits(8)
    scaleFactorCompress = try reader.bits(frame.isMPEG1 ? 4 : 9)
    if try reader.bit() {
      try readSwitchedWindow(&reader)
    } else {
      for region in 0..<3 { codebooks[region] = UInt8(try reader.bits(5)) }
      regionCounts = RegionCounts(first: try reader.bits(4), second: try reader.bits(3))
    }
    if frame.isMPEG1 { hasPreemphasis = try reader.bit() }
    scaleFactorStep = try reader.bit() ? 4 : 2
    usesCodebookB = try reader.bit()
  }

  private mutating func readSwitchedWindow(_ reader: inout BitReader) throws(MPEGAudioError) {
    let typeAt = reader.offset
    guard let type = Window(rawValue: UInt8(try reader.bits(2))), type != .normal else {
      throw MPEGAudioError(.reservedBlockType, at: typeAt)
    }
    window = type
    isMixed = try reader.bit()
    for region in 0..<2 { codebooks[region] = UInt8(try reader.bits(5)) }
    for window in 0..<3 { subblockGains[window] = UInt8(try reader.bits(3)) }
  }
}
