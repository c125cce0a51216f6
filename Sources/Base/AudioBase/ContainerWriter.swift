/// Writes packets into one file: those of one track, or, where ``ContainerDescriptor/holdsSeveralTracks`` is true, of
/// as many as ``WriterSettings/tracks`` names.
public protocol ContainerWriter {
  /// Bytes from the start of the file to the first packet, as far as is known while writing.
  var dataOffset: Int64 { get }

  /// Adds packets. For formats with packets of constant size and duration (linear PCM, G.711, IMA4) `descriptions` is
  /// empty, or is left unread, and `bytes` holds whole packets.
  ///
  /// Offsets of descriptions are relative to `bytes`.
  mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError)

  /// Adds packets to a track, with the times that the batch states. Tracks may be fed in any order; players like it
  /// best when each call feeds the one that has come least far.
  ///
  /// - Parameters:
  ///   - packets: The packets, in the order of decoding.
  ///   - track: An index into ``WriterSettings/tracks``; 0 in a file of one track.
  /// - Throws: ``ErrorKind/unsupported`` for a further track of a format that holds one, and what
  ///   ``write(_:descriptions:)`` throws.
  mutating func write(_ packets: PacketBatch, track: Int) throws(ContainerError)

  /// Brings sizes and counts in the headers up to date, so that the file holds what was written so far if nothing more
  /// ever comes. With ``SizeUpdatePolicy/continuous`` writers do so by themselves.
  mutating func updateHeaders() throws(ContainerError)

  /// Sets which frames are the recording, which an encoder knows only at its end.
  mutating func setPacketTable(_ table: PacketTable) throws(ContainerError)

  /// Replaces the magic cookie, which some encoders complete only at their end.
  mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError)

  /// States that the packets written from here on are of another stream.
  ///
  /// - Throws: ``ErrorKind/unsupported`` where the format holds packets of one stream, or cannot say what these are;
  ///   the file stays as it was.
  mutating func changeStream(to stream: CodedStream) throws(ContainerError)

  /// States that the packets of a track that are written from here on are of another stream.
  ///
  /// - Parameters:
  ///   - stream: The format and configuration of the packets that follow.
  ///   - track: An index into ``WriterSettings/tracks``; 0 in a file of one track.
  /// - Throws: What ``changeStream(to:)`` throws, and ``ErrorKind/unsupported`` for a further track of a format that
  ///   holds one.
  mutating func changeStream(to stream: CodedStream, track: Int) throws(ContainerError)

  /// Replaces the metadata; formats that hold it before the packets refuse this once packets have been written.
  mutating func setMetadata(_ metadata: Metadata) throws(ContainerError)

  /// Replaces the chunks that a program puts into the file; they are written at the end.
  mutating func setUserChunks(_ chunks: [UserChunk]) throws(ContainerError)

  /// Completes headers. Without this call the file is not whole.
  mutating func finish() throws(ContainerError)
}

extension ContainerWriter {
  /// Not known.
  public var dataOffset: Int64 { 0 }

  /// Hands the packets of the only track on to ``write(_:descriptions:)``; another track is refused.
  public mutating func write(_ packets: PacketBatch, track: Int) throws(ContainerError) {
    guard track == 0 else { throw .oneTrack }
    try write(packets.bytes.span, descriptions: packets.descriptions.span)
  }

  /// Hands the change of the only track on to ``changeStream(to:)``; another track is refused.
  public mutating func changeStream(to stream: CodedStream, track: Int) throws(ContainerError) {
    guard track == 0 else { throw .oneTrack }
    try changeStream(to: stream)
  }

  /// Formats without sizes in their headers are always up to date.
  public mutating func updateHeaders() throws(ContainerError) {}

  /// Refused unless the table keeps everything: the format has no place for it.
  public mutating func setPacketTable(_ table: PacketTable) throws(ContainerError) {
    guard table.primingFrames == 0, table.remainderFrames == 0 else {
      throw ContainerError(.unsupported, "this file type cannot say which frames are the recording", at: 0)
    }
  }

