public import AudioBase

/// Decodes one track of a file, block by block: seeking, decoding, concealing and trimming.
///
/// ```swift
/// var decoder = try TrackDecoder(of: reader, track: 0, codecs: catalog.codecs)
/// while let frames = try decoder.decodeNext() { use(decoder.block, frames) }
/// ```
/// Samples have single precision, which rounds 32-bit integers and 64-bit floats; ``TrackConverter`` preserves them.
/// After the first few packets nothing is allocated.
public struct TrackDecoder: ~Copyable {
  private var decoding: PacketDecoding<TrackPackets, Float>

  /// The format of the frames in ``block``. It changes with the track's stream; ``DecodingReport/formatChangeCount``
  /// counts the changes.
  public var format: DecodedFormat { decoding.stage.format }
  /// The delay in seconds because the decoder waits for later packets; the output has the same frames. 0 without
  /// `DecoderSettings.lookAhead`.
  public var lookAheadDuration: Double { decoding.stage.lookAheadDuration }
  /// The result of decoding so far.
  public var report: DecodingReport { decoding.report }
  /// The number of frames to be decoded, if the container states it.
  public let expectedFrameCount: Int64?
  /// The block that ``decodeNext()`` has filled, in the decoder's channel order.
  public var block: PCMBlock {
    _read { yield decoding.stage.block }
  }

  /// Opens a track for decoding and seeks to the first requested frame.
  ///
  /// - Parameters:
  ///   - reader: The file; the decoder keeps its own copy of the cursor.
  ///   - track: An index into the reader's tracks.
  ///   - codecs: The decoders to choose from. Linear PCM needs none.
  ///   - options: The part to decode, and the handling of damage.
  public init(
    of reader: any ContainerReader, track: Int, codecs: [CodecDescriptor], options: DecodeRequest = DecodeRequest()
  ) throws(AudioError) {
    let opening = TrackOpening(codecs: codecs, options: options)
    let decoder = try opening.makeDecoder(of: reader, track: track)
    let expected = opening.packets(of: reader, track: track).expectedFrameCount(for: decoder.format)
    decoding = try opening.open(decoder, reader, track: track)
    expectedFrameCount = expected
  }

  /// Decodes until there are frames to return, and returns their range in ``block``; `nil` at the end.
  ///
  /// - Throws: `AudioError` if the source fails, or at the end where not a single packet could be decoded; with
  ///   ``DamagePolicy/stop`` also for a damaged packet, and where the container is cut off.
  public mutating func decodeNext() throws(AudioError) -> Range<Int>? { try decoding.nextFrames() }
}
