import AACSyntax
import Bitstream

// Bound throughout: frames have 768 or 1,024 lines and streams at most 64 channels: USACConfiguration checks it.
// Holds throughout: bands are checked against the layout's before they are used.

/// The data of a packet for a channel, as integers.
///
/// ISO/IEC 23003-3, 5.3.2. The storage is reused from packet to packet.
struct ChannelFrame: Sendable {
  /// `core_mode`.
  enum Mode: Sendable, BitwiseCopyable {
    case frequencyDomain
    case linearPrediction
  }

  /// The place of the filters of temporal noise shaping.
  enum Shaping: Sendable, BitwiseCopyable {
    /// No noise shaping data.
    case none
    /// Data before both channels of the pair.
    case shared
    /// Data in the channel.
    case own
  }

  /// The sharing of a channel's data with the other channel.
  enum Place: Sendable, BitwiseCopyable {
    /// No value of its own yet; a bit of the channel states if it has noise shaping.
    case alone
    /// The pair has stated if the channel has noise shaping.
    case inPair
    /// The windows besides.
    case withCommonWindow
  }

  var mode = Mode.frequencyDomain
  /// The windows; sequence 1 with ``startsShort`` has a short slope at both ends.
  var info = IndividualChannelInfo()
  /// True if the window begins with a short slope though its sequence is 1.
  var startsShort = false
  var globalGain = 0
  /// `noiseFilling` of the element.
  var hasNoiseFilling = false
  /// `noise_level`, 0…7.
  var noiseLevel = 0
  /// `noise_offset`, 0…31.
  var noiseOffset = 0
  /// The scale factor of each band, at the places of AAC.
  var scaleFactors: [128 of Int16] = .init(repeating: 0)
  var shaping = Shaping.none
  /// The filters, if ``shaping`` states that there are any.
  var filters = TemporalNoiseShapingData()
  /// The quantised lines; short windows follow one another.
  var lines: [Int32]
  /// `fac_data` of a frame after a frame of linear prediction; without lines if there is none.
  var cancellation = ForwardAliasingData()
  /// The frame if ``mode`` is linear prediction.
  var prediction: LinearPredictionStream

  init(coreFrameLength: Int) {
    lines = Array(repeating: 0, count: coreFrameLength)
    prediction = LinearPredictionStream(coreFrameLength: coreFrameLength)
  }
}

/// The context for reading a packet, in addition to its bits and the state of the last one.
struct FrameContext: Sendable {
  let bands: BandLayout
  let scaleFactorCode: PrefixCode
  /// `usacIndependencyFlag`.
  var isIndependent = false
  /// True if the element has noise filling.
  var hasNoiseFilling = false
  /// True if the core's rate allows linear prediction.
  let hasLinearPrediction: Bool

  init(_ configuration: USACConfiguration) {
    hasLinearPrediction = configuration.hasLinearPrediction
    bands = configuration.bands
    scaleFactorCode = Codebooks.shared.scaleFactor
  }
}

extension IndividualChannelInfo {
  /// `ics_info()` of USAC, which has no reserved bit and no prediction.
  init(parsingUnified reader: inout BitReader, bands: borrowing BandLayout) throws(USACError) {
    self.init()
    windowSequence = WindowSequence(rawValue: UInt8(try reader.bits(2))) ?? .onlyLong
    windowShape = try reader.bit() ? .kaiserBessel : .sine
    bandCount = try IndividualChannelInfo.bandCount(&reader, isShort: isShort, bands: bands)
    guard isShort else { return }
    grouping = try reader.bits(7)
    setGroups()
  }

  /// `max_sfb`.
  static func bandCount(
    _ reader: inout BitReader, isShort: Bool, bands: borrowing BandLayout
  ) throws(USACError) -> Int {
    let start = reader.offset
    let count = try reader.bits(isShort ? 4 : 6)
    guard count <= bands.bandCount(isShort: isShort) else { throw USACError(.tooManyBands, at: start) }
    return count
  }
}

