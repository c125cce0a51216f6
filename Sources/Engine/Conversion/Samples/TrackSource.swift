public import AudioBase
import SignalProcessing

// Bound throughout: blocks hold as many channels as a decoder was accepted with.
// Holds throughout: planes are asked for at most as many frames as they have.

/// The samples of one track of a file, mixed and converted to a rate and a layout: decode, conceal, trim, mix, convert
/// the rate.
///
/// ```
/// decoder's block ─► matrix ─► resampler ─► the caller's memory
///                    (where needed each)
/// ```
/// The last of these steps writes straight into the memory that is to be filled, so that samples are moved once where
/// nothing is mixed. After the first packets only ``seek(toFrame:)`` allocates.
public final class TrackSource: SampleSource {
  /// Frames a second of the samples that it gives.
  public let sampleRate: Double
  /// The loudspeakers of the channels that it gives, in their order.
  public let layout: ChannelLayout
  /// What the track's packets decode to, at its beginning.
  public let decoded: DecodedFormat
  /// Frames of the recording at ``timelineRate``, where the container tells.
  public let frameCount: Int64?

  private let reader: any ContainerReader
  private let track: Int
  private let opening: TrackOpening
  private let output: SampleOutput
  private var channelOrder: [Int]
  private var mixer: ChannelMixer<Float>?
  private var mixed: PCMBlock
  private var resampler: Resampler<Float>?
  private var decoding: PacketDecoding<TrackPackets, Float>
  /// Frames of the decoded or mixed block that have not been given.
  private var waiting = 0..<0
  /// What frames are decoded to that are mixed and converted now.
  private var planned: DecodedFormat
  /// Decoded frames of another format, which wait until those before them have been given.
  private var held: Range<Int>?
  private var hasEnded = false

  /// The number of channels that it gives.
  public var channelCount: Int { channelOrder.count }
  /// Frames a second of the recording: those that its decoder gives.
  public var timelineRate: Double { decoded.sampleRate }
  /// What decoding has come to since the start or the last seek.
  public var report: DecodingReport { decoding.report }

  /// Opens a track and goes to its first wanted frame.
  ///
  /// - Parameters:
  ///   - reader: The file; the source keeps its own copy of the cursor.
  ///   - track: An index into the reader's tracks.
  ///   - output: The rate and layout to give samples in; ``SampleOutput/unchanged`` keeps those of the track.
  ///   - codecs: The decoders to choose from. Linear PCM needs none.
  ///   - decoding: Which part is decoded, and what happens to damage. Frames are counted from its first one.
  /// - Throws: ``ConversionError/decoding(_:)``, or ``ConversionError/rates(_:_:)`` and the like where the output
  ///   cannot be made.
  public init(
    of reader: any ContainerReader, track: Int, as output: SampleOutput = .unchanged, codecs: [CodecDescriptor],
    decoding options: DecodingOptions = DecodingOptions()
  ) throws(ConversionError) {
    opening = TrackOpening(codecs: codecs, options: options)
    let decoder = try opening.makeDecoder(of: reader, track: track)
    decoded = decoder.format
    planned = decoder.format
    self.output = output
    sampleRate = output.sampleRate ?? decoded.sampleRate
    layout = output.layout ?? decoded.layout.inWaveOrder
    guard sampleRate > 0, sampleRate.isFinite else { throw .rates(decoded.sampleRate, sampleRate) }
    let plan = try ConversionPlan(from: decoded, toRate: sampleRate, layout: layout, options: output.options)
    (channelOrder, mixer) = (plan.channelOrder, plan.mixing.map { ChannelMixer($0) })
    mixed = PCMBlock(channelCount: plan.mixing == nil ? 0 : layout.channelCount, capacity: Self.blockLength)
    // One conversion for each channel that is given, for two of them may come from the same one.
    resampler = try Self.makeResampler(plan, channelCount: max(1, layout.channelCount))
    let decoding: PacketDecoding<TrackPackets, Float> = try opening.open(decoder, reader, track: track)
    frameCount =
      decoding.source.expectedFrameCount(for: decoded) ?? Self.frameCount(reader.tracks[track], decoded, options)
    self.decoding = decoding
    self.reader = reader
    self.track = track
  }

  /// The frames of a track whose stream changes, by its duration; `nil` where the container does not tell it.
  private static func frameCount(_ track: TrackInfo, _ decoded: DecodedFormat, _ options: DecodingOptions) -> Int64? {
    guard options.start == 0, options.duration == nil, options.stretch == nil, let duration = track.duration else {
      return nil
    }
    return Int64(exactly: (duration * decoded.sampleRate).rounded())
  }

  /// Frames of a mixed block at first; it grows with what a packet decodes to.
  private static var blockLength: Int { 4096 }

  private static func makeResampler(
    _ plan: ConversionPlan, channelCount: Int
  ) throws(ConversionError) -> Resampler<Float>? {
    guard plan.inputRate != plan.outputRate else { return nil }
    do throws(ResamplerError) {
      return .some(
        try Resampler(
          from: plan.inputRate, to: plan.outputRate, channelCount: channelCount, settings: plan.options.resampler))
    } catch {
      throw .rates(plan.inputRate, plan.outputRate)
    }
  }

