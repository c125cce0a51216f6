import AudioBase

/// What stands in for a packet that was lost: the sound before it, continued.
///
/// The output of each channel is extrapolated by linear prediction and goes through the analysis filterbank that belongs to
/// the stream. Its spectrum then takes the place of the one that was lost, so that the overlap of the synthesis joins
/// it to the good packets on both sides without a step. Nothing is delayed.
struct Concealment: Sendable {
  private let settings: ConcealmentSettings
  private let sampleRate: Double
  private let frameLength: Int
  private let overlapCount: Int
  private var analysis: ConcealmentAnalysis
  private var extrapolation: Extrapolation
  /// Packets lost since the last good one.
  private(set) var lostCount = 0
  /// Packets that still overlap with a replacement, the present one included.
  private(set) var recoveringCount = 0

  init(_ configuration: AACConfiguration) {
    settings = configuration.settings.concealment
    sampleRate = configuration.coreRate
    frameLength = configuration.frameLength
    overlapCount = configuration.profile == .enhancedLowDelay ? 3 : 1
    analysis = ConcealmentAnalysis(configuration)
    extrapolation = Extrapolation(
      pastCount: OutputRing.count(configuration), futureCount: analysis.futureCount,
      sampleRate: configuration.coreRate)
  }

  /// Packets in a row after which the output is silent.
  var mutedAfter: Int {
    let samples = (settings.holdDuration + settings.fadeDuration) * sampleRate
    return Int(min(samples / Double(frameLength), 1e6).rounded(.up)) + overlapCount
  }

  /// Whether the present frame holds samples of a replacement.
  var isAudible: Bool { lostCount > 0 || recoveringCount > 0 }

  mutating func noteGoodPacket() {
    recoveringCount = lostCount > 0 ? overlapCount : max(recoveringCount - 1, 0)
    lostCount = 0
  }

  /// Puts the spectra of the next lost packet into all channels.
  mutating func replace(_ elements: inout [ElementState]) {
    lostCount = min(lostCount + 1, 1 << 20)
    for index in elements.indices {
      replace(&elements[index].first)
      replace(&elements[index].second)
    }
  }

  private mutating func replace(_ state: inout ChannelState) {
    state.predictors.reset()
    guard !state.past.isEmpty else { return }
    let fade = LossFade(settings, sampleRate: sampleRate, start: (lostCount - 1) * frameLength)
    guard fade.isAudible, extrapolation.prepare(state.past) else {
      for line in state.spectrum.indices { state.spectrum[line] = 0 }
      state.windows.continueLong()
      return
    }
    extrapolation.extend(fade, seed: UInt32(truncatingIfNeeded: lostCount))
    analysis.analyze(extrapolation.line, into: &state)
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

/// How the level of a replacement falls in the course of one frame.
struct LossFade: Sendable, BitwiseCopyable {
  private let sampleRate: Double
  private let settings: ConcealmentSettings
  private let start: Int
  /// What is continued has faded already to this level.
  private let before: Double

  init(_ settings: ConcealmentSettings, sampleRate: Double, start: Int) {
    self.settings = settings
    self.sampleRate = sampleRate
    self.start = start
    before = LossFade.level(settings, Double(start) / sampleRate)
  }

  var isAudible: Bool { before > 0 }

  /// The level `place` samples into the frame, against that of what is continued.
  func gain(at place: Int) -> Float {
    Float(LossFade.level(settings, Double(start + place) / sampleRate) / before)
  }

  /// The level so many seconds after the start of a loss: a smooth step.
  private static func level(_ settings: ConcealmentSettings, _ time: Double) -> Double {
    let faded = time - settings.holdDuration
    guard faded > 0 else { return 1 }
    guard faded < settings.fadeDuration else { return 0 }
    let part = 1 - faded / settings.fadeDuration
    return part * part * (3 - 2 * part)
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
}
