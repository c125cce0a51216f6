import AudioBase

/// The reading half of an ``AudioFile``: one track's packets, in any order, through a batch.
final class AudioFileInput {
  let container: ContainerDescriptor
  let source: any ByteSource
  let codecs: [CodecDescriptor]
  /// Indices into the reader's tracks of those that hold sound.
  let audioTracks: [Int]
  var reader: any ContainerReader
  /// The track that is read, an index into the reader's tracks.
  private(set) var track: Int
  private(set) var info: TrackInfo
  private(set) var batch = PacketBatch(maximumPacketCount: 1024, targetByteCount: 1 << 16)
  /// The number of packets in ``batch``, including each packet in runs.
  private(set) var packetsInBatch = 0
  /// The packet that the reader returns next, or `nil` if only a seek can ensure it.
  private var readerPosition: Int64?

  /// The number of the stream that the packets of the last read are of.
  var streamOfLastRead = 0

  /// The result of a walk over all packets, once one has been made.
  private var scanned: TrackScan?
  private var described: CodecSummary??
  var frameMarks = SparseMarks<PacketFrameMark>()
  /// The codec's test of a packet at which decoding can begin; `nil` if decoding can begin at every packet, or if no
  /// test is known.
  private(set) lazy var entryTest: (@Sendable (Span<UInt8>) -> Bool)? = findEntryTest()

  init(_ media: MediaFile, codecs: [CodecDescriptor]) throws(AudioError) {
    let tracks = media.reader.tracks
    audioTracks = tracks.indices.filter { tracks[$0].mediaKind == .audio }
    guard let first = audioTracks.first else {
      throw .container(ContainerError(.unsupported, "the file has no audio track", at: 0))
    }
    container = media.container
    source = media.source
    reader = media.reader
    self.codecs = codecs
    track = first
    info = tracks[first]
  }

  /// Chooses another track.
  func use(track index: Int) {
    track = index
    info = reader.tracks[index]
    batch.removeAll(nextPacket: 0)
    packetsInBatch = 0
    readerPosition = nil
    scanned = nil
    described = nil
    frameMarks = SparseMarks<PacketFrameMark>()
    entryTest = findEntryTest()
  }

  private func findEntryTest() -> (@Sendable (Span<UInt8>) -> Bool)? {
    do throws(CodecError) {
      guard info.format.formatID == "usac", let decoder = try codec?.makeDecoder(CodedStream(of: info)) else {
        return nil
      }
      return decoder.canBegin
    } catch {
      return nil
    }
  }

  /// Makes sure that a packet is in the batch; false if the track has ended before it.
  ///
  /// Reading on from the last packet never seeks.
  func load(_ packet: Int64) throws(ContainerError) -> Bool {
    if packet >= batch.firstPacket, packet - batch.firstPacket < Int64(packetsInBatch) { return true }
    guard packet >= 0 else {
      throw ContainerError(.invalidState, "there is no packet before the first", at: info.dataOffset)
    }
    let isNext = readerPosition == packet
    packetsInBatch = 0
    // After a failure the position of the reader is undefined.
    readerPosition = nil
    if !isNext { try reader.seek(toPacket: packet, ofTrack: track) }
    let hasMore = try reader.readPackets(ofTrack: track, into: &batch)
    packetsInBatch = hasMore ? info.format.packetCount(of: batch) : 0
    batch.firstPacket = packet
    readerPosition = packet + Int64(packetsInBatch)
    return packetsInBatch > 0
  }

  /// Returns the counts that only a walk over all packets can determine.
  func scan() throws(ContainerError) -> TrackScan {
    if let scanned { return scanned }
    let scan = try TrackScan(reader, track: track)
    scanned = scan
    return scan
  }

  /// Returns the codec's summary of the cookie, `nil` if there is no codec for it or it refuses the cookie.
  func codecSummary() -> CodecSummary? {
    if let described { return described }
    var summary: CodecSummary?
    if let codec = codec {
      let first = (try? load(0)) == true ? Array(batch.packet(0)) : []
      summary = try? codec.describe(CodedStream(of: info), first.span)
    }
    described = .some(summary)
    return summary
  }

  /// The codec of the track's format.
  var codec: CodecDescriptor? { codecs.first { $0.formatIDs.contains(info.format.formatID) } }
}

// MARK: - Opening

extension AudioFileInput {
  /// Opens a file by its name.
  static func open(path: String, options: AudioFile.Options) throws(AudioError) -> MediaFile {
    let source = try MediaFile.source(path: Pathname(path))
    return try open(source, name: path == "-" ? nil : path, options: options)
  }

  /// Opens a source in the format of its first bytes or, if they are inconclusive, in the hint's.
  static func open(
    _ source: any ByteSource, name: String?, options: AudioFile.Options
  ) throws(AudioError) -> MediaFile {
    let hinted = options.containers.filter { $0.fileType == options.fileTypeHint && $0.open != nil }
    guard let hint = hinted.first else {
      return try MediaFile(source: source, name: name, containers: options.containers, limits: options.limits)
    }
    do throws(AudioError) {
      // Among equals the first of the list wins where the name does not decide.
      return try MediaFile(
        source: source, name: nil, containers: hinted + options.containers, limits: options.limits)
    } catch {
      guard error.kind == .unknownFormat else { throw error }
      return try MediaFile(source: source, container: hint, limits: options.limits)
    }
  }
}
