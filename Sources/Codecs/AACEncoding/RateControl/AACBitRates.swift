import AACSyntax
package import MPEG4Systems

/// The bit rates that are sensible for a stream.
package struct AACBitRates: Sendable {
  /// The range of the bit rate of all channels, in bits per second.
  let range: ClosedRange<Int>
  /// The bit rate used if none is requested.
  let recommended: Int
  /// The number of channels weighted by their needs: a low frequency channel counts for a tenth.
  let weightedChannelCount: Double

  init(_ stream: AACConfiguration) {
    let (profile, sampleRate) = (stream.profile, stream.coreRate)
    var weight = 0.0
    var fullChannelCount = 0
    for slot in stream.slots {
      weight += slot.isLowFrequency ? 0.1 : Double(slot.element.channelCount)
      fullChannelCount += slot.element.channelCount
    }
    weightedChannelCount = weight
    let reduction = Double(stream.downscaleFactor)
    let frameLength: Double = profile.hasBlockSwitching ? 1024 : 512 / reduction
    let hasReplication = stream.replication != nil
    let isSingleRate = stream.replication?.isDownsampled ?? false
    // 6144 bits per channel and packet; and below about an eighth of a bit per sample there is only side information.
    let most = Int(Double(6144 * fullChannelCount) * sampleRate / frameLength)
    // More packets per second have more side information.
    let shares: (least: Double, perSample: Double) =
      if !hasReplication {
        (6000, 0.17)
      } else if stream.replication?.hasParametricStereo == true {
        (10000, 0.45)
      } else {
        profile.hasBlockSwitching ? (8000, 0.36) : (10000, isSingleRate ? 0.36 : 0.5)
      }
    let parameters = LowDelaySurroundConfiguration.bitRate(stream)
    let least = Int((weight * reduction * max(shares.least, shares.perSample * sampleRate) + parameters).rounded(.up))
    // Where nothing is gained by more; speech with LD-SBR is also sent at 40 kbit/s a channel, whatever its rate.
    let useful = Double(isSingleRate ? 2 : hasReplication ? 3 : 6) * sampleRate
    let floor: Double = hasReplication && !profile.hasBlockSwitching ? 40_000 : 0
    range = least...max(least, min(most, Int(weight * max(useful, floor))))
    let bitsPerSample = (profile.hasBlockSwitching ? 1.45 : isSingleRate ? 1 : 1.6) + 0.2 * (reduction - 1)
    let wanted = Int(((weight * max(bitsPerSample * sampleRate, 16000) + parameters) / 4000).rounded()) * 4000
    recommended = min(max(wanted, range.lowerBound), range.upperBound)
  }

  /// Returns the bit rate used if none is requested; for a variable rate, the approximate mean rate of its quality,
  /// because bandwidth and noise substitution depend on it. Streams with SBR are tuned by the recommended one.
  ///
  /// - Parameter quality: 0…127 of a variable rate, or `nil`.
  func usual(quality: Int?, of stream: AACConfiguration) -> Int {
    guard let quality, stream.replication == nil, stream.surround == nil else { return recommended }
    let share = Double(quality) / 127
    // 70, 105, 150, 210 and 275 kbit/s of music at 44.1 kHz in stereo, a quarter of the scale apart.
    let bitsPerSample = 0.8 + share + 1.32 * share * share
    return min(max(Int(weightedChannelCount * stream.coreRate * bitsPerSample), range.lowerBound), range.upperBound)
  }

  /// Returns the sampling rates of an object type, in Hz.
  package static func sampleRates(of type: AudioObjectType) -> [Int] {
    type == .aacLC
      ? [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000]
      : [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]
  }
}
