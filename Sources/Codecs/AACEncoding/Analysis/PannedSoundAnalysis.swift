import AACSyntax
import Transforms

// Bound throughout: frames have 480, 512, 960 or 1,024 lines: AACConfiguration checks it.
// Holds throughout: both spectra have the frame's length.

/// Finds the bands in which one channel of a pair is the other at another level, as that of a sound mixed to one side,
/// and codes them once: intensity stereo, at any rate, where its error is about as loud as the noise there.
///
/// Sum and difference are no help with such a sound: both are as loud as the channels. One carrier c for both, from
/// which a decoder makes L = c and R = g c, halves the bits of the band. With the noise N that each channel will have,
/// the best carrier is `c = (L / N_L + g R / N_R) / (1 / N_L + g² / N_R)`. Its errors, each in proportion to its
/// channel's noise, come to `Σ (R − g L)² / (N_R + g² N_L)` together. If that costs more bits, as louder noise, than
/// the carrier saves, both channels are kept.
///
/// ISO/IEC 14496-3, 4.6.8.2.
package struct PannedSoundAnalysis: Sendable {
  private let bands: BandLayout
  /// The bands that may be coded once; empty for streams without pairs and for cores of SBR.
  package let candidates: Range<Int>
  /// The noise of sum and difference, as a fraction of the noise of the quieter channel.
  private let noiseShare: Float

  /// The lowest frequency with carriers: below it directions are heard best, bands have few lines, and carriers gain
  /// nothing.
  private static let lowestFrequency = 3000.0
  /// The largest error of the carrier, in noises of a channel. From 1 to 4 nothing changes much.
  private static let largestError: Float = 4
  /// The smallest squared correlation: below it the error is too large, except in bands that are nearly all noise.
  private static let leastCorrelation: Float = 0.5
  /// The bits of a band's position, which vary from frame to frame.
  private static let positionBits: Float = 6
  /// The number of bits that a frame must save at least, because its M/S mask is sent band by band.
  private static let leastSaving: Float = 40
  /// Positions beyond this, 1.5 dB each, are a channel on its own.
  private static let largestPosition: Float = 40

  package init(context: AnalysisContext) {
    bands = context.bands
    noiseShare = context.distribution.jointShare
    let offsets = context.bands.longOffsets
    let first = offsets.dropLast().firstIndex {
      context.frequency(ofLine: $0, isShort: false) >= PannedSoundAnalysis.lowestFrequency
    }
    let isAllowed = context.isPair && !context.isCore
    candidates = isAllowed ? min(first ?? offsets.count - 1, 63)..<min(offsets.count - 1, 64) : 0..<0
  }

  /// A band's carrier: its computation from both channels, and that of the second channel from it.
  private struct Carrier: BitwiseCopyable {
    var position: Float = 0
    var gain: Float = 0
    /// The factors of both channels in the carrier.
    var left: Float = 0
    var right: Float = 0
    /// The number of bits that the band saves with a carrier; 0 in a band that keeps both channels.
    var saving: Float = 0
  }

  /// Marks the bands of a pair with long windows that can be coded as one channel, and puts their carriers into the
  /// first channel. The second channel's lines, energies and thresholds become 0 there.
  ///
  /// - Parameter reduction: The amount by which the roots of the thresholds will be raised, as far as is known.
  package func analyze(_ element: inout AnalyzedElement, reduction: Float) {
    guard element.hasCommonWindow, !element.first.info.isShort else { return }
    let marked = candidates.clamped(to: 0..<element.first.info.bandCount)
    var carriers: [64 of Carrier] = .init(repeating: Carrier())
    var saving: Float = 0
    for band in marked where element.first.tools[band] == .spectral && element.second.tools[band] == .spectral {
      guard let carrier = carrier(element, band, reduction) else { continue }
      carriers[band] = carrier
      saving += carrier.saving
    }
    guard saving > PannedSoundAnalysis.leastSaving else { return }
    for band in marked where carriers[band].saving > 0 { join(&element, band, carriers[band]) }
  }

  /// Returns the carrier of a band, or `nil` if two channels cost less, or little more.
  private func carrier(_ element: borrowing AnalyzedElement, _ band: Int, _ reduction: Float) -> Carrier? {
    let lines = bands.longOffsets[band]..<bands.longOffsets[band + 1]
    let (left, right) = (element.first.energies[band], element.second.energies[band])
    guard left > 1, right > 1 else { return nil }
    let both = BandEnergies.sumOfProducts(
      element.first.spectrum.span.extracting(lines), element.second.spectrum.span.extracting(lines))
    guard both * both > PannedSoundAnalysis.leastCorrelation * left * right else { return nil }
    let position = (2 * FloatFunctions.log2(left / right)).rounded()
    guard abs(position) <= PannedSoundAnalysis.largestPosition else { return nil }
    let square = FloatFunctions.exp2(-position / 2)
    let gain = both < 0 ? -square.squareRoot() : square.squareRoot()
    let leftNoise = noise(element.first.thresholds[band], reduction)
    let rightNoise = noise(element.second.thresholds[band], reduction)
    let error = (right + square * left - 2 * gain * both) / (rightNoise + square * leftNoise)
    guard error < PannedSoundAnalysis.largestError else { return nil }
    let (mid, side) = ((left + right + 2 * both) / 4, (left + right - 2 * both) / 4)
    let jointNoise = noiseShare * min(leftNoise, rightNoise)
    let ratios = SIMD4(left / leftNoise, right / rightNoise, mid / jointNoise, side / jointNoise)
    // Half a bit per line for 3 dB; lines below the noise cost nothing.
    let bits = FloatFunctions.log2(SIMD4.greater(ratios, SIMD4(repeating: 1)))
    let once = max(FloatFunctions.log2(left / min(leftNoise, rightNoise / square)), 0)
    let loss = FloatFunctions.log2(1 + error / 2)
    let saving =
      0.5 * Float(lines.count) * (min(bits[0] + bits[1], bits[2] + bits[3]) - once - loss)
      - PannedSoundAnalysis.positionBits
    guard saving > 0 else { return nil }
    let weight = 1 / leftNoise + square / rightNoise
    return Carrier(
      position: position, gain: gain, left: 1 / leftNoise / weight, right: gain / rightNoise / weight, saving: saving)
  }

  private func noise(_ threshold: Float, _ reduction: Float) -> Float {
    NoiseAllocation.power(NoiseAllocation.root(max(threshold, 1e-6)) + reduction)
  }

  private func join(_ element: inout AnalyzedElement, _ band: Int, _ carrier: Carrier) {
    let lines = bands.longOffsets[band]..<bands.longOffsets[band + 1]
    for line in lines {
      element.first.spectrum[line] =
        carrier.left * element.first.spectrum[line] + carrier.right * element.second.spectrum[line]
      element.second.spectrum[line] = 0
    }
    element.first.energies[band] = BandEnergies.sumOfSquares(element.first.spectrum.span.extracting(lines))
    element.first.thresholds[band] = min(
      element.first.thresholds[band], element.second.thresholds[band] / (carrier.gain * carrier.gain))
    element.second.energies[band] = 0
    element.second.thresholds[band] = 0
    element.second.tools[band] = carrier.gain < 0 ? .intensityOutOfPhase : .intensityInPhase
    element.second.toolValues[band] = Int16(carrier.position)
    element.midSide[band] = false
  }
}
