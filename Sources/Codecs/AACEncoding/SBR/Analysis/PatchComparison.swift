import AACReplication

// Bound throughout: 64 subbands, 5 noise bands.
// Holds throughout: patches and bands lie within the 64 subbands.

/// The corrections that make the decoder's patches as tonal as the original: inverse filtering, noise, sinusoids.
///
/// ISO/IEC 14496-3, 4.6.18.6.2, 4.6.18.7.2 and 4.6.18.7.5 define the decoder's use of it. One value belongs to one
/// channel.
struct PatchComparison: Sendable {
  /// `bs_invf_mode` of each noise band.
  private(set) var inverseFiltering: [5 of UInt8] = .init(repeating: 0)
  /// The noise's energy over the patch's, of each noise band: `Q`.
  private(set) var noiseRatios: [5 of Float] = .init(repeating: leastNoise)
  /// `bs_add_harmonic`.
  private(set) var sinusoids: UInt64 = 0

  /// The strengths that the decoder has reached.
  private var generation = SBRHighFrequencyGeneration.State()
  /// The subband that each subband is copied from, or −1.
  private var sources = [Int](repeating: -1, count: SubbandRecord.bandCount)

  /// A patch with so much of the noise that the original has needs no stronger filter.
  private static let enoughNoise: Float = 0.6
  /// Bounds of `Q`: more would drown the patch, less is nothing.
  private static let mostNoise: Float = 2
  private static let leastNoise: Float = 0x1p-20
  /// The pace at which the noise floor follows.
  private static let pace: Float = 0.6
  /// The noise fractions of an original, and of a patch, beyond which a sinusoid begins; and those at which it ends.
  private static let begin: (original: Float, patch: Float) = (0.08, 0.5)
  private static let end: (original: Float, patch: Float) = (0.25, 0.3)
  /// The mean energy below which there are no tones: ten times that of the lowest envelope.
  private static let quiet: Float = 640

  init(_ bands: borrowing SBRBands) {
    var target = bands.first
    for patch in bands.patches {
      for offset in 0..<patch.count {
        sources[target] = patch.source + offset
        target += 1
      }
    }
  }

  /// Compares the packet's original with the subbands that the decoder will copy up.
  ///
  /// - Parameter hasAttack: True if the packet has an attack, which no prediction over the packet understands.
  mutating func compare(_ tonality: borrowing SubbandTonality, _ bands: borrowing SBRBands, hasAttack: Bool) {
    for band in 0..<bands.noiseBandCount {
      let subbands = bands.noise[band]..<bands.noise[band + 1]
      let original = noiseShare(tonality, subbands)
      inverseFiltering[band] = mode(tonality, subbands, original)
    }
    SBRHighFrequencyGeneration.advance(&generation, to: inverseFiltering, bandCount: bands.noiseBandCount)
    for band in 0..<bands.noiseBandCount {
      let subbands = bands.noise[band]..<bands.noise[band + 1]
      let original = noiseShare(tonality, subbands)
      let patch = patchNoiseShare(tonality, subbands, strength: generation.strengths[band])
      // With Q of noise, Q + patch = original · (Q + 1) of all is noise.
      let wanted = (original - patch) / max(1 - original, 0.01)
      let ratio = min(max(wanted, PatchComparison.leastNoise), PatchComparison.mostNoise)
      noiseRatios[band] += (hasAttack ? 1 : PatchComparison.pace) * (ratio - noiseRatios[band])
    }
    placeSinusoids(tonality, bands, hasAttack: hasAttack)
  }

  /// Returns the weakest filter that makes the patch noisy enough.
  private func mode(_ tonality: borrowing SubbandTonality, _ subbands: Range<Int>, _ original: Float) -> UInt8 {
    let strengths: [4 of Float] = [0, 0.75, 0.9, 0.98]
    for mode in 0..<3
    where patchNoiseShare(tonality, subbands, strength: strengths[mode]) >= PatchComparison.enoughNoise * original {
      return UInt8(mode)
    }
    return 3
  }

  /// Returns the share of noise in subbands of the original.
  private func noiseShare(_ tonality: borrowing SubbandTonality, _ subbands: Range<Int>) -> Float {
    var (noise, all): (Float, Float) = (1e-3, 1e-3)
    for k in subbands {
      noise += tonality.energies[k] / (1 + tonality.ratios[k])
      all += tonality.energies[k]
    }
    return noise / all
  }

  /// Returns the share of noise in the same subbands when they have been copied up and given the energies of the
  /// original.
  ///
  /// A filter of strength b leaves (1 − b)² of the predictable part.
  private func patchNoiseShare(
    _ tonality: borrowing SubbandTonality, _ subbands: Range<Int>, strength: Float
  ) -> Float {
    let left = (1 - strength) * (1 - strength)
    var (noise, all): (Float, Float) = (1e-3, 1e-3)
    for k in subbands where sources[k] >= 0 {
      noise += tonality.energies[k] / (1 + left * tonality.ratios[sources[k]])
      all += tonality.energies[k]
    }
    return noise / all
  }

  /// Places sinusoids in high-resolution bands that are tonal in the original and noisy in the patch. A sinusoid stays
  /// on until this clearly no longer applies, and none begins during an attack.
  private mutating func placeSinusoids(
    _ tonality: borrowing SubbandTonality, _ bands: borrowing SBRBands, hasAttack: Bool
  ) {
    var mask: UInt64 = 0
    var start = bands.first
    for band in 0..<(bands.high.count - 1) {
      let subbands = start..<bands.high[band + 1]
      start = subbands.upperBound
      let wasOn = sinusoids >> UInt64(band) & 1 != 0
      if hasAttack, !wasOn { continue }
      var energy: Float = 0
      for k in subbands { energy += tonality.energies[k] }
      guard energy > PatchComparison.quiet * Float(subbands.count) else { continue }
      let limits = wasOn ? PatchComparison.end : PatchComparison.begin
      let strength = generation.strengths[Int(bands.noiseBandOfSubband[subbands.lowerBound - bands.first])]
      if noiseShare(tonality, subbands) < limits.original,
        patchNoiseShare(tonality, subbands, strength: strength) > limits.patch
      {
        mask |= 1 << UInt64(band)
      }
    }
    sinusoids = mask
  }
}
