import AudioBase

/// Packets in, kept frames out: decoding, concealing and trimming, whatever the packets come from.
struct DecodingStage<Sample: AudioSample>: ~Copyable {
  /// What is decoded to.
  let format: DecodedFormat
  /// The decoded frames, in the decoder's channel order.
  private(set) var block: SampleBlock<Sample>
  /// What has been decoded so far.
  private(set) var report = DecodingReport()
  /// Which decoded frames are kept.
  var trimmer: Trimmer
  private var decoder: any PacketDecoder & ~Copyable
  /// Where the decoder gives single precision and more is wanted.
  private var narrow: PCMBlock?
  private let damagePolicy: DamagePolicy
  /// Whether packets lie in a file, whose bytes account for what is filled in.
  var isAccountedByFile = false
  private var isExhausted = false
  /// Frames that were filled in so far.
  private var concealedFrameCount: Int64 = 0
  /// Frames that remain to be filled in for a damaged packet.
  private var framesToConceal = 0

  init(_ decoder: consuming any PacketDecoder & ~Copyable, trimmer: Trimmer, damagePolicy: DamagePolicy) {
    let format = decoder.format
    self.format = format
    self.decoder = decoder
    self.trimmer = trimmer
    self.damagePolicy = damagePolicy
    let capacity = max(format.framesPerPacket, 1)
    block = SampleBlock(channelCount: format.layout.channelCount, capacity: capacity)
    if Sample.precision == .double, format.precision == .single {
      narrow = PCMBlock(channelCount: format.layout.channelCount, capacity: capacity)
    }
  }

  /// Whether every kept frame has passed.
  var isFinished: Bool { trimmer.isFinished || isExhausted }

  /// Decodes a packet and returns which frames of ``block`` are kept.
  ///
  /// - Parameters:
  ///   - frameCount: What ``PacketDecoder/decode(_:frameCount:into:)`` is told.
  ///   - stated: Frames to fill in where the packet is damaged, at least 1.
  ///   - place: Where the packet is, for reports.
  mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, stated: Int, at place: (packet: Int64, fileOffset: Int64)
  ) throws(DecodingError) -> Range<Int> {
    let room = max(stated, frameCount)
    if room > block.capacity { block = SampleBlock(channelCount: block.channelCount, capacity: room) }
    report.packetCount += 1
    do throws(CodecError) {
      try decode(packet, frameCount: frameCount, room: room)
    } catch {
      let damaged = DamagedPacket(packet: place.packet, fileOffset: place.fileOffset, error: error)
      report.note(damaged)
      guard damagePolicy == .conceal else { throw .packet(damaged) }
      guard isAccounted(for: place.fileOffset) else {
        noteEarlyEnd(
          ContainerError(.limitExceeded, "what is missing has bytes that account for it", at: place.fileOffset))
        isExhausted = true
        return 0..<0
      }
      framesToConceal = stated
      return concealNext() ?? 0..<0
    }
    let kept = pass()
    // What pre-roll lacks is expected, and is not heard.
    if let error = decoder.remark, !kept.isEmpty {
      report.noteRemark(DamagedPacket(packet: place.packet, fileOffset: place.fileOffset, error: error))
    }
    return kept
  }

  /// Whether one more packet that is missing may be filled in: a file of packets without bytes would last for days.
  ///
  /// A stream of which every packet is damaged passes, down to 32 frames a byte, 11 kbit/s at 44.1 kHz.
  private func isAccounted(for fileOffset: Int64) -> Bool {
    guard isAccountedByFile else { return true }
    let (unproven, framesPerByte): (Int64, Int64) = (1 << 21, 32)
    let (frames, overflow) = max(0, fileOffset).multipliedReportingOverflow(by: framesPerByte)
    return overflow || concealedFrameCount <= unproven || concealedFrameCount - unproven <= frames
  }

  /// Fills in further frames of a damaged packet and returns which of ``block`` are kept; `nil` where there are none to fill in.
  mutating func concealNext() -> Range<Int>? {
    guard framesToConceal > 0 else { return nil }
    concealBlock()
    // A decoder that fills in nothing would never come to an end.
    framesToConceal = block.frameCount == 0 ? 0 : framesToConceal - block.frameCount
    concealedFrameCount &+= Int64(block.frameCount)
    return pass()
  }

  /// Hands kept frames of the block to a chain.
  mutating func load(_ kept: Range<Int>, into chain: inout OutputChain<Sample>) { chain.load(&block, frames: kept) }

  /// Notes what ended the packets early.
  mutating func noteEarlyEnd(_ error: ContainerError) { report.earlyEnd = report.earlyEnd ?? error }

  /// What must be said at the end: not a single packet could be decoded.
  func checkEnd() throws(DecodingError) {
    if report.damagedPacketCount == report.packetCount, let first = report.damage.first { throw .packet(first) }
  }

  /// Forgets all packets, as if newly made; the report goes on.
  mutating func reset(trimmer: Trimmer) {
    decoder.reset()
    self.trimmer = trimmer
    framesToConceal = 0
    block.setFrameCount(0)
  }

  private mutating func pass() -> Range<Int> {
    let kept = trimmer.pass(block.frameCount)
    report.frameCount += Int64(kept.count)
    return kept
  }

  private mutating func decode(_ packet: Span<UInt8>, frameCount: Int, room: Int) throws(CodecError) {
    guard format.precision != Sample.precision, Sample.precision == .double else {
      return try Sample.decode(packet, frameCount: frameCount, with: &decoder, into: &block)
    }
    prepareNarrow(room)
    if narrow != nil { try decoder.decode(packet, frameCount: frameCount, into: &narrow!) }
    if narrow != nil { Self.widen(narrow!, into: &block) }
  }

  private mutating func concealBlock() {
    if Sample.precision == .double {
      prepareNarrow(block.capacity)
      if narrow != nil { decoder.conceal(into: &narrow!) }
      if narrow != nil { Self.widen(narrow!, into: &block) }
    } else {
      Sample.conceal(with: &decoder, into: &block)
    }
    if block.frameCount > framesToConceal { block.setFrameCount(framesToConceal) }
  }

  private mutating func prepareNarrow(_ room: Int) {
    guard (narrow?.capacity ?? 0) < room else { return }
    narrow = PCMBlock(channelCount: block.channelCount, capacity: room)
  }

  /// Copies what was decoded in single precision.
  private static func widen(_ narrow: borrowing PCMBlock, into block: inout SampleBlock<Sample>) {
    block.setFrameCount(narrow.frameCount)
    for channel in 0..<block.channelCount {
      var plane = block.plane(channel)
      let source = narrow.channel(channel)
      for index in source.indices { plane[index] = Sample(source[index]) }
    }
  }
}
