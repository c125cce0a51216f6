import AACSyntax
import AudioBase
import MPEG4Systems

// Bound throughout: the encoder takes 1 to 8 channels.

/// The decisions about a frame before its bits are counted.
struct FrameAnalysis: ~Copyable, Sendable {
  private let configuration: AACEncoderConfiguration
  private var model: PsychoacousticModel
  private var histories: [ThresholdHistory]
  private var midSide: MidSideAnalysis
  private var shaping: TemporalNoiseShapingAnalysis
  /// The noise analyses, one per slot.
  private var noise: [NoiseAnalysis]
  private var intensity: [IntensityAnalysis]
  private let panned: PannedSoundAnalysis
  private var switching: [BlockSwitching]
  /// The attack detectors, one per channel.
  private var detectors: [AttackDetector]
  /// Windows of the next frame of each slot.
  private var plans: [WindowPlan]
  /// The number of bands below the bandwidth of long and short windows.
  private let longBandCount: Int
  private let shortBandCount: Int
  /// The number of bands of a low frequency channel.
  private let lowFrequencyBandCount: Int

  init(_ configuration: AACEncoderConfiguration) {
    self.configuration = configuration
    let stream = configuration.stream
    let context = AnalysisContext(
      profile: stream.profile, bands: stream.bands,
      sampleRate: Double(stream.systems.samplingFrequency.hertz),
      bitRatePerChannel: configuration.bitRatePerChannel,
      bandwidthLine: configuration.bandwidthLine, isPair: configuration.hasPair,
      distribution: configuration.distribution, isCore: configuration.isCore)
    model = PsychoacousticModel(context)
    histories = Array(repeating: ThresholdHistory(), count: 2 * stream.slots.count)
    midSide = MidSideAnalysis(noiseShare: context.distribution.jointShare)
    shaping = TemporalNoiseShapingAnalysis(context: context)
    noise = Array(repeating: NoiseAnalysis(context: context), count: stream.slots.count)
    intensity = Array(repeating: IntensityAnalysis(context: context), count: stream.slots.count)
    panned = PannedSoundAnalysis(context: context)
    switching = Array(repeating: BlockSwitching(longShape: .kaiserBessel), count: stream.slots.count)
    detectors = Array(
      repeating: AttackDetector(frameLength: stream.frameLength), count: stream.coreChannelCount)
    plans = Array(repeating: WindowPlan(), count: stream.slots.count)
    longBandCount = stream.bands.longOffsets.dropLast().count { $0 < configuration.bandwidthLine }
    shortBandCount =
      stream.profile.hasBlockSwitching
      ? stream.bands.shortOffsets.dropLast().count { 8 * $0 < configuration.bandwidthLine } : 0
    let lowest = Int(300 / (stream.coreRate / 2) * Double(stream.frameLength))
    lowFrequencyBandCount = max(1, stream.bands.longOffsets.dropLast().count { $0 < lowest })
  }

  /// Analyses the frame after the next one to be encoded, on which the windows of that one depend.
  mutating func lookAhead(_ samples: [Float]) {
    let length = configuration.frameLength
    for (index, slot) in configuration.stream.slots.enumerated() where !slot.isLowFrequency {
      var found = Attacks()
      for channel in slot.firstChannel..<(slot.firstChannel + slot.element.channelCount) {
        let block = samples.span.extracting((channel * length)..<((channel + 1) * length))
        found.formUnion(detectors[channel].analyze(block))
      }
      plans[index] = switching[index].plan(ahead: found)
    }
  }

  /// Sets the windows of all elements.
  mutating func planWindows(_ elements: inout [AnalyzedElement]) {
    for (index, slot) in configuration.stream.slots.enumerated() {
      let plan = plans[index]
      let count = plan.sequence == .eightShort ? shortBandCount : longBandCount
      elements[index].beginFrame(isPair: slot.isPair)
      plan.apply(to: &elements[index].first.info)
      plan.apply(to: &elements[index].second.info)
      elements[index].first.info.bandCount = slot.isLowFrequency ? lowFrequencyBandCount : count
      elements[index].second.info.bandCount = count
    }
  }

  /// Sets the lines above the bandwidth to 0.
  func cutBandwidth(_ channel: inout AnalyzedChannel) {
    let isShort = channel.info.isShort
    let limit = isShort ? configuration.bandwidthLine / 8 : configuration.bandwidthLine
    let length = isShort ? configuration.frameLength / 8 : configuration.frameLength
    for window in 0..<(isShort ? 8 : 1) {
      for line in (window * length + limit)..<((window + 1) * length) { channel.spectrum[line] = 0 }
    }
  }

  /// Thresholds and tools of one element, whose spectra have been set.
  mutating func analyze(_ element: inout AnalyzedElement, index: Int, reduction: Float) {
    let bands = configuration.stream.bands
    let slot = configuration.stream.slots[index]
    if slot.isPair {
      shaping.shape(&element, reduction: reduction)
    } else if !slot.isLowFrequency {
      shaping.shape(&element.first, reduction: reduction)
    }
    model.analyze(&element.first, bands: bands, history: &histories[2 * index])
    guard slot.isPair else {
      if !slot.isLowFrequency { noise[index].analyze(&element.first, reduction: reduction) }
      return
    }
    model.analyze(&element.second, bands: bands, history: &histories[2 * index + 1])
    noise[index].analyze(&element, reduction: reduction)
    intensity[index].analyze(&element)
    panned.analyze(&element, reduction: reduction)
    midSide.apply(&element, bands: bands, reduction: reduction)
  }
}

extension TemporalNoiseShapingData {
  /// Returns the bits of `tns_data()`.
  func bitCount(isShort: Bool) -> Int {
    let widths = isShort ? Widths.short : Widths.long
    var bits = 0
    for window in 0..<(isShort ? 8 : 1) {
      bits += widths.count
      guard filterCounts[window] > 0 else { continue }
      bits += 1
      for number in 0..<Int(filterCounts[window]) {
        let filter = filters[TemporalNoiseShapingData.place(window: window, number: number)]
        bits += widths.length + widths.order
        guard filter.order > 0 else { continue }
        bits += 2 + Int(filter.order) * (Int(resolutions[window]) - (filter.isCompressed ? 1 : 0))
      }
    }
    return bits
  }
}

extension BitReservoir {
  /// Creates the reservoir of a stream.
  init(_ configuration: AACEncoderConfiguration) {
    let stream = configuration.stream
    let mean = configuration.meanBits
    let limit = AACEncoderConfiguration.bitsPerChannel * stream.coreChannelCount
    let capacity: Double
    switch configuration.mode {
    case .constant where stream.profile.hasBlockSwitching: capacity = max(Double(limit) - mean - 16, 0)
    case .constant:
      // From 500 bits at 12 kbit/s a channel to 4000 at 70: less than three packets.
      let perChannel = Double(configuration.bitRate) / Double(stream.coreChannelCount) / 1000
      capacity = min(500 + min(max((perChannel - 12) / 58, 0), 1) * 3500, max(Double(limit) - mean, 0))
    default: capacity = Double(configuration.bitRate) / 2
    }
    self.init(mode: configuration.mode, meanBits: mean, capacity: capacity, packetLimit: limit)
  }
}
