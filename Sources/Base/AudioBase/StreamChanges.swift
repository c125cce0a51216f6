/// The packets at which a track changes to another stream: a broadcast that changes its rate or its number of channels,
/// or recordings that were joined end to end.
///
/// ```
/// packets   0 …… 99 │ 100 … 149 │ 150 ……
/// stream       0    │     1     │    0
/// ```
/// Stream 0 is the one that ``TrackInfo`` describes, with the number of channels and all other properties of the first
/// packet; the others are listed here. Nothing is stored for a track whose packets are all of one stream.
public struct StreamChanges: Sendable {
  /// The first packet of another stream.
  public struct Change: Hashable, Sendable, BitwiseCopyable {
    /// The packet's number, 0 being the first of the track.
    public var packet: Int64
    /// The bytes from the start of the file to the packet, or to the frame that carries it.
    public var byteOffset: Int64
    /// The stream from here on: see ``StreamChanges/stream(_:)``.
    public var stream: Int

    /// Creates a change.
    public init(packet: Int64, byteOffset: Int64, stream: Int) {
      self.packet = packet
      self.byteOffset = byteOffset
      self.stream = stream
    }
  }

  /// The streams of the track besides the first, as far as the reader has met them.
  public private(set) var otherStreams: [CodedStream] = []
  /// The changes in packet order, as far as the reader has walked the packets.
  public private(set) var changes: [Change] = []

  /// Creates the record of a track with a single stream.
  public init() {}

  /// True if only one stream is known.
  public var isEmpty: Bool { otherStreams.isEmpty }

  /// Returns a stream by its number; `nil` for 0, which ``TrackInfo`` describes, and for unknown numbers.
  public func stream(_ number: Int) -> CodedStream? {
    otherStreams.indices.contains(number - 1) ? otherStreams[number - 1] : nil
  }

  /// Returns the number of a packet's stream, as far as the changes are known.
  public func streamNumber(ofPacket packet: Int64) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].packet <= packet { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? 0 : changes[low - 1].stream
  }

  /// Adds a stream and returns its number.
  ///
  /// - Parameter byteOffset: The offset of its first packet in the file, for the error.
  /// - Throws: ``ContainerError`` of kind ``ErrorKind/limitExceeded`` beyond ``ResourceLimits/streamChangeCount``
  ///   streams.
  package mutating func add(
    _ stream: CodedStream, at byteOffset: Int64, limits: ResourceLimits
  ) throws(ContainerError) -> Int {
    guard otherStreams.count < limits.streamChangeCount else { throw Self.tooMany(byteOffset) }
    otherStreams.append(stream)
    return otherStreams.count
  }

  /// Adds a change; ignores one at or before the last known one.
  ///
  /// - Throws: ``ContainerError`` of kind ``ErrorKind/limitExceeded`` beyond ``ResourceLimits/streamChangeCount``
  ///   changes.
  package mutating func note(_ change: Change, limits: ResourceLimits) throws(ContainerError) {
    if let last = changes.last, change.packet <= last.packet { return }
    guard changes.count < limits.streamChangeCount else { throw Self.tooMany(change.byteOffset) }
    changes.append(change)
  }

  /// Returns the changes with other byte offsets, for a container that carries another container's stream.
  package func mapOffsets(_ place: (Int64) -> Int64) -> StreamChanges {
    var mapped = self
    for index in mapped.changes.indices { mapped.changes[index].byteOffset = place(mapped.changes[index].byteOffset) }
    return mapped
  }

  private static func tooMany(_ byteOffset: Int64) -> ContainerError {
    ContainerError(
      .limitExceeded, "the packets change to another stream more often than the limit allows", at: byteOffset)
  }
}
