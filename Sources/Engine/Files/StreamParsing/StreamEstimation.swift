import AudioBase

/// Positions by averages, for streams without a table.
struct StreamEstimation {
  let track: TrackInfo
  let counts: StreamCounts

  func position(of target: PacketTarget) -> StreamPosition? {
    var estimates: StreamPosition.Estimates = []
    let constant = track.format.framesPerPacket
    if constant == 0 { estimates.insert(.frame) }
    let frames = constant > 0 ? Double(constant) : counts.averageFramesPerPacket
    let packet: Int64
    switch target {
    case .packet(let number): packet = number
    case .frame(let frame):
      guard let frames, frame >= 0 else { return nil }
      let found =
        constant > 0 ? frame / Int64(constant) : Int64(exactly: (Double(frame) / frames).rounded(.down))
      guard let found else { return nil }
      packet = found
    }
    guard packet >= 0, packet <= track.packetCount ?? .max else { return nil }
    guard let firstFrame = Int64(exactly: (Double(packet) * (frames ?? 0)).rounded(.down)) else { return nil }
    if packet == 0 {
      return StreamPosition(packet: 0, firstFrame: 0, byteOffset: track.dataOffset, estimates: [])
    }
    guard let distance, let bytes = Int64(exactly: (Double(packet) * distance).rounded(.down)) else { return nil }
    let (offset, overflow) = track.dataOffset.addingReportingOverflow(bytes)
    guard !overflow else { return nil }
    if track.format.bytesPerPacket == 0 { estimates.insert(.byteOffset) }
    return StreamPosition(packet: packet, firstFrame: firstFrame, byteOffset: offset, estimates: estimates)
  }

  /// The average number of bytes from one packet to the next: of the packets so far if there are several, or by the
  /// header.
  private var distance: Double? {
    if track.format.bytesPerPacket > 0 { return Double(track.format.bytesPerPacket) }
    if let count = track.packetCount, count > 0, let bytes = track.audioByteCount {
      return Double(bytes) / Double(count)
    }
    return counts.averageDistance
  }
}
