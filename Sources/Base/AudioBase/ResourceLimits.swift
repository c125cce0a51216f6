/// The limits that this package sets, beyond those of the formats.
///
/// A file that exceeds one is refused with ``ErrorKind/limitExceeded``, never by running out of memory. A number that
/// is only claimed becomes memory through ``room(forStated:backedBy:each:)``.
public struct ResourceLimits: Sendable {
  /// The largest packet, in bytes.
  public var packetByteCount = 1 << 20
  /// The largest number of tracks of a file.
  public var trackCount = 256
  /// The largest nesting depth of boxes.
  public var nestingDepth = 16
  /// The largest structure that is read into memory whole (a sample description, a metadata item), in bytes.
  public var structureByteCount = 1 << 20
  /// The distance within which a reader searches for the start of a stream, or for the next frame after garbage, in
  /// bytes.
  public var resynchronizationByteCount = 1 << 20
  /// The number of times that the packets of a track may change to another stream, and the number of such streams: each
  /// costs a decoder.
  public var streamChangeCount = 4096
  /// The numbers of channels that a stream may have.
  public static let channelCounts = 1...64
  /// The largest number of channels of a stream.
  public var channelCount = Self.channelCounts.upperBound
  /// The most bytes of an arriving stream that a parser holds while its reader waits for more: its header, or the
  /// longest stretch that must be whole before it gives a packet.
  public var streamHeadByteCount = 1 << 26
  /// The memory allocated because of a stated number alone, in bytes; more is allocated only as data arrive.
  public var unprovenByteCount = 1 << 16

  /// The longest tag that is read into memory completely, in bytes: 16 times that of other structures, because of
  /// pictures.
  package var tagByteCount: Int {
    let (product, overflow) = structureByteCount.multipliedReportingOverflow(by: 16)
    return overflow ? structureByteCount : product
  }

  /// Creates the limits that suit a server reading hostile files.
  public init() {}
}
