import AudioBase
import SignalProcessing

/// Decodes, conceals and trims: packets from any source become kept frames.
struct DecodingStage<Sample: AudioSample>: ~Copyable {
  /// The format of the decoded frames.
  private(set) var format: DecodedFormat
  /// The decoded frames, in the decoder's channel order.
  private(set) var block: SampleBlock<Sample>
  /// The result of decoding so far.
  private(set) var report = DecodingReport()
  /// The trimmer that selects the frames to keep.
  var trimmer: Trimmer
  private var decoder: any PacketDecoder & ~Copyable
  /// The decoder's output in single precision, for conversion to double precision.
  private var narrow: PCMBlock?
  let damagePolicy: DamagePolicy
  /// The largest number of frames of a packet, whatever number is stated for it.
  private(set) var frameLimit: PacketFrameLimit
  /// The state to check after a seek; `nil` if the decoder has decoded every packet, or nothing depends on it.
  var trust: SeekTrust?
  /// True if packets are read from a file, whose bytes limit the number of concealed packets.
  var isAccountedByFile = false
  private var isExhausted = false
  /// The number of frames that were filled in so far.
  private var concealedFrameCount: Int64 = 0
  /// The number of frames that remain to be filled in for a damaged packet.
  private(set) var framesToConceal = 0
  /// The packet after the lost ones, if it was passed with them; otherwise empty.
  private var following: [UInt8] = []
  /// True if the decoder uses it.
  private var usesFollowingPacket: Bool
  /// The first frame that is counted: earlier packets are only pre-roll.
  private var firstCountedFrame = Int64.min
  private var hasDecoded = false
  /// The decoder's unmet settings as they were reported last.
  private var unmetSettings: [UnmetSetting]
  /// True if the last packet was damaged or remarked.
  private(set) var hasFlaw = false

  /// The number of packets that the decoder waits for before it returns the sound of a packet: each block belongs to an
  /// earlier packet.
  private var lookAheadPacketCount: Int
  /// The number of coming blocks that belong to no packet, because the decoder has just begun.
  private var silentCallCount: Int
  /// The number of frames of the packet that the decoder still holds back; 0 if it holds none.
  private(set) var heldFrameCount = 0
  /// The position of that packet.
  private var heldPlace: (packet: Int64, fileOffset: Int64) = (0, 0)

  init(_ decoder: consuming any PacketDecoder & ~Copyable, trimmer: Trimmer, damagePolicy: DamagePolicy) {
    let format = decoder.format
    self.format = format
    frameLimit = decoder.frameLimit
    lookAheadPacketCount = decoder.lookAheadPacketCount
    silentCallCount = lookAheadPacketCount
    usesFollowingPacket = decoder.usesFollowingPacket
    unmetSettings = decoder.unmetSettings
    report.note(unmetSettings)
    self.decoder = decoder
    self.trimmer = trimmer
    self.damagePolicy = damagePolicy
    block = Self.makeBlock(format)
    narrow = Self.makeNarrow(format)
  }

  private static func makeBlock(_ format: DecodedFormat) -> SampleBlock<Sample> {
    // Bound: the frames that a decoder of ours says a packet has.
    SampleBlock(channelCount: format.layout.channelCount, capacity: max(format.framesPerPacket, 1))
  }

  private static func makeNarrow(_ format: DecodedFormat) -> PCMBlock? {
    guard Sample.precision == .double, format.precision == .single else { return nil }
    // Bound: the frames that a decoder of ours says a packet has.
    return PCMBlock(channelCount: format.layout.channelCount, capacity: max(format.framesPerPacket, 1))
  }

  /// True if every kept frame has passed.
  var isFinished: Bool { trimmer.isFinished || isExhausted }

