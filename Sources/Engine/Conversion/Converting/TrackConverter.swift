public import AudioBase
import SignalProcessing

/// Converts one track of a file into packets of another format: seek, decode, conceal, trim, map, convert the rate,
/// encode.
///
/// ```swift
/// var converter = try TrackConverter(
///   of: media.reader, track: 0, to: CodedStream(format: wanted), codecs: catalog.codecs)
/// while try converter.convertNext(into: &batch) {
///   try writer.write(batch.bytes.span, descriptions: batch.descriptions.span)
/// }
/// ```
/// After the first few packets nothing is allocated.
public struct TrackConverter: ~Copyable {
  /// The decoded format of the track's packets.
  public let decoded: DecodedFormat
  /// The output's format, layout and cookie, completed by its encoder.
  public let output: CodedStream
  /// The encoder's description of its packets; `nil` for linear PCM.
  public let encoded: EncodedFormat?
  /// The mapping of the channels of ``decoded`` to those of ``output``.
  public let route: ChannelRoute
  /// The number of frames to be decoded, at the rate of ``decoded``, if the container states it.
  public let expectedFrameCount: Int64?
  /// The decoder's dependence on earlier packets, as known before the first packet.
  public let history: DecoderHistory
  /// The delay in seconds because the decoder waits for later packets; the output has the same frames. 0 without
  /// `DecoderSettings.lookAhead`.
  public let lookAheadDuration: Double
  let conversion: any Conversion
  /// The extent of the neighbours that is used, if there are any.
  private let extent: NeighborExtent?

  /// Opens a track to decode all of it, and prepares its conversion with the usual settings.
  ///
  /// - Parameters:
  ///   - reader: The file; the converter keeps its own copy of the cursor.
  ///   - track: An index into the reader's tracks.
  ///   - output: The requested format; a rate or a number of channels of 0 means the track's.
  ///   - codecs: Decoders and encoders to choose from. Linear PCM needs none.
  public init(
    of reader: any ContainerReader, track: Int, to output: CodedStream, codecs: [CodecDescriptor]
  ) throws(AudioError) {
    try self.init(
      of: TrackInput(of: reader, track: track), to: PacketRequest(output.format, layout: output.layout), codecs: codecs)
  }

  /// Opens a track, seeks to the first requested frame and prepares the conversion.
  ///
  /// - Parameters:
  ///   - input: The track, and how it is decoded.
  ///   - output: The packets to make, and how.
  ///   - codecs: The decoders and encoders to choose from. Linear PCM needs none.
  ///   - neighbors: The tracks right before and after; `AudioError` if a rate or the number of
  ///     channels differs.
  public init(
    of input: TrackInput, to output: PacketRequest, codecs: [CodecDescriptor], neighbors: Neighbors = Neighbors()
  ) throws(AudioError) {
    let opening = TrackOpening(codecs: codecs, options: input.decoding)
    let decoder = try opening.makeDecoder(of: input.reader, track: input.track)
    let decoded = decoder.format
    let history = decoder.history
    let lookAheadDuration = decoded.duration(ofPackets: decoder.lookAheadPacketCount)
    var output = output
    // Low latency is of no use for files.
    if output.stages.resampler.delivery == .automatic { output.stages.resampler.delivery = .blocks }
    var encoder: (any PacketEncoder & ~Copyable)?
    let design = try OutputDesign(for: output, from: decoded, codecs: codecs, encoder: &encoder)
    let neighborhood = try Neighborhood(neighbors, of: decoded, encoded: design.encoded, opening)
    let recording = opening.packets(of: input.reader, track: input.track)
    if let neighborhood {
      let album = AlbumPackets(
        recording, before: neighborhood.packetsBefore(), after: neighborhood.packetsAfter())
      conversion = try Self.makeConversion(album, decoder, design, encoder)
    } else {
      conversion = try design.makeConversion(of: recording, decoder, encoder)
    }
    extent = neighborhood?.extent
    self.decoded = decoded
    self.history = history
    self.lookAheadDuration = lookAheadDuration
    self.output = design.stream
    encoded = design.encoded
    route = design.plan.route
    expectedFrameCount = recording.expectedFrameCount(for: decoded)
  }

  private static func makeConversion(
    _ packets: AlbumPackets, _ decoder: consuming any PacketDecoder & ~Copyable, _ design: OutputDesign,
    _ encoder: consuming (any PacketEncoder & ~Copyable)?
  ) throws(AudioError) -> any Conversion {
    guard let stream = packets.streamBefore else {
      return try design.makeConversion(of: packets, decoder, encoder)
    }
    // The part before has its own decoder; that of the recording is made at the border.
    let first = try packets.makeDecoder(for: stream)
    return try design.makeConversion(of: packets, first, encoder)
  }

  /// Fills a batch with the next packets, and returns true if there were any.
  ///
  /// - Parameters:
  ///   - output: Emptied first.
  ///   - packetCount: The largest number of packets to make; for linear PCM frames.
  /// - Throws: `AudioError` if the file fails or the encoder does.
  public mutating func convertNext(
    into output: inout PacketBatch, packetCount: Int
  ) throws(AudioError) -> Bool {
    conversion.begin(&output, packetCount: packetCount, request: nil)
    defer { conversion.end(&output) }
    switch try conversion.advance(&output) {
    case .filled: return true
    case .ended, .needsInput: return conversion.packetCount > 0
    }
  }

  /// The result of decoding so far.
  public var report: DecodingReport { conversion.report }

  /// The encoder's present magic cookie; FLAC's is complete only after the end of the track. `nil` for linear PCM.
  public var currentCookie: [UInt8]? { conversion.cookie }

  /// The number of frames returned so far, at the rate of ``output``.
  public var outputFrameCount: Int64 { conversion.outputFrameCount }

  /// The range of the output's frames that is the recording, once the output has ended; `nil` for linear PCM.
  public var packetTable: PacketTable? {
    guard let whole = encoded?.packetTable(frameCount: outputFrameCount) else { return nil }
    guard let extent else { return whole }
    let given = whole.validFrames
    let recording = Trimmer.rescale(report.frameCount, from: decoded.sampleRate, to: whole.timescale)
    let valid = min(recording, max(0, given - extent.leadingOutput))
    return PacketTable(
      primingFrames: whole.primingFrames + extent.leadingOutput, validFrames: valid,
      remainderFrames: whole.remainderFrames + given - extent.leadingOutput - valid, timescale: whole.timescale)
  }
}