  /// Fills memory with the next frames, from the first place on.
  ///
  /// - Returns: The frames that were written; fewer than there is room for only at the end of the track.
  /// - Throws: ``ConversionError/decoding(_:)``. What was written before it is lost.
  public func read(into planes: inout some SamplePlanes & ~Copyable) throws(ConversionError) -> Int {
    var made = 0
    while made < planes.frameCapacity {
      let count = move(into: &planes, at: made)
      made += count
      if count > 0 { continue }
      if let frames = held {
        held = nil
        try adapt()
        load(frames)
      } else if hasEnded {
        break
      } else {
        try loadNext()
      }
    }
    return made
  }

  /// Goes to a frame: opens the track anew, with the pre-roll that ``DecodingOptions/seeking`` asks for.
  ///
  /// - Parameter frame: Frames at ``timelineRate`` from the first wanted one; below 0 it counts as 0.
  public func seek(toFrame frame: Int64) throws(ConversionError) {
    var part = opening
    let whole = opening.options.stretch ?? 0..<Int64.max
    let (start, overflow) = whole.lowerBound.addingReportingOverflow(max(0, frame))
    part.options.stretch = (overflow ? whole.upperBound : min(start, whole.upperBound))..<whole.upperBound
    let decoder = try part.makeDecoder(of: reader, track: track)
    decoding = try part.open(decoder, reader, track: track)
    resampler?.reset()
    (waiting, held, hasEnded) = (0..<0, nil, false)
  }

  /// Decodes and mixes the next frames, once those before have been given.
  private func loadNext() throws(ConversionError) {
    do throws(DecodingError) {
      guard let kept = try decoding.nextFrames() else {
        hasEnded = true
        resampler?.endInput()
        return
      }
      guard decoding.stage.format == planned else {
        held = kept
        resampler?.endInput()
        return
      }
      load(kept)
    } catch {
      throw .decoding(error)
    }
  }

  /// Mixes and converts frames of the format that the stream has changed to.
  private func adapt() throws(ConversionError) {
    let format = decoding.stage.format
    let plan = try ConversionPlan(from: format, toRate: sampleRate, layout: layout, options: output.options)
    (channelOrder, mixer) = (plan.channelOrder, plan.mixing.map { ChannelMixer($0) })
    mixed = PCMBlock(channelCount: plan.mixing == nil ? 0 : layout.channelCount, capacity: Self.blockLength)
    resampler = try Self.makeResampler(plan, channelCount: max(1, layout.channelCount))
    planned = format
  }

  /// Makes decoded frames those that are given next.
  private func load(_ kept: Range<Int>) {
    waiting = kept
    guard let mixer else { return }
    mixed.makeRoom(forStatedFrames: waiting.count, backedBy: decoding.stage.block.frameCount)
    mixer.mix(decoding.stage.block, frames: waiting, into: &mixed)
    waiting = 0..<waiting.count
  }

  /// Gives what waits as far as there is room, and returns the frames that it came to.
  private func move(into planes: inout some SamplePlanes & ~Copyable, at start: Int) -> Int {
    var (consumed, produced) = (0, 0)
    for (channel, source) in channelOrder.enumerated() {
      var plane = planes.plane(channel)
      var room = plane._mutatingExtracting(start..<plane.count)
      if waiting.isEmpty {
        // The block may be that of a stream with fewer channels already; what is left lies in the resampler.
        (consumed, produced) = give(channel, Span(), into: &room)
      } else if mixer == nil {
        (consumed, produced) = give(channel, decoding.stage.block.channel(source), into: &room)
      } else {
        (consumed, produced) = give(channel, mixed.channel(source), into: &room)
      }
    }
    waiting = (waiting.lowerBound + consumed)..<waiting.upperBound
    return produced
  }

  private func give(
    _ channel: Int, _ samples: Span<Float>, into room: inout MutableSpan<Float>
  ) -> (consumed: Int, produced: Int) {
    let input = waiting.isEmpty ? Span() : samples.extracting(waiting)
    if resampler != nil {
      let progress = resampler!.process(channel: channel, input, into: &room)
      return (progress.consumed, progress.produced)
    }
    let count = min(input.count, room.count)
    for index in 0..<count { room[index] = input[index] }
    return (count, count)
  }
}

/// The rate and the channels that a ``TrackSource`` gives samples in.
public struct SampleOutput: Sendable {
  /// Frames a second, or `nil` for those of the track.
  public var sampleRate: Double?
  /// The loudspeakers in the order of the channels, or `nil` for those of the track in the order of WAVE.
  public var layout: ChannelLayout?
  /// How channels and rates are converted; all but ``ConversionOptions/channels`` and ``ConversionOptions/resampler``
  /// is unused.
  public var options = ConversionOptions()

  /// Creates a description of an output. Places that the output lacks are mixed into those that it has.
  public init(sampleRate: Double? = nil, layout: ChannelLayout? = nil) {
    self.sampleRate = sampleRate
    self.layout = layout
    options.channels = .mixing
  }

  /// The rate and the channels of the track.
  public static let unchanged = SampleOutput()
}
