public import AudioBase
import AudioConversion
import AudioFiles
import AudioJobs

/// The properties of a sound as a whole.
public struct SoundInspection: Sendable {
  /// Frames per second, in Hz.
  public var sampleRate: Double
  /// The number of frames that were decoded.
  public var frameCount: Int64
  /// The loudspeakers of the channels, in the order of WAVE.
  public var layout: ChannelLayout
  /// The outline of each channel.
  public var waveform: WaveformColumns
  /// The power over time and frequency.
  public var spectrogram: SpectrogramColumns
  /// Loudness over time; `nil` for rates beyond 8 to 384 kHz.
  public var loudness: LoudnessColumns?
  /// The number of packets that could not be decoded and were replaced.
  public var damagedPacketCount: Int64
}

extension SoundInspection {
  /// Decodes a track once, and analyses its samples in every respect.
  ///
  /// - Throws: `AudioError` where nothing can be decoded, or where the job is cancelled.
  init(
    of opening: TrackSamples.Opening, _ resolution: InspectionResolution, _ control: JobControl
  ) throws(AudioError) {
    var samples = try TrackSamples(opening, control)
    let (rate, channelCount) = (samples.format.sampleRate, samples.format.channelsPerFrame)
    let layout = samples.layout ?? ChannelLayout(usualFor: channelCount)
    let expected = samples.expectedFrameCount
    var waveform = WaveformBuilder(
      channelCount: channelCount, wanted: resolution.waveformColumns(channelCount: channelCount), expected: expected)
    var spectrogram = SpectrogramBuilder(
      of: SpectrogramBuilder.Subject(
        sampleRate: rate, channels: resolution.spectrogramChannels(of: channelCount), expected: expected),
      scale: resolution.scale(sampleRate: rate), wanted: resolution.spectrogramColumnCount)
    var loudness = LoudnessBuilder(sampleRate: rate, layout: layout, wanted: resolution.loudnessColumnCount)
    var frameCount: Int64 = 0
    while try samples.next() {
      waveform.add(samples.block)
      spectrogram.add(samples.block)
      loudness?.add(samples.block)
      frameCount += Int64(samples.block.frameCount)
    }
    self.init(
      sampleRate: rate, frameCount: frameCount, layout: layout, waveform: waveform.result,
      spectrogram: spectrogram.finish(), loudness: loudness?.result,
      damagedPacketCount: samples.report.damagedPacketCount)
  }
}
