import AudioBase

/// Both filterbanks of layer III, and their state of each channel.
///
/// The granules of a frame go through the transforms of the subbands one by one, and then through the polyphase
/// filterbank together: 36 slots come in fours, 18 do not.
struct LayerIIISynthesis: Sendable {
  private let hybrid = HybridFilterbank()
  private let polyphase = PolyphaseSynthesis()
  private var channels: [Channel]
  /// The right channel of granules in stereo that a stream in mono has now and then.
  private var right = Channel()
  /// True if the granule before was in stereo, in a stream in mono.
  private var isMixing = false

  private struct Channel: Sendable {
    var hybrid = HybridFilterbank.State()
    var polyphase = PolyphaseSynthesis.State()
    /// The subband samples of a frame.
    var slots = SubbandSlots()

    mutating func transform(
      _ lines: borrowing SubbandLines, _ shape: HybridFilterbank.Shape, _ filterbank: borrowing HybridFilterbank,
      granule: Int
    ) {
      filterbank.synthesize(lines, (shape, granule * Spectrum.rowCount), &hybrid, into: &slots)
    }

    mutating func synthesize(_ filterbank: borrowing PolyphaseSynthesis, into samples: inout MutableSpan<Float>) {
      filterbank.synthesize(slots, &polyphase, into: &samples)
    }
  }

  init(channelCount: Int) {
    channels = (0..<channelCount).map { _ in Channel() }
  }

  /// Converts the spectra of a granule to the samples of its subbands.
  mutating func transform(_ spectra: borrowing SpectrumPair, granule: Int) {
    if isMixing {
      // The remainders of both sides continue as one.
      channels[0].hybrid.average(with: right.hybrid)
      isMixing = false
    }
    for channel in channels.indices {
      channels[channel].transform(
        channel == 0 ? spectra.leftLines : spectra.rightLines, spectra.shapes[channel], hybrid, granule: granule)
    }
  }

  /// Mixes the spectra of a stereo granule into subband samples of a mono stream: half of each side.
  ///
  /// The sides are joined between the filterbanks, of which the second is the same for both.
  mutating func mix(_ spectra: borrowing SpectrumPair, granule: Int) {
    if !isMixing {
      right.hybrid = channels[0].hybrid
      isMixing = true
    }
    let first = granule * Spectrum.rowCount
    channels[0].transform(spectra.leftLines, spectra.shapes[0], hybrid, granule: granule)
    right.transform(spectra.rightLines, spectra.shapes[1], hybrid, granule: granule)
    channels[0].slots.average(with: right.slots, slots: first..<first + Spectrum.rowCount)
  }

  /// Converts the subband samples of all granules to sound.
  mutating func synthesize(granuleCount: Int, into output: inout PCMBlock) {
    for channel in channels.indices {
      var plane = output.plane(channel)
      var samples = plane._mutatingExtracting(0..<(granuleCount * Spectrum.count))
      channels[channel].synthesize(polyphase, into: &samples)
    }
  }

  /// Clears all granules.
  mutating func reset() {
    isMixing = false
    for channel in channels.indices {
      channels[channel].hybrid.reset()
      channels[channel].polyphase.reset()
    }
  }
}
