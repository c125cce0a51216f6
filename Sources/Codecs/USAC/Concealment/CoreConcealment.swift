import AACDecoding
import AACSyntax
import AudioBase

// Bound throughout: frames have 768 or 1,024 lines and streams at most 64 channels: USACConfiguration checks it.

/// Replaces lost packets of the core like AAC, with ``LossFilling``: the preceding sound is continued, and joined to
/// the packets on both sides by the overlap of the frequency domain.
///
/// Linear prediction overlaps with nothing: a channel that leaves it is given the overlap that the frequency domain
/// would have, of the samples of its last frame, those that are known beyond it, and their continuation.
struct CoreConcealment: Sendable {
  private let frameLength: Int
  private var filling: LossFilling
  /// The last output of the channels at the rate of the core, two an element.
  private var rings: [OutputRing]
  private var past: [Float]
  /// The frame before a gap and two frames from there on: the remainder of its sound in the overlap, and silence.
  private var gap: [Float]
  /// The known part of the lost frame.
  private var frame: [Float]
  /// Two frames of a channel that leaves linear prediction.
  private var line: [Float]

  init(_ configuration: USACConfiguration, _ settings: ConcealmentSettings) {
    frameLength = configuration.coreFrameLength
    let channels = configuration.slots.flatMap { [$0.kind != .extension, $0.isPair] }
    filling = LossFilling(
      settings, sampleRate: Double(configuration.coreRate), ConcealmentAnalysis(frameLength: frameLength),
      channels: channels)
    let count = OutputRing.count(frameLength: frameLength, sampleRate: Double(configuration.coreRate))
    let length = frameLength
    rings = channels.map { OutputRing(frameLength: length, count: $0 ? count : 0) }
    past = Array(repeating: 0, count: count)
    gap = Array(repeating: 0, count: 3 * frameLength)
    frame = Array(repeating: 0, count: frameLength)
    line = Array(repeating: 0, count: 2 * frameLength)
  }

  /// The number of packets lost since the last good one.
  var lostCount: Int { filling.lostCount }

  /// The level of the last replacement relative to the preceding sound, as an amplitude.
  var level: Float { filling.level }

  /// Counts a lost packet.
  mutating func noteLostPacket() { filling.noteLostPacket() }

  /// Records the end of a loss.
  mutating func noteGoodPacket() { filling.noteGoodPacket() }

  /// Records the size of a good packet, which adds to the budget for losses.
  mutating func noteSize(ofGoodPacket byteCount: Int) { filling.noteSize(ofGoodPacket: byteCount) }

  /// Stores a frame of a channel's output.
  mutating func remember(_ channel: Int, _ samples: Span<Float>) {
    rings[channel].append(samples.extracting(0..<frameLength))
  }

  /// Returns the frame of a channel that replaces the next lost one.
  mutating func replace(
    _ state: inout ChannelState, _ channel: Int, _ synthesis: inout FrameSynthesis,
    into output: inout MutableSpan<Float>
  ) {
    let isLeaving = state.lastMode == .linearPrediction
    if lostCount == 1 || isLeaving { rings[channel].copy(into: &past) }
    var windows = IndividualChannelInfo()
    windows.windowShape = isLeaving ? .sine : state.shape
    if state.endsShort, !isLeaving { windows.windowSequence = .longStop }
    filling.setWindows(windows, of: channel)
    let isSounding = filling.advance(
      channel, after: past, filledCount: rings[channel].filledCount, isFadingIn: false)
    if isLeaving { leave(&state, channel, &synthesis) }
    if isSounding {
      if lostCount == 1 { measureGap(state.saved) }
      filling.aim(channel)
      filling.shape(channel, behind: state.shape)
    }
    for n in state.spectrum.indices { state.spectrum[n] = isSounding ? filling.spectrum[n] : 0 }
    synthesis.replace(&state, into: &output)
    remember(channel, output.span)
  }

  private mutating func measureGap(_ overlap: [Float]) {
    for n in 0..<frameLength {
      gap[n] = past[past.count - frameLength + n]
      gap[frameLength + n] = overlap[n]
    }
    filling.measure(gap: gap, end: gap.count)
  }

  /// Moves a channel from linear prediction to the frequency domain.
  private mutating func leave(_ state: inout ChannelState, _ channel: Int, _ synthesis: inout FrameSynthesis) {
    filling.copy(channel, into: &frame)
    state.linearPrediction?.end(before: &frame)
    filling.replace(channel, by: frame)
    for n in 0..<frameLength {
      line[n] = past[past.count - frameLength + n]
      line[frameLength + n] = frame[n]
    }
    filling.analyze(line)
    synthesis.beginOverlap(filling.spectrum, in: &state)
  }

  /// Repeats the last replacement of a channel with a short slope, if the next good packet begins with one.
  mutating func rejoin(
    _ state: inout ChannelState, _ channel: Int, _ frame: borrowing ChannelFrame, _ synthesis: inout FrameSynthesis
  ) {
    guard state.lastMode == .frequencyDomain, frame.mode == .linearPrediction || frame.beginsShort,
      filling.endShort(channel, behind: state.shape)
    else { return }
    synthesis.replaceOverlap(filling.spectrum, in: &state)
  }
}
