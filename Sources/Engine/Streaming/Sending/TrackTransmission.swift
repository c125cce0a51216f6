public import AudioBase
public import AudioConversion
public import AudioErrors
public import RTPPayloads

/// Sends a track of a file, with its own packets or converted.
///
/// ```swift
/// var track = try TrackTransmission(of: media.reader, track: 0)
/// let sender = try RTPSender(TransmissionSettings(track.payload), to: destination)
/// while try track.sendNext(to: sender) {}
/// try sender.finish()
/// ```
public struct TrackTransmission: ~Copyable {
  /// The payload format of the sent packets.
  public let payload: PayloadFormat
  /// The track whose packets are kept.
  private var reader: any ContainerReader
  private let track: Int
  /// The converter that makes the packets, unless they are sent unchanged.
  private var converter: TrackConverter?
  private var batch = PacketBatch(maximumPacketCount: 16)

  /// Opens a track whose packets are sent unchanged.
  ///
  /// - Parameters:
  ///   - reader: The file; the transmission keeps its own copy of the cursor.
  ///   - track: An index into the reader's tracks.
  ///   - configuration: The configuration to use in place of the track's cookie, for streams that carry none.
  ///   - packing: The packing of AAC into packets.
  /// - Throws: `AudioError` if the packets cannot be sent.
  public init(
    of reader: any ContainerReader, track: Int, configuration: [UInt8]? = nil,
    packing: PayloadFormat.AACPacking = .highBitRate
  ) throws(AudioError) {
    let stream = CodedStream(of: reader.tracks[track], configuration: configuration)
    payload = try raising { () throws(RTPError) in try PayloadFormat(stream, packing: packing) }
    (self.reader, self.track) = (reader, track)
    converter = nil
  }

  /// Opens a track to convert.
  ///
  /// - Parameters:
  ///   - input: The track, and how it is decoded.
  ///   - packets: The packets that are sent, linear PCM being big endian.
  ///   - packing: The packing of AAC into packets.
  ///   - codecs: The codecs to choose from.
  /// - Throws: `AudioError` if the packets cannot be made, or not be sent.
  public init(
    of input: TrackInput, as packets: PacketRequest, packing: PayloadFormat.AACPacking = .highBitRate,
    codecs: [CodecDescriptor]
  ) throws(AudioError) {
    let converter = try TrackConverter(of: input, to: packets, codecs: codecs)
    let stream = converter.output
    payload = try raising { () throws(RTPError) in try PayloadFormat(stream, packing: packing) }
    (reader, track) = (input.reader, input.track)
    self.converter = .some(converter)
  }

  /// Sends the next packets; returns false if there are no more.
  ///
  /// - Throws: `AudioError` if the file fails, or a packet cannot be carried.
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

  /// Fills the batch with some hundredths of a second, so that little is prepared in advance.
  private mutating func fill() throws(AudioError) -> Bool {
    let isSamples = payload.format.bytesPerPacket > 0
    let count = isSamples ? max(1, Int(payload.format.sampleRate) / 50) : 4
    if let hasMore = try converter?.convertNext(into: &batch, packetCount: count) { return hasMore }
    return try raising { () throws(ContainerError) in try reader.readPackets(ofTrack: track, into: &batch) }
  }
}
