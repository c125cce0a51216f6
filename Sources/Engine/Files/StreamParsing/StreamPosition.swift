import AudioBase

/// The relation of bytes to the previous ones.
public enum StreamContinuity: Sendable {
  /// The bytes directly follow the previous ones.
  case continuous
  /// Bytes before these were lost: `kAudioFileStreamParseFlag_Discontinuity`.
  case discontinuous
}

/// The progress of a ``StreamParser``.
public enum StreamParserState: Hashable, Sendable {
  /// The header has not arrived completely, so that format and tracks are unknown.
  case waitingForHeader
  /// `kAudioFileStreamProperty_ReadyToProducePackets`: the header is known, and packets can follow.
  case readyToProducePackets
  /// All packets have been returned.
  case ended
  /// An error was thrown; only a seek can resume reading.
  case failed
}

/// The position from which a caller must feed a ``StreamParser`` after a seek.
public struct StreamSeekTarget: Hashable, Sendable, BitwiseCopyable {
  /// The offset of the next byte, counted from the first byte of the stream.
  public var byteOffset: Int64
  /// True if the position was estimated: `kAudioFileStreamSeekFlag_OffsetIsEstimated`. The first packet found there
  /// counts as ``packet`` in any case.
  public var isEstimate: Bool
  /// The number of the next packet.
  public var packet: Int64

  /// Creates a target.
  public init(byteOffset: Int64, isEstimate: Bool, packet: Int64) {
    self.byteOffset = byteOffset
    self.isEstimate = isEstimate
    self.packet = packet
  }
}

/// The position of a packet of a stream, and how reliable it is.
public struct StreamPosition: Hashable, Sendable, BitwiseCopyable {
  /// The parts of a position that are estimated from previous packets.
  public struct Estimates: OptionSet, Hashable, Sendable, BitwiseCopyable {
    /// The bits.
    public var rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The relation of ``StreamPosition/packet`` and ``StreamPosition/firstFrame``.
    public static let frame = Estimates(rawValue: 1)
    /// ``StreamPosition/byteOffset``.
    public static let byteOffset = Estimates(rawValue: 2)
  }

  /// The packet's number, 0 being the first.
  public var packet: Int64
  /// The first frame of the packet, counted from the first frame of the first packet, priming included.
  public var firstFrame: Int64
  /// The number of bytes from the start of the stream to the packet.
  public var byteOffset: Int64
  /// The parts that are not exact.
  public var estimates: Estimates

  /// Creates a position.
  public init(packet: Int64, firstFrame: Int64, byteOffset: Int64, estimates: Estimates = []) {
    self.packet = packet
    self.firstFrame = firstFrame
    self.byteOffset = byteOffset
    self.estimates = estimates
  }
}
