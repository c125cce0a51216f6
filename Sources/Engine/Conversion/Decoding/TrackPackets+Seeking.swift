import AudioBase

/// The target of a seek.
struct SeekTarget {
  /// The first requested frame, counted in decoded frames from the start of the track.
  var frame: Int64
  /// The number of frames that the decoder gives for a packet.
  var framesPerPacket: Int
  /// The number of packets to decode before the one that holds ``frame``.
  var prerollPacketCount: Int
  /// Returns true for a packet at which the decoder can begin; `nil` if it can begin at every packet.
  var canBegin: (@Sendable (Span<UInt8>) -> Bool)?
}

extension TrackPackets {
  /// Returns the number of packets to decode before the first requested one: the decoder's pre-roll, preceded by as
  /// many packets as settle the decoder's memory, which must be intact themselves.
  static func prerollPacketCount(_ asked: Int, _ history: DecoderHistory, _ seeking: SeekingAccuracy) -> Int {
    guard case .packets(let count) = history, seeking != .quick else { return asked }
    return max(asked, count) + count
  }

  /// Returns the packets of pre-roll that the container asks for.
  static func rollDistance(of track: TrackInfo) -> Int {
    Int(min((track.rollDistance ?? 0).magnitude, UInt(PacketLimits.maximumPrerollPacketCount)))
  }

  /// Returns true if decoding may begin in the middle.
  static func maySeek(_ history: DecoderHistory, _ seeking: SeekingAccuracy) throws(AudioError) -> Bool {
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
    let asked = max(0, target.frame / Int64(target.framesPerPacket) - Int64(target.prerollPacketCount))
    let first = try entry(upTo: asked, target)
    try reader.seek(toPacket: first, ofTrack: track)
    // The product is at most `target.frame`.
    return first * Int64(target.framesPerPacket)
  }

  /// Returns the last packet up to this one at which the decoder can begin; the first packet if there is none.
  private mutating func entry(upTo packet: Int64, _ target: SeekTarget) throws(ContainerError) -> Int64 {
    guard let canBegin = target.canBegin else { return packet }
    return try reader.entry(upTo: packet, ofTrack: track, where: canBegin)
  }

  /// Returns true if all packets are known to decode to equally many frames.
  ///
  /// An ADTS frame may hold several coded frames in one packet; then the track lasts longer than its packets would.
  private func isUniform(_ target: SeekTarget) -> Bool {
    guard let count = info.packetCount else { return false }
    if info.format.durationsAreStated(besides: target.framesPerPacket) { return false }
    guard info.format.framesPerPacket > 0 else { return target.framesPerPacket > 1 }
    guard let duration = info.duration else { return true }
    return duration * info.format.sampleRate < (Double(count) + 0.5) * Double(info.format.framesPerPacket)
  }

  /// Finds the packet in the container's table, if its durations are those of the decoder's output; `nil` if there is
  /// no such table.
  private mutating func seekByTable(_ target: SeekTarget) throws(ContainerError) -> Int64? {
    let constant = Int64(info.format.framesPerPacket)
    let decoded = Int64(target.framesPerPacket)
    // Without a constant, durations state times, not numbers of frames: see `frameCount(of:…)`.
    let isStated = info.format.durationsAreStated(besides: target.framesPerPacket)
    guard isStated || (constant > 0 && decoded > 0 && decoded % constant == 0) else { return nil }
    let factor = isStated ? 1 : decoded / constant
    guard let wanted = try reader.locate(.frame(target.frame / factor), ofTrack: track) else { return nil }
    let first = try entry(upTo: max(0, wanted.packet - Int64(target.prerollPacketCount)), target)
    guard let place = try reader.locate(.packet(first), ofTrack: track) else { return nil }
    let (frame, overflow) = place.firstFrame.multipliedReportingOverflow(by: factor)
    guard !overflow, frame <= target.frame else { return nil }
    try reader.seek(toPacket: first, ofTrack: track)
    return frame
  }

