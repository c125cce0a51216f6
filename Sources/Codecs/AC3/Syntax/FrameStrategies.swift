import AC3Frames
import Bitstream

/// `audfrm`: the fields that a frame of Enhanced AC-3 sends once for all blocks.
///
/// A frame of AC-3 sends them in each block; for it this holds the values that its syntax implies. ETSI TS 102 366,
/// E.1.3.2 (ATSC A/52, E.2.3.2).
struct FrameStrategies: Sendable, BitwiseCopyable {
  /// The flags on which each block's syntax depends: true if the block sends the field.
  var sendsBlockSwitches = true
  var sendsDitherFlags = true
  var sendsAllocation = true
  var sendsFastGains = true
  var sendsDelta = true
  var sendsSkip = true
  /// `snroffststr`; 3 for AC-3, whose blocks send all offsets with the fast gains.
  var offsetStrategy = 3
  /// `frmcsnroffst` and `frmfsnroffst`.
  var frameOffsets: [2 of Int] = [0, 0]
  /// True if a block sends a coupling strategy, and true if coupling is in use, one bit per block.
  var couplingStrategies: UInt8 = 0
  var coupledBlocks: UInt8 = 0
  /// The exponent strategy of each slot in each block: `[block * Slots.count + slot]`.
  var exponentStrategies: [42 of UInt8] = InlineArray(repeating: 0)
  /// Slots whose mantissas of six blocks are transformed together, one bit per slot.
  var hybridSlots: UInt8 = 0
  /// `spxattencod` of each channel; -1 if nothing is attenuated.
  var attenuations: [5 of Int] = InlineArray(repeating: -1)

  /// Creates the strategies that the syntax of AC-3 implies.
  init() {}

  /// Reads `audfrm`.
  init(_ reader: inout BitReader, _ header: AC3FrameHeader) throws(AC3Error) {
    let (blocks, channels) = (header.blockCount, header.fullBandwidthChannelCount)
    var sendsStrategies = true
    var hasHybrid = false
    if blocks == 6 {
      sendsStrategies = try reader.bit()
      hasHybrid = try reader.bit()
    }
    offsetStrategy = try reader.bits(2)
    let hasTransients = try reader.bit()
    sendsBlockSwitches = try reader.bit()
    sendsDitherFlags = try reader.bit()
    sendsAllocation = try reader.bit()
    sendsFastGains = try reader.bit()
    sendsDelta = try reader.bit()
    sendsSkip = try reader.bit()
    let hasAttenuation = try reader.bit()
    if header.audioCodingMode > 1 { try readCoupling(&reader, blocks) }
    if sendsStrategies {
      try readStrategies(&reader, blocks, channels)
    } else {
      try readFrameStrategies(&reader, channels)
    }
    if header.hasLowFrequency {
      for block in 0..<blocks { self[block, Slots.lowFrequency] = UInt8(try reader.bits(1)) }
    }
    // The exponents that a conversion to AC-3 would take.
    if reader.data[2] >> 6 == 0 {
      var hasConversion = true
      if blocks < 6 { hasConversion = try reader.bit() }
      if hasConversion { try reader.pass(5 * channels) }
    }
    if hasHybrid { try readHybrid(&reader, channels, hasLowFrequency: header.hasLowFrequency) }
    if offsetStrategy == 0 { frameOffsets = [try reader.bits(6), try reader.bits(4)] }
    if hasTransients {
      for _ in 0..<channels where try reader.bit() { try reader.pass(18) }
    }
    if hasAttenuation {
      for channel in 0..<channels where try reader.bit() { attenuations[channel] = try reader.bits(5) }
    }
    if blocks > 1, try reader.bit() { try reader.pass((blocks - 1) * (4 + Self.placeBitCount(header.byteCount / 2))) }
  }

  /// The exponent strategy of a slot: 0 to reuse them; 1, 2 and 3 for D15, D25 and D45.
  subscript(block: Int, slot: Int) -> UInt8 {
    get { exponentStrategies[block * Slots.count + slot] }
    set { exponentStrategies[block * Slots.count + slot] = newValue }
  }

  private mutating func readCoupling(_ reader: inout BitReader, _ blocks: Int) throws(AC3Error) {
    var isCoupled = false
    for block in 0..<blocks {
      var isSent = block == 0
      if block > 0 { isSent = try reader.bit() }
      if isSent {
        isCoupled = try reader.bit()
        couplingStrategies |= 1 << block
      }
      if isCoupled { coupledBlocks |= 1 << block }
    }
  }

  private mutating func readStrategies(
    _ reader: inout BitReader, _ blocks: Int, _ channels: Int
  ) throws(AC3Error) {
    for block in 0..<blocks {
      if coupledBlocks >> block & 1 != 0 { self[block, Slots.coupling] = UInt8(try reader.bits(2)) }
      for channel in 0..<channels { self[block, channel] = UInt8(try reader.bits(2)) }
    }
  }

  private mutating func readFrameStrategies(_ reader: inout BitReader, _ channels: Int) throws(AC3Error) {
    if coupledBlocks != 0 { take(code: try reader.bits(5), Slots.coupling) }
    for channel in 0..<channels { take(code: try reader.bits(5), channel) }
  }

  private mutating func take(code: Int, _ slot: Int) {
    for block in 0..<6 { self[block, slot] = frameExponentStrategies[code * 6 + block] }
  }

  /// Reads the slots that have a transform over all six blocks; only slots whose exponents are sent once may have it.
  private mutating func readHybrid(
    _ reader: inout BitReader, _ channels: Int, hasLowFrequency: Bool
  ) throws(AC3Error) {
    var slots: [7 of Int] = [Slots.coupling, 0, 1, 2, 3, 4, Slots.lowFrequency]
    for slot in 0..<channels { slots[slot + 1] = slot }
    for position in 0..<Slots.count {
      let slot = slots[position]
      if slot == Slots.coupling, coupledBlocks != 0b11_1111 { continue }
      if slot < Slots.coupling, slot >= channels { continue }
      if slot == Slots.lowFrequency, !hasLowFrequency { continue }
      var sets = 0
      for block in 0..<6 {
        let isNewStrategy = slot == Slots.coupling && couplingStrategies >> block & 1 != 0
        if self[block, slot] != 0 || isNewStrategy { sets += 1 }
      }
      if sets == 1, try reader.bit() { hybridSlots |= 1 << slot }
    }
  }

  /// Returns the number of bits of a place in a frame of the given number of words: the logarithm of `frmsiz + 1`,
  /// rounded up.
  private static func placeBitCount(_ wordCount: Int) -> Int { Int.bitWidth - (wordCount - 1).leadingZeroBitCount }
}
