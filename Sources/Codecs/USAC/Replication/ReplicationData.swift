import AACReplication
import AACSyntax
import Bitstream
import MPEG4Systems

/// The part of the stream's configuration that reading the band replication of an element needs.
struct ReplicationContext: Sendable {
  let config: USACReplication
  let ratio: SBREnhancement.Ratio
  let isPair: Bool
  let sbr: SBRContext

  /// Returns the context of an element; `sampleRate` is the output's.
  init(_ config: USACReplication, _ ratio: SBREnhancement.Ratio, sampleRate: Int, isPair: Bool) {
    self.config = config
    self.ratio = ratio
    self.isPair = isPair
    sbr = SBRContext(
      slotCount: 16, isLowDelay: false, sampleRate: sampleRate,
      enhancement: SBREnhancement(ratio: ratio, hasTemporalShaping: config.hasTemporalShaping))
  }
}

/// The state of earlier packets that reading the band replication of an element needs: `SbrInfo()` and `SbrHeader()`.
struct ReplicationParseState: Sendable {
  /// The bands in force, with the header that they follow from; `nil` before the first.
  var bands: SBRBands?
  /// `bs_sbr_preprocessing`.
  var isFlattened = false
  /// `bs_pvc_mode`; `nil` for ordinary envelopes.
  var vectorMode: VectorCodingData.Mode?
  /// The last predictor of the last frame that had one.
  var lastPredictor: UInt8 = 0
}

/// `UsacSbrData()`: the frame of an element, as integers.
///
/// ISO/IEC 23003-3, 5.3. The storage is allocated once and reused.
struct ReplicationData: Sendable {
  /// `bs_coupling`.
  private(set) var isCoupled = false
  private(set) var first = SBRChannelData()
  private(set) var second = SBRChannelData()
  private(set) var firstPatching = HarmonicPatching()
  private(set) var secondPatching = HarmonicPatching()
  /// The predicted energies of the only channel.
  private(set) var vectors = VectorCodingData()

  /// Reads a frame.
  ///
  /// - Parameter isIndependent: `usacIndependencyFlag`.
  mutating func parse(
    _ reader: inout BitReader, isIndependent: Bool, _ context: ReplicationContext, _ state: inout ReplicationParseState
  ) throws(USACError) {
    let start = reader.offset
    try ReplicationData.parseHeader(&reader, isIndependent: isIndependent, context, &state)
    guard let bands = state.bands else { throw USACError(.notIndependent, at: start) }
    isCoupled = context.isPair ? try reader.bit() : false
    vectors.mode = context.isPair ? nil : state.vectorMode
    if context.config.isHarmonic { try parsePatching(&reader, context) }
    if vectors.mode != nil {
      try parseVectors(&reader, bands, context, isIndependent ? nil : state.lastPredictor)
      state.lastPredictor = vectors.lastPredictor
      return
    }
    do throws(AACError) {
      if context.isPair {
        try parsePair(&reader, bands, context, isIndependent ? 1 : 0)
      } else {
        try parseSingle(&reader, bands, context, isIndependent ? 1 : 0)
      }
    } catch {
      throw USACError(error, at: reader.offset)
    }
  }

  /// `sbrPatchingMode` and its fields; a coupled pair has them only once.
  private mutating func parsePatching(_ reader: inout BitReader, _ context: ReplicationContext) throws(USACError) {
    firstPatching = try HarmonicPatching(parsing: &reader)
    secondPatching = firstPatching
    if context.isPair, !isCoupled { secondPatching = try HarmonicPatching(parsing: &reader) }
  }

  /// `SbrInfo()` and `SbrHeader()` if the packet has them.
  private static func parseHeader(
    _ reader: inout BitReader, isIndependent: Bool, _ context: ReplicationContext, _ state: inout ReplicationParseState
  ) throws(USACError) {
    let start = reader.offset
    var hasHeader = isIndependent
    if !isIndependent {
      guard try reader.bit() else { return }
      hasHeader = try reader.bit()
    }
    guard hasHeader || state.bands != nil else { throw USACError(.notIndependent, at: start) }
    var header = state.bands?.header ?? SBRHeader()
    header.amplitudeResolution = try reader.bit()
    header.crossoverBand = try reader.bits(4)
    state.isFlattened = try reader.bit()
    if context.config.hasVectorCoding {
      let mode = try reader.bits(2)
      guard mode < 3 || context.isPair else { throw USACError(.vectorCodingMode, at: start) }
      state.vectorMode = VectorCodingData.Mode(rawValue: mode)
    }
    if hasHeader {
      if try reader.bit() {
        header.startFrequency = context.config.startFrequency
        header.stopFrequency = context.config.stopFrequency
        header.frequency = context.config.frequency
        header.limiter = context.config.limiter
      } else {
        try parseRanges(&reader, &header)
      }
    }
    guard header != state.bands?.header else { return }
    do throws(AACError) {
      state.bands = try SBRBands(header, sampleRate: context.sbr.sampleRate, ratio: context.ratio)
    } catch {
      throw USACError(error, at: start)
    }
  }

