package import AudioBase
package import AudioConversion
import AudioFiles
import SignalProcessing

/// The sum of several tracks: each decoded, converted to one rate and layout, multiplied by a gain, and added at its
/// presentation time.
package final class MixedSamples {
  /// One of the mixed tracks.
  package struct Input {
    var track: TrackInput
    var part: PresentedPart
    var curve: VolumeCurve?

    /// Describes a track.
    ///
    /// - Parameters:
    ///   - track: The track, and how it is decoded.
    ///   - part: The requested part of it.
    ///   - curve: Its volume; `nil` for no change.
    package init(_ track: TrackInput, _ part: PresentedPart, curve: VolumeCurve?) {
      (self.track, self.part, self.curve) = (track, part, curve)
    }
  }

  /// The completed format of the samples.
  package var output: CodedStream { converter.output }
  /// The time scale: the output's rate, as a whole number.
  package let timescale: Int64
  private var lanes: [MixLane] = []
  private var converter: PacketConverter
  /// The frame that is given next; `nil` before the first.
  private var position: Int64?
  private var sum: PCMBlock

  /// The largest number of frames that are decoded, and added up, at a time.
  fileprivate static let runLength = 8192

  /// Opens the tracks.
  ///
  /// - Parameters:
  ///   - inputs: At least one.
  ///   - output: The packets to make, with a rate and a number of channels.
  ///   - codecs: Decoders and encoders to choose from.
  package init(_ inputs: [Input], as output: PacketRequest, codecs: [CodecDescriptor]) throws(AudioError) {
    let wanted = output.format
    let layout = output.layout ?? ChannelLayout(unlabelledChannelCount: wanted.channelsPerFrame)
    let common = StreamFormat.planarFloats(sampleRate: wanted.sampleRate, channelCount: layout.channelCount)
    // Each track is mixed and its rate converted; the sum becomes packets.
    var sums = output
    (sums.layout, sums.stages) = (layout, StageSettings())
    converter = try PacketConverter(
      from: PacketInput(CodedStream(format: common, layout: layout)), to: sums, codecs: codecs)
    timescale = max(1, Int64(exactly: wanted.sampleRate.rounded()) ?? 1)
    // Bound: a run of as many channels as a format was accepted with.
    sum = PCMBlock(channelCount: layout.channelCount, capacity: Self.runLength)
    var samples = SampleRequest(sampleRate: wanted.sampleRate, layout: layout)
    samples.stages = output.stages
    // Low latency is of no use for files.
    if samples.stages.resampler.delivery == .automatic { samples.stages.resampler.delivery = .blocks }
    for input in inputs { lanes.append(try MixLane(input, as: samples, codecs: codecs)) }
  }

  /// Fills a batch with the next frames, and returns the presentation time of the first one, in units of ``timescale``;
  /// `nil` at the end.
  ///
  /// - Parameters:
  ///   - batch: Emptied first.
  ///   - frameCount: The largest number of frames to make.
  /// - Throws: `AudioError` if a file fails.
  package func next(into batch: inout PacketBatch, frameCount: Int) throws(AudioError) -> Int64? {
    for lane in lanes { try lane.fill() }
    lanes.removeAll(where: \.isEmpty)
    guard let first = lanes.map(\.start).min() else { return nil }
    // Where no track has anything there is silence.
    let start = position ?? first
    // As far as all tracks that have begun go, and up to where the next one begins.
    var end = start &+ Int64(min(max(1, frameCount), Self.runLength))
    for lane in lanes { end = min(end, lane.start > start ? lane.start : lane.end) }
    let count = Int(max(1, end &- start))
    sum.fillWithSilence(frameCount: count)
    for lane in lanes where lane.start <= start { lane.add(to: &sum, frameCount: count) }
    position = start &+ Int64(count)
    converter.append(PlanarSamples(sum, frames: 0..<count))
    _ = try converter.fill(&batch, packetCount: count)
    return start
  }
}

/// One track of a mix, with its decoded frames that have not been returned yet.
private final class MixLane {
  private let source: TrackSource
  private let curve: VolumeCurve?
  private var block: PCMBlock
  /// The first frame that is left, on the time line.
  private(set) var start: Int64
  /// Frames of the block that have not been given.
  private var waiting = 0..<0
  private var hasEnded = false

  init(
    _ input: MixedSamples.Input, as output: SampleRequest, codecs: [CodecDescriptor]
  ) throws(AudioError) {
    var track = input.track
    let whole = try TrackSource(of: track, as: output, codecs: codecs)
    let place = PresentedPlace(of: input.part, rate: whole.timelineRate, outputRate: whole.sampleRate)
    if let stretch = place.stretch {
      track.decoding.stretch = stretch
      source = try TrackSource(of: track, as: output, codecs: codecs)
    } else {
      source = whole
    }
    start = place.start
    curve = input.curve.flatMap { $0.isUnity ? nil : $0 }
    // Bound: a run of as many channels as a format was accepted with.
    block = PCMBlock(channelCount: source.channelCount, capacity: MixedSamples.runLength)
  }

  var isEmpty: Bool { waiting.isEmpty && hasEnded }
  /// The frame after the last available one.
  var end: Int64 { start &+ Int64(waiting.count) }

  /// Decodes on if nothing is left.
  func fill() throws(AudioError) {
    guard waiting.isEmpty, !hasEnded else { return }
    waiting = 0..<(try source.read(into: &block))
    hasEnded = waiting.isEmpty
  }

  /// Adds up to `frameCount` of its frames, starting with the first remaining one.
  func add(to sum: inout PCMBlock, frameCount: Int) {
    let used = waiting.prefix(frameCount)
    var done = 0
    while done < used.count {
      let part = (used.lowerBound + done)..<used.upperBound
      var (gain, count) = (GainRamp(1), part.count)
      if let curve { (gain, count) = curve.gain(from: start &+ Int64(done), part.count, rate: source.sampleRate) }
      sum.add(part.prefix(count), of: block, to: done, times: gain)
      done += count
    }
    waiting = used.upperBound..<waiting.upperBound
    start &+= Int64(used.count)
  }
}
