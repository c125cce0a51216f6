import AACSyntax
import Transforms

// Bound throughout: frames have 480, 512, 960 or 1,024 lines: AACConfiguration checks it.
// Holds throughout: a frame's bands lie within its lines.

/// Applies the filters of temporal noise shaping, counts the bits that they save in a long window, and removes them if
/// they save none.
///
/// The prediction gain that chooses the filters is that of lines divided by their envelope: at low rates most of those
/// lines will be noise or nothing, and a filter that predicts them well can cost bits in the loud bands below, which
/// are all that is coded line by line. At 64 kbit/s speech lost 0.2 in Zimtohrli by it in AAC-LC and 0.36 in AAC-ELD,
/// music nothing.
struct TemporalNoiseShapingTrial: Sendable {
  private let bands: BandLayout
  /// The lines of a long window before its filters.
  private var unshaped: [Float]

  /// The noise that a band hides, approximately: the psychoacoustic model's value for a band without neighbours.
  private static let threshold = FloatFunctions.ratio(decibels: -28)

  init(_ context: AnalysisContext) {
    bands = context.bands
    unshaped = Array(repeating: 0, count: bands.frameLength)
  }

  /// Filters the lines of a channel, and keeps the original lines where they may be needed again.
  ///
  /// - Parameter gain: The prediction gain of the filters; it is used if there are any.
  mutating func shape(_ channel: inout AnalyzedChannel, by data: TemporalNoiseShapingData, gain: Float) {
    var isUsed = false
    for window in 0..<8 where data.filterCounts[window] > 0 { isUsed = true }
    channel.temporalNoiseShaping = isUsed ? data : nil
    channel.predictionGain = isUsed ? gain : 1
    guard isUsed else { return }
    if mayRestore(channel) { keep(channel.spectrum.span) }
    TemporalNoiseShaping.apply(data, channel.info, bands: bands, to: &channel.spectrum)
  }

  /// Returns true if the filters of a channel may be removed again.
  private func mayRestore(_ channel: borrowing AnalyzedChannel) -> Bool {
    !channel.info.isShort && channel.temporalNoiseShaping != nil
  }

  private mutating func keep(_ lines: Span<Float>) {
    var target = unshaped.mutableSpan
    for index in 0..<min(target.count, lines.count) { target[index] = lines[index] }
  }

  /// Returns the approximate number of bits that the filters save in a channel; negative if the lines need more, 0
  /// without filters and in short windows.
  ///
  /// - Parameter reduction: The amount by which the roots of the thresholds will be raised, as far as is known: lines
  ///   below the noise cost nothing.
  func bits(_ channel: borrowing AnalyzedChannel, reduction: Float) -> Float {
    guard mayRestore(channel) else { return 0 }
    var sum: Float = 0
    for band in 0..<channel.info.bandCount {
      let lines = bands.longOffsets[band]..<bands.longOffsets[band + 1]
      let before = BandEnergies.sumOfSquares(unshaped.span.extracting(lines)) + 1
      let after = BandEnergies.sumOfSquares(channel.spectrum.span.extracting(lines)) + 1
      let root = NoiseAllocation.root(TemporalNoiseShapingTrial.threshold * before)
      let noise = NoiseAllocation.power(root + reduction)
      let ratio = max(before, noise) / max(after, noise)
      sum += 0.5 * Float(lines.count) * FloatFunctions.log2(ratio)
    }
    return sum
  }

  /// Undoes the filters, if there are any.
  func restore(_ channel: inout AnalyzedChannel) {
    guard mayRestore(channel) else { return }
    channel.temporalNoiseShaping = nil
    channel.predictionGain = 1
    var target = channel.spectrum.mutableSpan
    let lines = unshaped.span
    for index in 0..<min(target.count, lines.count) { target[index] = lines[index] }
  }
}
