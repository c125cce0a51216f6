import AudioBase

// Holds throughout: input ends by the caller's word, and the interfaces hand in none behind it.

/// Whole conversion in one precision: packets that wait, decoder, chain.
struct ConversionEngine<Sample: AudioSample>: ~Copyable {
  private var stage: DecodingStage<Sample>
  private var chain: OutputChain<Sample>
  /// Packets that have come and are not decoded yet.
  private var pending = PacketBatch()
  private var nextPending = 0
  private var hasEnded = false
  private var isDrained = false
  private let trimmer: Trimmer
  private var packetNumber: Int64 = 0
  /// Decoded frames at the end that are not given; packets that may hold them wait until more have come.
  private let trailingFrames: Int
  /// Frames of the packets that wait to be decoded.
  private var pendingFrameCount = 0
  private var hasCutEnd = false

  init(
    _ stage: consuming DecodingStage<Sample>, _ chain: consuming OutputChain<Sample>, trailingFrames: Int
  ) {
    trimmer = stage.trimmer
    self.trailingFrames = trailingFrames
    self.stage = stage
    self.chain = chain
  }

  /// The encoder's cookie as it is now; `nil` for linear PCM.
  func cookie() -> [UInt8]? { chain.cookie() }

  /// Frames given to the sink.
  func outputFrameCount() -> Int64 { chain.sink.frameCount }

  /// Input frames before and after the one that an output frame stands for.
  func reach() -> (leading: Int, trailing: Int) { chain.reach }

  /// By how much output of a steady flow is behind its input, in seconds.
  func latency() -> Double { chain.latency }

  /// Takes note of a request for packets, for which input will be asked.
  mutating func noteRequest(packetCount: Int) { chain.noteRequest(packetCount: packetCount) }

  /// Input frames that must come before so many more packets can be given.
  func inputFrameCount(forPackets count: Int) -> Int {
    let (sum, overflow) = chain.inputFrameCount(forPackets: count).addingReportingOverflow(trailingFrames)
    return max(0, (overflow ? Int.max : sum) - pendingFrameCount)
  }

  /// Packets that can be given once so many more input frames have come.
  func packetCount(forInputFrames count: Int) -> Int {
    let (sum, overflow) = count.addingReportingOverflow(pendingFrameCount)
    return chain.packetCount(forInputFrames: max(0, (overflow ? Int.max : sum) - trailingFrames))
  }

  private func frameCount(of packet: PacketDescription) -> Int {
    let most = stage.frameLimit.frameCount(ofPacketByteCount: packet.byteCount)
    return max(1, (1...most).contains(packet.frameCount) ? packet.frameCount : stage.format.framesPerPacket)
  }

  /// What decoding has come to so far.
  func currentReport() -> DecodingReport { stage.report }

  /// Whether packets wait to be decoded.
  var hasPending: Bool { nextPending < pending.count }

  /// Takes packets over.
  mutating func append(_ bytes: Span<UInt8>, _ cutter: PacketCutter, descriptions: Span<PacketDescription>) {
    precondition(!hasEnded, "the input has ended")
    if !hasPending {
      pending.removeAll(nextPacket: 0)
      nextPending = 0
    }
    if trailingFrames > 0 { forgetDecoded() }
    let known = pending.count
    cutter.append(bytes, descriptions: descriptions, to: &pending)
    for index in known..<pending.count {
      // Room is made for what a packet is said to last; a duration out of all reason counts as not given.
      if !(0...PacketSource.maximumFrameCount).contains(pending.descriptions[index].frameCount) {
        pending.descriptions[index].frameCount = 0
      }
      pendingFrameCount += frameCount(of: pending.descriptions[index])
    }
    chain.noteInput(frameCount: pendingFrameCount)
  }

  /// Moves the packets that wait to the front, as some always do where the end is cut.
  private mutating func forgetDecoded() {
    guard nextPending > 0, nextPending < pending.count else { return }
    pending.descriptions.removeFirst(nextPending)
    nextPending = 0
    let first = pending.descriptions.reduce(pending.bytes.count) { min($0, $1.startOffset) }
    pending.bytes.removeFirst(first)
    for index in pending.descriptions.indices { pending.descriptions[index].startOffset -= first }
  }

  mutating func endInput() { hasEnded = true }

  /// Begins an output of at most `packetCount` packets.
  mutating func begin(_ output: inout PacketBatch, packetCount: Int) { chain.begin(&output, limit: packetCount) }

  /// Ends an output: leaves only what was filled.
  mutating func end(_ output: inout PacketBatch) { chain.end(&output) }

  /// Fills the output on, as far as the input goes.
  mutating func advance(_ output: inout PacketBatch) throws(ConversionError) -> FillStatus {
    guard !isDrained else { return .ended }
    while true {
      try chain.run(stage.block, into: &output)
      if chain.sink.isFull { return .filled }
      if let kept = stage.concealNext() {
        stage.load(kept, into: &chain)
      } else if hasDecodable {
        let kept = try decodeNext()
        stage.load(kept, into: &chain)
      } else if hasEnded {
        isDrained = try chain.finish(stage.block, into: &output)
        return isDrained ? .ended : .filled
      } else {
        let wanted = chain.inputFrameCount(forOutput: chain.sink.framesWanted)
        chain.noteAsking(frameCount: wanted)
        return .needsInput(frameCount: wanted)
      }
    }
  }

  /// Whether a packet waits that is not among the last, or of which it is known how much is to be cut.
  private var hasDecodable: Bool {
    mutating get {
      guard hasPending else { return false }
      guard trailingFrames > 0, !hasCutEnd else { return true }
      if hasEnded {
        stage.trimmer.end(pendingFrameCount, before: trailingFrames)
        hasCutEnd = true
        return true
      }
      return pendingFrameCount - frameCount(of: pending.descriptions[nextPending]) >= trailingFrames
    }
  }

  private mutating func decodeNext() throws(ConversionError) -> Range<Int> {
    let place = pending.descriptions[nextPending]
    nextPending += 1
    defer { packetNumber += 1 }
    let stated = frameCount(of: place)
    pendingFrameCount -= stated
    do throws(DecodingError) {
      return try Self.decode(place, of: pending, stated: stated, number: packetNumber, with: &stage)
    } catch {
      throw .decoding(error)
    }
  }

  private static func decode(
    _ place: PacketDescription, of batch: borrowing PacketBatch, stated: Int, number: Int64,
    with stage: inout DecodingStage<Sample>
  ) throws(DecodingError) -> Range<Int> {
    let bytes = batch.bytes.span.extracting(place.startOffset..<(place.startOffset + place.byteCount))
    return try stage.decode(bytes, frameCount: place.frameCount, stated: stated, at: (number, 0))
  }

  /// Forgets all input and output.
  mutating func reset() {
    pending.removeAll(nextPacket: 0)
    nextPending = 0
    pendingFrameCount = 0
    hasCutEnd = false
    hasEnded = false
    isDrained = false
    packetNumber = 0
    stage.reset(trimmer: trimmer)
    chain.reset()
  }
}
