import AudioBase
import AudioConversion
import AudioFiles

/// The sound of several files in sequence without a gap.
final class JoinedSound: SoundMaker {
  /// The samples of the sound, their rate and channels.
  struct Shape {
    var samples: SampleFormat
    var sampleRate: Double
    var layout: ChannelLayout

    /// The sound as a track.
    var track: TrackInfo {
      let format = StreamFormat(samples, sampleRate: sampleRate, channelsPerFrame: layout.channelCount)
      var track = TrackInfo(format: format)
      (track.layout, track.sourceBitDepth) = (layout, samples.bitsPerSample)
      return track
    }
  }

  private(set) var bytes: [UInt8] = []
  /// The results of decoding the parts that are over, with their files.
  private(set) var reports: [(path: Pathname, report: DecodingReport)] = []
  private var parts: ArraySlice<TrackSamples.Opening>
  private let request: PacketRequest
  /// The decoder of the first of the parts that are left.
  private var reading: TrackSamples?

  init(_ parts: [TrackSamples.Opening], _ shape: Shape) {
    self.parts = parts[...]
    request = PacketRequest(shape.track.format, layout: shape.layout, stages: StageSettings(channels: .mixing))
  }

  func next() throws(AudioError) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    while let part = parts.first {
      if reading == nil { reading = .some(try TrackSamples(part, to: request, JobControl())) }
      if try reading?.next() == true {
        reading?.copyBytes(from: 0, to: &bytes)
        return true
      }
      if let report = reading?.report { reports.append((part.path, report)) }
      reading = nil
      parts.removeFirst()
    }
    return false
  }
}
