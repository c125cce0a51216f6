import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles

/// The sound of several files, one after the other without a gap, read as one track of linear PCM.
///
/// A copy continues reading independently, as of any reader: one whose files were read elsewhere meanwhile begins again
/// and skips what has been read, which takes time and changes nothing.
struct JoinedTracks: ContainerReader {
  /// The samples of the track, their rate and channels.
  struct Shape {
    var samples: SampleFormat
    var sampleRate: Double
    var layout: ChannelLayout
  }

  var fileType: FourCharacterCode { "lpcm" }
  private(set) var tracks: [TrackInfo]
  private(set) var metadata: Metadata
  private let parts: [TrackSamples.Opening]
  private let request: PacketRequest
  private let control: JobControl
  private let failure: Failure
  /// The frame that is read next.
  private var position: Int64 = 0
  private var reading: Reading?

  /// The reason why reading failed, which a container's error cannot carry.
  final class Failure {
    var error: AudioError?
  }

  /// The decoder of the parts, and its progress.
  private final class Reading {
    var part = 0
    var position: Int64 = 0
    var samples: TrackSamples?
  }

  /// - Parameters:
  ///   - frameCount: Frames of all parts, where they are known.
  ///   - failure: Takes the reason why reading fails.
  init(
    _ parts: [TrackSamples.Opening], _ shape: Shape, metadata: Metadata, failure: Failure
  ) {
    self.parts = parts
    self.metadata = metadata
    self.failure = failure
    control = JobControl()
    let format = StreamFormat(
      shape.samples, sampleRate: shape.sampleRate, channelsPerFrame: shape.layout.channelCount)
    request = PacketRequest(format, layout: shape.layout, stages: StageSettings(channels: .mixing))
    var track = TrackInfo(format: format)
    track.layout = shape.layout
    track.sourceBitDepth = shape.samples.bitsPerSample
    tracks = [track]
  }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) { position = max(0, packet) }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    batch.removeAll(nextPacket: position)
    let size = max(1, request.format.bytesPerFrame)
    do throws(AudioError) {
      while true {
        let current = self.current()
        guard let count = try advance(current) else { return false }
        let skipped = min(Int64(count), position - current.position)
        current.position += Int64(count)
        guard skipped < Int64(count) else { continue }
        current.samples?.copyBytes(from: Int(skipped) * size, to: &batch.bytes)
        let frames = batch.bytes.count / size
        batch.noteAppendedPacket(from: 0, fileOffset: position, frameCount: frames)
        position += Int64(frames)
        return true
      }
    } catch {
      failure.error = error
      throw ContainerError(.inputOutput, "a part of what is joined cannot be decoded", at: 0)
    }
  }

  /// Returns the decoder at the position, or before it.
  private mutating func current() -> Reading {
    if let reading, reading.position <= position { return reading }
    let new = Reading()
    reading = new
    return new
  }

  /// Decodes the next frames, and returns their number; `nil` at the end of the last part.
  private func advance(_ reading: Reading) throws(AudioError) -> Int? {
    while reading.part < parts.count {
      if reading.samples == nil {
        reading.samples = .some(try TrackSamples(parts[reading.part], to: request, control))
      }
      if try reading.samples?.next() == true {
        let bytes = reading.samples?.byteCount ?? 0
        return bytes / max(1, request.format.bytesPerFrame)
      }
      reading.samples = nil
      reading.part += 1
    }
    return nil
  }
}