extension ChannelFrame {
  /// A channel of `UsacCoreCoderData()`, whose ``mode`` is known.
  mutating func parse(
    _ reader: inout BitReader, _ place: Place, _ context: FrameContext, _ state: inout ChannelParseState
  ) throws(USACError) {
    guard mode == .frequencyDomain else { return try parsePrediction(&reader, context, &state) }
    if place == .alone { shaping = try reader.bit() ? .own : .none }
    try parseFrequencyDomain(&reader, hasCommonWindow: place == .withCommonWindow, context, &state)
  }

  /// `lpd_channel_stream()`.
  private mutating func parsePrediction(
    _ reader: inout BitReader, _ context: FrameContext, _ state: inout ChannelParseState
  ) throws(USACError) {
    guard context.hasLinearPrediction else { throw USACError(.linearPredictionRate, at: reader.offset) }
    try prediction.parse(&reader, isIndependent: context.isIndependent, context: &state.context)
    state.endedShort = true
  }

  /// Parses `fd_channel_stream()` after ``info`` if the pair has it in common.
  mutating func parseFrequencyDomain(
    _ reader: inout BitReader, hasCommonWindow: Bool, _ context: FrameContext, _ state: inout ChannelParseState
  ) throws(USACError) {
    globalGain = try reader.bits(8)
    hasNoiseFilling = context.hasNoiseFilling
    if hasNoiseFilling {
      noiseLevel = try reader.bits(3)
      noiseOffset = try reader.bits(5)
    }
    if !hasCommonWindow { info = try IndividualChannelInfo(parsingUnified: &reader, bands: context.bands) }
    startsShort = state.endedShort && info.windowSequence == .longStart
    state.endedShort = info.windowSequence == .longStart || info.isShort
    try parseScaleFactors(&reader, context.scaleFactorCode)
    if shaping == .own { try parseFilters(&reader) }
    try parseSpectrum(&reader, context, &state.context)
    cancellation.clear()
    guard try reader.bit() else { return }
    try cancellation.parse(&reader, lineCount: context.bands.frameLength / (info.isShort ? 16 : 8))
  }

  /// `tns_data()`.
  mutating func parseFilters(_ reader: inout BitReader) throws(USACError) {
    do throws(AACError) {
      filters = try TemporalNoiseShapingData(
        parsing: &reader, isShort: info.isShort, widths: info.isShort ? .short : .unifiedLong)
    } catch {
      throw USACError(.truncated, at: reader.offset)
    }
  }

  /// Parses the scale factors: the first band has the global gain, all others a difference to the previous band.
  private mutating func parseScaleFactors(_ reader: inout BitReader, _ code: PrefixCode) throws(USACError) {
    let start = reader.offset
    let table = code.table
    let primaryBitCount = code.primaryBitCount
    var factor = globalGain
    var union = 0
    var isFirst = true
    for group in 0..<info.groupCount {
      for band in 0..<info.bandCount {
        if !isFirst {
          let entry = PrefixCode.lookUp(reader.window, table, primaryBitCount)
          reader.consume(Int(entry & 0x7F))
          factor &+= Int(entry &>> 8) &- 60
          union |= factor
        }
        isFirst = false
        scaleFactors[ChannelFrame.place(group, band)] = Int16(truncatingIfNeeded: factor)
      }
    }
    try reader.checkEnd()
    guard (0...255).contains(union) else { throw USACError(.scaleFactorOutOfRange, at: start) }
  }

  /// The index of a band's values, as in AAC.
  @inline(__always)
  static func place(_ group: Int, _ band: Int) -> Int { ChannelStream.place(group, band) }

  private mutating func parseSpectrum(
    _ reader: inout BitReader, _ context: FrameContext, _ arithmetic: inout ArithmeticContext
  ) throws(USACError) {
    let resets = context.isIndependent ? true : try reader.bit()
    let codedCount = context.bands.offsets(isShort: info.isShort)[info.bandCount]
    let length = info.isShort ? context.bands.shortLength : context.bands.frameLength
    let windowCount = info.windowSequence.windowCount
    var all = lines.mutableSpan
    for window in 0..<windowCount {
      var part = all._mutatingExtracting((window * length)..<((window + 1) * length))
      try arithmetic.decode(&reader, codedCount: codedCount, reset: resets && window == 0, into: &part)
    }
  }
}
