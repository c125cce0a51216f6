import AudioBase

/// Both filterbanks of layer III, and what they remember of each channel.
struct LayerIIISynthesis: Sendable {
  private let hybrid = HybridFilterbank()
  private let polyphase = PolyphaseSynthesis()
  private var channels: [Channel]
  /// Subband samples of one channel of a granule.
  private var slots = [Float](repeating: 0, count: Spectrum.count)

  private struct Channel: Sendable {
    var hybrid = HybridFilterbank.State()
    var polyphase = PolyphaseSynthesis.State()
  }

  init(channelCount: Int) {
    channels = (0..<channelCount).map { _ in Channel() }
  }

  /// Turns the spectra of a granule into its 576 samples of each channel.
  mutating func synthesize(_ spectra: borrowing SpectrumPair, granule: Int, into output: inout PCMBlock) {
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

  /// Forgets all granules.
  mutating func reset() {
    for channel in channels.indices {
      channels[channel].hybrid.reset()
      channels[channel].polyphase.reset()
    }
  }
}
