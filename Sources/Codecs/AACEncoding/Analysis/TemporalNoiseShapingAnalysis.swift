import AACSyntax

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.
// Holds throughout: regions lie within the frame's bands.

/// Decides on temporal noise shaping and filters the spectrum with the filters that are sent.
///
/// Linear prediction along the frequency axis gains where a frame's energy is gathered in a short part of its time; the
/// decoder's inverse filters then gather the noise there too. The lines are divided by their smoothed envelope first,
/// so that loud bands do not decide alone.
///
/// ISO/IEC 14496-3, 4.6.9. Energies and thresholds of the channel apply to its spectrum before and have to be computed
/// again.
package struct TemporalNoiseShapingAnalysis: Sendable {
  /// One filter's part of the spectrum.
  struct Region: Sendable {
    /// The bands from the filter's first one to the next filter's first one, or to the end.
    var bands: Range<Int>
    var maximumOrder: Int
    /// The prediction gain from which on the filter is used.
    var minimumGain: Float
    /// Factors of the autocorrelation's lags, which keep the filter from following single samples.
    var lagWindow: [13 of Float]
  }

  private let context: AnalysisContext
  /// The regions of long and of short windows, the highest one first.
  private let longRegions: [Region]
  private let shortRegions: [Region]
  private var weighted: [Float]
  /// The filters of both channels of an element, with the bits that they save.
  private var trials: (first: TemporalNoiseShapingTrial, second: TemporalNoiseShapingTrial)

  /// The least reflection coefficient: smaller trailing ones are not sent.
  private static let leastReflection: Float = 0.1
  /// The smallest part of each channel's prediction gain above 1 that one filter for both channels must keep.
  private static let sharedGain: Float = 0.8

  package init(context: AnalysisContext) {
    self.context = context
    weighted = Array(repeating: 0, count: context.bands.frameLength)
    trials = (TemporalNoiseShapingTrial(context), TemporalNoiseShapingTrial(context))
    if context.profile.hasBlockSwitching {
      longRegions = TemporalNoiseShapingAnalysis.blockSwitchingRegions(context, isShort: false)
      shortRegions = TemporalNoiseShapingAnalysis.blockSwitchingRegions(context, isShort: true)
    } else {
      longRegions = TemporalNoiseShapingAnalysis.lowDelayRegions(context)
      shortRegions = []
    }
  }

  /// Shapes a single channel.
  ///
  /// - Parameter reduction: The amount by which the roots of the thresholds will be raised, as far as is known.
  package mutating func shape(_ channel: inout AnalyzedChannel, reduction: Float) {
    propose(&channel)
    guard trials.first.bits(channel, reduction: reduction) < 0 else { return }
    trials.first.restore(&channel)
  }

  /// Shapes a single channel with all filters that predict it.
  private mutating func propose(_ channel: inout AnalyzedChannel) {
    var data = TemporalNoiseShapingData(isShort: channel.info.isShort)
    var best: Float = 1
    for window in 0..<channel.info.windowSequence.windowCount {
      for number in regions(channel).indices {
        let region = regions(channel)[number]
        let correlation = autocorrelation(region, window: window, channel)
        let candidate = quantize(correlation, region, isShort: channel.info.isShort)
        best = max(best, candidate.gain)
        data.set(candidate.filter, number: number, window: window, region)
      }
    }
    trials.first.shape(&channel, by: data, gain: best)
  }

  /// Shapes both channels of a pair, with the same filters if they are alike, so that sum and difference stay small.
  ///
  /// - Parameter reduction: The amount by which the roots of the thresholds will be raised, as far as is known.
  package mutating func shape(_ element: inout AnalyzedElement, reduction: Float) {
    guard element.hasCommonWindow else {
      shape(&element.first, reduction: reduction)
      shape(&element.second, reduction: reduction)
      return
    }
    shapePair(&element)
    let bits =
      trials.first.bits(element.first, reduction: reduction)
      + trials.second.bits(element.second, reduction: reduction)
    guard bits < 0 else { return }
    trials.first.restore(&element.first)
    trials.second.restore(&element.second)
  }
}

