import AudioBase
import AudioConversion
import AudioJobs

extension SoundInspection {
  /// Decodes a track once, and analyses its samples in every respect.
  ///
  /// - Throws: `AudioError` if nothing can be decoded, or where the job is cancelled.
  init(
    of opening: TrackSamples.Opening, _ resolution: InspectionResolution, _ control: JobControl
  ) throws(AudioError) {
    var samples = try TrackSamples(opening, control)
    let (rate, channelCount) = (samples.format.sampleRate, samples.format.channelsPerFrame)
    let layout = samples.layout ?? ChannelLayout(usualFor: channelCount)
    var builder = SoundBuilder(
      sampleRate: rate, layout: layout, expected: samples.expectedFrameCount, resolution)
    while try samples.next() { builder.add(samples.block) }
    self = builder.finish(damagedPacketCount: samples.report.damagedPacketCount)
  }
}
