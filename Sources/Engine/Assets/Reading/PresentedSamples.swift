package import AudioBase
package import AudioConversion
import AudioFiles

/// Reads the sound of one track in another format, usually linear PCM, with its presentation times: decoded, trimmed to
/// the frame, mixed, and rate-converted.
package final class PresentedSamples {
  /// The completed format of the packets.
  package let output: CodedStream
  /// The converter. The number of presented frames is known after its end; see ``packetTable``.
  private var converter: TrackConverter
  /// The time at which the first frame is presented, in frames of the output.
  private let start: Int64
  /// The time scale: the output's rate, as a whole number.
  package let timescale: Int64

  /// Opens a track.
  ///
  /// - Parameters:
  ///   - input: The track, and how it is decoded; ``DecodeRequest/stretch`` is set by this object.
  ///   - part: The requested part of the track.
  ///   - output: The packets to make; a rate or a number of channels of 0 means the track's.
  ///   - codecs: Decoders and encoders to choose from. Linear PCM needs none.
  package init(
    of input: TrackInput, part: PresentedPart, as output: PacketRequest, codecs: [CodecDescriptor]
  ) throws(AudioError) {
    var input = input
    let whole = try TrackConverter(of: input, to: output, codecs: codecs)
    self.output = whole.output
    let rate = whole.output.format.sampleRate
    timescale = max(1, Int64(exactly: rate.rounded()) ?? 1)
    let place = PresentedPlace(of: part, rate: whole.decoded.sampleRate, outputRate: rate)
    start = place.start
    if let stretch = place.stretch {
      input.decoding.stretch = stretch
      converter = try TrackConverter(of: input, to: output, codecs: codecs)
    } else {
      converter = whole
    }
  }

  /// Fills a batch with the next packets, and returns the presentation time of the first one, in units of
  /// ``timescale``; `nil` at the end.
  ///
  /// - Parameters:
  ///   - batch: Emptied first.
  ///   - packetCount: The largest number of packets to make; for linear PCM frames.
  /// - Throws: `AudioError` if the file fails or the encoder does.
  package func next(into batch: inout PacketBatch, packetCount: Int) throws(AudioError) -> Int64? {
    let before = converter.outputFrameCount
    guard try converter.convertNext(into: &batch, packetCount: packetCount), !batch.bytes.isEmpty else { return nil }
    return start &+ before
  }
}

/// The frames at which a part of a track is read, and the presentation time of the first.
struct PresentedPlace {
  /// The range of frames to decode, counted from the first presented frame; `nil` for all.
  private(set) var stretch: Range<Int64>?
  /// The time at which the first frame is presented, in frames of the output.
  let start: Int64

  /// - Parameters:
  ///   - rate: The sample rate of the decoded frames.
  ///   - outputRate: The sample rate of the output, in Hz.
  init(of part: PresentedPart, rate: Double, outputRate: Double) {
    let timeline = part.timeline
    stretch = part.range.flatMap { Self.stretch($0, timeline, rate: rate) }
    let first = stretch?.lowerBound ?? 0
    let timescale = max(1, Int64(exactly: outputRate.rounded()) ?? 1)
    let seconds = Double(timeline.start) / Double(timeline.timescale) + (rate > 0 ? Double(first) / rate : 0)
    start = Int64(exactly: (seconds * Double(timescale)).rounded()) ?? 0
  }

  private static func stretch(_ range: Range<Int64>, _ timeline: TrackTimeline, rate: Double) -> Range<Int64>? {
    let lower = max(0, frames(range.lowerBound &- timeline.start, timeline, rate))
    let upper = range.upperBound == .max ? .max : max(lower, frames(range.upperBound &- timeline.start, timeline, rate))
    return lower == 0 && upper == .max ? nil : lower..<upper
  }

  /// Returns the first frame at or after a time.
  private static func frames(_ units: Int64, _ timeline: TrackTimeline, _ rate: Double) -> Int64 {
    if let whole = Int64(exactly: rate) {
      return MediaTime(value: units, timescale: timeline.timescale).unitsRoundedUp(of: whole)
    }
    return Int64(exactly: (Double(units) * rate / Double(timeline.timescale)).rounded(.up)) ?? 0
  }
}
