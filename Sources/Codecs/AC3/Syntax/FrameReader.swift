import AC3Frames
import AudioBase
import Bitstream

/// Reads a frame into spectral lines: the order of a block's fields, and their effects.
///
/// All state lives through one frame: its first block sends everything. ETSI TS 102 366, 4.3 and E.1.2.
/// ```
/// bsi ─► (audfrm) ─► block: strategies ─► exponents ─► allocation ─► mantissas ─► decoupled, rematrixed lines
/// ```
struct FrameReader: ~Copyable, Sendable {
  /// The scale of the stream's gains.
  let dynamicRange: DynamicRangeScale
  var planes = LinePlanes()
  var allocation = BitAllocation()
  var hybrid = HybridTransform()
  var mantissas: MantissaReader
  /// The mantissas of the coupling channel.
  var couplingLines = [Float](repeating: 0, count: Slots.lineCount)
  var state = FrameState()

  init(dynamicRange: DynamicRangeScale, noise: NoiseGenerator.Switch) {
    self.dynamicRange = dynamicRange
    mantissas = MantissaReader(NoiseGenerator(noise))
  }

  /// Reads all blocks of a frame.
  ///
  /// - Parameters:
  ///   - frame: Its bytes, whose header has been read.
  ///   - header: Its header.
  ///   - spectra: The destination of the lines, which has room for them.
  ///   - place: The substream and the first block there.
  /// - Returns: The frame's description of its programme.
  mutating func read(
    _ frame: Span<UInt8>, _ header: AC3FrameHeader, into spectra: inout Spectra, at place: SpectraPlace
  ) throws(AC3Error) -> BitStreamInformation {
    var reader = BitReader(frame)
    let information = try BitStreamInformation(&reader, header)
    let strategies =
      header.isEnhanced ? try FrameStrategies(&reader, header) : FrameStrategies()
    state = FrameState(header, strategies)
    allocation.sampleRateCode = header.sampleRateCode
    allocation.rateShift = header.rateShift
    for block in 0..<header.blockCount {
      state.block = block
      try readBlock(&reader)
      for channel in 0..<header.fullBandwidthChannelCount {
        spectra.isShort[Spectra.index(place.substream, place.block + block, channel)] =
          state.shortChannels >> channel & 1 != 0
      }
      // Bound: the caller has made room.
      var lines = spectra.block(place.substream, place.block + block)
      try readMantissas(&reader, into: &lines)
      finish(&lines)
    }
    return information
  }

  /// Reads a block up to its mantissas.
  private mutating func readBlock(_ reader: inout BitReader) throws(AC3Error) {
    let header = state.header
    let channelCount = header.fullBandwidthChannelCount
    if state.strategies.sendsBlockSwitches { state.shortChannels = try readFlags(&reader, channelCount) }
    if state.strategies.sendsDitherFlags { state.noisyChannels = try readFlags(&reader, channelCount) }
    for programme in 0..<(header.audioCodingMode == 0 ? 2 : 1) where try reader.bit() {
      state.gains[programme] = gain(UInt8(try reader.bits(8)))
    }
    if header.isEnhanced { try readExtension(&reader) }
    try readCoupling(&reader)
    if header.audioCodingMode == 2 { try readRematrixing(&reader) }
    try readExponentStrategies(&reader)
    try readExponents(&reader)
    try readAllocation(&reader)
    if state.strategies.sendsSkip, try reader.bit() {
      let count = try reader.bits(9)
      try reader.pass(8 * count)
    }
  }

  /// Reads a flag a channel.
  private func readFlags(_ reader: inout BitReader, _ count: Int) throws(AC3Error) -> UInt8 {
    var flags: UInt8 = 0
    for channel in 0..<count where try reader.bit() { flags |= 1 << channel }
    return flags
  }

  /// Returns the gain factor of `dynrng`, scaled by the share of it that is applied.
  ///
  /// ETSI TS 102 366, 6.7.1 (ATSC A/52, 7.7.1): three bits of 6 dB, and five of a mantissa between half and one.
  private func gain(_ code: UInt8) -> Float {
    let exponent = Int(Int8(bitPattern: code) >> 5)
    let mantissa = Float(32 + Int(code & 31)) / 64
    let whole = exponent < -1 ? mantissa * PowersOfTwo.negative(-1 - exponent) : mantissa * Float(1 << (exponent + 1))
    return Loudness.scaled(whole, by: dynamicRange)
  }

  private mutating func readRematrixing(_ reader: inout BitReader) throws(AC3Error) {
    var isSent = true
    if !state.header.isEnhanced || state.block > 0 { isSent = try reader.bit() }
    guard isSent else { return }
    state.rematrixedBands = try readFlags(&reader, state.rematrixingBandCount)
  }

  private mutating func readExponentStrategies(_ reader: inout BitReader) throws(AC3Error) {
    let (block, channelCount) = (state.block, state.header.fullBandwidthChannelCount)
    if !state.header.isEnhanced {
      if state.coupling.isInUse { state.strategies[block, Slots.coupling] = UInt8(try reader.bits(2)) }
      for channel in 0..<channelCount { state.strategies[block, channel] = UInt8(try reader.bits(2)) }
      if state.header.hasLowFrequency { state.strategies[block, Slots.lowFrequency] = UInt8(try reader.bits(1)) }
    }
    for channel in 0..<channelCount where state.strategies[block, channel] != 0 {
      if state.coupling.contains(channel) {
        state.ends[channel] = state.coupling.lines.lowerBound
      } else if state.extension.contains(channel) {
        state.ends[channel] = state.extension.lines.lowerBound
      } else {
        let code = try reader.bits(6)
        guard code <= 60 else { throw AC3Error(.bandwidth, at: reader.offset) }
        state.ends[channel] = 73 + 3 * code
      }
    }
  }

  private mutating func readExponents(_ reader: inout BitReader) throws(AC3Error) {
    if state.coupling.isInUse { try readExponents(&reader, Slots.coupling, state.coupling.lines) }
    for channel in 0..<state.header.fullBandwidthChannelCount {
      try readExponents(&reader, channel, 0..<state.ends[channel])
      // The range of gain, for decoders of few bits.
      if state.strategies[state.block, channel] != 0 { try reader.pass(2) }
    }
    if state.header.hasLowFrequency {
      try readExponents(&reader, Slots.lowFrequency, 0..<Slots.lowFrequencyEnd)
    }
  }

  private mutating func readExponents(
    _ reader: inout BitReader, _ slot: Int, _ lines: Range<Int>
  ) throws(AC3Error) {
    let strategy = state.strategies[state.block, slot]
    if strategy == 0 {
      guard state.sentExponents >> slot & 1 != 0 else { throw AC3Error(.strategyMissing, at: reader.offset) }
      return
    }
    try planes.readExponents(&reader, slot, lines, strategy: strategy)
    state.sentExponents |= 1 << slot
    state.staleSlots |= 1 << slot
  }
}

/// The destination of a frame's blocks.
struct SpectraPlace {
  var substream: Int
  var block: Int
}
