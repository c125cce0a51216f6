import AudioBase

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.

/// Replaces lost packets by continuing the sound that preceded them.
///
/// The output of each channel is extrapolated by linear prediction and goes through the analysis filterbank that
/// belongs to the stream. Its spectrum gets the levels of the sound around it, and noise where that could not be
/// predicted, and takes the place of the one that was lost, so that the overlap of the synthesis joins it to the
/// packets on both sides.
///
/// Where the next packet begins with the slope of short windows, the part of the replacement that overlaps with it is
/// made again with such a slope. Nothing is delayed for that. With ``ConcealmentSettings/LookAhead`` the next packet's
/// levels count as well.
package struct Concealment: ~Copyable, Sendable {
  private let settings: ConcealmentSettings
  private let sampleRate: Double
  private let frameLength: Int
  private let overlapCount: Int
  private let isLowDelay: Bool
  /// The scale of a spectrum in the decoder, of samples of full scale ±1. With reduced delay the lines are those of a
  /// transform of the nominal rate, and so much larger.
  private let lineScale: Float
  private var analysis: ConcealmentAnalysis
  private var extrapolation: Extrapolation
  private var meter: LevelMeter
  private let shaping: SpectralShaping
  /// The continuations, two an element.
  private var channels: [Continuation]
  private var past: [Float]
  /// The samples of a continuation.
  private var line: [Float]
  /// The levels of the continuation.
  private var own: [Float]
  private var probe: GapProbe
  private var budget: ConcealmentBudget
  /// True if the present loss has been paid for from the budget; otherwise it is silent.
  private var isPaid = false
  /// The last replacement that was made.
  private var spectrum: [Float]
  /// The number of packets lost since the last good one.
  package private(set) var lostCount = 0
  /// The number of packets that still overlap with a replacement, the present one included.
  private(set) var recoveringCount = 0
  /// The number of packets in which tools after the core may still suffer from the loss.
  private var followingCount = 0

  /// The largest number of packets for which SBR may suffer after a loss: it lags the core by less than a packet, but
  /// its data may be differences to those of lost packets.
  private static let followingLimit = 24

  package init(_ configuration: AACConfiguration) {
    settings = configuration.settings.concealment
    sampleRate = configuration.coreRate
    frameLength = configuration.frameLength
    isLowDelay = configuration.profile == .enhancedLowDelay
    lineScale = Float(AudioScale.fullScale) * Float(configuration.downscaleFactor)
    overlapCount = configuration.profile == .enhancedLowDelay ? 3 : 1
    let analysis = ConcealmentAnalysis(configuration)
    let meter = LevelMeter(frameLength: frameLength, sampleRate: configuration.coreRate)
    let extrapolation = Extrapolation(
      frameLength: frameLength, futureCount: analysis.futureCount,
      leastPast: max(analysis.pastCount, meter.blockCount - frameLength), sampleRate: configuration.coreRate)
    self.analysis = analysis
    self.meter = meter
    self.extrapolation = extrapolation
    shaping = SpectralShaping(bands: meter.bands, lineEnergy: analysis.lineEnergy)
    channels = configuration.slots.flatMap { slot in
      [true, slot.isPair].map { Continuation(extrapolation, bandCount: meter.bands.count, isUsed: $0) }
    }
    past = Array(repeating: 0, count: OutputRing.count(configuration))
    line = Array(repeating: 0, count: extrapolation.pastCount + extrapolation.futureCount)
    own = Array(repeating: 0, count: meter.bands.count)
    probe = GapProbe(configuration)
    budget = ConcealmentBudget(price: extrapolation.price * configuration.channelCount)
    spectrum = Array(repeating: 0, count: frameLength)
  }

  /// The number of packets in a row after which the output is silent.
  var mutedAfter: Int {
    let samples = (settings.holdDuration + settings.fadeDuration) * sampleRate
    return min(Int(saturating: (samples / Double(frameLength)).rounded(.up)), 1_000_000) + overlapCount
  }

  /// True if the present frame holds samples of a replacement.
  var isAudible: Bool { lostCount > 0 || recoveringCount > 0 }

  /// True if the output of the tools after the core may suffer from a loss in the present frame.
  var isAudibleBehindTools: Bool { lostCount > 0 || followingCount > 0 }

  /// The level of the last replacement against that of the sound before it, an amplitude.
  var level: Float { lostCount > 0 ? settings.level(Double(lostCount * frameLength) / sampleRate) : 1 }

  /// Returns the outlooks that ``outlooks(_:into:)`` fills: the channels in pairs, one an element.
  func makeOutlooks() -> [ChannelOutlook] {
    channels.map { _ in ChannelOutlook(frameLength: frameLength, bandCount: meter.bands.count) }
  }

  /// Writes whatever can be known of the spectra of a packet that may turn out to follow a lost one.
  func outlooks(_ elements: borrowing [ElementState], into outlooks: inout [ChannelOutlook]) {
    for index in elements.indices {
      look(at: elements[index].first, into: &outlooks[2 * index])
      if !elements[index].second.past.isEmpty { look(at: elements[index].second, into: &outlooks[2 * index + 1]) }
    }
  }

  private func look(at state: borrowing ChannelState, into outlook: inout ChannelOutlook) {
    meter.bands.measure(
      state.spectrum.span, isShort: state.windows.isShort, scale: 1 / (analysis.lineEnergy * lineScale * lineScale),
      into: &outlook.levels)
    outlook.windows = IndividualChannelInfo()
    outlook.windows.windowSequence = state.windows.windowSequence
    outlook.windows.windowShape = state.windows.windowShape
    for line in outlook.spectrum.indices { outlook.spectrum[line] = state.spectrum[line] }
  }
}

