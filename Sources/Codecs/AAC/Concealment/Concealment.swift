import AudioBase

/// What stands in for a packet that was lost: the sound before it, continued.
///
/// The output of each channel is extrapolated by linear prediction and goes through the analysis filterbank that belongs to
/// the stream. Its spectrum gets the levels of the sound around it, and noise where that could not be predicted, and takes
/// the place of the one that was lost, so that the overlap of the synthesis joins it to the packets on both sides.
///
/// Where the next packet begins with the slope of short windows, the part of the replacement that overlaps with it is made
/// again with such a slope. Nothing is delayed for that. With ``ConcealmentSettings/LookAhead`` the next packet's levels
/// count as well.
struct Concealment: Sendable {
  private let settings: ConcealmentSettings
  private let sampleRate: Double
  private let frameLength: Int
  private let overlapCount: Int
  private let isLowDelay: Bool
  private var analysis: ConcealmentAnalysis
  private var extrapolation: Extrapolation
  private var meter: LevelMeter
  private let shaping: SpectralShaping
  /// Two an element.
  private var channels: [Continuation]
  private var past: [Float]
  /// The samples of a continuation.
  private var line: [Float]
  /// The levels of the continuation.
  private var own: [Float]
  private var outlook: ChannelOutlook
  /// The last replacement that was made.
  private var spectrum: [Float]
  /// Packets lost since the last good one.
  private(set) var lostCount = 0
  /// Packets that still overlap with a replacement, the present one included.
  private(set) var recoveringCount = 0
  /// Packets in which tools behind the core may still suffer from the loss.
  private var followingCount = 0

  /// SBR is later than the core by less than a packet, but its data may be differences to those of lost packets.
  private static let followingLimit = 24

  init(_ configuration: AACConfiguration) {
    settings = configuration.settings.concealment
    sampleRate = configuration.coreRate
    frameLength = configuration.frameLength
    isLowDelay = configuration.profile == .enhancedLowDelay
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
    outlook = ChannelOutlook(bandCount: meter.bands.count)
    spectrum = Array(repeating: 0, count: frameLength)
  }

  /// Packets in a row after which the output is silent.
  var mutedAfter: Int {
    let samples = (settings.holdDuration + settings.fadeDuration) * sampleRate
    return Int(min(samples / Double(frameLength), 1e6).rounded(.up)) + overlapCount
  }

  /// Whether the present frame holds samples of a replacement.
  var isAudible: Bool { lostCount > 0 || recoveringCount > 0 }

  /// Whether what tools behind the core make of the present frame may suffer from a loss.
  var isAudibleBehindTools: Bool { lostCount > 0 || followingCount > 0 }

  /// The level of the last replacement against that of the sound before it, an amplitude.
  var level: Float { lostCount > 0 ? settings.level(Double(lostCount * frameLength) / sampleRate) : 1 }

  /// Channels in pairs, one an element, that ``outlooks(_:into:)`` fills.
  func makeOutlooks() -> [ChannelOutlook] { channels.map { _ in ChannelOutlook(bandCount: meter.bands.count) } }

  /// Writes what can be known of the spectra of a packet that may come to stand behind a lost one.
  func outlooks(_ elements: borrowing [ElementState], into outlooks: inout [ChannelOutlook]) {
    for index in elements.indices {
      look(at: elements[index].first, into: &outlooks[2 * index])
      if !elements[index].second.past.isEmpty { look(at: elements[index].second, into: &outlooks[2 * index + 1]) }
    }
  }

  private func look(at state: borrowing ChannelState, into outlook: inout ChannelOutlook) {
    let fullScale = Float(AudioScale.fullScale)
    meter.bands.measure(
      state.spectrum.span, isShort: state.windows.isShort, scale: 1 / (analysis.lineEnergy * fullScale * fullScale),
      into: &outlook.levels)
  }
}

// MARK: - Lost packets

extension Concealment {
  /// Puts the spectra of the next lost packet into all channels.
  ///
  /// - Parameter outlooks: What is known of the packet behind it, or nothing.
  mutating func replace(_ elements: inout [ElementState], before outlooks: [ChannelOutlook] = []) {
    lostCount = min(lostCount + 1, 1 << 20)
    for index in elements.indices {
      replace(&elements[index].first, 2 * index, before: outlooks)
      replace(&elements[index].second, 2 * index + 1, before: outlooks)
    }
  }

