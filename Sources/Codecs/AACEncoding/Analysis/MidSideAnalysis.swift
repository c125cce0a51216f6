import AACSyntax
import Transforms

// Holds throughout: both spectra have the frame's length.

/// Decides per band whether a pair is coded as sum and difference, and forms them.
///
/// ISO/IEC 14496-3, 4.6.8.1: L = M + S, R = M − S, so that M = (L + R) / 2 and S = (L − R) / 2.
struct MidSideAnalysis: Sendable {
  /// ΣLR of each band.
  private var products: [Float]
  /// Bands whose lines become sum and difference.
  private var isJoint: [Bool]
  /// The noise that each channel will have.
  private var leftNoises: [Float]
  private var rightNoises: [Float]
  /// The bits that each band costs less as sum and difference.
  private var savings: [Float]

  /// The noise of sum and difference, as a fraction of the noise of the quieter channel.
  private let noiseShare: Float

  init(noiseShare: Float) {
    self.noiseShare = noiseShare
    products = Array(repeating: 0, count: AnalyzedChannel.placeCount)
    isJoint = Array(repeating: false, count: AnalyzedChannel.placeCount)
    leftNoises = products
    rightNoises = products
    savings = products
  }

  /// Replaces the bands that are cheaper as sum and difference; noise and intensity bands stay unchanged.
  ///
  /// - Parameter reduction: The amount by which the roots of the thresholds will be raised, as far as is known: lines
  ///   below the noise cost nothing.
  mutating func apply(_ element: inout AnalyzedElement, bands: borrowing BandLayout, reduction: Float) {
    guard element.hasCommonWindow else { return }
    measureProducts(element, bands)
    let info = element.first.info
    let count = ChannelStream.place(info.groupCount - 1, info.bandCount)
    MidSideAnalysis.raise(element.first.thresholds, count, by: reduction, into: &leftNoises)
    MidSideAnalysis.raise(element.second.thresholds, count, by: reduction, into: &rightNoises)
    measureSavings(element, bands)
    let fate = fate(element)
    for group in 0..<info.groupCount {
      for band in 0..<info.bandCount { join(ChannelStream.place(group, band), &element, fate) }
    }
    transform(&element, bands)
  }

  private mutating func measureProducts(_ element: borrowing AnalyzedElement, _ bands: borrowing BandLayout) {
    for place in products.indices { products[place] = 0 }
    let left = element.first.spectrum.span
    let right = element.second.spectrum.span
    bands.forEachBand(element.first.info) { place, range in
      products[place] += BandEnergies.sumOfProducts(left.extracting(range), right.extracting(range))
    }
  }

  /// Sets the bits that each band costs less as sum and difference: half a bit per line for 3 dB; lines below the noise
  /// cost nothing, nor does a band that neither channel needs.
  private mutating func measureSavings(_ element: borrowing AnalyzedElement, _ bands: borrowing BandLayout) {
    let info = element.first.info
    for group in 0..<info.groupCount {
      let windowCount = info.isShort ? Int(info.groupLengths[group]) : 1
      for band in 0..<info.bandCount {
        let place = ChannelStream.place(group, band)
        let lineCount =
          info.isShort
          ? bands.shortOffsets[band + 1] - bands.shortOffsets[band]
          : bands.longOffsets[band + 1] - bands.longOffsets[band]
        let (left, right) = (element.first.energies[place], element.second.energies[place])
        let (mid, side) = jointEnergies(place, left, right)
        let (leftNoise, rightNoise) = (leftNoises[place], rightNoises[place])
        let noise = noiseShare * min(leftNoise, rightNoise)
        guard !isInaudible(place, element) else {
          savings[place] = 0
          continue
        }
        let ratios = SIMD4(left / leftNoise, right / rightNoise, mid / noise, side / noise)
        let bits = 0.5 * FloatFunctions.log2(SIMD4.greater(ratios, SIMD4(repeating: 1)))
        savings[place] = Float(windowCount * lineCount) * (bits[0] + bits[1] - bits[2] - bits[3])
      }
    }
  }

