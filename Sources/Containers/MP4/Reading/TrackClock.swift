import AudioBase

/// Translates between packets, frames and the time scale of a track.
struct TrackClock {
  /// The number of frames of every packet of an audio track, 0 if they differ.
  private let framesPerPacket: Int64
  private let packetCount: Int64?
  /// The sample rate of an audio track if it is not the time scale; frames are units of the time scale otherwise.
  private let rate: Double?
  private let timescale: Double
  private let isAudio: Bool

  init(_ info: TrackInfo, _ track: MovieTrack) {
    isAudio = info.mediaKind == .audio
    framesPerPacket = isAudio ? Int64(info.format.framesPerPacket) : 0
    packetCount = info.packetCount
    timescale = Double(track.media.timescale)
    let rate = info.format.sampleRate
    self.rate = isAudio && rate > 0 && timescale > 0 && rate != timescale ? rate : nil
  }

  /// Returns the packet for a target, or `nil` if there is none.
  func packet(of target: PacketTarget, _ cursor: inout TrackCursor) throws(ContainerError) -> Int64? {
    var packet: Int64
    switch target {
    case .packet(let number): packet = number
    case .frame(let frame):
      guard frame >= 0 else { return nil }
      guard framesPerPacket == 0 else {
        packet = frame / framesPerPacket
        break
      }
      let time = units(frame).saturatingAdd(try origin(&cursor))
      guard try cursor.seek(toTime: time) else { return nil }
      packet = cursor.packet
    }
    guard packet >= 0, packet < packetCount ?? .max else { return nil }
    return packet
  }

  /// Returns the position of a packet, or `nil` if there is none.
  func position(ofPacket packet: Int64, _ cursor: inout TrackCursor) throws(ContainerError) -> PacketPosition? {
    let origin = framesPerPacket == 0 ? try origin(&cursor) : 0
    try cursor.seek(to: packet)
    guard let found = try cursor.next() else { return nil }
    let first =
      framesPerPacket > 0
      ? packet.saturatingMultiply(framesPerPacket) : frames(found.timing.decodeTime.saturatingAdd(-origin))
    return PacketPosition(packet: packet, firstFrame: first, byteOffset: found.offset)
  }

  /// Returns the decode time of the first packet, from which the frames of audio are counted.
  private func origin(_ cursor: inout TrackCursor) throws(ContainerError) -> Int64 {
    guard isAudio else { return 0 }
    try cursor.seek(to: 0)
    return try cursor.next()?.timing.decodeTime ?? 0
  }

  private func units(_ frames: Int64) -> Int64 {
    guard let rate else { return frames }
    return Int64(exactly: (Double(frames) * timescale / rate).rounded(.down)) ?? .max
  }

  private func frames(_ units: Int64) -> Int64 {
    guard let rate else { return units }
    return Int64(exactly: (Double(units) * rate / timescale).rounded()) ?? .max
  }
}
