/// The number of bits of a packet that a container's check covers: a range, padded with zeros to a number of bits.
public struct ProtectedBits: Hashable, Sendable {
  /// The bits, counted from the start of the packet.
  public var range: Range<Int>
  /// The number of bits that the check covers: the range, padded with zeros if it is shorter.
  public var bitCount: Int

  /// Creates a description.
  public init(range: Range<Int>, bitCount: Int) { (self.range, self.bitCount) = (range, bitCount) }
}

/// Returns the bits of a packet that a container's check covers, in the order in which they are summed up; `nil` if the
/// packet cannot be read so far.
public typealias ProtectedBitsSearch =
  (_ packet: Span<UInt8>, _ stream: CodedStream) -> [ProtectedBits]?

/// The results of the checks that a container adds to the frames of a file.
public struct FrameChecks: Sendable {
  /// The number of checks that were computed.
  public var count: Int64 = 0
  /// The number of checks that failed.
  public var failedCount: Int64 = 0
  /// The first packet whose check failed, and the offset of its frame.
  public var firstFailure: (packet: Int64, byteOffset: Int64)?

  /// Creates counts of 0.
  public init() {}

  /// Counts the result of a check.
  public mutating func note(_ holds: Bool, packet: Int64, at byteOffset: Int64) {
    count += 1
    guard !holds else { return }
    failedCount += 1
    if firstFailure == nil { firstFailure = (packet, byteOffset) }
  }
}
