/// An access unit, or a run of samples, as a network has brought it.
public struct ReceivedAccessUnit: Sendable, Hashable {
  /// The number of frames of the stream from an origin of the sender's choice to the first frame of the unit. It does
  /// not wrap around: the receiver extends the 32 bits of RTP.
  public var timestamp: Int64
  /// The number of the packet that brought the unit, which does not wrap around. Units of one packet share it.
  public var sequenceNumber: Int64
  /// The moment of arrival, in nanoseconds of a clock that never goes backwards: `HostClock.now`.
  public var arrival: Int64
  /// The number of frames of the unit, or 0 for those of the stream's other units.
  public var frameCount: Int
  /// The unit, as its decoder takes it. A slice of its datagram, if it came from a network, which lives as long.
  public var bytes: ArraySlice<UInt8>

  /// Creates a unit that is a part of a larger array.
  public init(
    timestamp: Int64, sequenceNumber: Int64, arrival: Int64, bytes: ArraySlice<UInt8>, frameCount: Int = 0
  ) {
    self.timestamp = timestamp
    self.sequenceNumber = sequenceNumber
    self.arrival = arrival
    self.frameCount = frameCount
    self.bytes = bytes
  }

  /// Creates a unit of bytes of its own, of as many frames as the stream's others.
  public init(timestamp: Int64, sequenceNumber: Int64, arrival: Int64, bytes: [UInt8]) {
    self.init(timestamp: timestamp, sequenceNumber: sequenceNumber, arrival: arrival, bytes: bytes[...])
  }
}