  /// Refused: the format has no cookie, or needs it at the start.
  public mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) {
    throw ContainerError(.unsupported, "this file type takes no magic cookie after its start", at: 0)
  }

  /// Refused: the format holds packets of one stream.
  public mutating func changeStream(to stream: CodedStream) throws(ContainerError) {
    throw ContainerError(
      .unsupported, "the packets change to another stream, and this file type holds those of one", at: 0)
  }

  /// Refused unless empty: the format has no metadata.
  public mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) {
    guard metadata.isEmpty else {
      throw ContainerError(.unsupported, "this file type holds no metadata, or only at its start", at: 0)
    }
  }
}

extension ContainerWriter {
  /// Refused unless empty: the format has no chunks.
  public mutating func setUserChunks(_ chunks: [UserChunk]) throws(ContainerError) {
    guard chunks.isEmpty else {
      throw ContainerError(.unsupported, "this file type holds no chunks of a program's own", at: 0)
    }
  }
}

extension ContainerError {
  /// A file type that holds one track was given several.
  static var oneTrack: ContainerError { ContainerError(.unsupported, "this file type holds one track", at: 0) }
}

/// When a writer brings its headers up to date.
public enum SizeUpdatePolicy: Sendable {
  /// Once, at the end: `kAudioFilePropertyDeferSizeUpdates`.
  case deferred
  /// After every write, so that a crash loses nothing that was written before. Ignored on a pipe.
  case continuous
}

/// How a file that may keep its index in one place or in pieces is laid out.
public enum FileStructure: Hashable, Sendable {
  /// One index, in front of the packets.
  case indexFirst
  /// One index, behind the packets.
  case indexLast
  /// An index every so many seconds, so that the file can be played while it is written (MP4's movie fragments).
  case fragmented(seconds: Double)
}

/// What a new file shall hold.
public struct WriterSettings: Sendable {
  /// The format of the packets.
  public var format: StreamFormat
  /// The loudspeakers, in the order of the channels in the packets.
  public var layout: ChannelLayout
  /// The magic cookie, without a container's wrapping: for AAC an AudioSpecificConfig.
  public var cookie: [UInt8]
  /// Bytes of audio that will be written, where known beforehand; helps formats that must choose a header form.
  public var expectedByteCount: Int64?
  /// Packets that will be written, where known beforehand; lets an index in front be given its place.
  public var expectedPacketCount: Int64?
  /// Which frames are the recording, where known beforehand; see ``ContainerWriter/setPacketTable(_:)`` and
  /// ``ContainerDescriptor/marksRecording``.
  public var packetTable: PacketTable?
  /// What the file says about the recording.
  public var metadata = Metadata()
  /// What a program puts into the file besides; see ``ContainerDescriptor/chunkRole``.
  public var userChunks: [UserChunk] = []
  /// The nominal bit rate, in bits/s.
  public var bitRate: Int?
  /// Packets that must be decoded before the one wanted after a seek.
  public var rollDistance: Int?
  /// When sizes in headers are brought up to date.
  public var sizeUpdates = SizeUpdatePolicy.deferred
  /// Where the index goes.
  public var structure = FileStructure.indexFirst
  /// The tracks of a file of several (sound, pictures and others), as the files that they come from describe them;
  /// sound needs its format and its cookie only. Empty for a file of the one track that the other settings describe,
  /// which of a file of several are read for ``metadata``, ``structure`` and ``sizeUpdates`` alone.
  public var tracks: [TrackInfo] = []

  /// Creates settings for a file of one track.
  public init(
    format: StreamFormat, layout: ChannelLayout, cookie: [UInt8] = [], expectedByteCount: Int64? = nil
  ) {
    self.format = format
    self.layout = layout
    self.cookie = cookie
    self.expectedByteCount = expectedByteCount
  }
}
