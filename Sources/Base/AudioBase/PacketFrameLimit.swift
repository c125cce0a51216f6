/// The most frames that packets of a stream can decode to, by their size in bytes.
///
/// It is what may be allocated for a packet, whatever a container or a caller says of its duration.
public struct PacketFrameLimit: Equatable, Sendable, BitwiseCopyable {
  /// Frames that are decoded together: a coded frame, or one frame of formats without any.
  public let unitFrameCount: Int
  /// The fewest bytes that such a unit takes up.
  public let unitByteCount: Int
  /// The most units of a packet.
  public let maximumUnitCount: Int

  /// Creates a limit; numbers below 1 count as 1.
  ///
  /// - Parameters:
  ///   - unitFrameCount: Frames that are decoded together.
  ///   - unitByteCount: The fewest bytes that they take up.
  ///   - maximumUnitCount: How often they can stand in a packet; by default as often as its bytes allow.
  public init(unitFrameCount: Int, unitByteCount: Int, maximumUnitCount: Int = .max) {
    self.unitFrameCount = max(1, unitFrameCount)
    self.unitByteCount = max(1, unitByteCount)
    self.maximumUnitCount = max(1, maximumUnitCount)
  }

  /// The most frames of a packet of so many bytes; at least one unit, which may be concealed where the packet is
  /// damaged.
  public func frameCount(ofPacketByteCount byteCount: Int) -> Int {
    let units = min(max(byteCount / unitByteCount, 1), maximumUnitCount)
    let (frames, overflow) = units.multipliedReportingOverflow(by: unitFrameCount)
    return overflow ? .max : frames
  }
}
