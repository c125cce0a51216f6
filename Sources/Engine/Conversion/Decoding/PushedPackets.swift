import AudioBase

// Holds throughout: input ends by the caller's word, and the interfaces append none after it.

/// Packets that a caller pushes, in the order in which they come.
///
/// ```
/// append ─► waiting ········ held back ─► next(into:)
///                            (frames at the end that are not the recording: they go only once the end is known)
/// ```
/// Two batches change places, so that packets are copied once, and nothing is allocated once both have found their
/// size.
final class PushedPackets: PacketSource {
  static let liesInFile = false

  /// An event before a waiting packet.
  private struct Mark {
    /// The number of packets that wait before it.
    var packet: Int
    var event: SourceEvent
  }

  private var waiting = PacketBatch()
  private var marks: [Mark] = []
  private var packetNumber: Int64 = 0
  private var hasEnded = false
  /// The number of frames of the waiting packets, including those of lost packets among them.
  private(set) var frameCount = 0
  /// The number of decoded frames at the end that are not returned; packets that may hold them wait until more arrive.
  let trailingFrames: Int
  /// The frames that remain when the end is cut; it is cut once.
  private var framesToCutFrom: Int?
  private var hasCutEnd = false
  /// The initial trimmer, before any packet.
  private(set) var trimmer: Trimmer
  private let damagePolicy: DamagePolicy
  private let decoders: DecoderSelection
  private var framesPerPacket = 1
  private var frameLimit = PacketFrameLimit(unitFrameCount: 1, unitByteCount: 1)

  /// Prepares for packets.
  ///
  /// - Parameter decoders: The decoders for streams that follow the first one.
  init(_ input: PacketInput, _ decoders: DecoderSelection, decodedRate: Double) {
    // Bound: packets that wait are held in memory.
    trailingFrames = min(max(0, input.trailingFrames), 1 << 24)
    trimmer = Trimmer(input.packetTable, decodedRate: decodedRate)
    damagePolicy = input.damagePolicy
    self.decoders = decoders
  }

  /// Takes packets over.
  func append(_ bytes: Span<UInt8>, _ cutter: PacketCutter, descriptions: Span<PacketDescription>) {
    precondition(!hasEnded, "the input has ended")
    let known = waiting.count
    cutter.append(bytes, descriptions: descriptions, to: &waiting)
    for index in known..<waiting.count {
      // Room is made for a packet's stated duration; an unreasonable one counts as not given.
      if !(0...PacketLimits.maximumFrameCount).contains(waiting.descriptions[index].frameCount) {
        waiting.descriptions[index].frameCount = 0
      }
      frameCount += frameCount(of: waiting.descriptions[index], decodedFramesPerPacket: framesPerPacket)
    }
  }

  /// Takes samples over as packets of 32-bit floats of this machine, channels apart.
  func append(_ samples: PlanarSamples) {
    precondition(!hasEnded, "the input has ended")
    samples.append(to: &waiting)
    frameCount += samples.frames.count
  }

  /// Records that packets are missing after the last ones; `following` is the packet after the gap, or empty.
  func noteLoss(packetCount: Int, before following: [UInt8]) {
    precondition(!hasEnded && packetCount >= 0, "the input has ended")
    guard packetCount > 0 else { return }
    marks.append(Mark(packet: waiting.count, event: .lost(packetCount: packetCount, following: following)))
    frameCount += lostFrameCount(packetCount)
  }

  /// Records that the next packets are of another stream.
  func noteChange(to stream: CodedStream) {
    precondition(!hasEnded, "the input has ended")
    marks.append(Mark(packet: waiting.count, event: .formatChanged(stream)))
  }

  /// Records the end of the packets.
  func endInput() { hasEnded = true }

  /// Clears all packets.
  func reset() {
    waiting.removeAll(nextPacket: 0)
    marks.removeAll()
    (packetNumber, frameCount, framesToCutFrom) = (0, 0, nil)
    (hasEnded, hasCutEnd) = (false, false)
  }

  func next(into batch: inout PacketBatch) -> SourceEvent {
    if trailingFrames > 0, hasEnded, !hasCutEnd { (framesToCutFrom, hasCutEnd) = (frameCount, true) }
    let ready = readyPacketCount
    let count = min(ready, marks.first?.packet ?? ready)
    if count > 0 {
      give(count, to: &batch)
      return .packets
    }
    guard let mark = marks.first, mark.packet == 0 else { return hasEnded && waiting.count == 0 ? .ended : .starved }
    if case .lost(let lost, _) = mark.event {
      // A loss after which the end may come is handled at the end.
      let isSafe = trailingFrames == 0 || hasCutEnd || frameCount - lostFrameCount(lost) >= trailingFrames
      guard isSafe else { return .starved }
      frameCount -= lostFrameCount(lost)
      packetNumber &+= Int64(lost)
    }
    marks.removeFirst()
    return mark.event
  }

