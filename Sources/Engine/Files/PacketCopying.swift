public import AudioBase

/// The result of copying packets.
public struct PacketCopyReport: Sendable {
  /// The number of packets copied; of frames, in linear PCM and similar formats.
  public var packetCount: Int64 = 0
  /// The number of changes to another stream.
  public var streamChangeCount: Int64 = 0
  /// The number of bytes of these packets.
  public var byteCount: Int64 = 0

  /// Creates a report of nothing copied.
  public init() {}
}

/// Copies the packets of a track unchanged, without decoding, up to the end of the track. At a change of stream the
/// writer is notified, and throws unless its format can hold the change.
///
/// The caller finishes the writer.
///
/// - Throws: The error of the reader or the writer.
package func copyPackets(
  of reader: inout any ContainerReader, track: Int, to writer: inout any ContainerWriter
) throws(ContainerError) -> PacketCopyReport {
  var copying = try PacketCopying(of: &reader, track: track)
  while try copying.copyNext(of: &reader, to: &writer) {}
  return copying.report
}

/// Copies packets in batches, for callers that show progress or stop early.
///
/// Packets of several tracks are copied in the order of time: each batch is one of the track that lags most, so that
/// the new file is interleaved.
public struct PacketCopying {
  /// The number of packets copied so far, of all tracks.
  public private(set) var report = PacketCopyReport()
  private var tracks: [CopiedTrack] = []
  private var batch: PacketBatch
  /// True if the writer was begun with `WriterSettings.tracks`.
  private let isOfSeveral: Bool

  /// Prepares to copy a track from its first packet on, into a file of one track.
  ///
  /// - Throws: The error of the reader.
  public init(of reader: inout any ContainerReader, track: Int) throws(ContainerError) {
    isOfSeveral = false
    batch = PacketBatch(maximumPacketCount: 4096, targetByteCount: 1 << 20)
    try begin(&reader, [track])
  }

  /// Prepares to copy tracks from their first packets on, into a file begun with `WriterSettings.tracks` in the same
  /// order.
  ///
  /// - Throws: The error of the reader.
  public init(of reader: inout any ContainerReader, tracks: [Int]) throws(ContainerError) {
    isOfSeveral = true
    batch = PacketBatch(maximumPacketCount: 48, targetByteCount: 1 << 18)
    try begin(&reader, tracks)
  }

  private mutating func begin(_ reader: inout any ContainerReader, _ indices: [Int]) throws(ContainerError) {
    for index in indices {
      tracks.append(CopiedTrack(index: index, info: reader.tracks[index]))
      try reader.seek(toPacket: 0, ofTrack: index)
    }
  }

  /// Copies the next packets, and returns true if there were any.
  ///
  /// - Throws: The error of the reader or the writer.
  public mutating func copyNext(
    of reader: inout any ContainerReader, to writer: inout any ContainerWriter
  ) throws(ContainerError) -> Bool {
    while let place = nextTrack {
      guard try reader.readPackets(ofTrack: tracks[place].index, into: &batch), batch.count > 0 else {
        tracks[place].hasEnded = true
        continue
      }
      if batch.streamNumber != tracks[place].streamNumber {
        let stream = reader.streamChanges(ofTrack: tracks[place].index).stream(batch.streamNumber)
        try writer.changeStream(to: stream ?? tracks[place].first, track: place)
        tracks[place].noteStream(batch.streamNumber, stream)
        report.streamChangeCount += 1
      }
      try write(to: &writer, track: place)
      tracks[place].note(batch)
      report.packetCount += Int64(tracks[place].format.packetCount(of: batch))
      report.byteCount += Int64(batch.bytes.count)
      return true
    }
    return false
  }

  private func write(to writer: inout any ContainerWriter, track: Int) throws(ContainerError) {
    if isOfSeveral { return try writer.write(batch, track: track) }
    // Packets that are all alike come in runs, whose descriptions are not those of packets.
    let isConstant = tracks[track].format.hasConstantPackets
    try writer.write(batch.bytes.span, descriptions: isConstant ? Span() : batch.descriptions.span)
  }

  /// The track that lags most and has not ended, by its index among the copied tracks.
  private var nextTrack: Int? {
    var best: Int?
    for place in tracks.indices where !tracks[place].hasEnded {
      if let found = best, tracks[found].seconds <= tracks[place].seconds { continue }
      best = place
    }
    return best
  }
}

/// One of the tracks whose packets are copied.
private struct CopiedTrack {
  /// Its index in the reader.
  let index: Int
  let first: CodedStream
  let timescale: Double
  /// The format of the packets that come next.
  private(set) var format: StreamFormat
  private(set) var streamNumber = 0
  /// The seconds of the track copied so far, by its times or its frames.
  private(set) var seconds = 0.0
  var hasEnded = false

  init(index: Int, info: TrackInfo) {
    self.index = index
    first = CodedStream(of: info)
    timescale = Double(info.timescale)
    format = first.format
  }

  /// - Parameter stream: `nil` for the track's first.
  mutating func noteStream(_ number: Int, _ stream: CodedStream?) {
    streamNumber = number
    format = (stream ?? first).format
  }

  mutating func note(_ batch: borrowing PacketBatch) {
    if timescale > 0, let last = batch.timings.last {
      seconds = (Double(last.decodeTime) + Double(last.duration)) / timescale
    } else if format.sampleRate > 0 {
      var frames = 0.0
      for packet in batch.descriptions {
        frames += Double(packet.frameCount > 0 ? packet.frameCount : format.framesPerPacket)
      }
      seconds += frames / format.sampleRate
    }
  }
}

extension WriterSettings {
  /// Creates the settings for a copy of a track: format, layout, cookie, counts, the packet table, language, bit rate
  /// and pre-roll of the track, and the file's metadata.
  ///
  /// - Parameter cookie: A cookie in place of the track's, for streams that carry none.
  public init(copying track: TrackInfo, metadata: Metadata, cookie: [UInt8]? = nil) {
    self.init(
      format: track.format,
      layout: track.layout ?? ChannelLayout(unlabelledChannelCount: track.format.channelsPerFrame),
      cookie: cookie ?? track.cookie, expectedByteCount: track.audioByteCount)
    expectedPacketCount = track.packetCount
    packetTable = track.packetTable
    language = track.language
    bitRate = track.bitRate
    rollDistance = track.rollDistance
    self.metadata = metadata
  }

  /// Creates the settings for a copy of several tracks: all properties of the tracks, and the file's metadata.
  ///
  /// - Parameter tracks: At least one.
  public init(copying tracks: [TrackInfo], metadata: Metadata) {
    // Holds: a copy has tracks, or there is nothing to write.
    precondition(!tracks.isEmpty, "a file has at least one track")
    self.init(copying: tracks.first { $0.mediaKind == .audio } ?? tracks[0], metadata: metadata)
    self.tracks = tracks
  }
}

extension StreamFormat {
  /// True if all packets have the same size and duration, so that they need no descriptions: linear PCM, G.711, IMA4.
  package var hasConstantPackets: Bool { bytesPerPacket > 0 && framesPerPacket > 0 }

  /// Returns the number of packets of a batch in this format; if packets are frames, each frame in a run counts. The
  /// last packet of a track may be shorter.
  package func packetCount(of batch: borrowing PacketBatch) -> Int {
    hasConstantPackets ? (batch.bytes.count + bytesPerPacket - 1) / bytesPerPacket : batch.count
  }
}
