/// Which frames of a decoded track are the recording: priming before them and remainder after them are cut.
public struct PacketTable: Hashable, Sendable {
  /// `mPrimingFrames`: decoded frames before the first frame of the recording.
  public var primingFrames: Int64
  /// `mNumberValidFrames`: frames of the recording.
  public var validFrames: Int64
  /// `mRemainderFrames`: decoded frames after the last frame of the recording.
  public var remainderFrames: Int64
  /// The rate, in Hz, in which the three counts are given: the track's time scale.
  public var timescale: Double

  /// Creates a table.
  public init(primingFrames: Int64, validFrames: Int64, remainderFrames: Int64, timescale: Double) {
    self.primingFrames = primingFrames
    self.validFrames = validFrames
    self.remainderFrames = remainderFrames
    self.timescale = timescale
  }
}

/// What kind of media a track holds.
public enum MediaKind: String, Sendable {
  /// Sound.
  case audio
  /// Moving pictures.
  case video
  /// Anything else: text, time code, hints.
  case other
}

/// One track of a container, as the container describes it.
public struct TrackInfo: Sendable {
  /// The track's number in its file: `track_ID` in MP4, 1 elsewhere.
  public var identifier: Int
  /// What the track holds.
  public var mediaKind: MediaKind
  /// The format as the container claims it. For MPEG-4 audio the ``cookie`` decides, not this.
  public var format: StreamFormat
  /// What the decoder needs; for AAC an AudioSpecificConfig.
  public var cookie: [UInt8]
  /// The loudspeakers as the container states them, or `nil`. It matters for linear PCM, which has no cookie to say it.
  public var layout: ChannelLayout?
  /// The cookie as the container holds it (for MP4 the ES_Descriptor), for listings; often the same as ``cookie``.
  public var containerCookie: [UInt8] = []
  /// Packets of the track, `nil` where only a scan of the file would tell.
  public var packetCount: Int64?
  /// Bytes of all packets, `nil` where only a scan would tell.
  public var audioByteCount: Int64?
  /// The largest packet in bytes, `nil` where only a scan would tell.
  public var maximumPacketSize: Int?
  /// The byte offset of the first packet in the file.
  public var dataOffset: Int64 = 0
  /// The nominal bit rate in bits/s that the container states, or `nil`.
  public var bitRate: Int?
  /// Which decoded frames are the recording, `nil` where the container does not say.
  public var packetTable: PacketTable?
  /// Duration in seconds as the container states it, `nil` where only a scan would tell.
  public var duration: Double?
  /// The packets of pre-roll that the container asks for after a seek (MP4 `roll`), or `nil`.
  public var rollDistance: Int?

  /// Creates a description of an audio track.
  public init(identifier: Int = 1, mediaKind: MediaKind = .audio, format: StreamFormat, cookie: [UInt8] = []) {
    self.identifier = identifier
    self.mediaKind = mediaKind
    self.format = format
    self.cookie = cookie
  }
}

/// Reads packets out of one file.
public protocol ContainerReader {
  /// Core Audio's file type, such as `m4af`.
  var fileType: FourCharacterCode { get }

  /// The tracks, in file order.
  var tracks: [TrackInfo] { get }

  /// Names and values of the metadata, keyed as Core Audio's info dictionary is (`title`, `artist`, …).
  var metadata: [String: String] { get }

  /// Remarks about the file: what was repaired, skipped or ignored.
  var warnings: [String] { get }

  /// Sets the packet that the next read of the track begins with. A packet past the end reads as end of the track.
  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError)

  /// Empties the batch and fills it with the next packets of the track, and returns whether there were any.
  ///
  /// - Parameter track: An index into ``tracks``.
  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool
}

/// Writes packets of one track into one file.
public protocol ContainerWriter {
  /// Adds packets. For linear PCM `descriptions` is empty and `bytes` holds whole frames.
  mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError)

  /// Completes headers. Without this call the file is not whole.
  mutating func finish() throws(ContainerError)
}

/// What a new file shall hold.
public struct WriterSettings: Sendable {
  /// The format of the packets.
  public var format: StreamFormat
  /// The loudspeakers, in the order of the channels in the packets.
  public var layout: ChannelLayout
  /// The magic cookie.
  public var cookie: [UInt8]
  /// Bytes of audio that will be written, where known beforehand; helps formats that must choose a header form.
  public var expectedByteCount: Int64?

  /// Creates settings.
  public init(
    format: StreamFormat, layout: ChannelLayout, cookie: [UInt8] = [], expectedByteCount: Int64? = nil
  ) {
    self.format = format
    self.layout = layout
    self.cookie = cookie
    self.expectedByteCount = expectedByteCount
  }
}

/// One container of the package, as the catalog lists it.
public struct ContainerDescriptor: Sendable {
  /// Core Audio's file type, such as `m4af`.
  public let fileType: FourCharacterCode
  /// The name, for people.
  public let name: String
  /// File name extensions without the dot, lower case, the usual one first.
  public let extensions: [String]
  /// How sure the container is, 0 (not mine) to 100, judging by the first bytes of a file (up to 4 KiB).
  public let probe: (@Sendable (_ head: Span<UInt8>) -> Int)?
  /// Opens a file for reading; `nil` where this package only writes the format.
  public let open:
    (@Sendable (_ source: any ByteSource, _ limits: Limits) throws(ContainerError) -> any ContainerReader)?
  /// Begins a new file; `nil` where this package only reads the format.
  public let create:
    (@Sendable (_ sink: any ByteSink, _ settings: WriterSettings) throws(ContainerError) -> any ContainerWriter)?
  /// Whether the format can be written to a pipe.
  public let canWriteToPipe: Bool
  /// The data formats that the container can hold, as format IDs.
  public let formatIDs: [FourCharacterCode]

  /// Creates a descriptor.
  public init(
    fileType: FourCharacterCode, name: String, extensions: [String], formatIDs: [FourCharacterCode],
    probe: (@Sendable (Span<UInt8>) -> Int)? = nil,
    open: (@Sendable (any ByteSource, Limits) throws(ContainerError) -> any ContainerReader)? = nil,
    create: (@Sendable (any ByteSink, WriterSettings) throws(ContainerError) -> any ContainerWriter)? = nil,
    canWriteToPipe: Bool = false
  ) {
    self.fileType = fileType
    self.name = name
    self.extensions = extensions
    self.formatIDs = formatIDs
    self.probe = probe
    self.open = open
    self.create = create
    self.canWriteToPipe = canWriteToPipe
  }
}
