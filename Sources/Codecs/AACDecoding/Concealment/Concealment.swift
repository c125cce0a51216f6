package import AACSyntax
package import AudioBase

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.

/// Replaces lost packets by continuing the sound that preceded them.
///
/// The output of each channel is extrapolated by linear prediction and goes through the analysis filterbank that
/// belongs to the stream. Its spectrum gets the levels of the sound around it, and noise where that could not be
/// predicted, and takes the place of the one that was lost, so that the overlap of the synthesis joins it to the
/// packets on both sides.
///
/// If the next packet begins with the slope of short windows, the part of the replacement that overlaps with it is made
/// again with such a slope. Nothing is delayed for that. With ``ConcealmentSettings/LookAhead`` the next packet's
/// levels count as well.
package struct Concealment: ~Copyable, Sendable {
  private let frameLength: Int
  private let overlapCount: Int
  private let isLowDelay: Bool
  private var filling: LossFilling
  private var past: [Float]
  private var probe: GapProbe
  /// The number of packets that still overlap with a replacement, including the present one.
  private(set) var recoveringCount = 0
  /// The number of packets that may still suffer from the loss in tools after the core.
  private var followingCount = 0

  /// The largest number of packets that SBR may suffer from a loss: it lags the core by less than a packet, but its
  /// data may be differences to those of lost packets.
  private static let followingLimit = 24

  package init(_ configuration: AACConfiguration) {
    frameLength = configuration.frameLength
    isLowDelay = configuration.profile == .enhancedLowDelay
    overlapCount = configuration.profile == .enhancedLowDelay ? 3 : 1
    filling = LossFilling(
      configuration.settings.concealment, sampleRate: configuration.coreRate, ConcealmentAnalysis(configuration),
      channels: configuration.slots.flatMap { [true, $0.isPair] })
    past = Array(repeating: 0, count: OutputRing.count(configuration))
    probe = GapProbe(configuration)
  }

  /// The number of packets lost since the last good one.
  package var lostCount: Int { filling.lostCount }

  /// The number of packets in a row after which the output is silent.
  var mutedAfter: Int {
    let samples = filling.duration * filling.sampleRate
    return min(Int(saturating: (samples / Double(frameLength)).rounded(.up)), 1_000_000) + overlapCount
  }

  /// True if the present frame holds samples of a replacement.
  var isAudible: Bool { lostCount > 0 || recoveringCount > 0 }

  /// True if the output of the tools after the core may suffer from a loss in the present frame.
  var isAudibleBehindTools: Bool { lostCount > 0 || followingCount > 0 }

  /// The level of the last replacement relative to the preceding sound, as an amplitude.
  var level: Float { filling.level }

  /// Returns the outlooks that ``outlooks(_:into:)`` fills: the channels in pairs, one per element.
  func makeOutlooks() -> [ChannelOutlook] {
    filling.channels.map { _ in ChannelOutlook(frameLength: frameLength, bandCount: filling.bands.count) }
  }

  /// Writes estimates of the spectra of a packet that may follow a lost one.
  func outlooks(_ elements: borrowing [ElementState], into outlooks: inout [ChannelOutlook]) {
    for index in elements.indices {
      look(at: elements[index].first, into: &outlooks[2 * index])
      if !elements[index].second.past.isEmpty { look(at: elements[index].second, into: &outlooks[2 * index + 1]) }
    }
  }

  private func look(at state: borrowing ChannelState, into outlook: inout ChannelOutlook) {
    filling.bands.measure(
      state.spectrum.span, isShort: state.windows.isShort, scale: filling.levelScale, into: &outlook.levels)
    outlook.windows = IndividualChannelInfo()
    outlook.windows.windowSequence = state.windows.windowSequence
    outlook.windows.windowShape = state.windows.windowShape
    for line in outlook.spectrum.indices { outlook.spectrum[line] = state.spectrum[line] }
  }
}

// MARK: - Lost packets

