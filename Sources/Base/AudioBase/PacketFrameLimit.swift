/// The largest number of frames that packets of a stream can decode to, by their size in bytes.
///
/// It bounds the memory allocated for a packet, whatever duration a container or a caller claims.
public struct PacketFrameLimit: Equatable, Sendable, BitwiseCopyable {
  /// The number of frames that are decoded together: a coded frame, or 1 in formats without coded frames.
  public let unitFrameCount: Int
  /// The smallest size of such a unit, in bytes.
  public let unitByteCount: Int
  /// The largest number of units of a packet.
  public let maximumUnitCount: Int

  /// Creates a limit; numbers below 1 count as 1.
  ///
  /// - Parameters:
  ///   - unitFrameCount: The number of frames that are decoded together.
  ///   - unitByteCount: The fewest bytes that they take up.
  ///   - maximumUnitCount: The largest number of units in a packet; by default as many as its bytes allow.
  public init(unitFrameCount: Int, unitByteCount: Int, maximumUnitCount: Int = .max) {
    self.unitFrameCount = max(1, unitFrameCount)
    self.unitByteCount = max(1, unitByteCount)
    self.maximumUnitCount = max(1, maximumUnitCount)
  }

  /// Returns the most frames that a packet of a size can decode to; at least one unit, which may be concealed if the
  /// packet is damaged.
  public func frameCount(ofPacketByteCount byteCount: Int) -> Int {
    let units = min(max(byteCount / unitByteCount, 1), maximumUnitCount)
    let (frames, overflow) = units.multipliedReportingOverflow(by: unitFrameCount)
    return overflow ? .max : frames
  }
}
