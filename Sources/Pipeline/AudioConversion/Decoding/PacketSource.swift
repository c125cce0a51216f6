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

/// The packets of one track, one after the other, out of a reused batch.
struct PacketSource {
  /// What a packet may last at most, so that a hostile duration does not become an allocation.
  static let maximumFrameCount = 1 << 16
  /// The most packets of pre-roll that a container can ask for.
  static let maximumPrerollPacketCount = 1 << 12

  private var reader: any ContainerReader
  private let track: Int
  private let info: TrackInfo
  /// Which frames are the recording, as far as is known by now: a stream may turn out longer than its header says.
  private(set) var packetTable: PacketTable?
  private(set) var batch = PacketBatch()
  private var index = -1

  init(reader: any ContainerReader, track: Int) {
    self.reader = reader
    self.track = track
    info = reader.tracks[track]
    packetTable = info.packetTable
  }

  /// The packets of pre-roll that the container asks for.
  static func rollDistance(of track: TrackInfo) -> Int {
    Int(min((track.rollDistance ?? 0).magnitude, UInt(maximumPrerollPacketCount)))
  }

  /// Moves to the next packet and returns whether there is one.
  mutating func advance() throws(ContainerError) -> Bool {
    index += 1
    if index < batch.count { return true }
    index = 0
    let isFilled = try reader.readPackets(ofTrack: track, into: &batch) && batch.count > 0
    if packetTable != nil { packetTable = reader.tracks[track].packetTable }
    return isFilled
  }

  /// The current packet; a duration out of all reason counts as not given.
  var current: PacketDescription {
    var place = batch.descriptions[index]
    if place.frameCount < 0 || place.frameCount > Self.maximumFrameCount { place.frameCount = 0 }
    return place
  }

  /// The index of the current packet in its track.
  var packetNumber: Int64 { batch.firstPacket &+ Int64(index) }

  /// Where the current packet lies in the file.
  var fileOffset: Int64 { batch.fileOffsets.indices.contains(index) ? batch.fileOffsets[index] : 0 }

  /// Frames that a packet decodes to, judging by its duration in the container.
  ///
  /// A decoder gives whole coded frames, whatever the container says of the last packet. A packet holds several of
  /// them only where the container has a constant duration of which this one is a multiple, as in ADTS; without a
  /// constant, durations tell when packets sound, not how many frames they have. Linear PCM has as many as it says.
  /// Spectral band replication doubles the frames without the container knowing.
  func frames(of packet: PacketDescription, decodedFramesPerPacket decoded: Int) -> Int {
    guard packet.frameCount > 0, packet.frameCount <= Self.maximumFrameCount, decoded > 0 else {
      return max(decoded, 1)
    }
    guard decoded > 1 else { return packet.frameCount }
    let constant = info.format.framesPerPacket
    // Blocks of FLAC vary, and each states its own length.
    guard constant > 0 else { return info.format.formatID == .flac ? packet.frameCount : decoded }
    let codedFrames = (packet.frameCount + constant / 2) / constant
    return max(1, min(codedFrames, Self.maximumFrameCount / decoded)) * decoded
  }

  /// Goes back to the first packet.
  mutating func rewind() throws(ContainerError) {
    index = -1
    batch.removeAll(nextPacket: 0)
    try reader.seek(toPacket: 0, ofTrack: track)
  }

  /// Seeks to the pre-roll of a frame and returns the decoded frame that the next packet begins with.
  mutating func seek(_ target: SeekTarget) throws(ContainerError) -> Int64 {
    index = -1
    batch.removeAll(nextPacket: 0)
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
    guard info.format.framesPerPacket > 0 else { return target.framesPerPacket > 1 }
    guard let duration = info.duration else { return true }
    return duration * info.format.sampleRate < (Double(count) + 0.5) * Double(info.format.framesPerPacket)
  }

  /// Looks the packet up in the container's table, where the durations there are those of what a decoder gives; `nil`
  /// where there is no table, or none that says so.
  private mutating func seekByTable(_ target: SeekTarget) throws(ContainerError) -> Int64? {
    let constant = Int64(info.format.framesPerPacket)
    let decoded = Int64(target.framesPerPacket)
    // Without a constant, durations tell when packets sound, not how many frames they have: see `frames(of:…)`.
    guard constant > 0, decoded > 0, decoded % constant == 0 else { return nil }
    let factor = decoded / constant
    guard let wanted = try reader.locate(.frame(target.frame / factor), ofTrack: track) else { return nil }
    let first = max(0, wanted.packet - Int64(target.prerollPacketCount))
    guard let place = try reader.locate(.packet(first), ofTrack: track) else { return nil }
    let (frame, overflow) = place.firstFrame.multipliedReportingOverflow(by: factor)
    guard !overflow, frame <= target.frame else { return nil }
    try reader.seek(toPacket: first, ofTrack: track)
    batch.removeAll(nextPacket: first)
    return frame
  }

  /// Adds up the durations of the packets before the wanted one.
  private mutating func seekByReading(_ target: SeekTarget) throws(ContainerError) -> Int64 {
    var frame: Int64 = 0
    var packet: Int64 = 0
    var last: Int64 = 0
    // Where the last packets begin, each in the place of the one that is too far back. Packets of pre-roll may be many, and
    // moving all of them up for each packet would take longer than reading.
    let preroll = max(0, target.prerollPacketCount)
    // Bound: containers and decoders ask for no more than maximumPrerollPacketCount.
    var starts = [Int64](repeating: 0, count: min(preroll, Self.maximumPrerollPacketCount) + 1)
    try reader.seek(toPacket: 0, ofTrack: track)
    reading: while try reader.readPackets(ofTrack: track, into: &batch), batch.count > 0 {
      for place in batch.descriptions {
        starts[Int(packet % Int64(starts.count))] = frame
        last = packet
        let next = frame + Int64(frames(of: place, decodedFramesPerPacket: target.framesPerPacket))
        guard next <= target.frame else { break reading }
        frame = next
        packet += 1
      }
    }
    let first = max(0, last - Int64(starts.count - 1))
    batch.removeAll(nextPacket: first)
    try reader.seek(toPacket: first, ofTrack: track)
    return starts[Int(first % Int64(starts.count))]
  }
}
