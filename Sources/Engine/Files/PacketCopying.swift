public import AudioBase

/// What copying packets came to.
public struct PacketCopyReport: Sendable {
  /// Packets copied; in linear PCM and the like, frames.
  public var packetCount: Int64 = 0
  /// How often they changed to another stream.
  public var streamChangeCount: Int64 = 0
  /// Their bytes.
  public var byteCount: Int64 = 0

  /// Creates a report of nothing copied.
  public init() {}
}

/// Copies the packets of a track as they are, without decoding, up to the end of the track. Where they change to
/// another stream the writer is told, which refuses that unless its format can say so.
///
/// The caller finishes the writer.
///
/// - Throws: What the reader or the writer throws.
public func copyPackets(
  of reader: inout any ContainerReader, track: Int, to writer: inout any ContainerWriter
) throws(ContainerError) -> PacketCopyReport {
  var copying = try PacketCopying(of: &reader, track: track)
  while try copying.copyNext(of: &reader, to: &writer) {}
  return copying.report
}

/// The copying of a track's packets, batch by batch, for callers that show how far it is or want to end it early.
public struct PacketCopying {
  /// What has been copied so far.
  public private(set) var report = PacketCopyReport()
  private let track: Int
  private let first: CodedStream
  private var format: StreamFormat
  private var streamNumber = 0
  private var batch = PacketBatch(maximumPacketCount: 4096, targetByteCount: 1 << 20)

  /// Prepares the copying of a track from its first packet on.
  ///
  /// - Throws: What the reader throws.
  public init(of reader: inout any ContainerReader, track: Int) throws(ContainerError) {
    self.track = track
    first = CodedStream(of: reader.tracks[track])
    format = first.format
    try reader.seek(toPacket: 0, ofTrack: track)
  }

  /// Copies the next packets, and returns whether there were any.
  ///
  /// - Throws: What the reader or the writer throws.
  public mutating func copyNext(
    of reader: inout any ContainerReader, to writer: inout any ContainerWriter
  ) throws(ContainerError) -> Bool {
    guard try reader.readPackets(ofTrack: track, into: &batch), batch.count > 0 else { return false }
    if batch.streamNumber != streamNumber {
      let stream = reader.streamChanges(ofTrack: track).stream(batch.streamNumber) ?? first
      try writer.changeStream(to: stream)
      (streamNumber, format) = (batch.streamNumber, stream.format)
      report.streamChangeCount += 1
    }
    if format.hasConstantPackets {
      // They come in runs, whose descriptions are not those of packets.
      try writer.write(batch.bytes.span, descriptions: Span())
    } else {
      try writer.write(batch.bytes.span, descriptions: batch.descriptions.span)
    }
    report.packetCount += Int64(format.packetCount(of: batch))
    report.byteCount += Int64(batch.bytes.count)
    return true
  }
}

extension WriterSettings {
  /// What a new file must hold to be a copy of a track: format, layout, cookie, counts, the frames that are the
  /// recording, bit rate and pre-roll of the track, and the file's metadata.
  ///
  /// - Parameter cookie: A cookie in place of the track's, for streams that carry none.
  public init(copying track: TrackInfo, metadata: Metadata, cookie: [UInt8]? = nil) {
    self.init(
      format: track.format,
      layout: track.layout ?? ChannelLayout(unlabelledChannelCount: track.format.channelsPerFrame),
      cookie: cookie ?? track.cookie, expectedByteCount: track.audioByteCount)
    expectedPacketCount = track.packetCount
    packetTable = track.packetTable
    bitRate = track.bitRate
    rollDistance = track.rollDistance
    self.metadata = metadata
  }
}

extension StreamFormat {
  /// Whether all packets have the same size and duration, so that they need no descriptions: linear PCM, G.711, IMA4.
  public var hasConstantPackets: Bool { bytesPerPacket > 0 && framesPerPacket > 0 }

  /// The packets of a batch in this format: frames where a packet is a frame, however many of them a run has.
  public func packetCount(of batch: borrowing PacketBatch) -> Int {
    hasConstantPackets ? batch.bytes.count / bytesPerPacket : batch.count
  }
}
