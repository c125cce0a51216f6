import AC3Frames
import Bitstream

extension FrameReader {
  /// Reads the spectral extension of a block of Enhanced AC-3.
  mutating func readExtension(_ reader: inout BitReader) throws(AC3Error) {
    var isSent = true
    if state.block > 0 { isSent = try reader.bit() }
    let channelCount = state.header.fullBandwidthChannelCount
    if isSent {
      try state.extension.readStrategy(
        &reader, mode: state.header.audioCodingMode, channelCount: channelCount)
    }
    if state.extension.isInUse { try state.extension.readCoordinates(&reader, channelCount: channelCount) }
  }

  /// Reads the coupling of a block.
  mutating func readCoupling(_ reader: inout BitReader) throws(AC3Error) {
    let block = state.block
    var isSent = state.strategies.couplingStrategies >> block & 1 != 0
    if !state.header.isEnhanced { isSent = try reader.bit() }
    if isSent {
      var isInUse = state.strategies.coupledBlocks >> block & 1 != 0
      if !state.header.isEnhanced { isInUse = try reader.bit() }
      if isInUse {
        try readCouplingStrategy(&reader)
      } else {
        state.coupling.end()
      }
      state.staleSlots = 0x7F
    } else if block == 0, !state.header.isEnhanced {
      throw AC3Error(.couplingMissing, at: reader.offset)
    }
    if state.coupling.isInUse { try readCouplingCoordinates(&reader) }
  }

  private mutating func readCouplingStrategy(_ reader: inout BitReader) throws(AC3Error) {
    let (mode, channelCount) = (state.header.audioCodingMode, state.header.fullBandwidthChannelCount)
    guard mode >= 2 else { throw AC3Error(.couplingMode, at: reader.offset) }
    if state.header.isEnhanced, try reader.bit() { throw AC3Error(.enhancedCoupling, at: reader.offset) }
    state.coupling.isInUse = true
    let before = state.coupling.channels
    state.coupling.channels = 0
    if state.header.isEnhanced, mode == 2 {
      state.coupling.channels = 3
    } else {
      for channel in 0..<channelCount where try reader.bit() { state.coupling.channels |= 1 << channel }
    }
    // A channel that was coupled before keeps its coordinates.
    state.coupling.sentChannels &= before & state.coupling.channels
    state.coupling.hasPhases = false
    if mode == 2 { state.coupling.hasPhases = try reader.bit() }
    if !state.coupling.hasPhases { state.coupling.negativeBands = 0 }
    let first = try reader.bits(4)
    let end =
      state.extension.isInUse && state.header.isEnhanced
      ? state.extension.firstSubband - 1 : try reader.bits(4) + 3
    guard first < end else { throw AC3Error(.couplingRange, at: reader.offset) }
    state.coupling.setRange(first, end)
    var isSent = true
    if state.header.isEnhanced { isSent = try reader.bit() }
    if isSent {
      try state.coupling.bands.read(&reader, subbands: first..<end)
    } else if !state.coupling.hasStructure {
      state.coupling.bands = BandStructure(defaults: couplingBandDefaults.span)
    }
    state.coupling.hasStructure = true
    state.coupling.bands.divide(first..<end)
  }

  private mutating func readCouplingCoordinates(_ reader: inout BitReader) throws(AC3Error) {
    var anySent = false
    for channel in 0..<state.header.fullBandwidthChannelCount {
      let bit: UInt8 = 1 << channel
      guard state.coupling.channels & bit != 0 else {
        state.coupling.sentChannels &= ~bit
        continue
      }
      var isSent = state.header.isEnhanced && state.coupling.sentChannels & bit == 0
      if !isSent { isSent = try reader.bit() }
      if isSent {
        try state.coupling.readCoordinates(&reader, channel)
        anySent = true
      } else if state.coupling.sentChannels & bit == 0 {
        throw AC3Error(.couplingMissing, at: reader.offset)
      }
    }
    if state.coupling.hasPhases, anySent { try state.coupling.readPhases(&reader) }
  }
}
