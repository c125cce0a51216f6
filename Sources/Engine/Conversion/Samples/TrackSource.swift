public import AudioBase

/// The samples of one track of a file, mixed and converted to a rate and a layout: decode, conceal, trim, mix, convert
/// the rate.
///
/// ```
/// decoder's block ─► matrix ─► resampler ─► the caller's memory
///                    (where needed each)
/// ```
/// The last of these steps writes straight into the memory that is to be filled, so that samples are moved once if
/// nothing is mixed. After the first packets only ``seek(toFrame:)`` allocates.
public final class TrackSource: SampleSource {
  /// The frames per second of the samples.
  public let sampleRate: Double
  /// The loudspeakers of the output channels, in their order.
  public let layout: ChannelLayout
  /// The decoded format of the track's packets, at its beginning.
  public let decoded: DecodedFormat
  /// The number of frames of the recording at ``timelineRate``, if the container states it.
  public let frameCount: Int64?

  private let reader: any ContainerReader
  private let track: Int
  private let opening: TrackOpening
  private let output: SampleRequest
  private var conversion: StageChain<Float>
  private var decoding: PacketDecoding<TrackPackets, Float>
  /// The decoded format of the frames that are mixed and converted now.
  private var planned: DecodedFormat
  /// Decoded frames of another format, which wait until the previous frames have been returned.
  private var held: Range<Int>?
  private var hasEnded = false
  /// The decoder of samples that are returned as stored in the file; `nil` if they are processed.
  private let plain: SampleDecoder?
  /// Bytes of the last packets that wait for that.
  private var undecoded = 0..<0

  /// The number of channels of the samples.
  public var channelCount: Int { conversion.channelCount }
  /// The frames per second of the recording, as decoded.
  public var timelineRate: Double { decoded.sampleRate }
  /// The mapping of the channels of ``decoded`` to those of the output.
  public var route: ChannelRoute { conversion.route }
  /// The result of decoding since the start or the last seek.
  public var report: DecodingReport { decoding.report }

  /// Opens a track, which is decoded whole.
  ///
  /// - Parameters:
  ///   - reader: The file; the source keeps its own copy of the cursor.
  ///   - track: An index into the reader's tracks.
  ///   - output: The rate and layout to give samples in; those of the track by default.
  ///   - codecs: The decoders to choose from. Linear PCM needs none.
  /// - Throws: `AudioError` if the output
  ///   cannot be made.
  public convenience init(
    of reader: any ContainerReader, track: Int, as output: SampleRequest = SampleRequest(), codecs: [CodecDescriptor]
  ) throws(AudioError) {
    try self.init(of: TrackInput(of: reader, track: track), as: output, codecs: codecs)
  }

  /// Opens a track and moves to its first requested frame.
  ///
  /// - Parameters:
  ///   - input: The track, and how it is decoded. Frames are counted from the first one that is.
  ///   - output: The rate and layout to give samples in; those of the track by default.
  ///   - codecs: The decoders to choose from. Linear PCM needs none.
  /// - Throws: `AudioError` if the output
  ///   cannot be made.
  public init(
    of input: TrackInput, as output: SampleRequest = SampleRequest(), codecs: [CodecDescriptor]
  ) throws(AudioError) {
    let (reader, track, options) = (input.reader, input.track, input.decoding)
    opening = TrackOpening(codecs: codecs, options: options)
    let decoder = try opening.makeDecoder(of: reader, track: track)
    decoded = decoder.format
    planned = decoder.format
    self.output = output
    sampleRate = output.sampleRate ?? decoded.sampleRate
    layout = output.layout ?? decoded.layout.inWaveOrder
    guard sampleRate > 0, sampleRate.isFinite else { throw .rates(decoded.sampleRate, sampleRate) }
    conversion = try StageChain<Float>(from: decoded, toRate: sampleRate, layout: layout, stages: output.stages)
    let decoding: PacketDecoding<TrackPackets, Float> = try opening.open(decoder, reader, track: track)
    frameCount =
      decoding.source.expectedFrameCount(for: decoded) ?? Self.frameCount(reader.tracks[track], decoded, options)
    self.decoding = decoding
    self.reader = reader
    self.track = track
    let isUnchanged =
      conversion.takeUnchanged() != nil && conversion.channelOrder.elementsEqual(0..<decoded.layout.channelCount)
    plain = isUnchanged && options.configuration == nil ? Self.plainDecoder(of: reader, track: track) : nil
  }

  /// Returns the decoder of linear PCM with adjacent frames, in a file that holds nothing else; otherwise `nil`.
  private static func plainDecoder(of reader: any ContainerReader, track: Int) -> SampleDecoder? {
    // Others may change to another stream in between, or hold parts of frames.
    let isConstant = reader is any ConstantPacketReader || reader.fileType == "caff"
    guard isConstant, reader.tracks[track].format.formatID == .linearPCM else { return nil }
    do throws(CodecError) {
      let layout = try LinearPCMLayout(reader.tracks[track].format)
      return layout.interleaving == .interleaved ? SampleDecoder(layout) : nil
    } catch {
      return nil
    }
  }

  /// Returns the number of frames of a track whose stream changes, from its duration; `nil` if the container does not
  /// state it.
  private static func frameCount(_ track: TrackInfo, _ decoded: DecodedFormat, _ options: DecodeRequest) -> Int64? {
    guard options.start == 0, options.duration == nil, options.stretch == nil, let duration = track.duration else {
      return nil
    }
    return Int64(exactly: (duration * decoded.sampleRate).rounded())
  }