  /// The bands of a frame coded as sum and difference: all or none if that costs less than stating which.
  private enum Fate {
    case all
    case none
    case those
  }

  /// Decides whether all bands, no band, or a mask of bands is coded as sum and difference: the loss of a common choice
  /// is compared with the mask's one bit per band. With noise or intensity bands, which also use the mask, each band is
  /// chosen separately.
  private func fate(_ element: borrowing AnalyzedElement) -> Fate {
    let info = element.first.info
    var lossOfAll: Float = 0
    var lossOfNone: Float = 0
    for group in 0..<info.groupCount {
      for band in 0..<info.bandCount {
        let place = ChannelStream.place(group, band)
        guard isSpectral(place, element) else { return .those }
        lossOfAll += max(-savings[place], 0)
        lossOfNone += max(savings[place], 0)
      }
    }
    guard min(lossOfAll, lossOfNone) < Float(info.groupCount * info.bandCount) else { return .those }
    return lossOfAll <= lossOfNone ? .all : .none
  }

  private func isSpectral(_ place: Int, _ element: borrowing AnalyzedElement) -> Bool {
    element.first.tools[place] == .spectral && element.second.tools[place] == .spectral
  }

  /// Returns true if a band is inaudible in both channels, so that all of it may be noise.
  private func isInaudible(_ place: Int, _ element: borrowing AnalyzedElement) -> Bool {
    element.first.thresholds[place] >= element.first.energies[place]
      && element.second.thresholds[place] >= element.second.energies[place]
  }

  /// Returns the energies of sum and difference.
  private func jointEnergies(_ place: Int, _ left: Float, _ right: Float) -> (mid: Float, side: Float) {
    let half = (left + right) / 4
    return (max(half + products[place] / 2, 0), max(half - products[place] / 2, 0))
  }

  /// Marks a band to be coded as sum and difference, and gives it their energies and thresholds.
  private func join(_ place: Int, _ element: inout AnalyzedElement, _ fate: Fate) {
    guard isSpectral(place, element), fate == .all || fate == .those && savings[place] > 0 else { return }
    let (mid, side) = jointEnergies(place, element.first.energies[place], element.second.energies[place])
    // The share of a noise that is all of a channel would be less than sum or difference, which were coded for it.
    let isInaudible = isInaudible(place, element)
    let threshold = noiseShare * min(element.first.thresholds[place], element.second.thresholds[place])
    element.midSide[place] = true
    element.first.energies[place] = mid
    element.second.energies[place] = side
    element.first.thresholds[place] = isInaudible ? max(mid, threshold) : threshold
    element.second.thresholds[place] = isInaudible ? max(side, threshold) : threshold
  }

  /// Sets the noise at `count` positions, four at a time, and at the following ones up to a multiple of four.
  private static func raise(_ thresholds: [Float], _ count: Int, by reduction: Float, into noises: inout [Float]) {
    var noises = noises.mutableSpan
    let thresholds = thresholds.span
    for place in stride(from: 0, to: count, by: 4) {
      noises.setQuad(NoiseAllocation.raised(thresholds.quad(at: place), by: reduction), at: place)
    }
  }

  private mutating func transform(_ element: inout AnalyzedElement, _ bands: borrowing BandLayout) {
    let info = element.first.info
    for place in isJoint.indices { isJoint[place] = element.midSide[place] && element.first.tools[place] == .spectral }
    bands.forEachBand(info) { place, range in
      guard isJoint[place] else { return }
      Self.join(range, &element.first.spectrum, &element.second.spectrum)
    }
  }

  /// Replaces the first channel by the mean of both, and the second by half of their difference.
  private static func join(_ lines: Range<Int>, _ first: inout [Float], _ second: inout [Float]) {
    var allMid = first.mutableSpan
    var allSide = second.mutableSpan
    var mid = allMid._mutatingExtracting(lines)
    var side = allSide._mutatingExtracting(lines)
    let count = mid.count
    precondition(side.count == count)
    for line in 0..<count {
      let (left, right) = (mid[line], side[line])
      mid[line] = (left + right) * 0.5
      side[line] = (left - right) * 0.5
    }
  }
}
