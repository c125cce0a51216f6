import Bitstream
import MPEG4Systems

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.

/// One channel of a packet, as integers: everything between its global gain and its last codeword.
///
/// `individual_channel_stream()`, ISO/IEC 14496-3, 4.4.2.7. The storage is reused from packet to packet.
///
/// Decoding tools take it, and its element, as `inout` though they change nothing, and the queries of parsing more
/// (Swift 6.3). Such copies took 5 % of the time of AAC-LC, 6 % of AAC-ELD.
@usableFromInline package struct ChannelStream: Sendable {
  package var info = IndividualChannelInfo()
  /// `global_gain`, the first scale factor.
  package var globalGain = 0
  /// `sfb_cb`: the codebook of each band, at ``place(_:_:)``.
  package var codebooks: [128 of UInt8] = .init(repeating: 0)
  /// The codebooks of the packet's sections, one bit each, so that a tool can skip packets that do not use it; all bits
  /// are set if no sections were read.
  @usableFromInline var codebooksRead: UInt32 = .max
  /// Scale factor, intensity position or noise energy of each band, by its codebook.
  package var scaleFactors: [128 of Int16] = .init(repeating: 0)
  package var pulse: PulseData?
  package var temporalNoiseShaping: TemporalNoiseShapingData?
  package var longTermPrediction: LongTermPredictionData?
  var reversible: ReversibleSideInformation?
  /// The quantised lines; short windows follow one another. Lines that have ``powers`` are not stored here.
  package var lines: [Int16]
  /// `sign(q) |q|^(4/3)` of each line q, two by two: the look-up that finds a codeword finds its powers in no more time
  /// than its lines, which saves the inverse quantiser a look-up for each line (6,000 of the 108,000 instructions of a
  /// packet of AAC-LC in stereo).
  var powers: [SIMD2<Float>]
  /// True if a channel that was read has ``powers`` in place of ``lines``.
  package var hasPowers = false

  /// Places of ``powers``, for the longest frame.
  @inline(__always)
  static var pairCount: Int { 512 }

  package init(frameLength: Int) {
    lines = Array(repeating: 0, count: frameLength)
    powers = Array(repeating: .zero, count: ChannelStream.pairCount)
  }

  /// Computes ``lines`` from ``powers``, for inspecting or writing them.
  package mutating func restoreLines() {
    guard hasPowers else { return }
    for line in lines.indices {
      let power = Double(powers[line / 2][line % 2])
      let root = abs(power).squareRoot()
      let magnitude = Int16((root * root.squareRoot()).rounded())
      lines[line] = power < 0 ? -magnitude : magnitude
    }
    hasPowers = false
  }
}

/// The tables for parsing: the stream's constants and the codes.
///
/// One reference: a structure of so many arrays is retained array by array wherever it is handed on.
package final class ParsingTables: Sendable {
  package let context: ChannelContext
  let codebooks: Codebooks

  package init(context: ChannelContext, codebooks: Codebooks) {
    self.context = context
    self.codebooks = codebooks
  }
  package var bands: BandLayout { context.bands }
  var resilience: ResilienceFlags { context.resilience }
}

extension ChannelStream {
  /// `individual_channel_stream()` of the object types 1, 2 and 4.
  ///
  /// - Parameter common: The windows of the pair, if they are shared.
  mutating func parse(
    _ reader: inout BitReader, common: IndividualChannelInfo?, tables: ParsingTables
  ) throws(AACError) {
    globalGain = try reader.bits(8)
    if let common {
      info = common
    } else {
      info = try IndividualChannelInfo(parsing: &reader, context: tables.context, isCommon: false)
    }
    longTermPrediction = info.longTermPrediction
    try parseSections(&reader, context: tables.context)
    try parseScaleFactors(&reader, codebooks: tables.codebooks)
    let pulseOffset = reader.offset
    try parsePulse(&reader, tables.bands)
    temporalNoiseShaping =
      try reader.bit() ? TemporalNoiseShapingData(parsing: &reader, isShort: info.isShort) : nil
    if try reader.bit() { throw AACError(.gainControl, at: reader.offset - 1) }
    try parseSpectrum(&reader, codebooks: tables.codebooks, bands: tables.bands)
    if let pulse { try applyPulses(pulse, bands: tables.bands, at: pulseOffset) }
  }

