package import AACSyntax
import Transforms

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.
// Holds throughout: the lag of a packet is refused above two frames: LongTermPredictionData. The rest has the sizes
// of one configuration.

/// Earlier output of a channel, and the lag of the prediction.
package struct PredictionHistory: Sendable {
  /// The last three frames of output, the oldest first; full scale is ±1.
  package var samples: [Float]
  /// The lag of the last packet that sent one.
  package var lag = 0

  init(frameLength: Int) { samples = Array(repeating: 0, count: 3 * frameLength) }

  /// The largest magnitude of earlier output; no sound stream is louder, and the bound keeps hostile feedback finite.
  private static let largest: Float = 8

  /// Stores a frame of output.
  mutating func append(_ frame: Span<Float>) {
    var history = samples.mutableSpan
    let kept = history.count - frame.count
    precondition(kept >= 0)
    for n in 0..<kept { history[n] = history[n + frame.count] }
    for n in frame.indices {
      history[kept + n] = min(max(frame[n], -PredictionHistory.largest), PredictionHistory.largest)
    }
  }

  mutating func reset() {
    for n in samples.indices { samples[n] = 0 }
    lag = 0
  }
}

/// Long term prediction: a spectrum predicted from earlier output is added to the transmitted one.
///
/// ISO/IEC 14496-3, 4.6.7. In AAC-LD the prediction looks one frame further back than in the LTP object types.
package struct LongTermPredictor: Sendable {
  private let frameLength: Int
  /// The additional delay of the history relative to the lag, in samples.
  private let delay: Int
  private let slopes: WindowSlopes
  private var transform: MDCT
  private var estimate: [Float]
  private var spectrum: [Float]

  /// `ltp_coef` as a gain.
  private static let gains: [8 of Float] = [
    0.570829, 0.696616, 0.813004, 0.911304, 0.9849, 1.067894, 1.194601, 1.369533,
  ]

  package init(frameLength: Int, profile: AACConfiguration.Profile) {
    self.frameLength = frameLength
    delay = profile.prediction == .lowDelayLongTerm ? frameLength : 0
    slopes = WindowSlopes(frameLength: frameLength, profile: profile)
    transform = MDCT(size: frameLength)
    estimate = Array(repeating: 0, count: 2 * frameLength)
    spectrum = Array(repeating: 0, count: frameLength)
  }

  /// Adds the prediction to the bands that use it.
  package mutating func apply(
    _ data: LongTermPredictionData, _ stream: inout ChannelStream, bands: borrowing BandLayout,
    to state: inout ChannelState
  ) {
    if let lag = data.lag { state.history.lag = lag }
    predict(state, data)
    slopes.weight(&estimate, stream.info, previousShape: state.overlap.shape ?? stream.info.windowShape)
    LongTermPredictor.forward(&transform, estimate, into: &spectrum)
    TemporalNoiseShaping.apply(&stream, bands: bands, to: &spectrum)
    for band in 0..<min(stream.info.bandCount, LongTermPredictionData.maximumBandCount)
    where data.usedBands >> UInt64(band) & 1 != 0 {
      for line in bands.longOffsets[band]..<bands.longOffsets[band + 1] {
        state.spectrum[line] += spectrum[line] * Float(AudioScale.fullScale)
      }
    }
  }

  private static func forward(_ transform: inout MDCT, _ samples: [Float], into spectrum: inout [Float]) {
    var lines = spectrum.mutableSpan
    transform.forward(samples.span, into: &lines)
  }

  /// Predicts the samples of two frames.
  private mutating func predict(_ state: borrowing ChannelState, _ data: LongTermPredictionData) {
    let gain = LongTermPredictor.gains[data.coefficient]
    let first = 3 * frameLength - delay - state.history.lag
    let past = state.history.samples.span
    let aliased = state.overlap.samples.span
    precondition(first >= 0 && past.count == 3 * frameLength && aliased.count == frameLength)
    for n in 0..<(2 * frameLength) {
      let place = first + n
      let sample: Float =
        place < 3 * frameLength ? past[place] : place < 4 * frameLength ? aliased[place - 3 * frameLength] : 0
      estimate[n] = gain * sample
    }
  }
}
