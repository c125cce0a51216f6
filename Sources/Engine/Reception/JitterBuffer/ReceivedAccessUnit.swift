/// An access unit, or a run of samples, received from a network.
public struct ReceivedAccessUnit: Sendable, Hashable {
  /// The timestamp of the first frame, in frames from an origin of the sender's choice. It does not wrap around: the
  /// receiver extends the 32 bits of RTP.
  public var timestamp: Int64
  /// The extended number of the unit's packet, which does not wrap around. Units of one packet share it.
  public var sequenceNumber: Int64
  /// The moment of arrival, in nanoseconds of a clock that never goes backwards: `HostClock.now`.
  public var arrival: Int64
  /// The number of frames of the unit, or 0 for the stream's usual number.
  public var frameCount: Int
  /// The unit in the form that its decoder takes. A unit from a network is a slice of its datagram, which stays in
  /// memory as long.
  public var bytes: ArraySlice<UInt8>

  /// Creates a unit from a part of a larger array.
  public init(
    timestamp: Int64, sequenceNumber: Int64, arrival: Int64, bytes: ArraySlice<UInt8>, frameCount: Int = 0
  ) {
    self.timestamp = timestamp
    self.sequenceNumber = sequenceNumber
    self.arrival = arrival
    self.frameCount = frameCount
    self.bytes = bytes
  }

  /// Creates a unit with its own bytes and the stream's usual number of frames.
  public init(timestamp: Int64, sequenceNumber: Int64, arrival: Int64, bytes: [UInt8]) {
    self.init(timestamp: timestamp, sequenceNumber: sequenceNumber, arrival: arrival, bytes: bytes[...])
  }
}