// MARK: Regions

extension TemporalNoiseShapingAnalysis {
  private static func blockSwitchingRegions(_ context: AnalysisContext, isShort: Bool) -> [Region] {
    let count = context.bands.bandCount(isShort: isShort)
    var first = 0
    if !isShort { first = context.sampleRate < 9400 ? 2 : context.sampleRate < 18800 ? 4 : 8 }
    if !context.isCore {
      first = isShort ? band(at: shortWindowStart, context, isShort: true) : band(at: longWindowStart, context)
    }
    let step: Float = isShort ? 0.125 : 0.046875
    var window: [13 of Float] = .init(repeating: 0)
    for lag in 0..<13 { window[lag] = max(1 - step * step * Float(lag * lag), 0) }
    return [
      Region(
        bands: min(first, count)..<count, maximumOrder: isShort ? 5 : 12, minimumGain: 1.4, lagWindow: window)
    ]
  }

  private static func lowDelayRegions(_ context: AnalysisContext) -> [Region] {
    let count = context.bands.bandCount(isShort: false)
    let middle = band(at: 1400, context)
    let low = band(at: 600, context)
    return [
      Region(
        bands: middle..<count, maximumOrder: 12, minimumGain: 1.4,
        lagWindow: gaussian(context, milliseconds: 0.4)),
      Region(
        bands: low..<middle, maximumOrder: 8, minimumGain: 1.5,
        lagWindow: gaussian(context, milliseconds: 1.1)),
    ].filter { !$0.bands.isEmpty }
  }

  /// The frequencies from which on AAC-LC has filters, except for cores of SBR. The decoder's filter carries the noise
  /// of a line to the lines above it. Most sounds are louder by tens of decibels in the lowest kilohertz, and what is
  /// inaudible there is louder than the sound above: from the lowest line on, the few frames of speech with short
  /// windows lost 5 dB of signal to noise of the whole above 1 kHz.
  private static let longWindowStart = 1300.0
  private static let shortWindowStart = 1400.0

  /// Returns the first band that begins at a frequency or above.
  private static func band(at frequency: Double, _ context: AnalysisContext, isShort: Bool = false) -> Int {
    let offsets = context.bands.offsets(isShort: isShort)
    let band = offsets.firstIndex { context.frequency(ofLine: $0, isShort: isShort) >= frequency }
    return min(band ?? offsets.count - 1, offsets.count - 1)
  }

  /// Returns a Gaussian over the lags, which smooths the temporal envelope by about a duration.
  private static func gaussian(_ context: AnalysisContext, milliseconds: Double) -> [13 of Float] {
    let step = Double.pi * context.sampleRate * 0.001 * milliseconds / Double(context.bands.frameLength)
    let exponent = -0.5 * step * step
    var ratio = 1.0
    for term in (1...12).reversed() { ratio = 1 + ratio * exponent / Double(term) }
    var window: [13 of Float] = .init(repeating: 0)
    var value = 1.0
    var factor = ratio
    for lag in 0..<13 {
      window[lag] = Float(value)
      value *= factor
      factor *= ratio * ratio
    }
    return window
  }
}

// MARK: Filters

extension TemporalNoiseShapingAnalysis {
  /// A quantised filter and its gain.
  struct Candidate: Sendable {
    var filter = TemporalNoiseShapingData.Filter()
    var gain: Float = 1
  }

  private func regions(_ channel: borrowing AnalyzedChannel) -> [Region] {
    channel.info.isShort ? shortRegions : longRegions
  }

