/// Every bound on resources that this package sets itself, beyond those of the formats.
///
/// A file that exceeds one is refused with ``ErrorKind/limitExceeded``, never by running out of memory. Where a number
/// that somebody only states becomes memory, it goes through ``room(forStated:backedBy:each:)``.
public struct ResourceLimits: Sendable {
  /// The largest packet, in bytes.
  public var packetByteCount = 1 << 20
  /// The most tracks of a file.
  public var trackCount = 256
  /// How deep boxes may nest.
  public var nestingDepth = 16
  /// The largest structure that is read into memory whole (a sample description, a metadata item), in bytes.
  public var structureByteCount = 1 << 20
  /// How far a reader looks for the start of a stream, or for the next frame after garbage, in bytes.
  public var resynchronizationByteCount = 1 << 20
  /// How often the packets of a track may change to another stream, and how many such streams there may be: each costs
  /// a decoder.
  public var streamChangeCount = 4096
  /// The most channels of a stream.
  public var channelCount = 64
  /// How many bytes of a stream that is still arriving a parser holds while a reader waits for more, in bytes: its
  /// header, or the longest stretch that no packet can be given from before it is whole.
  public var streamHeadByteCount = 1 << 26
  /// How much memory is allocated on the word of a number alone, in bytes: the first step, behind which it grows only
  /// as data come.
  public var unprovenByteCount = 1 << 16

  /// The limits that suit a server reading hostile files.
  public init() {}
}
