import AACSyntax
import Transforms

/// Finds the bands for which one channel is enough: intensity stereo.
///
/// Only at low bit rates and high frequencies, where the ear takes a direction from levels alone, and only where both
/// channels have been the same except for their level for some frames. The first channel then carries the sum of both,
/// with the energy of the left one.
///
/// ISO/IEC 14496-3, 4.6.8.2.
package struct IntensityAnalysis: Sendable {
  private let bands: BandLayout
  /// The bands in which intensity stereo is allowed; empty if the bit rate is high enough for two channels.
  package let candidates: Range<Int>
  /// Smoothed products of both channels, by band.
  private var history: [64 of ChannelProducts] = .init(repeating: ChannelProducts())

  /// The correlation from which on a band qualifies.
  private static let correlation: Float = 0.95
  /// The share of a frame in the smoothed energies.
  private static let pace: Float = 0.3
  /// Positions beyond this, 1.5 dB each, are a channel on its own.
  private static let largestPosition: Float = 40
  private static let lowestFrequency = 6000.0
  /// The bit rate per channel, in bits per second, from which on both channels are coded.
  private static let largestBitRate = 32500.0

  package init(context: AnalysisContext) {
    bands = context.bands
    let offsets = context.bands.longOffsets
    let first = (0..<(offsets.count - 1)).first {
      context.frequency(ofLine: offsets[$0], isShort: false) >= IntensityAnalysis.lowestFrequency
    }
    let isAllowed = context.isPair && context.bitRatePerChannel < IntensityAnalysis.largestBitRate
    candidates = isAllowed ? (first ?? offsets.count - 1)..<min(offsets.count - 1, 64) : 0..<0
  }

  /// Marks the intensity bands of a pair with long windows, and puts their common lines into the first channel.
  ///
  /// The second channel's lines, energies and thresholds become 0 there. Bands that are noise already stay noise.
  package mutating func analyze(_ element: inout AnalyzedElement) {
    guard element.hasCommonWindow, !element.first.info.isShort else {
      history = .init(repeating: ChannelProducts())
      return
    }
    for band in candidates where band < element.first.info.bandCount {
      let lines = bands.longOffsets[band]..<bands.longOffsets[band + 1]
      let now = ChannelProducts(element, lines)
      history[band].follow(now, pace: IntensityAnalysis.pace)
      guard element.first.tools[band] == .spectral, element.second.tools[band] == .spectral,
        now.isAlike(IntensityAnalysis.correlation, sign: now.both),
        history[band].isAlike(IntensityAnalysis.correlation, sign: now.both)
      else { continue }
      join(&element, band, lines, now)
    }
  }

  private func join(_ element: inout AnalyzedElement, _ band: Int, _ lines: Range<Int>, _ products: ChannelProducts) {
    let position = (2 * FloatFunctions.log2(products.left / products.right)).rounded()
    guard abs(position) <= IntensityAnalysis.largestPosition else { return }
    let sign: Float = products.both < 0 ? -1 : 1
    let sum = products.left + products.right + 2 * abs(products.both)
    let scale = (products.left / sum).squareRoot()
    for line in lines {
      element.first.spectrum[line] = (element.first.spectrum[line] + sign * element.second.spectrum[line]) * scale
      element.second.spectrum[line] = 0
    }
    let copied = element.second.thresholds[band] * products.left / products.right
    element.first.thresholds[band] = min(element.first.thresholds[band], copied)
    element.second.energies[band] = 0
    element.second.thresholds[band] = 0
    element.second.tools[band] = sign < 0 ? .intensityOutOfPhase : .intensityInPhase
    element.second.toolValues[band] = Int16(position)
    element.midSide[band] = false
  }
}
