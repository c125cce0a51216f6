package import AudioBase
import AudioCatalog
package import AudioConversion
package import AudioErrors
import AudioFiles
import AudioJobs

/// Reads the samples of a recording in the requested format, block by block: opens, decodes, mixes, converts.
package struct SoundReading: ~Copyable {
  private let source: TrackSource
  private let request: SoundRequest
  private var block: PCMBlock
  /// The planes of ``block`` for its channels: each its own.
  private let order: [Int]
  /// True if the frames found by ``decodeNext()`` are in the source's own block.
  private var lendsSource = false
  private var hasGiven = false
  /// The bits per sample that the file states; `nil` for lossy formats and if it states none.
  package let sourceBitDepth: Int?

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - request: The recording, and the requested part and format.
  ///   - blockLength: The number of frames per block, at least 1.
  package init(_ request: SoundRequest, blockLength: Int) throws(AudioError) {
    try request.check()
    let media = try request.open()
    let track = try JobFiles.audioTrack(nil, of: media.reader, request.path)
    var decoding = request.decoding
    // Frames of FLAC are independent. Reading from the first one on, only the MD5 of the whole would be checked.
    if media.reader.tracks[track].format.formatID == .flac { decoding.seeking = .quick }
    source = try Self.open(TrackInput(of: media.reader, track: track, decoding: decoding), request)
    block = PCMBlock(channelCount: source.channelCount, capacity: blockLength)
    order = Array(0..<source.channelCount)
    sourceBitDepth = media.reader.tracks[track].sourceBitDepth
    self.request = request
  }

  /// The frames per second, in Hz.
  package var sampleRate: Double { source.sampleRate }
  /// The loudspeakers of the channels.
  package var layout: ChannelLayout { source.layout }
  /// The report on decoding so far.
  package var report: DecodingReport { source.report }
  /// The number of all frames; `nil` if only reading to the end finds it.
  package var frameCount: Int64? {
    guard let count = source.frameCount else { return nil }
    guard source.sampleRate != source.timelineRate else { return count }
    return Int64(saturating: (Double(count) * source.sampleRate / source.timelineRate).rounded(.up))
  }

  /// Appends the next block, interleaved, and returns its frames: fewer than a block has only at the end.
  mutating func readBlock(into samples: inout [Float]) throws(AudioError) -> Int {
    let count = try advance()
    if count > 0 { append(frameCount: count, to: &samples) }
    return count
  }

  /// Seeks to a frame, counted at ``sampleRate`` from the first requested one. The samples from there on equal those of
  /// reading from the start.
  package mutating func seek(toFrame frame: Int64) throws(AudioError) {
    let entry = source.entry(forFrame: frame)
    do throws(AudioError) {
      try source.seek(toFrame: entry.inputFrame)
      var rest = entry.droppedFrameCount
      while rest > 0 {
        var dropped = PCMBlock(channelCount: source.channelCount, capacity: Int(min(rest, 4096)))
        let count = try source.read(into: &dropped)
        if count == 0 { break }
        rest -= Int64(count)
      }
    } catch {
      throw AudioError.input(request.path, error)
    }
    hasGiven = true
  }

  /// True if ``readInterleaved(into:)`` returns the samples, because the file holds them in the requested format.
  package var isPlain: Bool { source.isPlain }

  /// Fills memory with the next samples, frame by frame, if ``isPlain`` is true; then no other reading method may be
  /// used. Doubles are not rounded.
  ///
  /// - Returns: The samples that were written; fewer than there is room for only at the end.
  package mutating func readInterleaved(into samples: inout MutableSpan<Float>) throws(AudioError) -> Int {
    let count = try raising(input: request.path) { () throws(AudioError) in try source.readInterleaved(into: &samples) }
    try note(frameCount: count)
    return count
  }

  /// Fills memory like the single-precision method.
  package mutating func readInterleaved(into samples: inout MutableSpan<Double>) throws(AudioError) -> Int {
    let count = try raising(input: request.path) { () throws(AudioError) in try source.readInterleaved(into: &samples) }
    try note(frameCount: count)
    return count
  }

  /// Decodes further frames, and returns their range in the memory of ``lendFrames(_:)``; empty at the end.
  ///
  /// Frames that are neither mixed nor converted stay where they were decoded, so that their number is that of a
  /// packet.
  package mutating func decodeNext() throws(AudioError) -> Range<Int> {
    let decoded = try raising(input: request.path) { () throws(AudioError) in try source.decodeNext() }
    lendsSource = decoded != nil
    guard let frames = decoded else { return 0..<(try advance()) }
    try note(frameCount: frames.count)
    return frames
  }

  /// Lends the frames that were decoded last, without copying.
  ///
  /// - Parameter body: Gets a block, and its plane for each channel.
  package func lendFrames(_ body: (_ block: borrowing PCMBlock, _ order: [Int]) -> Void) {
    if lendsSource { source.lendFrames(body) } else { body(block, order) }
  }

  /// Decodes the next block, and returns its frames: fewer than a block has only at the end.
  private mutating func advance() throws(AudioError) -> Int {
    let count = try raising(input: request.path) { () throws(AudioError) in try source.read(into: &block) }
    block.setFrameCount(count)
    try note(frameCount: count)
    return count
  }

  /// Throws if the requested part has no frames.
  private mutating func note(frameCount: Int) throws(AudioError) {
    if frameCount > 0 {
      hasGiven = true
    } else if !hasGiven, let seconds = request.seconds, seconds.lowerBound > 0,
      (seconds.upperBound - seconds.lowerBound) * source.timelineRate >= 1
    {
      throw AudioError.input(request.path, .partOutside(start: seconds.lowerBound))
    }
  }

  private mutating func append(frameCount: Int, to samples: inout [Float]) {
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

  /// Opens a track for the requested rate and channels.
  private static func open(_ input: TrackInput, _ request: SoundRequest) throws(AudioError) -> TrackSource {
    var output = SampleRequest(sampleRate: request.rate)
    // Low latency is of no use for files.
    output.stages.resampler.delivery = .blocks
    let unmixed = try source(of: input, as: output, request)
    guard let count = request.channels, count != unmixed.channelCount else { return unmixed }
    let given = unmixed.decoded.layout
    output.layout = ChannelLayout(usualFor: count)
    let source = try source(of: input, as: output, request)
    guard count > given.channelCount || given.namesEachChannel || source.route.assumed != nil else {
      let text = "\(given.channelCount) channels whose loudspeakers are not known cannot be mixed into \(count)"
      throw AudioError.input(request.path, .refused(text))
    }
    return source
  }

  private static func source(
    of input: TrackInput, as output: SampleRequest, _ request: SoundRequest
  ) throws(AudioError) -> TrackSource {
    return try raising(input: request.path) { () throws(AudioError) in
      try TrackSource(of: input, as: output, codecs: Catalog.standard.codecs)
    }
  }
}