  /// Reads the packet's own `SbrHeader()`.
  private static func parseRanges(_ reader: inout BitReader, _ header: inout SBRHeader) throws(USACError) {
    header.startFrequency = try reader.bits(4)
    header.stopFrequency = try reader.bits(4)
    let hasFrequency = try reader.bit()
    let hasLimiter = try reader.bit()
    header.frequency = nil
    header.limiter = nil
    if hasFrequency {
      var part = SBRHeader.Frequency()
      part.scale = try reader.bits(2)
      part.alterScale = try reader.bit()
      part.noiseBands = try reader.bits(2)
      header.frequency = part
    }
    if hasLimiter {
      var part = SBRHeader.Limiter()
      part.bands = try reader.bits(2)
      part.gains = try reader.bits(2)
      part.interpolatesFrequency = try reader.bit()
      part.smoothingMode = try reader.bit()
      header.limiter = part
    }
  }

  /// Reads `sbr_single_channel_element()`; `firstOverTime` is the first envelope that may be coded over time.
  private mutating func parseSingle(
    _ reader: inout BitReader, _ bands: borrowing SBRBands, _ context: ReplicationContext, _ firstOverTime: Int
  ) throws(AACError) {
    try first.parseGrid(&reader, context.sbr)
    try first.parseDirections(&reader, from: firstOverTime)
    try first.parseInverseFiltering(&reader, bandCount: bands.noiseBandCount)
    try first.parseEnvelopes(&reader, bands, .level, context.sbr)
    try first.parseNoise(&reader, bands, .level, context.sbr)
    try first.parseHarmonics(&reader, bands)
  }

  /// Reads `sbr_single_channel_element()` with predictive vector coding; `last` is the predictor that it may refer to.
  private mutating func parseVectors(
    _ reader: inout BitReader, _ bands: borrowing SBRBands, _ context: ReplicationContext, _ last: UInt8?
  ) throws(USACError) {
    first.time = try vectors.parseGrid(&reader)
    do throws(AACError) {
      try first.parseNoiseDirections(&reader, from: last == nil ? 1 : 0)
      try first.parseInverseFiltering(&reader, bandCount: bands.noiseBandCount)
    } catch {
      throw USACError(error, at: reader.offset)
    }
    try vectors.parsePredictors(&reader, after: last)
    do throws(AACError) {
      try first.parseNoise(&reader, bands, .level, context.sbr)
      try first.parseHarmonics(&reader, bands)
    } catch {
      throw USACError(error, at: reader.offset)
    }
    try vectors.parseSinusoidPosition(&reader, hasSinusoids: first.harmonics != nil)
  }

  /// `sbr_channel_pair_element()`.
  private mutating func parsePair(
    _ reader: inout BitReader, _ bands: borrowing SBRBands, _ context: ReplicationContext, _ firstOverTime: Int
  ) throws(AACError) {
    try first.parseGrid(&reader, context.sbr)
    if isCoupled { second.share(first) } else { try second.parseGrid(&reader, context.sbr) }
    try first.parseDirections(&reader, from: firstOverTime)
    try second.parseDirections(&reader, from: firstOverTime)
    try first.parseInverseFiltering(&reader, bandCount: bands.noiseBandCount)
    if isCoupled {
      second.share(first)
      try first.parseEnvelopes(&reader, bands, .level, context.sbr)
      try first.parseNoise(&reader, bands, .level, context.sbr)
      try second.parseEnvelopes(&reader, bands, .balance, context.sbr)
      try second.parseNoise(&reader, bands, .balance, context.sbr)
    } else {
      try second.parseInverseFiltering(&reader, bandCount: bands.noiseBandCount)
      try first.parseEnvelopes(&reader, bands, .level, context.sbr)
      try second.parseEnvelopes(&reader, bands, .level, context.sbr)
      try first.parseNoise(&reader, bands, .level, context.sbr)
      try second.parseNoise(&reader, bands, .level, context.sbr)
    }
    try first.parseHarmonics(&reader, bands)
    try second.parseHarmonics(&reader, bands)
  }
}

extension USACError {
  /// The failure of a tool that USAC has in common with AAC.
  init(_ error: AACError, at offset: Int) {
    let rule: USACRule =
      switch error.rule {
      case .truncated: .truncated
      case .invalidCodeword: .invalidCodeword
      case .sbrFrequencyBands: .replicationBands
      case .sbrTimeGrid: .replicationTimeGrid
      default: .replicationValueOutOfRange
      }
    self.init(rule, at: offset)
  }
}
