package import AACSyntax
import Transforms

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.

/// The state that a decoder keeps of a channel from packet to packet.
package struct ChannelState: Sendable {
  /// The use of a channel's samples.
  package enum Role: Sendable, BitwiseCopyable {
    /// The channel is output.
    case output
    /// The channel is added to others; it is neither predicted from earlier output nor concealed.
    case coupling
  }

  /// The spectrum of the last packet, after all tools. With reduced delay only its lower part is heard.
  package var spectrum: [Float]
  /// The windows of that packet.
  package var windows = IndividualChannelInfo()
  /// The overlap of the transform with window shapes, for all types but AAC-ELD.
  package var overlap: BlockSwitchingOverlap
  /// The overlap of the low delay transform of AAC-ELD.
  var lowDelay: LowDelaySynthesisState
  /// Earlier output, for the long term prediction.
  package var history: PredictionHistory
  /// The predictors of AAC Main.
  var predictors: BackwardPredictors
  /// The last output, from which a lost packet is concealed; empty in coupling channels.
  package var past: OutputRing

  package init(configuration: AACConfiguration, role: Role = .output) {
    let frameLength = configuration.frameLength
    spectrum = Array(repeating: 0, count: configuration.lineCount)
    overlap = BlockSwitchingOverlap(frameLength: configuration.profile == .enhancedLowDelay ? 0 : frameLength)
    lowDelay = LowDelaySynthesisState(frameLength: configuration.profile == .enhancedLowDelay ? frameLength : 0)
    let hasHistory = role == .output && configuration.profile.prediction.isLongTerm
    history = PredictionHistory(frameLength: hasHistory ? frameLength : 0)
    predictors = BackwardPredictors(
      lineCount: configuration.bands.longOffsets[configuration.bands.backwardPredictionBands])
    past = OutputRing(frameLength: frameLength, count: role == .output ? OutputRing.count(configuration) : 0)
  }
}

/// The state of the one or two channels of an element.
package struct ElementState: Sendable {
  package var first: ChannelState
  var second: ChannelState

  /// Creates the state of an element; only a pair uses the second channel.
  package init(configuration: AACConfiguration, isPair: Bool) {
    first = ChannelState(configuration: configuration)
    second = ChannelState(configuration: configuration)
    if !isPair { second.past = OutputRing(frameLength: configuration.frameLength, count: 0) }
  }
}

extension ElementState {
  /// Applies the tools that combine both channels of a pair, with the prediction of AAC Main between them.
  mutating func joinStereo(
    _ stream: inout ChannelElementStream, bands: borrowing BandLayout, noise: inout NoiseSubstitution
  ) {
    noise.apply(&stream, bands: bands, first: &first.spectrum, second: &second.spectrum)
    JointStereo.undoMidSide(&stream, bands: bands, first: &first.spectrum, second: &second.spectrum)
    first.predictBackward(&stream.first, bands: bands)
    second.predictBackward(&stream.second, bands: bands)
    JointStereo.applyIntensity(&stream, bands: bands, first: first.spectrum, second: &second.spectrum)
  }
}

extension ChannelState {
  /// Dequantises the lines of a packet, and adopts its windows.
  mutating func dequantize(_ stream: inout ChannelStream, _ quantizer: InverseQuantizer, bands: borrowing BandLayout) {
    quantizer.apply(&stream, bands: bands, to: &spectrum)
    windows = stream.info
  }

  /// Undoes the temporal noise shaping, and returns true if the result is finite.
  mutating func shapeNoise(_ stream: inout ChannelStream, bands: borrowing BandLayout) -> Bool {
    guard stream.temporalNoiseShaping != nil else { return true }
    return TemporalNoiseShaping.undo(&stream, bands: bands, in: &spectrum)
  }

  /// Adds the backward prediction of AAC Main; nothing happens in other profiles.
  mutating func predictBackward(_ stream: inout ChannelStream, bands: borrowing BandLayout) {
    guard bands.backwardPredictionBands > 0 else { return }
    predictors.apply(&stream, bands: bands, to: &spectrum)
  }
}
