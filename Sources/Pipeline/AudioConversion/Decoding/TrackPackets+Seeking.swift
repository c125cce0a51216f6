import AudioBase

/// Where decoding shall begin.
struct SeekTarget {
  /// The first wanted frame, counted in decoded frames from the start of the track.
  var frame: Int64
  /// Frames that the decoder gives for a packet.
  var framesPerPacket: Int
  /// Packets to decode before the one that holds ``frame``.
  var prerollPacketCount: Int
}

extension TrackPackets {
  /// Packets to decode before the first wanted one: those that the decoder asks for, and once more as many as settle
  /// its memory, which must be whole themselves.
  static func prerollPacketCount(_ asked: Int, _ history: DecoderHistory, _ seeking: SeekingAccuracy) -> Int {
    guard case .packets(let count) = history, seeking != .quick else { return asked }
    return max(asked, count) + count
  }

  /// The packets of pre-roll that the container asks for.
  static func rollDistance(of track: TrackInfo) -> Int {
    Int(min((track.rollDistance ?? 0).magnitude, UInt(PacketLimits.maximumPrerollPacketCount)))
  }

  /// Whether decoding may begin in the middle.
  static func maySeek(_ history: DecoderHistory, _ seeking: SeekingAccuracy) throws(DecodingError) -> Bool {
    guard case .unbounded(let reason) = history, seeking != .quick else { return true }
    guard seeking == .exact else { throw .needsHistory(reason) }
    return false
  }

  /// Seeks to the pre-roll of a frame and returns the decoded frame that the next packet begins with.
  mutating func seek(_ target: SeekTarget) throws(ContainerError) -> Int64 {
    guard isUniform(target), target.framesPerPacket > 0 else {
      if let frame = try seekByTable(target) { return frame }
      return try seekByReading(target)
    }
    let first = max(0, target.frame / Int64(target.framesPerPacket) - Int64(target.prerollPacketCount))
    try reader.seek(toPacket: first, ofTrack: track)
    // The product is at most `target.frame`.
    return first * Int64(target.framesPerPacket)
  }

  /// Whether all packets are known to decode to equally many frames.
  ///
  /// An ADTS frame may hold several coded frames in one packet; then the track lasts longer than its packets would.
  private func isUniform(_ target: SeekTarget) -> Bool {
    guard let count = info.packetCount else { return false }
    guard info.format.framesPerPacket > 0 else {
      return target.framesPerPacket > 1 && !info.format.statesPacketDurations
    }
    guard let duration = info.duration else { return true }
    return duration * info.format.sampleRate < (Double(count) + 0.5) * Double(info.format.framesPerPacket)
  }

  /// Looks the packet up in the container's table, where the durations there are those of what a decoder gives; `nil`
  /// where there is no table, or none that says so.
  private mutating func seekByTable(_ target: SeekTarget) throws(ContainerError) -> Int64? {
    let constant = Int64(info.format.framesPerPacket)
    let decoded = Int64(target.framesPerPacket)
    // Without a constant, durations tell when packets sound, not how many frames they have: see `frameCount(of:…)`.
    let isStated = constant == 0 && info.format.statesPacketDurations
    guard isStated || (constant > 0 && decoded > 0 && decoded % constant == 0) else { return nil }
    let factor = isStated ? 1 : decoded / constant
    guard let wanted = try reader.locate(.frame(target.frame / factor), ofTrack: track) else { return nil }
    let first = max(0, wanted.packet - Int64(target.prerollPacketCount))
    guard let place = try reader.locate(.packet(first), ofTrack: track) else { return nil }
    let (frame, overflow) = place.firstFrame.multipliedReportingOverflow(by: factor)
    guard !overflow, frame <= target.frame else { return nil }
    try reader.seek(toPacket: first, ofTrack: track)
    return frame
  }

  /// Adds up the durations of the packets before the wanted one.
  private mutating func seekByReading(_ target: SeekTarget) throws(ContainerError) -> Int64 {
    var frame: Int64 = 0
    var packet: Int64 = 0
    var last: Int64 = 0
    // Where the last packets begin, each in the place of the one that is too far back. Packets of pre-roll may be many,
    // and moving all of them up for each packet would take longer than reading.
    let preroll = max(0, target.prerollPacketCount)
    // Bound: containers and decoders ask for no more than maximumPrerollPacketCount.
    var starts = [Int64](repeating: 0, count: min(preroll, PacketLimits.maximumPrerollPacketCount) + 1)
    var batch = PacketBatch()
    try reader.seek(toPacket: 0, ofTrack: track)
    reading: while try reader.readPackets(ofTrack: track, into: &batch), batch.count > 0 {
      for place in batch.descriptions {
        starts[Int(packet % Int64(starts.count))] = frame
        last = packet
        let next = frame + Int64(frameCount(of: place, decodedFramesPerPacket: target.framesPerPacket))
        guard next <= target.frame else { break reading }
        frame = next
        packet += 1
      }
    }
    let first = max(0, last - Int64(starts.count - 1))
    try reader.seek(toPacket: first, ofTrack: track)
    return starts[Int(first % Int64(starts.count))]
  }
}

/// The frame at a time, in frames from the start; never beyond what 62 bits hold.
func frameIndex(_ seconds: Double, rate: Double) -> Int64 {
  // Holds: times are options of the program; the command line and the interfaces check theirs.
  precondition(seconds >= 0, "times are not negative")
  let frame = (seconds * rate).rounded()
  return frame < 0x1p62 ? Int64(frame) : 1 << 62
}