  /// Returns the lines of a region in a window: the decoder's rule.
  private func lines(_ region: Region, window: Int, _ channel: borrowing AnalyzedChannel) -> Range<Int> {
    let isShort = channel.info.isShort
    let bands = context.bands
    let limit = min(
      isShort ? bands.temporalNoiseShapingShortBands : bands.temporalNoiseShapingLongBands, channel.info.bandCount)
    let start = window * bands.shortLength
    func line(_ band: Int) -> Int {
      start + (isShort ? bands.shortOffsets[min(band, limit)] : bands.longOffsets[min(band, limit)])
    }
    return line(region.bands.lowerBound)..<line(region.bands.upperBound)
  }

  private mutating func shapePair(_ element: inout AnalyzedElement) {
    let isShort = element.first.info.isShort
    var first = TemporalNoiseShapingData(isShort: isShort)
    var second = first
    var gains: (Float, Float) = (1, 1)
    for window in 0..<element.first.info.windowSequence.windowCount {
      for number in regions(element.first).indices {
        let region = regions(element.first)[number]
        let left = autocorrelation(region, window: window, element.first)
        let right = autocorrelation(region, window: window, element.second)
        let pair = choose(left, right, region, isShort: isShort)
        gains = (max(gains.0, pair.0.gain), max(gains.1, pair.1.gain))
        first.set(pair.0.filter, number: number, window: window, region)
        second.set(pair.1.filter, number: number, window: window, region)
      }
    }
    trials.first.shape(&element.first, by: first, gain: gains.0)
    trials.second.shape(&element.second, by: second, gain: gains.1)
  }

  /// Returns one filter for both channels if it gains nearly as much as the two individual ones; otherwise those.
  private func choose(
    _ left: [13 of Float], _ right: [13 of Float], _ region: Region, isShort: Bool
  ) -> (Candidate, Candidate) {
    let own = (quantize(left, region, isShort: isShort), quantize(right, region, isShort: isShort))
    guard own.0.gain > 1 || own.1.gain > 1, left[0] > 0, right[0] > 0 else { return own }
    var sum = left
    for lag in 0..<13 { sum[lag] = left[lag] / left[0] + right[lag] / right[0] }
    let shared = quantize(sum, region, isShort: isShort)
    guard shared.filter.order > 0 else { return own }
    let predictor = TemporalNoiseShaping.predictor(shared.filter, resolution: isShort ? 3 : 4)
    let order = Int(shared.filter.order)
    var pair = (shared, shared)
    pair.0.gain = LinearPrediction.gain(predictor, order: order, left)
    pair.1.gain = LinearPrediction.gain(predictor, order: order, right)
    func isNearly(_ gain: Float, _ own: Float) -> Bool {
      gain - 1 >= TemporalNoiseShapingAnalysis.sharedGain * (own - 1)
    }
    return isNearly(pair.0.gain, own.0.gain) && isNearly(pair.1.gain, own.1.gain) ? pair : own
  }

  /// Returns the filter for a region's autocorrelation; a filter without coefficients if the gain is too small.
  private func quantize(_ correlation: [13 of Float], _ region: Region, isShort: Bool) -> Candidate {
    var candidate = Candidate()
    guard correlation[0] > 0 else { return candidate }
    let resolution: UInt8 = isShort ? 3 : 4
    candidate.filter = LinearPrediction.filter(
      correlation, order: region.maximumOrder, resolution: resolution,
      least: TemporalNoiseShapingAnalysis.leastReflection)
    let order = Int(candidate.filter.order)
    guard order > 0 else { return candidate }
    let half = Int8(1) << Int8(resolution - 1)
    candidate.filter.isCompressed = (0..<order).allSatisfy {
      (-half / 2..<half / 2).contains(candidate.filter.coefficients[$0])
    }
    let predictor = TemporalNoiseShaping.predictor(candidate.filter, resolution: resolution)
    candidate.gain = LinearPrediction.gain(predictor, order: order, correlation)
    guard candidate.gain >= region.minimumGain else { return Candidate() }
    return candidate
  }

