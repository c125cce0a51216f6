import AudioBase

/// A conversion in one precision: a source of packets, its decoder, and the chain that makes packets of the output.
///
/// ```
/// PacketSource ─► DecodingStage ─► OutputChain ─► PacketSink
/// ```
final class ConversionEngine<Source: PacketSource & ~Copyable, Sample: AudioSample> {
  var decoding: PacketDecoding<Source, Sample>
  private var chain: OutputChain<Sample>
  private let design: OutputDesign
  /// Whether the chain still holds frames of a format that is no longer decoded to.
  private var hasOldFormat = false
  private var isDrained = false

  /// Joins a source, a decoder of its first stream and a design of the output.
  init(
    _ source: consuming Source, _ decoder: consuming any PacketDecoder & ~Copyable, _ design: OutputDesign
  ) throws(ConversionError) {
    chain = try design.makeChain(Sample.self)
    self.design = design
    do throws(TrackDecodingError) {
      decoding = try PacketDecoding(source, with: decoder)
    } catch {
      throw .decoding(error)
    }
    // A part that begins behind a change of the stream decodes to something else than its beginning.
    hasOldFormat = decoding.stage.report.formatChangeCount > 0
  }

  /// Begins an output of at most `packetCount` packets.
  func begin(_ output: inout PacketBatch, packetCount: Int) { chain.begin(&output, limit: packetCount) }

  /// Returns true while the amounts that a caller asks for or brings still decide how a rate conversion delivers.
  var choosesDelivery: Bool { chain.choosesDelivery() }

  /// Takes note of a request for packets, for which input will be asked.
  func noteRequest(packetCount: Int) { chain.noteRequest(packetCount: packetCount) }

  /// Takes note of input frames that wait to be decoded.
  func noteInput(frameCount: Int) { chain.noteInput(frameCount: frameCount) }

  /// Ends an output: leaves only what was filled.
  func end(_ output: inout PacketBatch) { chain.end(&output) }

  /// Fills the output on, as far as the input goes.
  func advance(_ output: inout PacketBatch) throws(ConversionError) -> FillStatus {
    guard !isDrained else { return .ended }
    while true {
      try chain.run(decoding.stage.block, into: &output)
      if chain.isFull() { return .filled }
      if hasOldFormat, try !adapt(&output) { return .filled }
      switch try nextStep() {
      case .frames(let kept): decoding.stage.load(kept, into: &chain)
      case .formatChanged: hasOldFormat = true
      case .starved:
        let wanted = chain.inputFrameCount(forOutput: chain.sink.framesWanted)
        chain.noteAsking(frameCount: wanted)
        return .needsInput(frameCount: wanted)
      case .ended:
        isDrained = try chain.finish(decoding.stage.block, into: &output)
        return isDrained ? .ended : .filled
      }
    }
  }

  private func nextStep() throws(ConversionError) -> DecodingStep {
    do throws(TrackDecodingError) { return try decoding.next() } catch { throw .decoding(error) }
  }

  /// Leads frames of a new format into the output, once those of the old one have found room; returns whether they
  /// have.
  private func adapt(_ output: inout PacketBatch) throws(ConversionError) -> Bool {
    let plan = try design.plan(for: decoding.stage.format)
    if !chain.accepts(plan) {
      guard try chain.drain(decoding.stage.block, into: &output) else { return false }
      try chain.adapt(to: plan)
    }
    hasOldFormat = false
    return true
  }

  /// Forgets all that was decoded and made.
  func reset(trimmer: Trimmer) {
    decoding.reset(trimmer: trimmer)
    chain.reset()
    isDrained = false
  }
}

extension ConversionEngine: ConversionAccount where Source: ~Copyable {
  var report: DecodingReport {
    var report = decoding.report
    report.clippedSampleCount = chain.clippedSampleCount()
    return report
  }
  var cookie: [UInt8]? { chain.cookie() }
  var outputFrameCount: Int64 { chain.outputFrameCount() }
  var hasPackets: Bool { chain.hasPackets() }
  var reach: (leading: Int, trailing: Int) { chain.reach }
  var latency: Double { chain.latency }
  var lookAheadDuration: Double { decoding.stage.lookAheadDuration }

  func inputFrameCount(forPackets count: Int) -> Int { chain.inputFrameCount(forPackets: count) }
  func packetCount(forInputFrames count: Int) -> Int { chain.packetCount(forInputFrames: count) }
}

/// What can be asked about a conversion, whatever its precision.
protocol ConversionAccount: AnyObject {
  /// What decoding has come to so far.
  var report: DecodingReport { get }
  /// The encoder's cookie as it is now; `nil` for linear PCM.
  var cookie: [UInt8]? { get }
  /// Frames given to the sink.
  var outputFrameCount: Int64 { get }
  /// Whether the output has a packet.
  var hasPackets: Bool { get }
  /// Input frames before and after the one that an output frame stands for.
  var reach: (leading: Int, trailing: Int) { get }
  /// By how much output of a steady flow is behind its input, in seconds.
  var latency: Double { get }
  /// Seconds by which packets are decoded later because the decoder waits for those to come.
  var lookAheadDuration: Double { get }
  /// Decoded frames that the chain must be given so that so many more packets can come out.
  func inputFrameCount(forPackets count: Int) -> Int
  /// Packets that can come out once the chain has been given so many more decoded frames.
  func packetCount(forInputFrames count: Int) -> Int
}
