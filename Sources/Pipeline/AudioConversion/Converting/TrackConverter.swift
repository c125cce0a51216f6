public import AudioBase

/// Converts one track of a file into packets of another format: seek, decode, conceal, trim, map, convert the rate, encode.
///
/// ```swift
/// var converter = try TrackConverter(
///   of: media.reader, track: 0, to: CodedStream(format: wanted), codecs: catalog.codecs)
/// while try converter.convertNext(into: &batch) { try writer.write(batch.bytes.span, descriptions: batch.descriptions.span) }
/// ```
/// After the first few packets nothing is allocated.
public struct TrackConverter: ~Copyable {
  /// What the track's packets decode to.
  public let decoded: DecodedFormat
  /// The output's format, layout and cookie, completed by its encoder.
  public let output: CodedStream
  /// The encoder's own account of its packets; `nil` for linear PCM.
  public let encoded: EncodedFormat?
  /// Frames that will be decoded, at the rate of ``decoded``, where the container tells.
  public let expectedFrameCount: Int64?
  private var engine: AnyTrackEngine

  /// Opens a track, seeks to the first wanted frame and prepares the conversion.
  ///
  /// - Parameters:
  ///   - reader: The file; the converter keeps its own copy of the cursor.
  ///   - track: An index into the reader's tracks.
  ///   - output: The wanted format; a rate or a number of channels of 0 stands for the track's.
  ///   - codecs: Decoders and encoders to choose from. Linear PCM needs none.
  ///   - decoding: Which part is decoded, and what happens to damage.
  ///   - options: How channels, rates and roundings are done; its damage policy and packet table are left unread.
  ///   - settings: What an encoder is asked for beyond the format.
  public init(
    of reader: any ContainerReader, track: Int, to output: CodedStream, codecs: [CodecDescriptor],
    decoding: DecodingOptions = DecodingOptions(), options: ConversionOptions = ConversionOptions(),
    settings: EncoderSettings? = nil
  ) throws(ConversionError) {
    let decoder = try Self.makeDecoder(of: reader, track: track, codecs: codecs, options: decoding)
    let decoded = decoder.format
    let design = try OutputDesign(for: output, from: decoded, codecs: codecs, options: options, settings: settings)
    let engine = try Self.makeEngine(decoder, design, reader, track: track, options: decoding)
    self.decoded = decoded
    self.output = design.stream
    encoded = design.encoded
    expectedFrameCount = engine.expectedFrameCount()
    self.engine = engine
  }

  private static func makeDecoder(
    of reader: any ContainerReader, track: Int, codecs: [CodecDescriptor], options: DecodingOptions
  ) throws(ConversionError) -> any PacketDecoder & ~Copyable {
    guard reader.tracks.indices.contains(track), reader.tracks[track].mediaKind == .audio else {
      throw .decoding(.noAudioTrack)
    }
    do throws(DecodingError) {
      return try makePacketDecoder(of: reader, track: track, codecs: codecs, configuration: options.configuration)
    } catch {
      throw .decoding(error)
    }
  }

  private static func makeEngine(
    _ decoder: consuming any PacketDecoder & ~Copyable, _ design: OutputDesign, _ reader: any ContainerReader,
    track: Int,
    options: DecodingOptions
  ) throws(ConversionError) -> AnyTrackEngine {
    if OutputDesign.precision(input: decoder.format.precision, output: design) == .single {
      let chain = try design.makeChain(Float.self)
      let decoding: TrackDecoding<Float> = try open(decoder, reader, track: track, options: options)
      return AnyTrackEngine(single: .some(TrackEngine(decoding, chain)), double: nil)
    }
    let chain = try design.makeChain(Double.self)
    let decoding: TrackDecoding<Double> = try open(decoder, reader, track: track, options: options)
    return AnyTrackEngine(single: nil, double: .some(TrackEngine(decoding, chain)))
  }

  private static func open<Sample: AudioSample>(
    _ decoder: consuming any PacketDecoder & ~Copyable, _ reader: any ContainerReader, track: Int,
    options: DecodingOptions
  ) throws(ConversionError) -> TrackDecoding<Sample> {
    do throws(DecodingError) {
      return try TrackDecoding(decoder, of: reader, track: track, options: options)
    } catch {
      throw .decoding(error)
    }
  }

  /// Fills a batch with the next packets, and returns whether there were any.
  ///
  /// - Parameters:
  ///   - output: Emptied first.
  ///   - packetCount: Packets to make at most; for linear PCM frames.
  /// - Throws: ``ConversionError/decoding(_:)`` where the file fails, ``ConversionError/encoding(_:)``.
  public mutating func convertNext(
    into output: inout PacketBatch, packetCount: Int
  ) throws(ConversionError) -> Bool {
    try engine.convertNext(into: &output, packetCount: packetCount)
  }

  /// What decoding has come to so far.
  public var report: DecodingReport { engine.currentReport() }

  /// Frames that have been given at the rate of ``output``.
  public var outputFrameCount: Int64 { engine.outputFrameCount() }

  /// Which frames of the output's packets are the recording, once it has ended; `nil` for linear PCM.
  public var packetTable: PacketTable? { encoded?.packetTable(frameCount: outputFrameCount) }
}