  /// Fills memory with the next frames, from index 0 on.
  ///
  /// - Returns: The frames that were written; fewer than there is room for only at the end of the track.
  /// - Throws: `AudioError`. Frames written before it are lost.
  public func read(into planes: inout some SamplePlanes<Float> & ~Copyable) throws(AudioError) -> Int {
    var made = 0
    while made < planes.frameCapacity {
      let count = conversion.give(decoding.stage.block, into: &planes, made..<planes.frameCapacity)
      made += count
      if count == 0, !(try advance()) { break }
    }
    return made
  }

  /// True if ``readInterleaved(into:)`` returns the samples, because the file holds them in the requested format.
  package var isPlain: Bool { plain != nil }

  /// Fills memory with the next samples, frame by frame, if ``isPlain`` is true; then no other reading method may be
  /// used. Double precision keeps values that single precision would round.
  ///
  /// - Returns: The samples that were written; fewer than there is room for only at the end of the track.
  package func readInterleaved(into samples: inout MutableSpan<Float>) throws(AudioError) -> Int {
    guard let layout = plain?.layout, layout.isFloat32OfThisMachine, undecoded.isEmpty else {
      return try readPlain(into: &samples)
    }
    // No processing is needed: the file is read into the memory itself, as far as possible.
    let made = samples.withBytes { decoding.readUndecoded(into: &$0, bytesPerFrame: layout.bytesPerFrame) }
    var rest = samples._mutatingExtracting((made * layout.channelCount)..<samples.count)
    return made * layout.channelCount + (try readPlain(into: &rest))
  }

  /// Fills memory like the single-precision method.
  package func readInterleaved(into samples: inout MutableSpan<Double>) throws(AudioError) -> Int {
    try readPlain(into: &samples)
  }

  private func readPlain<Sample: AudioSample>(into samples: inout MutableSpan<Sample>) throws(AudioError) -> Int {
    guard let plain else { return 0 }
    var made = 0
    while made < samples.count {
      if undecoded.isEmpty {
        undecoded = try decoding.nextUndecoded(bytesPerFrame: plain.layout.bytesPerFrame)
        if undecoded.isEmpty { break }
      }
      let size = plain.layout.bytesPerSample
      let count = min(undecoded.count / size, samples.count - made)
      let bytes = decoding.batchBytes
      var part = samples._mutatingExtracting(made..<(made + count))
      plain.decodeAll(bytes.span.extracting(undecoded.prefix(count * size)), into: &part)
      undecoded = (undecoded.lowerBound + count * size)..<undecoded.upperBound
      made += count
    }
    return made
  }

  /// Decodes further frames that are returned unchanged, and returns their range in the memory of ``lendFrames(_:)``;
  /// none at the end, and `nil` if the next frames are mixed or converted: then use ``read(into:)``.
  ///
  /// - Throws: `AudioError`.
  package func decodeNext() throws(AudioError) -> Range<Int>? {
    while let frames = conversion.takeUnchanged() {
      if !frames.isEmpty { return frames }
      if !(try advance()) { return 0..<0 }
    }
    return nil
  }

  /// Lends the frames that ``decodeNext()`` has found.
  ///
  /// - Parameter body: Gets a block, and its plane for each channel.
  package func lendFrames(_ body: (_ block: borrowing PCMBlock, _ order: [Int]) -> Void) {
    body(decoding.stage.block, conversion.channelOrder)
  }

  /// Decodes the next frames into the conversion after the previous ones have been returned; returns false at the end.
  private func advance() throws(AudioError) -> Bool {
    if let frames = held {
      held = nil
      try adapt()
      decoding.stage.load(frames, into: &conversion)
    } else if hasEnded {
      return false
    } else {
      try loadNext()
    }
    return true
  }

  /// Seeks to a frame: opens the track again, with the pre-roll of ``DecodeRequest/seeking``.
  ///
  /// - Parameter frame: Frames at ``timelineRate`` from the first requested frame; below 0 it counts as 0.
  public func seek(toFrame frame: Int64) throws(AudioError) {
    var part = opening
    let whole = opening.options.stretch ?? 0..<Int64.max
    let (start, overflow) = whole.lowerBound.addingReportingOverflow(max(0, frame))
    part.options.stretch = (overflow ? whole.upperBound : min(start, whole.upperBound))..<whole.upperBound
    let decoder = try part.makeDecoder(of: reader, track: track)
    decoding = try part.open(decoder, reader, track: track)
    conversion.reset()
    (held, hasEnded, undecoded) = (nil, false, 0..<0)
  }

  /// Returns the position at which to enter the recording so that its frames equal those of reading it from the start.
  ///
  /// - Parameter frame: The frame at ``sampleRate`` counted from the first requested frame; below 0 it counts as 0.
  package func entry(forFrame frame: Int64) -> ConversionEntry {
    ConversionEntry(
      frame: max(0, frame), from: timelineRate, to: sampleRate, leadingFrameCount: conversion.reach.leading)
  }

  /// Decodes and mixes the next frames after the previous ones have been returned.
  private func loadNext() throws(AudioError) {
    guard let kept = try decoding.nextFrames() else {
      hasEnded = true
      conversion.endInput()
      return
    }
    guard decoding.stage.format == planned else {
      held = kept
      conversion.endInput()
      return
    }
    decoding.stage.load(kept, into: &conversion)
  }

  /// Mixes and converts frames of the format that the stream has changed to.
  private func adapt() throws(AudioError) {
    let format = decoding.stage.format
    var stages = output.stages
    // The setting for channels applied to those at the beginning.
    if format.layout != decoded.layout { stages.channels = .mixing }
    conversion = try StageChain<Float>(from: format, toRate: sampleRate, layout: layout, stages: stages)
    planned = format
  }
}