// MARK: - Lost packets

extension Concealment {
  /// Puts the spectra of the next lost packet into all channels.
  ///
  /// - Parameter outlooks: The known properties of the next packet, or nothing.
  package mutating func replace(
    _ elements: inout [ElementState], before outlooks: [ChannelOutlook] = [], _ synthesis: inout ChannelSynthesis
  ) {
    if lostCount == 0 { isPaid = budget.pay() }
    lostCount = min(lostCount + 1, 1 << 20)
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
    // Once the sound has faded out, nothing is made of the earlier sound.
    if isPaid, lostCount == 1 || channels[index].isSounding || level > 0 || !outlooks.isEmpty {
      state.past.copy(into: &past)
    }
    if !isPaid {
      channels[index].isAudible = false
    } else if lostCount == 1 {
      begin(index, filledCount: state.past.filledCount)
    } else if channels[index].isSounding {
      extrapolation.advance(&channels[index])
    }
    let previousShape = state.overlap.shape ?? .sine
    state.windows.continueLong()
    channels[index].windows = state.windows
    // Sound that has faded out fades in again before a good packet.
    let isFadingIn = !outlooks.isEmpty && settings.holdDuration + settings.fadeDuration > 0
    channels[index].isSounding = channels[index].isAudible && (level > 0 || isFadingIn)
    guard channels[index].isSounding else {
      for line in state.spectrum.indices { state.spectrum[line] = 0 }
      return
    }
    aim(index, state, outlooks.isEmpty ? nil : outlooks[index], &synthesis)
    shape(index, previousShape: previousShape)
    for line in spectrum.indices { state.spectrum[line] = spectrum[line] }
  }

  /// Decides on the levels of a channel's replacement.
  private mutating func aim(
    _ index: Int, _ state: borrowing ChannelState, _ outlook: ChannelOutlook?, _ synthesis: inout ChannelSynthesis
  ) {
    if outlook != nil || lostCount == 1 {
      probe.look(at: state, past: past, outlook: outlook, &synthesis)
      meter.measure(probe.line, end: probe.blockEnd, .whole, into: &own)
    }
    if let outlook {
      channels[index].expectation.expect(gap: own, next: outlook.levels, isFirst: lostCount == 1)
      return channels[index].expectation.write(into: &channels[index].levels)
    }
    if lostCount == 1 {
      channels[index].expectation.expectFirst(gap: own)
    } else {
      channels[index].expectation.expectLater()
    }
    channels[index].expectation.write(into: &channels[index].levels)
    for band in channels[index].levels.indices { channels[index].levels[band] *= level * level }
  }

