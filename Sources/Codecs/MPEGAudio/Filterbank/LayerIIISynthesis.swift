import AudioBase

/// Both filterbanks of layer III, and their state of each channel.
struct LayerIIISynthesis: Sendable {
  private let hybrid = HybridFilterbank()
  private let polyphase = PolyphaseSynthesis()
  private var channels: [Channel]
  /// The subband samples of one channel of a granule.
  private var slots = [Float](repeating: 0, count: Spectrum.count)
  /// The right channel of granules in stereo that a stream in mono has now and then.
  private var right = Right()

  private struct Right: Sendable {
    var hybrid = HybridFilterbank.State()
    var slots = [Float](repeating: 0, count: Spectrum.count)
    /// True if the granule before was in stereo.
    var isActive = false
  }

  private struct Channel: Sendable {
    var hybrid = HybridFilterbank.State()
    var polyphase = PolyphaseSynthesis.State()
  }

  init(channelCount: Int) {
    channels = (0..<channelCount).map { _ in Channel() }
  }

  /// Turns the spectra of a granule into its 576 samples of each channel.
  mutating func synthesize(_ spectra: borrowing SpectrumPair, granule: Int, into output: inout PCMBlock) {
    if right.isActive {
      // The remainders of both sides continue as one.
      channels[0].hybrid.average(with: right.hybrid)
      right.isActive = false
    }
    let start = granule * Spectrum.count
    for channel in channels.indices {
      hybrid.synthesize(
        channel == 0 ? spectra.left.span : spectra.right.span, spectra.shapes[channel], &channels[channel].hybrid,
        into: &slots)
      var plane = output.plane(channel)
      var samples = plane._mutatingExtracting(start..<(start + Spectrum.count))
      polyphase.synthesize(slots, &channels[channel].polyphase, into: &samples)
    }
  }

  /// Turns the spectra of a granule in stereo into 576 samples of the one channel of a stream in mono: half of each
  /// side.
  ///
  /// The sides are joined between the filterbanks, of which the second is the same for both.
  mutating func mix(_ spectra: borrowing SpectrumPair, granule: Int, into output: inout PCMBlock) {
    if !right.isActive {
      right.hybrid = channels[0].hybrid
      right.isActive = true
    }
    hybrid.synthesize(spectra.left.span, spectra.shapes[0], &channels[0].hybrid, into: &slots)
    hybrid.synthesize(spectra.right.span, spectra.shapes[1], &right.hybrid, into: &right.slots)
    for place in slots.indices { slots[place] = 0.5 * (slots[place] + right.slots[place]) }
    let start = granule * Spectrum.count
    var plane = output.plane(0)
    var samples = plane._mutatingExtracting(start..<(start + Spectrum.count))
    polyphase.synthesize(slots, &channels[0].polyphase, into: &samples)
  }

  /// Clears all granules.
  mutating func reset() {
    right.isActive = false
    for channel in channels.indices {
      channels[channel].hybrid.reset()
      channels[channel].polyphase.reset()
    }
  }
}
