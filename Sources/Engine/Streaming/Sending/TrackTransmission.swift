public import AudioBase
public import AudioCatalog
public import AudioConversion
public import AudioErrors
public import RTPPayloads

/// Sends a track of a file: its packets as they are, or converted.
///
/// ```swift
/// var track = try TrackTransmission(of: media.reader, track: 0, as: nil)
/// let sender = try RTPSender(TransmissionSettings(track.payload), to: destination)
/// while try track.sendNext(to: sender) {}
/// try sender.finish()
/// ```
public struct TrackTransmission: ~Copyable {
  /// Options for converting a track.
  public struct Options: Sendable {
    /// The packing of AAC into packets.
    public var packing = PayloadFormat.AACPacking.highBitRate
    /// The part that is sent, and the handling of damage; for packets that are not converted only the start applies.
    public var decoding = DecodingOptions()
    /// Options for the conversion of channels and rates.
    public var conversion = ConversionOptions()
    /// The settings of the encoder.
    public var encoding: EncoderSettings?
    /// The layout of the channels, or `nil` for the track's.
    public var layout: ChannelLayout?
    /// The codecs to choose from.
    public var catalog = Catalog.standard

    /// Creates options: all of the track, AAC as `mpeg4-generic`.
    public init() {}
  }

  /// The payload format of the sent packets.
  public let payload: PayloadFormat
  /// The track whose packets are kept.
  private var reader: any ContainerReader
  private let track: Int
  /// The converter that makes the packets, unless they are sent unchanged.
  private var converter: TrackConverter?
  private var batch = PacketBatch(maximumPacketCount: 16)

  /// Opens a track.
  ///
  /// - Parameters:
  ///   - reader: The file; the transmission keeps its own copy of the cursor.
  ///   - track: An index into the reader's tracks.
  ///   - format: The format that is sent, linear PCM being big endian; `nil` for the track's packets as they are.
  ///   - options: Options for converting the track.
  /// - Throws: `AudioError` where the format cannot be made, or not be sent.
  public init(
    of reader: any ContainerReader, track: Int, as format: StreamFormat?, options: Options = Options()
  ) throws(AudioError) {
    var stream = CodedStream(of: reader.tracks[track], configuration: options.decoding.configuration)
    if let format { stream = CodedStream(format: format, layout: options.layout) }
    let isKept = format == nil
    if isKept {
      converter = nil
    } else {
      converter = try Self.converter(of: reader, track: track, to: &stream, options)
    }
    payload = try raising { () throws(RTPError) in try PayloadFormat(stream, packing: options.packing) }
    (self.reader, self.track) = (reader, track)
  }

  /// Makes the converter, and completes the description of its output.
  private static func converter(
    of reader: any ContainerReader, track: Int, to stream: inout CodedStream, _ options: Options
  ) throws(AudioError) -> TrackConverter {
    let converter = try TrackConverter(
      of: TrackInput(of: reader, track: track, decoding: options.decoding),
      to: PacketOutput(stream, options: options.conversion, encoding: options.encoding),
      codecs: options.catalog.codecs)
    stream = converter.output
    return converter
  }

  /// Sends the next packets, and returns false where there are no more.
  ///
  /// - Throws: `AudioError` where the file fails, or a packet cannot be carried.
  public mutating func sendNext(to sender: RTPSender) throws(AudioError) -> Bool {
    guard try fill() else { return false }
    guard payload.format.bytesPerPacket == 0 else {
      try sender.send(batch.bytes)
      return true
    }
    for index in 0..<batch.count {
      let count = batch.descriptions[index].frameCount
      try sender.send(Array(batch.packet(index)), frameCount: count > 0 ? count : nil)
    }
    return true
  }

  /// Fills the batch with some hundredths of a second, so that little is made ahead of its time.
  private mutating func fill() throws(AudioError) -> Bool {
    let isSamples = payload.format.bytesPerPacket > 0
    let count = isSamples ? max(1, Int(payload.format.sampleRate) / 50) : 4
    if let hasMore = try converter?.convertNext(into: &batch, packetCount: count) { return hasMore }
    return try raising { () throws(ContainerError) in try reader.readPackets(ofTrack: track, into: &batch) }
  }
}