  /// The number of packets ready for decoding: all except the last ones, whose frames to remove are not yet known.
  private var readyPacketCount: Int {
    guard trailingFrames > 0, !hasCutEnd else { return waiting.count }
    var (count, left) = (0, frameCount)
    for place in waiting.descriptions {
      left -= frameCount(of: place, decodedFramesPerPacket: framesPerPacket)
      guard left >= trailingFrames else { break }
      count += 1
    }
    return count
  }

  /// Moves the first packets into an emptied batch.
  private func give(_ count: Int, to batch: inout PacketBatch) {
    for place in waiting.descriptions.prefix(count) {
      frameCount -= frameCount(of: place, decodedFramesPerPacket: framesPerPacket)
    }
    if count == waiting.count {
      swap(&batch, &waiting)
      waiting.removeAll(nextPacket: 0)
    } else {
      takeFront(count, into: &batch)
    }
    batch.firstPacket = packetNumber
    packetNumber &+= Int64(count)
    for index in marks.indices { marks[index].packet -= count }
  }

  private func takeFront(_ count: Int, into batch: inout PacketBatch) {
    batch.removeAll(nextPacket: packetNumber)
    // Packets may share bytes, so those of all are kept up to the first that one of the rest needs.
    batch.bytes.append(contentsOf: waiting.bytes)
    batch.descriptions.append(contentsOf: waiting.descriptions.prefix(count))
    waiting.descriptions.removeFirst(count)
    let first = waiting.descriptions.reduce(waiting.bytes.count) { min($0, $1.startOffset) }
    waiting.bytes.removeFirst(first)
    for index in waiting.descriptions.indices { waiting.descriptions[index].startOffset -= first }
  }

  private func lostFrameCount(_ packets: Int) -> Int {
    let (frames, overflow) = packets.multipliedReportingOverflow(by: framesPerPacket)
    return overflow ? Int(Int32.max) : min(frames, Int(Int32.max))
  }

  func frameCount(of packet: PacketDescription, decodedFramesPerPacket: Int) -> Int {
    let most = frameLimit.frameCount(ofPacketByteCount: packet.byteCount)
    return max(1, (1...most).contains(packet.frameCount) ? packet.frameCount : decodedFramesPerPacket)
  }

  func makeDecoder(for stream: CodedStream) throws(AudioError) -> any PacketDecoder & ~Copyable {
    try decoders.makeDecoder(for: stream)
  }

  func begin<Sample: AudioSample>(
    with decoder: consuming any PacketDecoder & ~Copyable
  ) throws(AudioError) -> DecodingStage<Sample> {
    let stage = DecodingStage<Sample>(decoder, trimmer: trimmer, damagePolicy: damagePolicy)
    (framesPerPacket, frameLimit) = (max(1, stage.format.framesPerPacket), stage.frameLimit)
    return stage
  }

  func change<Sample: AudioSample>(
    _ stage: inout DecodingStage<Sample>, to decoder: consuming any PacketDecoder & ~Copyable
  ) throws(AudioError) {
    let rate = stage.format.sampleRate
    stage.replaceDecoder(by: decoder)
    trimmer.rescale(from: rate, to: stage.format.sampleRate)
    (framesPerPacket, frameLimit) = (max(1, stage.format.framesPerPacket), stage.frameLimit)
    frameCount = waiting.descriptions.reduce(0) {
      $0 + frameCount(of: $1, decodedFramesPerPacket: framesPerPacket)
    }
    for case .lost(let count, _) in marks.map(\.event) { frameCount += lostFrameCount(count) }
  }

  func adjust(_ trimmer: inout Trimmer, decodedRate: Double) {
    guard let frames = framesToCutFrom else { return }
    trimmer.end(frames, before: trailingFrames)
    framesToCutFrom = nil
  }

  /// Does nothing: all packets that arrive are returned.
  func skipRest() {}

  /// Throws: returned packets are not kept.
  func rewind() throws(ContainerError) -> Int64 {
    throw ContainerError(.invalidState, "packets that were pushed cannot be read again", at: 0)
  }
}