  private mutating func begin(_ index: Int, filledCount: Int) {
    extrapolation.begin(&channels[index], after: past)
    meter.measurePast(past, from: past.count - filledCount, &own, into: &channels[index].expectation)
    for line in meter.lines.indices { channels[index].carrier[line] = meter.lines[line] }
  }

  /// Makes the spectrum of a channel's replacement: ``spectrum``.
  private mutating func shape(_ index: Int, previousShape: WindowShape) {
    for n in line.indices { line[n] = Float(channels[index].samples[n]) }
    analysis.analyze(line, channels[index].windows, previousShape: previousShape, into: &spectrum)
    // The middle of the window counts most here as there.
    meter.measure(line, end: extrapolation.pastCount + frameLength + meter.fallCount, into: &own)
    shaping.apply(
      channels[index], own: own, signs: UInt32(truncatingIfNeeded: lostCount) &* 0x9E37_79B9, to: &spectrum)
    for line in spectrum.indices { spectrum[line] *= lineScale }
  }
}

// MARK: - Good packets

extension Concealment {
  /// Notes the size of a good packet, which pays for losses.
  package mutating func noteSize(ofGoodPacket byteCount: Int) { budget.earn(byteCount: byteCount) }

  /// Notes the spectra of a good packet, and joins a preceding loss to them.
  package mutating func noteGoodPacket(_ elements: inout [ElementState], _ synthesis: inout ChannelSynthesis) {
    if lostCount > 0 {
      for index in elements.indices {
        rejoin(&elements[index].first, 2 * index, &synthesis)
        rejoin(&elements[index].second, 2 * index + 1, &synthesis)
      }
    }
    recoveringCount = lostCount > 0 ? overlapCount : max(recoveringCount - 1, 0)
    followingCount = lostCount > 0 ? Concealment.followingLimit : max(followingCount - 1, 0)
    lostCount = 0
  }

  /// Makes the last replacement of a channel again, where the next packet expects another slope to overlap with.
  private mutating func rejoin(_ state: inout ChannelState, _ index: Int, _ synthesis: inout ChannelSynthesis) {
    guard !isLowDelay, channels[index].isSounding else { return }
    guard state.windows.beginsShort else { return }
    channels[index].windows.endShort()
    shape(index, previousShape: state.overlap.shape ?? .sine)
    synthesis.replaceOverlap(spectrum, windows: channels[index].windows, in: &state)
  }

  /// Keeps samples that a replacement has a part in below full scale.
  static func limit(_ output: inout PCMBlock, _ frames: Range<Int>) {
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

extension ConcealmentSettings {
  /// Returns the level so many seconds after the start of a loss: a smooth step.
  func level(_ time: Double) -> Float {
    let faded = time - holdDuration
    guard faded > 0 else { return 1 }
    guard faded < fadeDuration else { return 0 }
    let part = 1 - faded / fadeDuration
    return Float(part * part * (3 - 2 * part))
  }
}

extension IndividualChannelInfo {
  /// Replaces the windows by those of a long frame that follows the present ones.
  package mutating func continueLong() {
    let hasShortSlope = windowSequence == .eightShort || windowSequence == .longStart
    let shape = windowShape
    self = IndividualChannelInfo()
    windowShape = shape
    windowSequence = hasShortSlope ? .longStop : .onlyLong
  }

  /// True if the slope shared with the previous frame is that of short windows.
  var beginsShort: Bool { windowSequence == .eightShort || windowSequence == .longStop }

  /// Makes the slope to the next frame that of short windows, and the other one long.
  mutating func endShort() { windowSequence = .longStart }
}