  /// Moves to the pre-roll of the first requested frame in a track whose stream changes, and returns the decoder of the
  /// stream that is found there.
  ///
  /// Packets are walked from the first one on and counted by the decoded length of each part, as decoding all of them
  /// would. Pre-roll does not go back beyond the start of a part, because its decoder knows nothing of the previous
  /// one.
  mutating func seekOverChanges(
    from first: consuming any PacketDecoder & ~Copyable, _ trimmer: inout Trimmer
  ) throws(AudioError) -> any PacketDecoder & ~Copyable {
    var decoder = first
    var batch = PacketBatch()
    var packet: Int64 = 0
    var starts = PacketStarts(count: prerollPacketCount(of: decoder) + 1)
    trimmer.move(to: 0)
    begin(part: 0, frame: 0)
    try raising { () throws(ContainerError) in try reader.seek(toPacket: 0, ofTrack: track) }
    walking: while try readNext(&batch) {
      if batch.streamNumber != streamNumber {
        let stream = try raising { () throws(ContainerError) in try change(to: batch) }
        let rate = Self.format(of: decoder).sampleRate
        decoder = try makeDecoder(for: stream)
        trimmer.rescale(from: rate, to: Self.format(of: decoder).sampleRate)
        begin(part: packet, frame: trimmer.position)
        starts = PacketStarts(count: prerollPacketCount(of: decoder) + 1)
      }
      let decoded = Self.format(of: decoder).framesPerPacket
      let canBegin = Self.entryTest(of: decoder)
      for (index, place) in batch.descriptions.enumerated() {
        starts.note(packet: packet, frame: trimmer.position, isEntry: Self.isEntry(index, of: batch, canBegin))
        let next = trimmer.position + Int64(frameCount(of: place, decodedFramesPerPacket: decoded))
        guard next <= trimmer.kept.lowerBound else { break walking }
        trimmer.move(to: next)
        packet += 1
      }
    }
    let begin = try Self.maySeek(Self.history(of: decoder), options.seeking) ? starts.first : partStart
    trimmer.move(to: begin.frame)
    try raising { () throws(ContainerError) in try reader.seek(toPacket: begin.packet, ofTrack: track) }
    return decoder
  }

  private static func format(of decoder: borrowing any PacketDecoder & ~Copyable) -> DecodedFormat { decoder.format }

  /// A test of a packet: true if a decoder can begin with it.
  private typealias EntryTest = @Sendable (Span<UInt8>) -> Bool

  private static func entryTest(of decoder: borrowing any PacketDecoder & ~Copyable) -> EntryTest? { decoder.canBegin }

  private static func isEntry(_ index: Int, of batch: borrowing PacketBatch, _ canBegin: EntryTest?) -> Bool {
    guard let canBegin else { return true }
    return batch.isEntry(index, where: canBegin)
  }

  /// Reads the next packets; an error that ends them early is repeated when they are decoded.
  private mutating func readNext(_ batch: inout PacketBatch) throws(AudioError) -> Bool {
    do throws(ContainerError) {
      return try reader.readPackets(ofTrack: track, into: &batch) && batch.count > 0
    } catch {
      if error.kind == .inputOutput { throw .container(error) }
      return false
    }
  }

  /// Adds up the durations of the packets before the requested one.
  private mutating func seekByReading(_ target: SeekTarget) throws(ContainerError) -> Int64 {
    var frame: Int64 = 0
    var packet: Int64 = 0
    var starts = PacketStarts(count: target.prerollPacketCount + 1)
    var batch = PacketBatch()
    try reader.seek(toPacket: 0, ofTrack: track)
    reading: while try reader.readPackets(ofTrack: track, into: &batch), batch.count > 0 {
      for (index, place) in batch.descriptions.enumerated() {
        starts.note(packet: packet, frame: frame, isEntry: Self.isEntry(index, of: batch, target.canBegin))
        let next = frame + Int64(frameCount(of: place, decodedFramesPerPacket: target.framesPerPacket))
        guard next <= target.frame else { break reading }
        frame = next
        packet += 1
      }
    }
    let first = starts.first
    try reader.seek(toPacket: first.packet, ofTrack: track)
    return first.frame
  }
}

/// The starts of the last packets, in a ring buffer. Packets of pre-roll may be many, and moving all of them up for
/// each packet would take longer than reading.
private struct PacketStarts {
  /// The start of a packet.
  private typealias Start = (packet: Int64, frame: Int64)

  /// For each packet, the start of the last packet up to it at which the decoder can begin.
  private var entries: [Start]
  private var entry: Start?
  private var base: Int64?
  private var last: Int64 = 0

  /// Keeps the last `count` packets, at least 1.
  init(count: Int) {
    // Bound: containers and decoders ask for no more than maximumPrerollPacketCount.
    entries = [Start](
      repeating: (0, 0), count: min(max(1, count), PacketLimits.maximumPrerollPacketCount + 1))
  }

  /// Records the next packet; the very first packet is an entry point even if the decoder cannot begin with it.
  mutating func note(packet: Int64, frame: Int64, isEntry: Bool) {
    base = base ?? packet
    last = packet
    let entry = isEntry ? (packet, frame) : entry ?? (packet, frame)
    self.entry = entry
    entries[Int(packet % Int64(entries.count))] = entry
  }

  /// The entry for the earliest recorded packet; the first packet of all before any was recorded.
  var first: (packet: Int64, frame: Int64) {
    entries[Int(max(base ?? 0, last - Int64(entries.count - 1)) % Int64(entries.count))]
  }
}

/// Returns the frame at a time, in frames from the start; always within 62 bits.
///
/// The middle between two frames is the later one, even where a sum of times has lost its last bit.
func frameIndex(_ seconds: Double, rate: Double) -> Int64 {
  // Holds: times are options of the program; the command line and the interfaces check theirs.
  precondition(seconds >= 0, "times are not negative")
  let frame = (seconds * rate + 0x1p-20).rounded()
  return frame < 0x1p62 ? Int64(frame) : 1 << 62
}
