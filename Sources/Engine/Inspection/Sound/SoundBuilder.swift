import AudioBase

/// Analyses all aspects of a sound while it is decoded. Its memory does not grow with the sound.
struct SoundBuilder {
  private let sampleRate: Double
  private let layout: ChannelLayout
  private var frameCount: Int64 = 0
  private var waveform: WaveformBuilder
  private var spectrogram: SpectrogramBuilder
  private var loudness: LoudnessBuilder?

  /// - Parameters:
  ///   - layout: The loudspeakers of the channels, in the order of WAVE.
  ///   - expected: The frames that will come, if that is known.
  init(sampleRate: Double, layout: ChannelLayout, expected: Int64?, _ resolution: InspectionResolution) {
    let channelCount = layout.channelCount
    self.sampleRate = sampleRate
    self.layout = layout
    waveform = WaveformBuilder(
      channelCount: channelCount, wanted: resolution.waveformColumns(channelCount: channelCount), expected: expected)
    spectrogram = SpectrogramBuilder(
      of: SpectrogramBuilder.Subject(
        sampleRate: sampleRate, channels: resolution.spectrogramChannels(of: channelCount), expected: expected),
      scale: resolution.scale(sampleRate: sampleRate), wanted: resolution.spectrogramColumnCount)
    loudness = LoudnessBuilder(sampleRate: sampleRate, layout: layout, wanted: resolution.loudnessColumnCount)
  }

  /// Adds planar frames.
  mutating func add(_ block: borrowing SampleBlock<Double>) {
    waveform.add(block)
    spectrogram.add(block)
    loudness?.add(block)
    frameCount += Int64(block.frameCount)
  }

  /// Returns the properties of the sound, which has ended.
  mutating func finish(damagedPacketCount: Int64) -> SoundInspection {
    SoundInspection(
      sampleRate: sampleRate, frameCount: frameCount, layout: layout, waveform: waveform.result,
      spectrogram: spectrogram.finish(), loudness: loudness?.result, damagedPacketCount: damagedPacketCount)
  }
}
