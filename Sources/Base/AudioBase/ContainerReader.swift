/// Reads packets out of one file.
///
/// A reader is a value: a copy of it reads on from the same place, independently. Linear PCM, A-law and mu-law have one
/// packet a frame; a batch holds them in runs of up to ``ConstantPacketCursor/framesPerRun`` frames, each run with its
/// ``PacketDescription/frameCount``.
public protocol ContainerReader {
  /// Core Audio's file type, such as `m4af`.
  var fileType: FourCharacterCode { get }

  /// The tracks, in file order.
  var tracks: [TrackInfo] { get }

  /// The metadata of the recording.
  var metadata: Metadata { get }

  /// The remarks about the file: the list of repairs and of things skipped or ignored.
  var warnings: [String] { get }

  /// Tracks of something else than sound that the file holds besides ``tracks``, in words, one line each: no damage.
  var unreadTracks: [String] { get }

  /// Readable names of the file's metadata that no other property represents, such as the blocks of other programs: a
  /// copy lacks them. Chunks, which have ``ContainerDescriptor/chunkRole``, are not among them.
  var unnamedItems: [String] { get }

  /// The chunks or boxes at the top of the file, in file order; empty for formats without them.
  var chunks: [ChunkInfo] { get }

  /// True if the file can be played while it arrives and holds no stale or filling space:
  /// `kAudioFilePropertyIsOptimized`.
  var isOptimized: Bool { get }

  /// The lowest byte offset beyond the first track's ``TrackInfo/dataOffset`` that later reads can access.
  ///
  /// Once packets of a track were read or sought, only such tracks count. A stream parser discards the bytes before it.
  var lowestNeededOffset: Int64 { get }

  /// Returns the streams after the first one in a track, and the packets at which they begin, as far as the packets
  /// have been walked; empty for usual files.
  ///
  /// ``PacketBatch/streamNumber`` is the number of the packets' stream. ``TrackInfo/duration`` counts each part at its
  /// own rate.
  func streamChanges(ofTrack track: Int) -> StreamChanges

  /// Sets the packet that the next read of the track begins with. A packet past the end reads as end of the track.
  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError)

  /// Clears the batch and fills it with the next packets of the track, and returns true if there were any.
  ///
  /// - Parameters:
  ///   - track: An index into ``tracks``.
  ///   - batch: Its old packets are dropped.
  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool

  /// Looks up a packet, or the packet that holds a frame, in the file's own tables, without reading packets.
  ///
  /// The place from which packets are read next is left unchanged.
  ///
  /// - Returns: `nil` if the format has no table and its packets are not all alike.
  mutating func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition?

  /// Looks up the last packet at which decoding can begin, at or before a packet or the packet that holds a frame.
  ///
  /// The place from which packets are read next is left unchanged.
  ///
  /// - Returns: As ``locate(_:ofTrack:)``; `nil` also where decoding cannot begin at or before the target.
  mutating func locateSync(before target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition?

  /// Resumes reading at a byte offset, in a stream without a table: searches for the next frame from there on and
  /// counts it as `packet`.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if the packets of the format cannot be separated without earlier bytes.
  mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError)
}

extension ContainerReader {
  /// Always empty.
  public var metadata: Metadata { Metadata() }
  /// An empty list.
  public var warnings: [String] { [] }
  /// An empty list.
  public var unreadTracks: [String] { [] }
  /// All remarks on the file: ``unreadTracks`` and ``warnings``.
  public var allRemarks: [String] { unreadTracks + warnings }
  /// Always empty.
  public var unnamedItems: [String] { [] }
  /// An empty list.
  public var chunks: [ChunkInfo] { [] }
  /// Formats without an index are always in order.
  public var isOptimized: Bool { true }
  /// Always 0: any byte may be needed.
  public var lowestNeededOffset: Int64 { 0 }

  /// Returns a list without changes: all packets belong to one stream.
  public func streamChanges(ofTrack track: Int) -> StreamChanges { StreamChanges() }

  /// Returns `nil`: packets cannot be looked up.
  public mutating func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    nil
  }

  /// Returns the packet itself: decoding can begin at every packet.
  public mutating func locateSync(
    before target: PacketTarget, ofTrack track: Int
  ) throws(ContainerError) -> PacketPosition? {
    try locate(target, ofTrack: track)
  }

  /// Throws: the reader cannot resynchronize.
  public mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    throw ContainerError(.unsupported, "the packets of this format cannot be found from any byte on", at: byteOffset)
  }
}

/// The target of ``ContainerReader/locate(_:ofTrack:)``.
public enum PacketTarget: Hashable, Sendable, BitwiseCopyable {
  /// The packet of this number, 0 being the first.
  case packet(Int64)
  /// The packet that holds this frame, counted from the first frame of the first packet, priming included.
  case frame(Int64)
}

/// The position of a packet in its track and in its file.
public struct PacketPosition: Hashable, Sendable, BitwiseCopyable {
  /// The packet's number, 0 being the first.
  public var packet: Int64
  /// The frame that the packet begins with, counted from the first frame of the first packet, priming included, at the
  /// track's sample rate.
  public var firstFrame: Int64
  /// The bytes from the start of the file to the packet.
  public var byteOffset: Int64

  /// Creates a position.
  public init(packet: Int64, firstFrame: Int64, byteOffset: Int64) {
    self.packet = packet
    self.firstFrame = firstFrame
    self.byteOffset = byteOffset
  }
}

/// A chunk (RIFF, AIFF, CAF) or box (MP4) at the top of a file.
public struct ChunkInfo: Hashable, Sendable, BitwiseCopyable {
  /// The four characters.
  public var identifier: FourCharacterCode
  /// The bytes from the start of the file to the chunk's body, after its header.
  public var bodyOffset: Int64
  /// The bytes of the body that are present.
  public var byteCount: Int64

  /// Creates an entry.
  public init(identifier: FourCharacterCode, bodyOffset: Int64, byteCount: Int64) {
    self.identifier = identifier
    self.bodyOffset = bodyOffset
    self.byteCount = byteCount
  }
}
