import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs

/// The samples of a recording as somebody wants them, block after block: opened, decoded, mixed, converted.
struct SoundReading: ~Copyable {
  private let source: TrackSource
  private let request: SoundRequest
  private var block: PCMBlock
  private var hasGiven = false

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - request: The recording, and what is wanted of it.
  ///   - blockLength: Frames of a block, at least 1.
  init(_ request: SoundRequest, blockLength: Int) throws(JobError) {
    try request.check()
    let media = try request.open()
    let track = try JobFiles.audioTrack(nil, of: media.reader, request.path)
    source = try Self.open(TrackInput(of: media.reader, track: track, decoding: request.decoding), request)
    block = PCMBlock(channelCount: source.channelCount, capacity: blockLength)
    self.request = request
  }

  /// Frames a second.
  var sampleRate: Double { source.sampleRate }
  /// The loudspeakers of the channels.
  var layout: ChannelLayout { source.layout }
  /// What decoding has come to so far.
  var report: DecodingReport { source.report }

  /// Appends the next block, interleaved, and returns its frames: fewer than a block has only at the end.
  mutating func readBlock(into samples: inout [Float]) throws(JobError) -> Int {
    let count: Int
    do throws(ConversionError) {
      count = try source.read(into: &block)
    } catch {
      throw JobError(.conversion(error), .input, request.path)
    }
    if count > 0 {
      hasGiven = true
      append(frameCount: count, to: &samples)
    } else if !hasGiven, let seconds = request.seconds, seconds.lowerBound > 0,
      (seconds.upperBound - seconds.lowerBound) * source.timelineRate >= 1
    {
      throw JobError(.partOutside(start: seconds.lowerBound), .input, request.path)
    }
    return count
  }

  private mutating func append(frameCount: Int, to samples: inout [Float]) {
    block.setFrameCount(frameCount)
    let (start, channelCount) = (samples.count, block.channelCount)
    samples.append(contentsOf: repeatElement(0, count: frameCount * channelCount))
    var all = samples.mutableSpan
    for channel in 0..<channelCount {
      let plane = block.channel(channel)
      var place = start + channel
      for frame in plane.indices {
        all[place] = plane[frame]
        place += channelCount
      }
    }
  }

  /// Opens a track for the wanted rate and channels.
  private static func open(_ input: TrackInput, _ request: SoundRequest) throws(JobError) -> TrackSource {
    var output = SampleOutput(sampleRate: request.rate)
    // Nobody waits for single frames.
    output.options.resampler.delivery = .blocks
    let unmixed = try source(of: input, as: output, request)
    guard let count = request.channels, count != unmixed.channelCount else { return unmixed }
    let (given, wanted) = (unmixed.decoded.layout, ChannelLayout(usualFor: count))
    output.layout = wanted
    if count < given.channelCount, !(given.namesEachChannel && wanted.namesEachChannel) {
      let usual = ChannelLayout(usualFor: given.channelCount)
      guard usual.namesEachChannel, wanted.namesEachChannel else {
        let text = "\(given.channelCount) channels whose loudspeakers are not known cannot be mixed into \(count)"
        throw JobError(.refused(text), .input, request.path)
      }
      output.options.channels = .matrix(.mixing(usual, to: wanted))
    }
    return try source(of: input, as: output, request)
  }

  private static func source(
    of input: TrackInput, as output: SampleOutput, _ request: SoundRequest
  ) throws(JobError) -> TrackSource {
    do throws(ConversionError) {
      return try TrackSource(of: input, as: output, codecs: Catalog.standard.codecs)
    } catch {
      throw JobError(.conversion(error), .input, request.path)
    }
  }
}

extension ChannelLayout {
  /// Whether the place of every channel is known, and no two are the same: what mixing needs.
  fileprivate var namesEachChannel: Bool {
    !speakers.contains(.unknown) && Set(speakers).count == speakers.count
  }
}
