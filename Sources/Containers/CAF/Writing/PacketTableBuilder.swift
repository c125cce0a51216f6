import AudioBase

/// Collects the descriptions of packets for `pakt`, a few bytes per packet.
struct PacketTableBuilder {
  private let hasSizes: Bool
  private let framesPerPacket: Int
  private var entries: [UInt8] = []
  private(set) var packetCount: Int64 = 0
  /// The number of frames of all packets.
  private(set) var frameCount: Int64 = 0
  /// The difference between the format's constant duration and a shorter duration that the last packet states, in
  /// frames.
  private var missingInLastPacket: Int64 = 0

  /// The number of frames of all packets; for the last packet only those that it states.
  var recordedFrameCount: Int64 { frameCount - missingInLastPacket }

  /// True if the last packet states that it is shorter than the format's constant duration.
  var endsEarly: Bool { missingInLastPacket > 0 }

  init(_ format: StreamFormat) {
    hasSizes = format.bytesPerPacket == 0
    framesPerPacket = format.framesPerPacket
  }

  /// Returns the largest number of bytes of a table of the given number of packets, as long as no packet has 2 MiB or
  /// lasts 2^21 frames.
  static func byteCountBound(packetCount: Int64, format: StreamFormat) -> Int64? {
    let numbers: Int64 = (format.bytesPerPacket == 0 ? 3 : 0) + (format.framesPerPacket == 0 ? 3 : 0)
    let (entries, overflow) = packetCount.multipliedReportingOverflow(by: numbers)
    return overflow || entries < 0 ? nil : entries + Int64(PacketTableHeader.byteCount)
  }

  /// Adds a packet.
  mutating func add(_ packet: PacketDescription) throws(ContainerError) {
    let frames = framesPerPacket > 0 ? framesPerPacket : packet.frameCount
    guard packet.byteCount >= 0, frames > 0 else {
      throw ContainerError(
        .invalidState, "a packet of a format without a constant duration says how long it lasts", at: 0,
        in: .packetTableChunk)
    }
    if hasSizes { VariableInteger.append(packet.byteCount, to: &entries) }
    if framesPerPacket == 0 { VariableInteger.append(frames, to: &entries) }
    packetCount += 1
    frameCount += Int64(frames)
    missingInLastPacket = packet.frameCount > 0 ? Int64(max(0, frames - packet.frameCount)) : 0
  }

  /// Adds packets that are all alike.
  mutating func add(constantPackets count: Int) {
    packetCount += Int64(count)
    frameCount += Int64(count) * Int64(framesPerPacket)
  }

  /// Returns the chunk's body.
  func body(priming: Int64, valid: Int64) -> [UInt8] {
    let remainder = max(0, frameCount - priming - valid)
    return PacketTableHeader(
      packetCount: packetCount, validFrames: valid, primingFrames: Int32(clamping: priming),
      remainderFrames: Int32(clamping: remainder)
    ).bytes + entries
  }
}