  private mutating func replace(_ state: inout ChannelState, _ index: Int, before outlooks: [ChannelOutlook]) {
    state.predictors.reset()
    guard !state.past.isEmpty else { return }
    if lostCount == 1 {
      begin(index, state.past)
    } else if channels[index].isAudible {
      extrapolation.advance(&channels[index])
    }
    let previousShape = state.overlap.shape ?? .sine
    state.windows.continueLong()
    channels[index].windows = state.windows
    let target = SpectralShaping.Target(
      fade: level, outlook: outlooks.isEmpty ? 0 : 1 - level / 2)
    channels[index].isAudible = channels[index].isAudible && level > 0
    guard channels[index].isAudible else {
      for line in state.spectrum.indices { state.spectrum[line] = 0 }
      return
    }
    if !outlooks.isEmpty { outlook.copy(outlooks[index]) }
    shape(index, target, previousShape: previousShape)
    for line in spectrum.indices { state.spectrum[line] = spectrum[line] }
  }

  private mutating func begin(_ index: Int, _ ring: borrowing OutputRing) {
    ring.copy(into: &past)
    extrapolation.begin(&channels[index], after: past)
    meter.measureExpected(past, from: past.count - ring.filledCount, into: &channels[index].levels)
    for line in meter.lines.indices { channels[index].carrier[line] = meter.lines[line] }
  }

  /// Makes the spectrum of a channel's replacement: ``spectrum``.
  private mutating func shape(_ index: Int, _ target: SpectralShaping.Target, previousShape: WindowShape) {
    for n in line.indices { line[n] = Float(channels[index].samples[n]) }
    analysis.analyze(line, channels[index].windows, previousShape: previousShape, into: &spectrum)
    // The middle of the window counts most here as there.
    meter.measure(line, end: extrapolation.pastCount + frameLength + meter.fallCount, into: &own)
    shaping.apply(
      target, channels[index], own: own, outlook: outlook.levels,
      signs: UInt32(truncatingIfNeeded: lostCount) &* 0x9E37_79B9, to: &spectrum)
    for line in spectrum.indices { spectrum[line] *= Float(AudioScale.fullScale) }
  }
}

// MARK: - Good packets

extension Concealment {
  /// Notes that the spectra of a good packet are there, and joins a loss in front of it to them.
  mutating func noteGoodPacket(_ elements: inout [ElementState], _ synthesis: inout ChannelSynthesis) {
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

  /// Makes the last replacement of a channel again, where the packet behind it expects another slope to overlap with.
  private mutating func rejoin(_ state: inout ChannelState, _ index: Int, _ synthesis: inout ChannelSynthesis) {
    guard !isLowDelay, channels[index].isAudible else { return }
    guard state.windows.beginsShort else { return }
    channels[index].windows.endShort()
    let target = SpectralShaping.Target(fade: level, outlook: 0)
    shape(index, target, previousShape: state.overlap.shape ?? .sine)
    synthesis.replaceOverlap(spectrum, windows: channels[index].windows, in: &state)
  }

  /// Keeps samples that a replacement has a part in below full scale.
  static func limit(_ output: inout PCMBlock, _ frames: Range<Int>) {
    for channel in 0..<output.channelCount {
      var plane = output.plane(channel)
      for n in frames { plane[n] = min(max(plane[n], -1), 1) }
    }
  }

  /// Forgets what predictors learned from spectra that turned out to be unusable.
  func forgetSpectra(_ elements: inout [ElementState]) {
    for index in elements.indices {
      elements[index].first.predictors.reset()
      elements[index].second.predictors.reset()
    }
  }
}

extension ConcealmentSettings {
  /// The level so many seconds after the start of a loss: a smooth step.
  func level(_ time: Double) -> Float {
    let faded = time - holdDuration
    guard faded > 0 else { return 1 }
    guard faded < fadeDuration else { return 0 }
    let part = 1 - faded / fadeDuration
    return Float(part * part * (3 - 2 * part))
  }
}

extension IndividualChannelInfo {
  /// Makes the windows those of a long frame behind the present ones.
  mutating func continueLong() {
    let hasShortSlope = windowSequence == .eightShort || windowSequence == .longStart
    let shape = windowShape
    self = IndividualChannelInfo()
    windowShape = shape
    windowSequence = hasShortSlope ? .longStop : .onlyLong
  }

  /// Whether the slope from the frame before is that of short windows.
  var beginsShort: Bool { windowSequence == .eightShort || windowSequence == .longStop }

  /// Makes the slope to the next frame that of short windows, and the other one long.
  mutating func endShort() { windowSequence = .longStart }
}
