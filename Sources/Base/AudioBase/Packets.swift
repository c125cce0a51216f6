/// The position of a packet in a buffer of packets, and its duration: `AudioStreamPacketDescription`.
public struct PacketDescription: Hashable, Sendable, BitwiseCopyable {
  /// The bytes from the start of the buffer.
  public var startOffset: Int
  /// The bytes of the packet.
  public var byteCount: Int
  /// The frames of the packet, or 0 if the format has a constant number.
  public var frameCount: Int

  /// Creates a description.
  @inlinable
  public init(startOffset: Int, byteCount: Int, frameCount: Int = 0) {
    self.startOffset = startOffset
    self.byteCount = byteCount
    self.frameCount = frameCount
  }
}

/// The times at which a packet of a timed track is decoded and shown: the entries of MP4's sample tables.
public struct PacketTiming: Hashable, Sendable, BitwiseCopyable {
  /// The decode time, in units of ``TrackInfo/timescale`` from the start of the track's media.
  public var decodeTime: Int64
  /// The offset from ``decodeTime`` to the time of presentation, in the same units.
  public var presentationOffset: Int64
  /// The duration, in the same units.
  public var duration: Int64
  /// True if decoding can begin here: a sync sample.
  public var isSync: Bool

  /// Creates a timing.
  public init(decodeTime: Int64, presentationOffset: Int64 = 0, duration: Int64, isSync: Bool = true) {
    self.decodeTime = decodeTime
    self.presentationOffset = presentationOffset
    self.duration = duration
    self.isSync = isSync
  }

  /// The time of presentation, in units of ``TrackInfo/timescale``; wraps around at 64 bits.
  public var presentationTime: Int64 { decodeTime &+ presentationOffset }
}

/// A reused buffer of whole packets, filled by a ``ContainerReader`` and emptied by a decoder or a writer.
///
/// After the first few fills it has found its size and no longer allocates.
public struct PacketBatch: Sendable {
  /// The packets' bytes, one after the other; ``descriptions`` has the position of each.
  public var bytes: [UInt8] = []
  /// The descriptions, one per packet, with offsets relative to ``bytes``.
  public var descriptions: [PacketDescription] = []
  /// The byte offset in the file of each packet, for messages and listings.
  public var fileOffsets: [Int64] = []
  /// The timing of each packet, if the container states it; otherwise empty.
  public var timings: [PacketTiming] = []
  /// The index of the batch's first packet in the track.
  public var firstPacket: Int64 = 0
  /// The stream that all packets of the batch belong to: 0 for the one that ``TrackInfo`` describes, another number
  /// for one of ``ContainerReader/streamChanges(ofTrack:)``. A reader ends a batch where the stream changes.
  public var streamNumber = 0
  /// The largest number of packets that a reader adds.
  public let maximumPacketCount: Int
  /// The number of bytes after which a reader stops adding packets; the last packet may pass it.
  public let targetByteCount: Int

  /// Creates an empty batch.
  public init(maximumPacketCount: Int = 64, targetByteCount: Int = 1 << 16) {
    self.maximumPacketCount = maximumPacketCount
    self.targetByteCount = targetByteCount
  }

  /// The number of packets.
  public var count: Int { descriptions.count }

  /// True if a reader should stop adding packets.
  public var isFull: Bool { count >= maximumPacketCount || bytes.count >= targetByteCount }

  /// Clears the batch, keeping its memory.
  public mutating func removeAll(nextPacket: Int64) {
    bytes.removeAll(keepingCapacity: true)
    descriptions.removeAll(keepingCapacity: true)
    fileOffsets.removeAll(keepingCapacity: true)
    timings.removeAll(keepingCapacity: true)
    firstPacket = nextPacket
    streamNumber = 0
  }

  /// Adds a packet, for programs that fill a batch themselves.
  ///
  /// - Parameters:
  ///   - packet: The bytes of the packet, which are copied.
  ///   - frameCount: The number of frames of the packet, or 0 if the format's constant holds.
  ///   - fileOffset: The offset of the packet in its file, in bytes, for messages; 0 if there is no file.
  public mutating func append(_ packet: Span<UInt8>, frameCount: Int = 0, fileOffset: Int64 = 0) {
    let startOffset = bytes.count
    bytes.append(copying: packet)
    noteAppendedPacket(from: startOffset, fileOffset: fileOffset, frameCount: frameCount)
  }

  /// Adds a packet, for programs that fill a batch themselves.
  ///
  /// - Parameters:
  ///   - packet: The bytes of the packet, such as ``packet(_:)`` of another batch returns.
  ///   - frameCount: The number of frames of the packet, or 0 if the format's constant holds.
  ///   - fileOffset: The offset of the packet in its file, in bytes, for messages; 0 if there is no file.
  public mutating func append(_ packet: some Collection<UInt8>, frameCount: Int = 0, fileOffset: Int64 = 0) {
    let startOffset = bytes.count
    bytes.append(contentsOf: packet)
    noteAppendedPacket(from: startOffset, fileOffset: fileOffset, frameCount: frameCount)
  }

  /// Adds a packet whose bytes the caller has already appended to ``bytes`` from `startOffset` on.
  public mutating func noteAppendedPacket(from startOffset: Int, fileOffset: Int64, frameCount: Int = 0) {
    descriptions.append(
      PacketDescription(startOffset: startOffset, byteCount: bytes.count - startOffset, frameCount: frameCount))
    fileOffsets.append(fileOffset)
  }

  /// Returns the bytes of packet `index`.
  public func packet(_ index: Int) -> ArraySlice<UInt8> {
    let place = descriptions[index]
    return bytes[place.startOffset..<(place.startOffset + place.byteCount)]
  }
}
