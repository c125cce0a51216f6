import AC3Frames

/// The state that is kept from block to block of a frame.
struct FrameState: Sendable {
  var header: AC3FrameHeader
  var strategies: FrameStrategies
  /// The block that is read.
  var block = 0
  /// Channels with two short transforms, one bit per channel.
  var shortChannels: UInt8 = 0
  /// Channels that fill lines without bits with noise, one bit per channel.
  var noisyChannels: UInt8 = 0xFF
  /// The dynamic range gain of each programme.
  var gains: [2 of Float] = [1, 1]
  var coupling = CouplingState()
  var `extension` = ExtensionState()
  /// `rematflg`, one bit per band.
  var rematrixedBands: UInt8 = 0
  /// The end of each channel's own lines.
  var ends: [5 of Int] = InlineArray(repeating: 0)
  /// Slots whose exponents have been sent, one bit per slot.
  var sentExponents: UInt8 = 0
  /// The slots whose allocation must be recomputed, one bit per slot.
  var staleSlots: UInt8 = 0
  var parameters = AllocationParameters()
  var hasParameters = false
  /// `csnroffst` and `fsnroffst` together, and `fgaincod`, of each slot.
  var offsets: [7 of Int] = InlineArray(repeating: 0)
  var fastGainCodes: [7 of Int] = InlineArray(repeating: 4)
  var coarseOffset = 0
  var deltas: [7 of DeltaAllocation] = InlineArray(repeating: DeltaAllocation())

  /// Creates the state before the first block of a frame.
  init(_ header: AC3FrameHeader, _ strategies: FrameStrategies) {
    self.header = header
    self.strategies = strategies
    self.extension.attenuations = strategies.attenuations
  }

  /// Creates the state before anything has been read.
  init() {
    let none: [8 of UInt8] = [0x0B, 0x77, 0, 0, 0, 0x40, 0x40, 0]
    // Holds: these are the bytes of a header: 48 kHz, 32 kbit/s, stereo.
    self.init(AC3FrameHeader(none.span, at: 0)!, FrameStrategies())
  }

  /// Returns the programme of a channel: in the mode of two programmes each has one.
  func programme(of channel: Int) -> Int { header.audioCodingMode == 0 ? channel : 0 }

  /// `nrematbd`: the number of bands in which sum and difference may be coded in place of the two channels.
  ///
  /// ETSI TS 102 366, 4.4.3.21 and E.1.3.3.
  var rematrixingBandCount: Int {
    if coupling.isInUse { return coupling.firstSubband == 0 ? 2 : coupling.firstSubband < 3 ? 3 : 4 }
    return self.extension.isInUse && self.extension.beginCode < 2 ? 3 : 4
  }
}
