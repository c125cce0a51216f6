import AudioBase

/// An access unit or block of samples from a packet.
public struct PayloadUnit: Sendable, Equatable {
  /// The unit's time minus the packet's, in frames of the stream.
  public var frameOffset: Int64
  /// The unit's bytes: a slice of the datagram, if it holds the whole unit; samples of linear PCM are big endian.
  public var bytes: ArraySlice<UInt8>

  /// Creates a unit.
  public init(frameOffset: Int64, bytes: ArraySlice<UInt8>) {
    self.frameOffset = frameOffset
    self.bytes = bytes
  }
}

extension ArraySlice<UInt8> {
  /// Returns the same bytes, copied if they would keep more than four times their size alive, so that a few bytes do
  /// not keep whole datagrams.
  ///
  /// - Parameter byteCount: The bytes of the memory that holds them.
  package func keeping(of byteCount: Int) -> ArraySlice<UInt8> { count * 4 < byteCount ? Array(self)[...] : self }
}

/// The position of a packet in its stream, as far as a payload needs it.
public struct PacketPlace: Sendable, Equatable, BitwiseCopyable {
  /// The sequence number, extended beyond 16 bits.
  public var sequenceNumber: Int64
  /// The timestamp in ticks of the payload format's clock, extended beyond 32 bits.
  public var timestamp: Int64
  /// The marker bit.
  public var hasMarker: Bool

  /// Creates the position of a packet.
  public init(sequenceNumber: Int64, timestamp: Int64, hasMarker: Bool) {
    self.sequenceNumber = sequenceNumber
    self.timestamp = timestamp
    self.hasMarker = hasMarker
  }
}

/// The payload of a packet to send.
public struct OutgoingPayload: Sendable, Equatable {
  /// The time of the payload's first unit, in frames since the first unit of the stream.
  public var frame: Int64
  /// The number of frames of the payload's units.
  public var frameCount: Int
  /// The marker bit.
  public var hasMarker: Bool
  /// The payload.
  public var bytes: [UInt8]

  /// Creates a payload.
  public init(frame: Int64, frameCount: Int, hasMarker: Bool, bytes: [UInt8]) {
    self.frame = frame
    self.frameCount = frameCount
    self.hasMarker = hasMarker
    self.bytes = bytes
  }
}

/// Assembles the parts of a unit that came in several packets.
struct FragmentAssembler: Sendable {
  /// The largest number of bytes of a unit.
  static let maximumByteCount = 1 << 16

  private var bytes: [UInt8] = []
  private var timestamp: Int64 = 0
  private var next: Int64?
  /// The units of which a part is missing.
  private(set) var abandonedCount = 0

  /// Returns true if a packet continues the unit that is being put together.
  func continues(_ place: PacketPlace) -> Bool { next == place.sequenceNumber && timestamp == place.timestamp }

  /// Discards the parts so far.
  mutating func reset() {
    if next != nil { abandonedCount += 1 }
    next = nil
    bytes.removeAll(keepingCapacity: true)
  }

  /// Adds a part; a part that does not continue the present unit begins another one.
  mutating func append(_ part: Span<UInt8>, at place: PacketPlace) {
    if !continues(place) { reset() }
    guard part.count <= Self.maximumByteCount - bytes.count else { return reset() }
    bytes.append(copying: part)
    (timestamp, next) = (place.timestamp, place.sequenceNumber + 1)
  }

  /// The bytes so far.
  var byteCount: Int { bytes.count }

  /// Returns the assembled unit.
  mutating func take() -> [UInt8] {
    next = nil
    defer { bytes = [] }
    return bytes
  }
}
