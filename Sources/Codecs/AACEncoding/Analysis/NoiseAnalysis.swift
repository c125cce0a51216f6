import AACSyntax
import Transforms

/// Finds the bands that may be sent as noise: perceptual noise substitution.
///
/// Only at low bit rates, and only bands that would be left all but empty: a band that has some lines sounds better
/// with these, however noisy it is. Cores of SBR, streams of less than 32 kHz and AAC-ELD at its lowest rates also have
/// noise where a band stays without tones and without change from frame to frame. Long windows only.
///
/// ISO/IEC 14496-3, 4.6.13.
package struct NoiseAnalysis: Sendable {
  /// The properties of one channel's bands in previous frames.
  private struct History: Sendable {
    /// Smoothed flatness of each band: the geometric mean of its lines' power divided by the arithmetic mean.
    var flatness: [64 of Float] = .init(repeating: 0)
    /// Energy in the last frame.
    var energy: [64 of Float] = .init(repeating: 0)
    var wasNoise: [64 of Bool] = .init(repeating: false)
  }

  /// The conditions that make a band noise.
  private struct Rule: Sendable {
    let bands: BandLayout
    let candidates: Range<Int>
    /// The smallest ratio of energy to noise with which a noisy band is coded line by line; 0 if noise replaces only
    /// empty bands.
    let leastRatio: Float
    /// The ratio of energy to threshold from which on nothing in place of a band is heard.
    let audibleRatio: Float
    /// The ratio of energy to noise below which a band is practically empty: noise is better than a hole, whatever the
    /// band contained. The second value applies to bands from ``highBand`` on.
    let emptyRatios: (low: Float, high: Float)
    let highBand: Int

    func apply(to channel: inout AnalyzedChannel, _ history: inout History, reduction: Float) {
      guard !channel.info.isShort else {
        history = History()
        return
      }
      for band in candidates {
        guard band < channel.info.bandCount else {
          history.flatness[band] = 0
          continue
        }
        let (energy, flatness) = NoiseAnalysis.measure(
          channel.spectrum.span, bands.longOffsets[band]..<bands.longOffsets[band + 1])
        history.flatness[band] += NoiseAnalysis.pace * (flatness - history.flatness[band])
        let last = history.energy[band]
        history.energy[band] = energy
        let isSteady = energy < NoiseAnalysis.steadiness * last && last < NoiseAnalysis.steadiness * energy
        let root = NoiseAllocation.root(max(channel.thresholds[band], 1e-6)) + reduction
        let noise = NoiseAllocation.power(root)
        let isAudible = energy > audibleRatio * channel.thresholds[band]
        let isNoise =
          energy < leastRatio * noise && isSteady && isAudible
          && channel.tonality[band] < NoiseAnalysis.largestTonality
          && channel.predictionGain < NoiseAnalysis.largestPredictionGain
          && history.flatness[band] > (history.wasNoise[band] ? NoiseAnalysis.stays : NoiseAnalysis.enters)
        history.wasNoise[band] = isNoise
        let emptyRatio = band < highBand ? emptyRatios.low : emptyRatios.high
        guard isNoise || isAudible && energy < emptyRatio * noise else { continue }
        channel.tools[band] = .noise
        channel.toolValues[band] = Int16((2 * FloatFunctions.log2(energy)).rounded())
      }
    }
  }

  private let rule: Rule
  /// The bands in which noise substitution is allowed; empty if the bit rate is too high or too low for it.
  package var candidates: Range<Int> { rule.candidates }
  private var first = History()
  private var second = History()

  /// The share of a frame in the smoothed flatness.
  private static let pace: Float = 0.3
  /// Flatness from which on a band becomes noise, and down to which it stays noise. White noise has about 0.6.
  private static let enters: Float = 0.5
  private static let stays: Float = 0.44
  /// Returns the ratio of energy to noise below which few lines of a band would be anything but 0.
  ///
  /// The second value is that of bands from ``highFrequency`` on, where the ear hears little but how loud they are:
  /// strokes of a drum kit, whose cymbals took the bits of everything else, gain 0.18 in Zimtohrli by 10. The more bits
  /// there are, the more are some lines worth: at 48 kbit/s a channel 1.5 and 5 gain 0.07 in ODG over 3 and 10, at 32
  /// they lose 0.08.
  private static func emptyRatios(_ context: AnalysisContext, ease: Double) -> (low: Float, high: Float) {
    guard !isFull(context) else { return (Float(3 - 2 * ease), Float(10 - 7 * ease)) }
    // Cores of SBR, mostly below 32 kHz, where 3 costs 0.01 in Zimtohrli; 16 kHz and less have not been measured.
    return context.sampleRate >= 32000 ? (3, 10) : context.sampleRate > 16000 ? (1.5, 1.5) : (0, 0)
  }

  /// Returns the ratio of energy to noise below which noise is not coded line by line; 0 if noise replaces only empty
  /// bands. In AAC-ELD that costs 0.03 in ViSQOL and Zimtohrli at 32 kbit/s a channel, and gains as much at 48.
  private static func leastRatio(_ context: AnalysisContext, ease: Double) -> Float {
    guard isFull(context) else { return Float(30 - 25 * ease) }
    return context.profile.hasBlockSwitching ? 0 : Float(max(30 - 45 * ease, 0))
  }

  /// Returns true if the stream has all frequencies, and enough bits for the lines of noise.
  private static func isFull(_ context: AnalysisContext) -> Bool { !context.isCore && context.sampleRate >= 32000 }
  private static let highFrequency = 13000.0
  /// A band whose energy changes by more than this ratio is an event, not noise.
  private static let steadiness: Float = 5
  /// The largest prediction gain of noise: with a larger gain, the noise is shaped too strongly in time.
  private static let largestPredictionGain: Float = 1.4
  /// The largest psychoacoustic tonality of noise.
  private static let largestTonality: Float = 0.4
  /// Returns the bits per second and channel from which on AAC-LC codes all bands line by line; a single channel costs
  /// more than one of a pair. At 96 kbit/s noise in place of empty bands is worth 0.16 in ViSQOL, at 128 it gains 0.02
  /// there and loses 0.08 in ODG.
  private static func leastFullRate(_ context: AnalysisContext) -> Double {
    // Below 40 kHz more bits are left for each line; more than 48,000 have not been measured there.
    context.sampleRate < 40000 ? 48000 : context.isPair ? 64000 : 80000
  }
  /// The correlation above which both channels get the same noise.
  private static let correlation: Float = 0.6

  package init(context: AnalysisContext) {
    let rate = context.bitRatePerChannel
    let isAllowed =
      context.profile.hasBlockSwitching
      ? rate < NoiseAnalysis.leastFullRate(context)
      : rate < (context.isPair ? 56000 : 62000) && context.sampleRate > 16000
    // Where bits are short, more bands are better off as noise.
    let ease = min(max((rate - 32000) / 24000, 0), 1)
    let start = 3000 + 3000 * ease
    let offsets = context.bands.longOffsets
    let leastWidth = context.profile.hasBlockSwitching ? 16 : 8
    let first = (0..<(offsets.count - 1)).first { band in
      context.frequency(ofLine: offsets[band], isShort: false) >= start
        && offsets[band + 1] - offsets[band] >= leastWidth
    }
    rule = Rule(
      bands: context.bands, candidates: isAllowed ? (first ?? offsets.count - 1)..<min(offsets.count - 1, 64) : 0..<0,
      leastRatio: NoiseAnalysis.leastRatio(context, ease: ease),
      audibleRatio: NoiseAnalysis.isFull(context) ? 2 : 1,
      emptyRatios: NoiseAnalysis.emptyRatios(context, ease: ease),
      highBand: offsets.firstIndex {
        context.frequency(ofLine: $0, isShort: false) >= NoiseAnalysis.highFrequency
      } ?? offsets.count)
  }

  /// Marks the noise bands of a single channel.
  ///
  /// - Parameter reduction: The amount by which the roots of the thresholds will be raised, as far as is known.
  mutating func analyze(_ channel: inout AnalyzedChannel, reduction: Float) {
    rule.apply(to: &channel, &first, reduction: reduction)
  }

  /// Marks the noise bands of a pair; where both channels are noise and alike, ``AnalyzedElement/midSide`` is set,
  /// which gives them the same noise.
  package mutating func analyze(_ element: inout AnalyzedElement, reduction: Float) {
    rule.apply(to: &element.first, &first, reduction: reduction)
    rule.apply(to: &element.second, &second, reduction: reduction)
    guard element.hasCommonWindow, !element.first.info.isShort else { return }
    for band in candidates where band < element.first.info.bandCount {
      guard element.first.tools[band] == .noise, element.second.tools[band] == .noise else { continue }
      let lines = rule.bands.longOffsets[band]..<rule.bands.longOffsets[band + 1]
      element.midSide[band] = ChannelProducts(element, lines).isAlike(NoiseAnalysis.correlation)
    }
  }

  /// Returns the energy of a band, and how flat its spectrum is.
  ///
  /// A line's power counts with the difference of its neighbours, which stands for the sine part that the transform has
  /// not: without it a transform's power runs up and down even where the spectrum is flat.
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
