package import AACSyntax
package import AudioBase
import MPEG4Systems
import Transforms

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.

/// Converts spectra to samples, with the transform of the profile.
package struct ChannelSynthesis: ~Copyable, Sendable {
  private let frameLength: Int
  private var blockSwitching: BlockSwitchingFilterbank?
  private var lowDelay: LowDelaySynthesis?
  private var predictor: LongTermPredictor?
  /// True if there is a predictor: comparing an optional of its size with `nil` would copy it.
  private let hasPredictor: Bool
  /// A frame of samples that is processed before output.
  private var scratch: [Float]
  /// A copy of an overlap before it is changed.
  private var saved: [Float]

  package init(_ configuration: AACConfiguration) {
    frameLength = configuration.frameLength
    if configuration.profile == .enhancedLowDelay {
      lowDelay = LowDelaySynthesis.shared(frameLength, downscaleFactor: configuration.downscaleFactor)
    } else {
      blockSwitching = BlockSwitchingFilterbank(frameLength: frameLength, profile: configuration.profile)
    }
    hasPredictor = configuration.profile.prediction.isLongTerm
    if hasPredictor {
      predictor = LongTermPredictor(frameLength: frameLength, profile: configuration.profile)
    }
    scratch = Array(repeating: 0, count: frameLength)
    saved = Array(repeating: 0, count: frameLength)
    // Gives the decoder working memory of its own, which would else be made by its first packet.
    var silence = LowDelaySynthesisState(frameLength: lowDelay == nil ? 0 : frameLength)
    lowDelay?.synthesize(scratch, state: &silence, into: &saved)
  }

  /// Adds the long term prediction to a channel's spectrum.
  mutating func predict(_ stream: inout ChannelStream, bands: borrowing BandLayout, into state: inout ChannelState) {
    guard let data = stream.longTermPrediction else { return }
    predictor?.apply(data, &stream, bands: bands, to: &state)
  }

  /// Converts a channel's spectrum to a frame of samples.
  package mutating func synthesize(
    _ state: inout ChannelState, into output: inout PCMBlock, channel: Int, at frame: Int
  ) {
    var plane = output.plane(channel)
    var samples = plane._mutatingExtracting(frame..<(frame + frameLength))
    synthesize(&state, into: &samples)
  }

  private mutating func synthesize(_ state: inout ChannelState, into samples: inout MutableSpan<Float>) {
    blockSwitching?.synthesize(state.spectrum, windows: state.windows, overlap: &state.overlap, into: &samples)
    lowDelay?.synthesize(state.spectrum, state: &state.lowDelay, into: &samples)
  }

  /// Cross-fades the overlapping part of a channel's last spectrum to that of another spectrum over half a frame, so
  /// that it continues the output. Has no effect in AAC-ELD.
  mutating func replaceOverlap(
    _ spectrum: [Float], windows: borrowing IndividualChannelInfo, in state: inout ChannelState
  ) {
    guard blockSwitching != nil else { return }
    for n in saved.indices { saved[n] = state.overlap.samples[n] }
    blockSwitching?.synthesize(spectrum, windows: windows, overlap: &state.overlap, into: &scratch)
    let half = frameLength / 2
    for n in 0..<half {
      let part = (Float(n) + 0.5) / Float(half)
      let share = part * part * (3 - 2 * part)
      state.overlap.samples[n] = saved[n] + share * (state.overlap.samples[n] - saved[n])
    }
  }

  /// Writes the frame of samples that a spectrum gives after the overlap of a probe.
  mutating func probe(
    _ spectrum: [Float], windows: borrowing IndividualChannelInfo, _ probe: inout GapProbe, frame: Int
  ) {
    blockSwitching?.synthesize(spectrum, windows: windows, overlap: &probe.overlap, into: &scratch)
    lowDelay?.synthesize(spectrum, state: &probe.lowDelay, into: &scratch)
    let start = (1 + frame) * frameLength
    for n in scratch.indices { probe.line[start + n] = scratch[n] }
  }

  /// Keeps a frame of output for concealment and for long term prediction.
  package func remember(_ state: inout ChannelState, _ output: borrowing PCMBlock, channel: Int, at frame: Int) {
    state.past.append(output.channel(channel).extracting(frame..<(frame + frameLength)))
    guard hasPredictor else { return }
    state.history.append(output.channel(channel).extracting(frame..<(frame + frameLength)))
  }

  /// Converts the spectrum of a coupling channel to samples that ``addCoupling(gain:to:channel:at:)`` adds.
  mutating func synthesizeCoupling(_ state: inout ChannelState) {
    blockSwitching?.synthesize(state.spectrum, windows: state.windows, overlap: &state.overlap, into: &scratch)
  }

  /// Adds the samples of the last coupling channel to a channel of the output.
  func addCoupling(gain: Float, to output: inout PCMBlock, channel: Int, at frame: Int) {
    var plane = output.plane(channel)
    for n in scratch.indices { plane[frame + n] += gain * scratch[n] }
  }
}

extension BlockSwitchingFilterbank {
  /// Works as ``synthesize(_:windows:overlap:into:)``, into an array of a frame.
  package mutating func synthesize(
    _ spectrum: [Float], windows: borrowing IndividualChannelInfo, overlap: inout BlockSwitchingOverlap,
    into output: inout [Float]
  ) {
    var samples = output.mutableSpan
    synthesize(spectrum, windows: windows, overlap: &overlap, into: &samples)
  }
}

extension LowDelaySynthesis {
  /// The filterbanks of undivided frames, whose tables all decoders share: with hundreds of streams, their own tables
  /// would evict each other from the processor's cache.
  private static let frames480 = LowDelaySynthesis(frameLength: 480, downscaleFactor: 1)
  private static let frames512 = LowDelaySynthesis(frameLength: 512, downscaleFactor: 1)

  /// Returns a synthesis for a decoder.
  fileprivate static func shared(_ frameLength: Int, downscaleFactor: Int) -> LowDelaySynthesis {
    switch (frameLength, downscaleFactor) {
    case (480, 1): frames480
    case (512, 1): frames512
    default: LowDelaySynthesis(frameLength: frameLength, downscaleFactor: downscaleFactor)
    }
  }

  private init(frameLength: Int, downscaleFactor: Int) {
    // The sum over a part of the lines is divided by the number of all of them.
    let scale = 1 / (AudioScale.fullScale * Double(downscaleFactor))
    self.init(frameLength: frameLength, window: LowDelayWindow.values(frameLength: frameLength).span, scale: scale)
  }

  /// Transforms as from a span, from the start of an array.
  mutating func synthesize(
    _ spectrum: [Float], state: inout LowDelaySynthesisState, into output: inout MutableSpan<Float>
  ) {
    synthesize(spectrum.span.extracting(0..<frameLength), state: &state, into: &output)
  }

  /// Synthesizes as above, into an array of a frame.
  mutating func synthesize(_ spectrum: [Float], state: inout LowDelaySynthesisState, into output: inout [Float]) {
    var samples = output.mutableSpan
    synthesize(spectrum.span, state: &state, into: &samples)
  }
}
