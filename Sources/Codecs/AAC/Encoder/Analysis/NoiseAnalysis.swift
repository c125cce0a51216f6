/// Finds the bands that may be sent as noise: perceptual noise substitution.
///
/// Only at low bit rates, where a noisy band coded line by line would take what tonal bands need. A band is noise where it
/// stays without tones and without change from frame to frame. Long windows only.
///
/// ISO/IEC 14496-3, 4.6.13.
struct NoiseAnalysis: Sendable {
  /// What one channel's bands were in the frames before.
  private struct History: Sendable {
    /// Smoothed flatness of each band: the geometric mean of its lines' power divided by the arithmetic one.
    var flatness: [64 of Float] = .init(repeating: 0)
    /// Energy in the last frame.
    var energy: [64 of Float] = .init(repeating: 0)
    var wasNoise: [64 of Bool] = .init(repeating: false)
  }

  private let context: AnalysisContext
  /// Bands that may be noise; empty where the bit rate is too high or too low for it.
  let candidates: Range<Int>
  private var first = History()
  private var second = History()

  /// The share of a frame in the smoothed flatness.
  private static let pace: Float = 0.3
  /// Flatness from which on a band becomes noise, and down to which it stays noise. White noise has about 0.6.
  private static let enters: Float = 0.5
  private static let stays: Float = 0.44
  /// A band whose energy changes by more than this ratio is an event, not noise.
  private static let steadiness: Float = 5
  /// Noise of which this prediction gain can be had is shaped in time too much.
  private static let largestPredictionGain: Float = 1.4
  /// Psychoacoustic tonality above this is not noise.
  private static let largestTonality: Float = 0.4
  /// Correlation above which both channels get the same noise.
  private static let correlation: Float = 0.6

  init(context: AnalysisContext) {
    self.context = context
    let rate = context.bitRatePerChannel
    let isAllowed =
      context.profile.hasBlockSwitching
      ? rate < 48000 : rate < (context.isPair ? 56000 : 62000) && context.sampleRate > 16000
    let start = 4000 + 2000 * min(max((rate - 16000) / 32000, 0), 1)
    let offsets = context.bands.longOffsets
    let leastWidth = context.profile.hasBlockSwitching ? 16 : 8
    let first = (0..<(offsets.count - 1)).first { band in
      context.frequency(ofLine: offsets[band], isShort: false) >= start
        && offsets[band + 1] - offsets[band] >= leastWidth
    }
    candidates = isAllowed ? (first ?? offsets.count - 1)..<min(offsets.count - 1, 64) : 0..<0
  }

  /// Marks the noise bands of a single channel.
  mutating func analyze(_ channel: inout AnalyzedChannel) {
    NoiseAnalysis.analyze(&channel, &first, candidates, context.bands)
  }

  /// Marks the noise bands of a pair; where both channels are noise and alike, ``AnalyzedElement/midSide`` is set, which
  /// gives them the same noise.
  mutating func analyze(_ element: inout AnalyzedElement) {
    NoiseAnalysis.analyze(&element.first, &first, candidates, context.bands)
    NoiseAnalysis.analyze(&element.second, &second, candidates, context.bands)
    guard element.hasCommonWindow, !element.first.info.isShort else { return }
    for band in candidates where band < element.first.info.bandCount {
      guard element.first.tools[band] == .noise, element.second.tools[band] == .noise else { continue }
      let lines = context.bands.longOffsets[band]..<context.bands.longOffsets[band + 1]
      element.midSide[band] = ChannelProducts(element, lines).isAlike(NoiseAnalysis.correlation)
    }
  }

  private static func analyze(
    _ channel: inout AnalyzedChannel, _ history: inout History, _ candidates: Range<Int>, _ bands: BandLayout
  ) {
    guard !channel.info.isShort else {
      history = History()
      return
    }
    for band in candidates {
      guard band < channel.info.bandCount else {
        history.flatness[band] = 0
        continue
      }
      let (energy, flatness) = measure(
        channel.spectrum.span, bands.longOffsets[band]..<bands.longOffsets[band + 1])
      history.flatness[band] += pace * (flatness - history.flatness[band])
      let last = history.energy[band]
      history.energy[band] = energy
      let isSteady = energy < steadiness * last && last < steadiness * energy
      let isNoise =
        isSteady && energy > channel.thresholds[band] && channel.tonality[band] < largestTonality
        && channel.predictionGain < largestPredictionGain
        && history.flatness[band] > (history.wasNoise[band] ? stays : enters)
      history.wasNoise[band] = isNoise
      guard isNoise else { continue }
      channel.tools[band] = .noise
      channel.toolValues[band] = Int16((2 * FloatFunctions.log2(energy)).rounded())
    }
  }

  /// The energy of a band, and how flat its spectrum is.
  ///
  /// A line's power counts with the difference of its neighbours, which stands for the sine part that the transform has not:
  /// without it a transform's power runs up and down even where the spectrum is flat.
  private static func measure(_ lines: Span<Float>, _ range: Range<Int>) -> (energy: Float, flatness: Float) {
    var energy: Float = 0
    var sum: Float = 0
    var logarithms: Float = 0
    for line in range {
      let value = lines[line]
      let sine = lines[min(line + 1, lines.count - 1)] - lines[max(line - 1, 0)]
      let power = value * value + sine * sine + 1e-9
      energy += value * value
      sum += power
      logarithms += FloatFunctions.log2(power)
    }
    let count = Float(range.count)
    let flatness = FloatFunctions.exp2(logarithms / count - FloatFunctions.log2(sum / count))
    return (energy, flatness)
  }
}
