import AACSyntax
import Bitstream

/// The data of a packet for an element with sound.
struct ElementFrame: Sendable {
  var first: ChannelFrame
  /// The frame of the second channel; unused if the element has one channel.
  var second: ChannelFrame
  var stereo = StereoFrame()
  var replication = ReplicationData()

  init(coreFrameLength: Int, isPair: Bool) {
    first = ChannelFrame(coreFrameLength: coreFrameLength)
    second = ChannelFrame(coreFrameLength: isPair ? coreFrameLength : 0)
  }

  /// `UsacCoreCoderData()` of one channel.
  mutating func parseSingle(
    _ reader: inout BitReader, _ context: FrameContext, _ state: inout ElementParseState
  ) throws(USACError) {
    first.mode = try reader.bit() ? .linearPrediction : .frequencyDomain
    try first.parse(&reader, .alone, context, &state.first)
  }

  /// `UsacLfeElement()`: a channel with long windows and without noise.
  mutating func parseLowFrequency(
    _ reader: inout BitReader, _ context: FrameContext, _ state: inout ElementParseState
  ) throws(USACError) {
    let start = reader.offset
    first.mode = .frequencyDomain
    first.shaping = .none
    try first.parseFrequencyDomain(&reader, hasCommonWindow: false, context, &state.first)
    guard first.info.windowSequence == .onlyLong else { throw USACError(.lowFrequencyWindow, at: start) }
  }

  /// `UsacCoreCoderData()` of two channels.
  mutating func parsePair(
    _ reader: inout BitReader, _ context: FrameContext, _ state: inout ElementParseState
  ) throws(USACError) {
    first.mode = try reader.bit() ? .linearPrediction : .frequencyDomain
    second.mode = try reader.bit() ? .linearPrediction : .frequencyDomain
    stereo.clear()
    let hasBoth = first.mode == .frequencyDomain && second.mode == .frequencyDomain
    if hasBoth { try parseStereo(&reader, context, &state.prediction) }
    if stereo.tool != .prediction { state.prediction = PredictionParseState() }
    let place: ChannelFrame.Place = !hasBoth ? .alone : stereo.hasCommonWindow ? .withCommonWindow : .inPair
    try first.parse(&reader, place, context, &state.first)
    try second.parse(&reader, place, context, &state.second)
  }

  /// `StereoCoreToolInfo()` of two channels of the frequency domain.
  private mutating func parseStereo(
    _ reader: inout BitReader, _ context: FrameContext, _ state: inout PredictionParseState
  ) throws(USACError) {
    let hasShaping = try reader.bit()
    stereo.hasCommonWindow = try reader.bit()
    if stereo.hasCommonWindow {
      first.info = try IndividualChannelInfo(parsingUnified: &reader, bands: context.bands)
      second.info = first.info
      if try !reader.bit() {
        second.info.bandCount = try IndividualChannelInfo.bandCount(
          &reader, isShort: first.info.isShort, bands: context.bands)
      }
      stereo.bandCount = max(first.info.bandCount, second.info.bandCount)
      try stereo.parseTool(&reader, first.info, isIndependent: context.isIndependent, &state)
    }
    (first.shaping, second.shaping) = (.none, .none)
    if hasShaping { try parseShaping(&reader) }
  }

  /// Parses the pair's data for the noise shaping of its channels, and filters that both have.
  private mutating func parseShaping(_ reader: inout BitReader) throws(USACError) {
    let isCommon = stereo.hasCommonWindow ? try reader.bit() : false
    stereo.shapesLeftRight = try reader.bit()
    if isCommon {
      try first.parseFilters(&reader)
      second.filters = first.filters
      (first.shaping, second.shaping) = (.shared, .shared)
    } else if try reader.bit() {
      (first.shaping, second.shaping) = (.own, .own)
    } else if try reader.bit() {
      second.shaping = .own
    } else {
      first.shaping = .own
    }
  }
}
