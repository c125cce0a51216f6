package import AACSyntax
import Transforms

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.
// Holds throughout: both spectra have the frame's length.

/// The state that the model keeps of a channel from frame to frame.
package struct ThresholdHistory: Sendable {
  /// The thresholds of the last long frame before pre-echo control.
  var thresholds: [Float]
  /// True if ``thresholds`` belong to a frame with the same resolution.
  var isValid = false

  package init() { thresholds = Array(repeating: 0, count: AnalyzedChannel.placeCount) }
}

/// The noise that each band of a frame hides: band energies, spreading over critical bands, threshold in quiet and
/// pre-echo control.
package struct PsychoacousticModel: Sendable {
  private let long: MaskingTables
  private let short: MaskingTables?
  private let tonality: Tonality
  /// Room for the roots of a frame's lines.
  private var roots: [Float]

  package init(_ context: AnalysisContext) {
    long = MaskingTables(context, isShort: false)
    short = context.profile.hasBlockSwitching ? MaskingTables(context, isShort: true) : nil
    tonality = Tonality(context)
    roots = Array(repeating: 0, count: context.bands.frameLength)
  }

  /// Sets energies and thresholds of a channel from its spectrum.
  package mutating func analyze(
    _ channel: inout AnalyzedChannel, bands: borrowing BandLayout, history: inout ThresholdHistory
  ) {
    BandEnergies.measure(channel.spectrum, channel.info, bands, into: &channel.energies)
    tonality.measure(&channel, bands: bands, roots: &roots)
    let tables = channel.info.isShort ? short ?? long : long
    for group in 0..<channel.info.groupCount {
      let windowCount = channel.info.isShort ? Float(channel.info.groupLengths[group]) : 1
      tables.mask(&channel, group: group, windowCount: windowCount)
    }
    if channel.info.isShort {
      history.isValid = false
    } else {
      limitPreEcho(&channel, &history)
    }
    for group in 0..<channel.info.groupCount {
      for band in 0..<channel.info.bandCount {
        let place = ChannelStream.place(group, band)
        channel.thresholds[place] = min(channel.thresholds[place], max(channel.energies[place], 1))
      }
    }
  }

  /// Limits the growth of noise to 3 dB per frame: a loud end of a frame must not mask its beginning.
  private func limitPreEcho(_ channel: inout AnalyzedChannel, _ history: inout ThresholdHistory) {
    let count = channel.info.bandCount
    for band in 0..<count {
      let threshold = channel.thresholds[band]
      if history.isValid {
        channel.thresholds[band] = max(0.01 * threshold, min(threshold, 2 * history.thresholds[band]))
      }
      history.thresholds[band] = threshold
    }
    history.isValid = true
  }
}

/// The constants of the model for one transform length.
private struct MaskingTables: Sendable {
  /// The part of a band's threshold that reaches the next higher and the next lower band.
  private var upward: [Float] = []
  private var downward: [Float] = []
  /// The threshold in quiet of a band of one window.
  private var quiet: [Float] = []
  /// The factor by which each band's threshold is scaled for the bits that its lines cost.
  private var factors: [Float] = []
  /// The share of a band in a rise of the roots of thresholds.
  private var rises: [Float] = []
  /// The least noise as a share of the threshold in quiet.
  private let floorShare: Float
  private let noiseDistance: Float
  private let toneDistance: Float

  init(_ context: AnalysisContext, isShort: Bool) {
    let offsets = context.bands.offsets(isShort: isShort)
    let lineCount = isShort ? context.bands.shortLength : context.bands.frameLength
    let edges = offsets.map { FloatFunctions.bark(context.frequency(ofLine: $0, isShort: isShort)) }
    noiseDistance = context.distribution.noiseDistance
    toneDistance = context.distribution.toneDistance
    // The rounding noise of 16-bit samples.
    let roundingNoise = 2 * Float(lineCount) / 12
    let perLine = (context.isCore ? MaskingTables.coreQuietLevel : MaskingTables.quietLevel) * roundingNoise
    floorShare = context.isCore ? 0 : 1
    for band in 0..<(offsets.count - 1) {
      let center = (edges[band] + edges[band + 1]) / 2
      let next = band + 2 < edges.count ? (edges[band + 1] + edges[band + 2]) / 2 : center
      upward.append(FloatFunctions.ratio(decibels: -15 * Float(next - center)))
      downward.append(FloatFunctions.ratio(decibels: -30 * Float(next - center)))
      quiet.append(perLine * Float(offsets[band + 1] - offsets[band]))
      let (low, high) = (offsets[band], offsets[band + 1])
      let ends = (
        context.frequency(ofLine: low, isShort: isShort), context.frequency(ofLine: high, isShort: isShort)
      )
      let middle = (ends.0 + ends.1) / 2
      let lowFactor = context.distribution.lowFactor(at: middle)
      factors.append(
        lowFactor
          * context.distribution.factor(at: middle, lineWidth: context.frequency(ofLine: 1, isShort: isShort)))
      rises.append(lowFactor < 1 ? NoiseAllocation.root(lowFactor) : 1)
    }
  }

