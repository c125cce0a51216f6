import SignalProcessing

/// What a decoder keeps of a channel from packet to packet.
struct ChannelState: Sendable {
  /// The spectrum of the last good packet, behind all tools; concealment repeats it.
  var spectrum: [Float]
  /// The windows of that packet.
  var windows = IndividualChannelInfo()
  /// The overlap of the transform with window shapes, for all types but AAC-ELD.
  var overlap: BlockSwitchingOverlap
  /// The overlap of the low delay transform of AAC-ELD.
  var lowDelay: LowDelaySynthesisState
  /// Earlier output, for the long term prediction of AAC-LD.
  var history: PredictionHistory

  init(configuration: AACConfiguration) {
    let frameLength = configuration.frameLength
    spectrum = Array(repeating: 0, count: frameLength)
    overlap = BlockSwitchingOverlap(frameLength: configuration.profile == .enhancedLowDelay ? 0 : frameLength)
    lowDelay = LowDelaySynthesisState(frameLength: configuration.profile == .enhancedLowDelay ? frameLength : 0)
    history = PredictionHistory(frameLength: configuration.profile == .lowDelay ? frameLength : 0)
  }
}

/// The one or two channels of an element.
struct ElementState: Sendable {
  var first: ChannelState
  var second: ChannelState

  init(configuration: AACConfiguration) {
    first = ChannelState(configuration: configuration)
    second = first
  }
}

extension ElementState {
  /// The tools that look at both channels of a pair.
  mutating func joinStereo(
    _ stream: borrowing ChannelElementStream, bands: borrowing BandLayout, noise: inout NoiseSubstitution
  ) {
    noise.apply(stream, bands: bands, first: &first.spectrum, second: &second.spectrum)
    JointStereo.undoMidSide(stream, bands: bands, first: &first.spectrum, second: &second.spectrum)
    JointStereo.applyIntensity(stream, bands: bands, first: first.spectrum, second: &second.spectrum)
  }
}
