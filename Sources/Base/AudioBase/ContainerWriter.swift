/// Writes packets into one file: those of one track, or, where ``ContainerDescriptor/holdsSeveralTracks`` is true, of
/// as many as ``WriterSettings/tracks`` names.
public protocol ContainerWriter {
  /// The bytes from the start of the file to the first packet, as far as is known while writing.
  var dataOffset: Int64 { get }

  /// Adds packets. For formats with packets of constant size and duration (linear PCM, G.711, IMA4) `descriptions` is
  /// empty, or is left unread, and `bytes` holds whole packets.
  ///
  /// Offsets of descriptions are relative to `bytes`.
  mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError)

  /// Adds packets to a track, with the times that the batch states. Tracks may be fed in any order; for players, each
  /// call should feed the track that lags most.
  ///
  /// - Parameters:
  ///   - packets: The packets, in the order of decoding.
  ///   - track: An index into ``WriterSettings/tracks``; 0 in a file of one track.
  /// - Throws: ``ErrorKind/unsupported`` for a further track of a format that holds one, and what
  ///   ``write(_:descriptions:)`` throws.
  mutating func write(_ packets: PacketBatch, track: Int) throws(ContainerError)

  /// Brings sizes and counts in the headers up to date, so that the file holds the packets written so far even if
  /// nothing more follows. With ``SizeUpdatePolicy/continuous`` writers do this automatically.
  mutating func updateHeaders() throws(ContainerError)

  /// Sets the frames that are the recording, which an encoder knows only at its end.
  mutating func setPacketTable(_ table: PacketTable) throws(ContainerError)

  /// Replaces the magic cookie, which some encoders complete only at their end.
  mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError)

  /// Declares that the packets written from here on belong to another stream.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if the format holds packets of one stream, or cannot describe these;
  ///   the file stays unchanged.
  mutating func changeStream(to stream: CodedStream) throws(ContainerError)

  /// Declares that the packets of a track written from here on belong to another stream.
  ///
  /// - Parameters:
  ///   - stream: The format and configuration of the packets that follow.
  ///   - track: An index into ``WriterSettings/tracks``; 0 in a file of one track.
  /// - Throws: The errors of ``changeStream(to:)``, and ``ErrorKind/unsupported`` for a further track of a format that
  ///   holds one.
  mutating func changeStream(to stream: CodedStream, track: Int) throws(ContainerError)

  /// Replaces the metadata; formats that hold it before the packets throw after packets have been written.
  mutating func setMetadata(_ metadata: Metadata) throws(ContainerError)

  /// Replaces the chunks that a program puts into the file; they are written at the end.
  mutating func setUserChunks(_ chunks: [UserChunk]) throws(ContainerError)

  /// Completes headers. Without this call the file is not whole.
  mutating func finish() throws(ContainerError)
}

extension ContainerWriter {
  /// Zero: the offset is not known.
  public var dataOffset: Int64 { 0 }

  /// Passes the packets of the only track to ``write(_:descriptions:)``; throws for another track.
  public mutating func write(_ packets: PacketBatch, track: Int) throws(ContainerError) {
    guard track == 0 else { throw .oneTrack }
    try write(packets.bytes.span, descriptions: packets.descriptions.span)
  }

  /// Passes the change of the only track to ``changeStream(to:)``; throws for another track.
  public mutating func changeStream(to stream: CodedStream, track: Int) throws(ContainerError) {
    guard track == 0 else { throw .oneTrack }
    try changeStream(to: stream)
  }

  /// Does nothing: the headers of such formats hold no sizes.
  public mutating func updateHeaders() throws(ContainerError) {}

  /// Throws unless the table keeps everything, because the format cannot store it.
  public mutating func setPacketTable(_ table: PacketTable) throws(ContainerError) {
    guard table.primingFrames == 0, table.remainderFrames == 0 else {
      throw ContainerError(.unsupported, "this file type cannot say which frames are the recording", at: 0)
    }
  }

  /// Throws: the format has no cookie, or needs it at the start.
  public mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) {
    throw ContainerError(.unsupported, "this file type takes no magic cookie after its start", at: 0)
  }

  /// Throws: the format holds packets of one stream.
  public mutating func changeStream(to stream: CodedStream) throws(ContainerError) {
    throw ContainerError(
      .unsupported, "the packets change to another stream, and this file type holds those of one", at: 0)
  }

  /// Throws unless the metadata is empty: the format has none.
  public mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) {
    guard metadata.isEmpty else {
      throw ContainerError(.unsupported, "this file type holds no metadata, or only at its start", at: 0)
    }
  }
}

extension ContainerWriter {
  /// Throws unless the list is empty: the format has no chunks.
  public mutating func setUserChunks(_ chunks: [UserChunk]) throws(ContainerError) {
    guard chunks.isEmpty else {
      throw ContainerError(.unsupported, "this file type holds no chunks of a program's own", at: 0)
    }
  }
}

extension ContainerError {
  /// Several tracks were given for a file type that holds only one.
  static var oneTrack: ContainerError { ContainerError(.unsupported, "this file type holds one track", at: 0) }
}

/// The times at which a writer updates its headers.
public enum SizeUpdatePolicy: Sendable {
  /// Once, at the end: `kAudioFilePropertyDeferSizeUpdates`.
  case deferred
  /// After every write, so that a crash does not lose earlier packets. Ignored on a pipe.
  case continuous
}

/// The layout of a file, whose index may be in one piece or in several.
public enum FileStructure: Hashable, Sendable {
  /// One index, before the packets.
  case indexFirst
  /// One index, after the packets.
  case indexLast
  /// An index every few seconds, so that the file can be played while it is written (MP4's movie fragments).
  case fragmented(seconds: Double)
}

/// The contents and structure of a new file.
public struct WriterSettings: Sendable {
  /// The format of the packets.
  public var format: StreamFormat
  /// The loudspeakers, in the order of the channels in the packets.
  public var layout: ChannelLayout
  /// The magic cookie, without a container's wrapping: for AAC an AudioSpecificConfig.
  public var cookie: [UInt8]
  /// The number of bytes of audio that will be written, if known in advance; used by formats that must choose a form of
  /// header.
  public var expectedByteCount: Int64?
  /// The number of packets to be written, if known beforehand; needed to reserve room for an index at the front.
  public var expectedPacketCount: Int64?
  /// The range of frames that is the recording, if known beforehand; see ``ContainerWriter/setPacketTable(_:)`` and
  /// ``ContainerDescriptor/marksRecording``.
  public var packetTable: PacketTable?
  /// The metadata of the recording.
  public var metadata = Metadata()
  /// A program's own chunks for the file; see ``ContainerDescriptor/chunkRole``.
  public var userChunks: [UserChunk] = []
  /// The language of the sound, as ISO 639-2's three letters; empty for none. MP4 has a place for it.
  public var language = ""
  /// The nominal bit rate, in bits/s.
  public var bitRate: Int?
  /// The number of packets that must be decoded before the requested one after a seek.
  public var rollDistance: Int?
  /// The times at which sizes in headers are updated.
  public var sizeUpdates = SizeUpdatePolicy.deferred
  /// The location of the index.
  public var structure = FileStructure.indexFirst
  /// The tracks of a file of several (sound, pictures and others), as their own files describe them; sound needs its
  /// format and its cookie only. Empty for a file of one track, which the other settings describe; with several tracks
  /// only ``metadata``, ``structure`` and ``sizeUpdates`` of these are read.
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