  /// The threshold in quiet, in rounding noises of 16-bit samples: 6 dB above the residual noise of most recordings in
  /// the highest bands and in pauses. Coded line by line, that noise took a quarter of all bits of a voice at 128
  /// kbit/s.
  private static let quietLevel: Float = 4
  /// The same for cores of SBR, whose rates leave no bits for it.
  private static let coreQuietLevel: Float = 0.01

  /// Sets the masking thresholds: some 25 dB below the energy, spread to both sides, more where a critical band has
  /// many lines, never below the threshold in quiet.
  func mask(_ channel: inout AnalyzedChannel, group: Int, windowCount: Float) {
    let count = channel.info.bandCount
    guard count > 0 else { return }
    let first = ChannelStream.place(group, 0)
    let own = own(channel.energies, channel.tonality, first..<(first + count), &channel.thresholds)
    for band in 0..<count {
      channel.rises[first + band] = rises[band]
      channel.floors[first + band] = floorShare * windowCount * quiet[band]
    }
    // The threshold of the previous band, and then of the next one, stays at hand.
    var thresholds = channel.thresholds.mutableSpan
    var last = own
    for band in 1..<max(count, 1) {
      last = max(thresholds[first + band], last * upward[band - 1])
      thresholds[first + band] = last
    }
    for band in (0..<(count - 1)).reversed() {
      last = max(thresholds[first + band], last * downward[band])
      thresholds[first + band] = last
    }
    for band in 0..<count {
      thresholds[first + band] = max(factors[band] * thresholds[first + band], windowCount * quiet[band])
    }
  }

  /// Sets the threshold from each band's own energy, four bands at a time, and returns the threshold of the first band.
  /// Positions after the last band, up to a multiple of four, get meaningless values; they belong to no group.
  private func own(
    _ energies: [Float], _ tonality: [Float], _ bands: Range<Int>, _ thresholds: inout [Float]
  ) -> Float {
    var thresholds = thresholds.mutableSpan
    let (energies, tonality) = (energies.span, tonality.span)
    for band in stride(from: bands.lowerBound, to: bands.upperBound, by: 4) {
      let decibels = noiseDistance + toneDistance * tonality.quad(at: band)
      thresholds.setQuad(FloatFunctions.ratio(decibels: -decibels) * energies.quad(at: band), at: band)
    }
    return thresholds[bands.lowerBound]
  }
}

/// Sums over the lines of bands.
package enum BandEnergies {
  /// Measures the energy of each band, over all windows of its group.
  package static func measure(
    _ spectrum: [Float], _ info: borrowing IndividualChannelInfo, _ bands: borrowing BandLayout,
    into energies: inout [Float]
  ) {
    for group in 0..<info.groupCount {
      for band in 0..<info.bandCount { energies[ChannelStream.place(group, band)] = 0 }
    }
    let lines = spectrum.span
    bands.forEachBand(info) { place, range in energies[place] += BandEnergies.sumOfSquares(lines.extracting(range)) }
  }

  @inline(__always)
  static func sumOfSquares(_ lines: Span<Float>) -> Float { sum(lines) { $0 * $0 } }

  /// Returns the sum of all lines, whose number is a multiple of four, in the order of the other sums.
  @inline(__always)
  static func sum(_ lines: Span<Float>) -> Float { sum(lines) { $0 } }

  @inline(__always)
  private static func sum(_ lines: Span<Float>, _ term: (SIMD4<Float>) -> SIMD4<Float>) -> Float {
    var sum = SIMD4<Float>()
    var rest = lines
    while rest.count >= 4 {
      sum += term(SIMD4(rest[0], rest[1], rest[2], rest[3]))
      rest = rest.extracting(droppingFirst: 4)
    }
    return sum.sum()
  }

  @inline(__always)
  static func sumOfProducts(_ lines: Span<Float>, _ others: Span<Float>) -> Float {
    precondition(lines.count == others.count)
    var sum = SIMD4<Float>()
    for quad in 0..<(lines.count / 4) {
      let four = SIMD4(lines[4 &* quad], lines[4 &* quad &+ 1], lines[4 &* quad &+ 2], lines[4 &* quad &+ 3])
      let other = SIMD4(others[4 &* quad], others[4 &* quad &+ 1], others[4 &* quad &+ 2], others[4 &* quad &+ 3])
      sum += four * other
    }
    return sum.sum()
  }
}