  private mutating func parsePulse(_ reader: inout BitReader, _ bands: BandLayout) throws(AACError) {
    let start = reader.offset
    pulse = nil
    guard try reader.bit() else { return }
    if info.isShort { throw AACError(.pulseWithShortWindows, at: start) }
    pulse = try PulseData(parsing: &reader, bandCount: bands.bandCount(isShort: false))
  }

  /// Reads `individual_channel_stream()` in the error-resilient syntax of object types 17, 19 and 23.
  ///
  /// The filter coefficients follow the scale factors here.
  mutating func parseResilient(
    _ reader: inout BitReader, common: IndividualChannelInfo?, tables: ParsingTables,
    reordering: inout ReorderedSpectrum
  ) throws(AACError) {
    globalGain = try reader.bits(8)
    if let common {
      info = common
    } else {
      info = try IndividualChannelInfo(parsing: &reader, context: tables.context, isCommon: false)
      longTermPrediction = info.longTermPrediction
    }
    try parseSections(&reader, context: tables.context)
    try parseScaleFactorsOrSideInformation(&reader, tables)
    let pulseOffset = reader.offset
    try parsePulse(&reader, tables.bands)
    let hasTemporalNoiseShaping = try reader.bit()
    if try reader.bit() { throw AACError(.gainControl, at: reader.offset - 1) }
    let lengths = try ReorderedLengths(parsing: &reader, tables)
    if let reversible { try parseReversibleScaleFactors(&reader, reversible, codebooks: tables.codebooks) }
    temporalNoiseShaping =
      hasTemporalNoiseShaping ? try TemporalNoiseShapingData(parsing: &reader, isShort: info.isShort) : nil
    try parseResilientSpectrum(&reader, lengths, tables, &reordering)
    if let pulse { try applyPulses(pulse, bands: tables.bands, at: pulseOffset) }
  }

  /// Parses a channel of AAC-ELD, whose windows never change and whose `max_sfb` the element has read.
  mutating func parseEnhancedLowDelay(
    _ reader: inout BitReader, info elementInfo: IndividualChannelInfo, tables: ParsingTables,
    reordering: inout ReorderedSpectrum
  ) throws(AACError) {
    info = elementInfo
    pulse = nil
    try parseSections(&reader, context: tables.context)
    try parseScaleFactorsOrSideInformation(&reader, tables)
    temporalNoiseShaping = try reader.bit() ? TemporalNoiseShapingData(parsing: &reader, isShort: false) : nil
    let lengths = try ReorderedLengths(parsing: &reader, tables)
    if let reversible { try parseReversibleScaleFactors(&reader, reversible, codebooks: tables.codebooks) }
    try parseResilientSpectrum(&reader, lengths, tables, &reordering)
  }

  private mutating func parseScaleFactorsOrSideInformation(
    _ reader: inout BitReader, _ tables: ParsingTables
  ) throws(AACError) {
    if tables.resilience.scaleFactorData {
      reversible = try ReversibleSideInformation(parsing: &reader, isShort: info.isShort, usesNoise: usesNoise)
    } else {
      reversible = nil
      try parseScaleFactors(&reader, codebooks: tables.codebooks)
    }
  }

  private mutating func parseResilientSpectrum(
    _ reader: inout BitReader, _ lengths: ReorderedLengths?, _ tables: ParsingTables,
    _ reordering: inout ReorderedSpectrum
  ) throws(AACError) {
    guard let lengths else {
      return try parseSpectrum(&reader, codebooks: tables.codebooks, bands: tables.bands)
    }
    hasPowers = false
    try reordering.parse(&reader, lengths, into: &self, tables: tables)
  }
}

/// `length_of_reordered_spectral_data` and `length_of_longest_codeword`, in bits.
struct ReorderedLengths: Sendable, BitwiseCopyable {
  var total: Int
  var longest: Int

  init(total: Int, longest: Int) {
    self.total = total
    self.longest = longest
  }

  /// Reads the two lengths where the stream has reordered data.
  init?(parsing reader: inout BitReader, _ tables: ParsingTables) throws(AACError) {
    guard tables.resilience.spectralData else { return nil }
    total = try reader.bits(14)
    longest = try reader.bits(6)
  }
}