extension Concealment {
  /// Fills all channels with the spectra of the next lost packet.
  ///
  /// - Parameter outlooks: The known properties of the next packet, or nothing.
  package mutating func replace(
    _ elements: inout [ElementState], before outlooks: [ChannelOutlook] = [], _ synthesis: inout ChannelSynthesis
  ) {
    filling.noteLostPacket()
    for index in elements.indices {
      replace(&elements[index].first, 2 * index, before: outlooks, &synthesis)
      replace(&elements[index].second, 2 * index + 1, before: outlooks, &synthesis)
    }
  }

  private mutating func replace(
    _ state: inout ChannelState, _ index: Int, before outlooks: [ChannelOutlook], _ synthesis: inout ChannelSynthesis
  ) {
    state.predictors.reset()
    guard !state.past.isEmpty else { return }
    if filling.needsPast(index, isFadingIn: !outlooks.isEmpty) { state.past.copy(into: &past) }
    let previousShape = state.overlap.shape ?? .sine
    state.windows.continueLong()
    let outlook = outlooks.isEmpty ? nil : outlooks[index]
    filling.setWindows(state.windows, of: index)
    guard filling.advance(index, after: past, filledCount: state.past.filledCount, isFadingIn: outlook != nil) else {
      for line in state.spectrum.indices { state.spectrum[line] = 0 }
      return
    }
    if outlook != nil || lostCount == 1 {
      probe.look(at: state, past: past, outlook: outlook, &synthesis)
      filling.measure(gap: probe.line, end: probe.blockEnd)
    }
    filling.aim(index, outlook)
    filling.shape(index, behind: previousShape)
    // With reduced delay the decoder's array has more lines.
    for line in filling.spectrum.indices { state.spectrum[line] = filling.spectrum[line] }
  }
}

// MARK: - Good packets

extension Concealment {
  /// Records the size of a good packet, which adds to the budget for losses.
  package mutating func noteSize(ofGoodPacket byteCount: Int) { filling.noteSize(ofGoodPacket: byteCount) }

  /// Records the spectra of a good packet, and joins a preceding concealment to them.
  package mutating func noteGoodPacket(_ elements: inout [ElementState], _ synthesis: inout ChannelSynthesis) {
    if lostCount > 0 {
      for index in elements.indices {
        rejoin(&elements[index].first, 2 * index, &synthesis)
        rejoin(&elements[index].second, 2 * index + 1, &synthesis)
      }
    }
    recoveringCount = lostCount > 0 ? overlapCount : max(recoveringCount - 1, 0)
    followingCount = lostCount > 0 ? Concealment.followingLimit : max(followingCount - 1, 0)
    filling.noteGoodPacket()
  }

  /// Repeats the last replacement of a channel with another slope, if the next packet overlaps with a different one.
  private mutating func rejoin(_ state: inout ChannelState, _ index: Int, _ synthesis: inout ChannelSynthesis) {
    guard !isLowDelay, state.windows.beginsShort, filling.endShort(index, behind: state.overlap.shape ?? .sine) else {
      return
    }
    synthesis.replaceOverlap(filling.spectrum, windows: filling.channels[index].windows, in: &state)
  }

  /// Keeps samples that a replacement contributes to below full scale.
  package static func limit(_ output: inout PCMBlock, _ frames: Range<Int>) {
    for channel in 0..<output.channelCount {
      var plane = output.plane(channel)
      for n in frames { plane[n] = min(max(plane[n], -1), 1) }
    }
  }

  /// Discards the learning of predictors from spectra that turned out to be unusable.
  func forgetSpectra(_ elements: inout [ElementState]) {
    for index in elements.indices {
      elements[index].first.predictors.reset()
      elements[index].second.predictors.reset()
    }
  }
}

extension IndividualChannelInfo {
  /// Replaces the windows by those of a long frame that can follow the present ones.
  package mutating func continueLong() {
    let hasShortSlope = windowSequence == .eightShort || windowSequence == .longStart
    let shape = windowShape
    self = IndividualChannelInfo()
    windowShape = shape
    windowSequence = hasShortSlope ? .longStop : .onlyLong
  }

  /// True if the slope shared with the previous frame is that of short windows.
  package var beginsShort: Bool { windowSequence == .eightShort || windowSequence == .longStop }

  /// Gives the window short slopes towards the next frame and a long one at its start.
  mutating func endShort() { windowSequence = .longStart }
}