  /// Decodes a packet and returns which frames of ``block`` are kept.
  ///
  /// - Parameters:
  ///   - index: The packet's in the batch. A duration of more frames than it can hold counts as not given.
  ///   - stated: Frames to fill in where the packet is damaged; no more than a packet can hold.
  mutating func decode(
    _ index: Int, of batch: borrowing PacketBatch, stated: Int
  ) throws(AudioError) -> Range<Int> {
    let packet = batch.span(of: index)
    let offset = batch.fileOffsets.indices.contains(index) ? batch.fileOffsets[index] : 0
    let place = (packet: batch.firstPacket &+ Int64(index), fileOffset: offset)
    let most = frameLimit.frameCount(ofPacketByteCount: packet.count)
    let frameCount = batch.descriptions[index].frameCount
    let frames = (0...min(most, PacketLimits.maximumFrameCount)).contains(frameCount) ? frameCount : 0
    let stated = min(max(stated, 1), most)
    block.makeRoom(forStatedFrames: max(stated, frames), backedBy: most)
    let start = PacketPlace(packet: place.packet, frame: trimmer.position &+ Int64(heldFrameCount))
    do throws(CodecError) {
      try decode(packet, frameCount: frames)
    } catch {
      hasFlaw = true
      let damaged = DamagedPacket(packet: place.packet, fileOffset: place.fileOffset, error: error)
      if count(start, frameCount: stated) { report.note(damaged) }
      guard damagePolicy == .conceal else { throw .packet(damaged) }
      guard isAccounted(for: place.fileOffset) else {
        noteEarlyEnd(
          .container(
            ContainerError(.limitExceeded, "what is missing has bytes that account for it", at: place.fileOffset)))
        isExhausted = true
        return 0..<0
      }
      framesToConceal = stated
      // The packet after it may help; the caller that reads packets continues with ``concealNext(before:)``.
      if wantsNextPacket { return 0..<0 }
      return concealNext() ?? 0..<0
    }
    hasDecoded = true
    noteUnmetSettings()
    if lookAheadPacketCount > 0 { return passEarlier(while: start, fileOffset: place.fileOffset, frameCount: stated) }
    let isCounted = count(start, frameCount: block.frameCount)
    let kept = pass()
    countFrames(kept, from: start)
    let remark = decoder.remark
    hasFlaw = remark != nil
    // A flaw within the pre-roll is expected, and is not heard.
    if let remark, isCounted, !kept.isEmpty {
      report.noteRemark(DamagedPacket(packet: place.packet, fileOffset: place.fileOffset, error: remark))
    }
    return kept
  }

  /// Conceals packets that never arrived, with the usual number of frames of as many packets.
  mutating func lose(packetCount: Int, before following: [UInt8]) {
    self.following = following
    report.lostPacketCount &+= Int64(packetCount)
    let (frames, overflow) = packetCount.multipliedReportingOverflow(by: max(1, format.framesPerPacket))
    framesToConceal = overflow ? Int.max : frames
    hasFlaw = true
  }

  /// Continues with the decoder of another stream: the report and the place in the recording stay, in frames of the new
  /// rate.
  mutating func replaceDecoder(by decoder: consuming any PacketDecoder & ~Copyable) {
    let (oldRate, format) = (self.format.sampleRate, decoder.format)
    frameLimit = decoder.frameLimit
    lookAheadPacketCount = decoder.lookAheadPacketCount
    (silentCallCount, heldFrameCount) = (lookAheadPacketCount, 0)
    usesFollowingPacket = decoder.usesFollowingPacket
    self.decoder = decoder
    noteUnmetSettings()
    self.format = format
    trimmer.rescale(from: oldRate, to: format.sampleRate)
    if firstCountedFrame > Int64.min {
      firstCountedFrame = Trimmer.rescale(max(0, firstCountedFrame), from: oldRate, to: format.sampleRate)
    }
    // The doubts after a seek ended with the decoder.
    trust = nil
    framesToConceal = 0
    following.removeAll()
    block = Self.makeBlock(format)
    narrow = Self.makeNarrow(format)
    noteFormat()
  }

  /// Reports the decoder's unmet settings if they have changed. Unchanged arrays share their storage and are compared
  /// in constant time.
  private mutating func noteUnmetSettings() {
    let present = decoder.unmetSettings
    guard present != unmetSettings else { return }
    unmetSettings = present
    report.note(present)
  }

  /// Reports that the format of frames differs from here on from that at the beginning.
  mutating func noteFormat() {
    report.note(FormatChange(time: Double(trimmer.position) / max(1, format.sampleRate), format: format))
  }

  /// Records the last packet after a seek, and returns why the frames from `frame` on cannot be trusted; `nil` if they
  /// can.
  mutating func doubt(ofFramesFrom frame: Int64) -> StaticString? {
    let (isWanted, history) = (packetEnd > frame, decoder.history)
    guard case .doubtful(let reason)? = trust?.note(isWanted: isWanted, hasFlaw: hasFlaw, history) else { return nil }
    return reason
  }

  /// Counts a packet unless it precedes the requested frames completely, and returns true if it was counted.
  private mutating func count(_ start: PacketPlace, frameCount: Int) -> Bool {
    let (end, overflow) = start.frame.addingReportingOverflow(Int64(frameCount))
    guard !overflow, end > firstCountedFrame else { return false }
    // A packet that only flushes the last wanted one is not itself wanted.
    if lookAheadPacketCount > 0, isAccountedByFile, start.frame >= trimmer.kept.upperBound { return false }
    guard !countsFrames else { return true }
    report.packetCount += 1
    report.note(start, next: PacketPlace(packet: start.packet &+ 1, frame: end))
    return true
  }

  /// True if packets are frames. Those of some codecs, which decode to any number of frames, state 1.
  private var countsFrames: Bool { format.framesPerPacket <= 1 && frameLimit.unitFrameCount <= 1 }

