import AudioBase

/// The number of packets and bytes that a ``StreamParser`` has returned.
public struct StreamCounts: Hashable, Sendable {
  /// The number of packets that have been read: `kAudioFileStreamProperty_AudioDataPacketCount`.
  public private(set) var packetCount: Int64 = 0
  /// The number of bytes of the packets, without those between them.
  public private(set) var byteCount: Int64 = 0
  /// The number of frames of the packets; 0 if neither they nor the format state it.
  public private(set) var frameCount: Int64 = 0

  private var descriptionCount: Int64 = 0
  /// The packet examined last and its offset, `nil` after a jump.
  private var last: (packet: Int64, offset: Int64)? {
    get { lastPacket < 0 ? nil : (lastPacket, lastOffset) }
    set { (lastPacket, lastOffset) = newValue ?? (-1, 0) }
  }
  private var lastPacket: Int64 = -1
  private var lastOffset: Int64 = 0
  private var distanceInPackets: Int64 = 0
  private var distanceInBytes: Int64 = 0

  init() {}

  /// Returns the number of packets of a batch, counting each of a run.
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

  /// Records a gap between the last packet and the next.
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

  /// The number of frames of a packet on average.
  var averageFramesPerPacket: Double? {
    packetCount > 0 && frameCount > 0 ? Double(frameCount) / Double(packetCount) : nil
  }
}
