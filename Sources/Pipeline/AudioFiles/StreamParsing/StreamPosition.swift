import AudioBase

/// Whether bytes follow on those that were given before.
public enum StreamContinuity: Sendable {
  /// They do.
  case continuous
  /// Bytes in between were lost: `kAudioFileStreamParseFlag_Discontinuity`.
  case discontinuous
}

/// How far a ``StreamParser`` has come.
public enum StreamParserState: Hashable, Sendable {
  /// The header has not come whole yet, so that neither format nor tracks are known.
  case waitingForHeader
  /// `kAudioFileStreamProperty_ReadyToProducePackets`: all that the header says is known, and packets come.
  case readyToProducePackets
  /// All packets were given.
  case ended
  /// An error was thrown that only a seek can get over.
  case failed
}

/// Where a caller has to go on feeding a ``StreamParser`` after a seek.
public struct StreamSeekTarget: Hashable, Sendable, BitwiseCopyable {
  /// The byte of the stream that comes next, counted from the first byte of the stream.
  public var byteOffset: Int64
  /// Whether the place was estimated: `kAudioFileStreamSeekFlag_OffsetIsEstimated`. The first packet that is found from
  /// there on is counted as ``packet``, whichever it is.
  public var isEstimate: Bool
  /// The packet that comes next.
  public var packet: Int64

  /// Creates a target.
  public init(byteOffset: Int64, isEstimate: Bool, packet: Int64) {
    self.byteOffset = byteOffset
    self.isEstimate = isEstimate
    self.packet = packet
  }
}

/// Where a packet of a stream lies, and how far that can be trusted.
public struct StreamPosition: Hashable, Sendable, BitwiseCopyable {
  /// What of a position is a guess by what came so far.
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
  /// The frame that the packet begins with, counted from the first frame of the first packet, priming included.
  public var firstFrame: Int64
  /// Bytes from the start of the stream to the packet.
  public var byteOffset: Int64
  /// What is not exact.
  public var estimates: Estimates

  /// Creates a position.
  public init(packet: Int64, firstFrame: Int64, byteOffset: Int64, estimates: Estimates = []) {
    self.packet = packet
    self.firstFrame = firstFrame
    self.byteOffset = byteOffset
    self.estimates = estimates
  }
}

/// What a ``StreamParser`` has given out so far.
public struct StreamCounts: Hashable, Sendable {
  /// Packets: `kAudioFileStreamProperty_AudioDataPacketCount` as far as it is known by reading.
  public private(set) var packetCount: Int64 = 0
  /// Bytes of the packets, without what stands between them.
  public private(set) var byteCount: Int64 = 0
  /// Frames of the packets, 0 where neither they nor the format tell.
  public private(set) var frameCount: Int64 = 0

  private var descriptionCount: Int64 = 0
  /// The packet looked at last and where it lies, `nil` after a leap.
  private var last: (packet: Int64, offset: Int64)? {
    get { lastPacket < 0 ? nil : (lastPacket, lastOffset) }
    set { (lastPacket, lastOffset) = newValue ?? (-1, 0) }
  }
  private var lastPacket: Int64 = -1
  private var lastOffset: Int64 = 0
  private var distanceInPackets: Int64 = 0
  private var distanceInBytes: Int64 = 0

  init() {}

  /// Packets of a batch, counting each of a run.
  static func packets(of batch: PacketBatch, _ format: StreamFormat) -> Int64 {
    guard format.framesPerPacket == 1, format.bytesPerPacket > 0 else { return Int64(batch.count) }
    return Int64(batch.bytes.count / format.bytesPerPacket)
  }

  mutating func add(_ batch: PacketBatch, _ format: StreamFormat) {
    for packet in batch.descriptions {
      frameCount &+= Int64(packet.frameCount > 0 ? packet.frameCount : format.framesPerPacket)
    }
    let count = StreamCounts.packets(of: batch, format)
    packetCount &+= count
    byteCount &+= Int64(batch.bytes.count)
    descriptionCount &+= Int64(batch.count)
    guard count == Int64(batch.count), let first = batch.fileOffsets.first, let end = batch.fileOffsets.last else {
      return
    }
    let start = last ?? (batch.firstPacket, first)
    let lastOfBatch = batch.firstPacket + count - 1
    // Where packets of several tracks are interleaved they need not lie in order.
    if end >= start.offset {
      distanceInPackets &+= lastOfBatch - start.packet
      distanceInBytes &+= end - start.offset
    }
    last = (lastOfBatch, end)
  }

  /// Says that the next packet does not follow on the last.
  mutating func leap() { last = nil }

  /// Bytes of a packet on average, `nil` before the first.
  var averageBytesPerPacket: Double? { packetCount > 0 ? Double(byteCount) / Double(packetCount) : nil }

  /// Bytes of a packet or of a run of packets on average.
  var averageBytesPerDescription: Double? {
    descriptionCount > 0 ? max(1, Double(byteCount) / Double(descriptionCount)) : nil
  }

  /// Bytes of the stream from one packet to the next, headers included.
  var averageDistance: Double? {
    distanceInPackets > 0 ? Double(distanceInBytes) / Double(distanceInPackets) : averageBytesPerPacket
  }

  /// Frames of a packet on average.
  var averageFramesPerPacket: Double? {
    packetCount > 0 && frameCount > 0 ? Double(frameCount) / Double(packetCount) : nil
  }
}