  /// Counts frames that are packets, as in linear PCM, which arrives in runs of any length.
  private mutating func countFrames(_ kept: Range<Int>, from start: PacketPlace) {
    guard countsFrames else { return }
    report.packetCount += Int64(kept.count)
  }

  /// Returns true if one more missing packet may be concealed: a file of empty packets would last for days.
  ///
  /// A stream with all packets damaged passes, down to 32 frames per byte, 11 kbit/s at 44.1 kHz.
  private func isAccounted(for fileOffset: Int64) -> Bool {
    guard isAccountedByFile else { return true }
    let (unproven, framesPerByte): (Int64, Int64) = (1 << 21, 32)
    let (frames, overflow) = max(0, fileOffset).multipliedReportingOverflow(by: framesPerByte)
    return overflow || concealedFrameCount <= unproven || concealedFrameCount - unproven <= frames
  }

  /// Conceals further frames of a damaged packet and returns the kept part of ``block``; `nil` if there is nothing to
  /// conceal.
  ///
  /// - Parameter next: The packet of a batch that follows the concealed frames.
  mutating func concealNext(before next: Int, of batch: borrowing PacketBatch) -> Range<Int>? {
    concealNext(before: batch.span(of: next))
  }

  /// Conceals further frames like the other method; `next` is the packet after them, or empty if it has not arrived or
  /// is not adjacent.
  mutating func concealNext(before next: Span<UInt8> = Span()) -> Range<Int>? {
    guard framesToConceal > 0 else { return nil }
    if lookAheadPacketCount > 0 { return concealNextLater() }
    if next.isEmpty, reachesNextPacket, !following.isEmpty {
      let told = following
      concealBlock(before: told.span)
    } else {
      concealBlock(before: next)
    }
    if reachesNextPacket { following.removeAll() }
    if block.frameCount > framesToConceal { block.setFrameCount(framesToConceal) }
    // A decoder that fills in nothing would never come to an end.
    framesToConceal = block.frameCount == 0 ? 0 : framesToConceal - block.frameCount
    concealedFrameCount &+= Int64(block.frameCount)
    return pass()
  }

  /// Passes kept frames of the block to a chain, and reports samples that were NaN or infinite and became silence.
  ///
  /// - Parameter silencing: True if that is done even where the chain could process them.
  mutating func load(_ kept: Range<Int>, into chain: inout StageChain<Sample>, silencing: Bool = false) {
    report.replacedSampleCount += Int64(chain.load(&block, frames: kept, silencingNonNumbers: silencing))
  }

  /// Records the error that ended the packets early.
  mutating func noteEarlyEnd(_ error: AudioError) { report.earlyEnd = report.earlyEnd ?? error }

  /// Throws at the end if no packet could be decoded.
  ///
  /// A part that begins later does not fail: the whole may have sound elsewhere, and the concealed frames are those of
  /// the whole.
  func checkEnd() throws(AudioError) {
    let isPart = firstCountedFrame > Int64.min
    if !hasDecoded, !isPart, let first = report.damage.first { throw .packet(first) }
  }

  /// The frame after the last packet, including its frames that are still to be concealed.
  var packetEnd: Int64 { trimmer.position + Int64(framesToConceal) }

  /// Leaves packets of pre-roll before the first kept frame out of the report.
  mutating func countOnlyKept() { firstCountedFrame = max(firstCountedFrame, trimmer.kept.lowerBound) }

  /// Restarts before the first packet of the track, or of its stream, to reach an earlier frame.
  ///
  /// - Parameters:
  ///   - trimmer: The trimmer before the packet that has to be decoded again.
  ///   - report: The result of decoding up to there.
  ///   - frame: The frame with which the first packet begins.
  mutating func restart(_ trimmer: Trimmer, _ report: DecodingReport, fromFrame frame: Int64) {
    firstCountedFrame = max(firstCountedFrame, trimmer.position)
    var fromStart = trimmer
    fromStart.skip(to: trimmer.position)
    fromStart.move(to: frame)
    reset(trimmer: fromStart)
    trust = nil
    concealedFrameCount = 0
    self.report = report
  }

  /// Clears all packets, as if newly created; the report continues.
  mutating func reset(trimmer: Trimmer) {
    decoder.reset()
    self.trimmer = trimmer
    framesToConceal = 0
    following.removeAll()
    (silentCallCount, heldFrameCount) = (lookAheadPacketCount, 0)
    block.setFrameCount(0)
  }

  private mutating func pass() -> Range<Int> {
    let kept = trimmer.pass(block.frameCount)
    report.frameCount += Int64(kept.count)
    return kept
  }