  /// Returns the windowed autocorrelation of a region's weighted lines; 0 for a region without lines or energy.
  private mutating func autocorrelation(
    _ region: Region, window: Int, _ channel: borrowing AnalyzedChannel
  ) -> [13 of Float] {
    var result: [13 of Float] = .init(repeating: 0)
    let range = lines(region, window: window, channel)
    guard range.count > 2 * region.maximumOrder else { return result }
    weigh(region, range, window: window, channel)
    let values = weighted.span.extracting(0..<range.count)
    for lag in 0...region.maximumOrder {
      let later = values.extracting(lag...)
      let whole = later.count & ~3
      var sum = BandEnergies.sumOfProducts(later.extracting(..<whole), values.extracting(..<whole))
      // Every product counts: without the last ones the sums are those of no signal, and the filters worthless.
      for index in whole..<later.count { sum += later[index] * values[index] }
      result[lag] = sum * region.lagWindow[lag]
    }
    result[0] *= 1.001
    if !(result[0] > 0 && result[0] < 1e24) { result = .init(repeating: 0) }
    return result
  }

  /// Divides the lines of a region by their envelope, into ``weighted``: the factors of bands hold at their middles and
  /// run in straight lines between these.
  private mutating func weigh(
    _ region: Region, _ range: Range<Int>, window: Int, _ channel: borrowing AnalyzedChannel
  ) {
    let bands = context.bands
    let start = window * bands.shortLength
    var position = range.lowerBound
    var last: Float?
    for band in region.bands {
      let isShort = channel.info.isShort
      let first = start + (isShort ? bands.shortOffsets[band] : bands.longOffsets[band])
      let end = min(start + (isShort ? bands.shortOffsets[band + 1] : bands.longOffsets[band + 1]), range.upperBound)
      guard first < end else { break }
      let lines = channel.spectrum.span
      let mean = BandEnergies.sumOfSquares(lines.extracting(first..<end)) / Float(end - first)
      let factor = 1 / (mean + 1).squareRoot()
      let middle = (first + end) / 2
      let origin = last ?? factor
      let ramp = Ramp(start: origin, step: (factor - origin) / Float(max(middle - position, 1)))
      Self.scale(lines.extracting(position..<middle), by: ramp, at: position - range.lowerBound, into: &weighted)
      position = middle
      last = factor
    }
    Self.scale(
      channel.spectrum.span.extracting(position..<range.upperBound), by: Ramp(start: last ?? 0, step: 0),
      at: position - range.lowerBound, into: &weighted)
  }

  /// A factor that grows by a step from line to line.
  private struct Ramp: BitwiseCopyable {
    var start: Float
    var step: Float
  }

  private static func scale(_ lines: Span<Float>, by ramp: Ramp, at start: Int, into output: inout [Float]) {
    var all = output.mutableSpan
    var target = all._mutatingExtracting(start..<(start + lines.count))
    scale(lines, by: ramp, into: &target)
  }

  /// Scales lines. Not inlined, so that the compiler sees two spans of one length: 21 instructions per line became 3.
  @inline(never)
  private static func scale(_ lines: Span<Float>, by ramp: Ramp, into output: inout MutableSpan<Float>) {
    let count = lines.count
    precondition(output.count == count)
    for index in 0..<count {
      output[index] = lines[index] * (ramp.start + ramp.step * Float(Int32(truncatingIfNeeded: index)))
    }
  }
}

extension TemporalNoiseShapingData {
  /// Creates data without filters, for coefficients with the encoder's resolution.
  fileprivate init(isShort: Bool) {
    self.init()
    resolutions = .init(repeating: isShort ? 3 : 4)
  }

  /// Stores a filter; regions are processed from the highest one down.
  fileprivate mutating func set(
    _ filter: Filter, number: Int, window: Int, _ region: TemporalNoiseShapingAnalysis.Region
  ) {
    let place = TemporalNoiseShapingData.place(window: window, number: number)
    filters[place] = filter
    filters[place].length = UInt8(region.bands.count)
    if filter.order > 0 { filterCounts[window] = UInt8(number + 1) }
  }
}
