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

  /// What the file says about the recording.
  var metadata: Metadata { get }

  /// Remarks about the file: what was repaired, skipped or ignored.
  var warnings: [String] { get }

  /// Tracks of something else than sound that the file holds besides ``tracks``, in words, one line each: no damage.
  var unreadTracks: [String] { get }

  /// Names, for people, of what the file says besides its sound and nothing else here stands for, such as the blocks of
  /// other programs: a copy does not have them. Chunks, which have ``ContainerDescriptor/chunkRole``, are not among
  /// them.
  var unnamedItems: [String] { get }

  /// The chunks or boxes at the top of the file, in file order; none for formats that have no such thing.
  var chunks: [ChunkInfo] { get }

  /// Whether the file can be played while it arrives and holds no stale or filling space:
  /// `kAudioFilePropertyIsOptimized`.
  var isOptimized: Bool { get }

  /// The lowest byte offset beyond the first track's ``TrackInfo/dataOffset`` that reading on from here can touch.
  ///
  /// Once packets of a track were read or sought, only such tracks count. A stream parser forgets what lies before it.
  var lowestNeededOffset: Int64 { get }

  /// The streams that the packets of a track belong to besides the one that its ``TrackInfo`` describes, and where they
  /// begin, as far as the packets have been walked; nothing for usual files.
  ///
  /// ``PacketBatch/streamNumber`` says which of them packets are of. ``TrackInfo/duration`` counts each part at its own
  /// rate.
  func streamChanges(ofTrack track: Int) -> StreamChanges

  /// Sets the packet that the next read of the track begins with. A packet past the end reads as end of the track.
  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError)

  /// Empties the batch and fills it with the next packets of the track, and returns whether there were any.
  ///
  /// - Parameters:
  ///   - track: An index into ``tracks``.
  ///   - batch: Its old packets are dropped.
  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool

  /// Looks up a packet, or the packet that holds a frame, in the file's own tables and without reading packets.
  ///
  /// The place from which packets are read next is left alone.
  ///
  /// - Returns: `nil` where the format has no table and its packets are not all alike.
  mutating func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition?

  /// Looks up the last packet at which decoding can begin, at or before a packet or the packet that holds a frame.
  ///
  /// The place from which packets are read next is left alone.
  ///
  /// - Returns: As ``locate(_:ofTrack:)``; `nil` also where decoding cannot begin at or before the target.
  mutating func locateSync(before target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition?

  /// Goes on reading at a byte offset, where a stream has no table: looks for the next frame there and counts it as
  /// `packet`.
  ///
  /// - Throws: ``ErrorKind/unsupported`` where the packets of the format cannot be told apart without what came before.
  mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError)
}

extension ContainerReader {
  /// No metadata.
  public var metadata: Metadata { Metadata() }
  /// No remarks.
  public var warnings: [String] { [] }
  /// No other tracks.
  public var unreadTracks: [String] { [] }
  /// All that there is to say of the file: ``unreadTracks`` and ``warnings``.
  public var allRemarks: [String] { unreadTracks + warnings }
  /// All is said.
  public var unnamedItems: [String] { [] }
  /// No chunks.
  public var chunks: [ChunkInfo] { [] }
  /// Formats without an index are always in order.
  public var isOptimized: Bool { true }
  /// Everything.
  public var lowestNeededOffset: Int64 { 0 }

  /// All packets are of one stream.
  public func streamChanges(ofTrack track: Int) -> StreamChanges { StreamChanges() }

  /// Nothing can be looked up.
  public mutating func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    nil
  }

  /// Decoding can begin at every packet.
  public mutating func locateSync(
    before target: PacketTarget, ofTrack track: Int
  ) throws(ContainerError) -> PacketPosition? {
    try locate(target, ofTrack: track)
  }

  /// Always refused.
  public mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    throw ContainerError(.unsupported, "the packets of this format cannot be found from any byte on", at: byteOffset)
  }
}

/// What ``ContainerReader/locate(_:ofTrack:)`` looks for.
public enum PacketTarget: Hashable, Sendable, BitwiseCopyable {
  /// The packet of this number, 0 being the first.
  case packet(Int64)
  /// The packet that holds this frame, counted from the first frame of the first packet, priming included.
  case frame(Int64)
}

/// Where a packet lies in its track and in its file.
public struct PacketPosition: Hashable, Sendable, BitwiseCopyable {
  /// The packet's number, 0 being the first.
  public var packet: Int64
  /// The frame that the packet begins with, counted from the first frame of the first packet, priming included, at the
  /// track's sample rate.
  public var firstFrame: Int64
  /// Bytes from the start of the file to the packet.
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
  /// Bytes from the start of the file to the chunk's body, behind its header.
  public var bodyOffset: Int64
  /// Bytes of the body that are there.
  public var byteCount: Int64

  /// Creates an entry.
  public init(identifier: FourCharacterCode, bodyOffset: Int64, byteCount: Int64) {
    self.identifier = identifier
    self.bodyOffset = bodyOffset
    self.byteCount = byteCount
  }
}