  /// Passes undecoded frames of linear PCM, and returns the range of kept frames.
  mutating func passUndecoded(frameCount: Int) -> Range<Int> {
    hasDecoded = true
    let kept = trimmer.pass(frameCount)
    report.frameCount += Int64(kept.count)
    report.packetCount += Int64(kept.count)
    return kept
  }

  private mutating func decode(_ packet: Span<UInt8>, frameCount: Int) throws(CodecError) {
    // Holds: checked before each use.
    guard format.precision != Sample.precision, Sample.precision == .double else {
      return try Sample.decode(packet, frameCount: frameCount, with: &decoder, into: &block)
    }
    prepareNarrow()
    if narrow != nil { try decoder.decode(packet, frameCount: frameCount, into: &narrow!) }
    if narrow != nil { Self.widen(narrow!, into: &block) }
  }

  /// True if the next concealed block is directly before the next packet.
  private var reachesNextPacket: Bool { framesToConceal <= max(format.framesPerPacket, block.frameCount) }

  /// True if the next packet should be available before further frames are concealed.
  var wantsNextPacket: Bool {
    framesToConceal > 0 && following.isEmpty && reachesNextPacket && usesFollowingPacket
  }

  private mutating func concealBlock(before next: Span<UInt8> = Span()) {
    if Sample.precision == .double {
      // Holds: checked before each use.
      prepareNarrow()
      if narrow != nil { Float.conceal(before: next, with: &decoder, into: &narrow!) }
      if narrow != nil { Self.widen(narrow!, into: &block) }
    } else {
      Sample.conceal(before: next, with: &decoder, into: &block)
    }
  }

  private mutating func prepareNarrow() {
    guard (narrow?.capacity ?? 0) < block.capacity else { return }
    // Bound: as large as the block, which is bounded.
    narrow = PCMBlock(channelCount: block.channelCount, capacity: block.capacity)
  }

  /// Copies frames that were decoded in single precision.
  private static func widen(_ narrow: borrowing PCMBlock, into block: inout SampleBlock<Sample>) {
    block.setFrameCount(narrow.frameCount)
    for channel in 0..<block.channelCount {
      var plane = block.plane(channel)
      let source = narrow.channel(channel)
      for index in source.indices { plane[index] = Sample(source[index]) }
    }
  }
}

extension PacketBatch {
  /// The bytes of a packet.
  @_lifetime(borrow self)
  fileprivate func span(of index: Int) -> Span<UInt8> {
    let place = descriptions[index]
    return bytes.span.extracting(place.startOffset..<(place.startOffset + place.byteCount))
  }
}

// MARK: - Decoders that wait for packets

extension DecodingStage {
  /// The delay of packets, in seconds, because the decoder waits for the packets after them.
  var lookAheadDuration: Double { format.duration(ofPackets: lookAheadPacketCount) }

  /// The number of coming input frames that give no output because the decoder holds their packets back.
  var silentFrameCount: Int { silentCallCount * format.framesPerPacket }

  /// Takes the last packet's sound from the decoder at the end of its stream, and returns the frames of ``block`` that
  /// are kept; `nil` if the decoder holds none, or the frames are not requested.
  mutating func giveHeld() -> Range<Int>? {
    guard heldFrameCount > 0, !isFinished else {
      heldFrameCount = 0
      return nil
    }
    concealBlock()
    heldFrameCount = 0
    return passRemarking()
  }

  /// Passes the sound of the packet that was held, now that the decoder holds the next one.
  ///
  /// - Parameters:
  ///   - start: The packet that is held now, and where its sound will begin.
  ///   - frameCount: The stated number of its frames.
  private mutating func passEarlier(
    while start: PacketPlace, fileOffset: Int64, frameCount: Int
  ) -> Range<Int> {
    _ = count(start, frameCount: frameCount)
    let kept = passRemarking()
    heldFrameCount = frameCount
    heldPlace = (start.packet, fileOffset)
    return kept
  }

  /// Conceals a missing packet, which the decoder holds, and returns the sound of the packet that it held.
  private mutating func concealNextLater() -> Range<Int> {
    concealBlock()
    let filled = min(framesToConceal, max(1, format.framesPerPacket))
    framesToConceal -= filled
    concealedFrameCount &+= Int64(filled)
    let kept = passRemarking()
    heldFrameCount = filled
    return kept
  }

  /// Returns the block of the packet that was held, if any, and records its remarks.
  private mutating func passRemarking() -> Range<Int> {
    guard silentCallCount == 0 else {
      silentCallCount -= 1
      return 0..<0
    }
    let kept = pass()
    let remark = decoder.remark
    hasFlaw = hasFlaw || remark != nil
    if let remark, !kept.isEmpty {
      report.noteRemark(DamagedPacket(packet: heldPlace.packet, fileOffset: heldPlace.fileOffset, error: remark))
    }
    return kept
  }
}
