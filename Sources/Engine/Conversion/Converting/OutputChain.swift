import AudioBase
import SignalProcessing

// Holds throughout: a chain is loaded when it is empty, and the resampler is looked for before it is used.

/// Frames of one rate and layout in, packets of another format out.
///
/// ```
/// load ─► gain ─► matrix ─► resampler ─► dither ─► sink
///         (where needed each)
/// ```
/// Frames that the output has no room for wait here; nothing is lost and nothing is taken twice.
struct OutputChain<Sample: AudioSample>: ~Copyable {
  private(set) var sink: PacketSink<Sample>
  private var mixer: ChannelMixer<Sample>?
  private var mixed: SampleBlock<Sample>
  private var resampler: Resampler<Sample>?
  /// How the resampler delivers, where that is left to the caller's amounts.
  private var choice: DeliveryChoice
  private var settings: ResamplerSettings
  private var resampled: SampleBlock<Sample>
  private var ditherer: Ditherer<Sample>?
  private var gain: GainStage<Sample>?
  /// The way of the frames that are taken now.
  private var plan: ConversionPlan
  /// Frames of the loaded block that have not been taken.
  private var waiting = 0..<0
  private var hasEnded = false

  /// Frames that are converted at a time: fewer where there are more channels than a file of ours can have.
  private static func blockLength(channelCount: Int) -> Int { max(64, min(4096, (1 << 18) / max(1, channelCount))) }

  init(_ plan: ConversionPlan, sink: consuming PacketSink<Sample>) throws(ConversionError) {
    self.sink = sink
    self.plan = plan
    gain = GainStage(plan.options.level, sampleRate: plan.inputRate)
    mixer = plan.mixing.map { ChannelMixer($0) }
    mixed = Self.makeMixedBlock(plan)
    resampled = Self.makeResampledBlock(plan)
    ditherer = plan.rounding.flatMap { Ditherer(plan.options.dithering, $0, channelCount: plan.mixedChannelCount) }
    choice = DeliveryChoice(plan.options.resampler)
    settings = DeliveryChoice.beginning(plan.options.resampler)
    try makeResampler()
  }

  private static func makeMixedBlock(_ plan: ConversionPlan) -> SampleBlock<Sample> {
    // Bound: 1 MiB of samples, or 64 frames of as many channels as a format was accepted with.
    SampleBlock(
      channelCount: plan.mixing == nil ? 0 : plan.mixedChannelCount,
      capacity: blockLength(channelCount: plan.mixedChannelCount))
  }

  private static func makeResampledBlock(_ plan: ConversionPlan) -> SampleBlock<Sample> {
    guard plan.inputRate != plan.outputRate else { return SampleBlock(channelCount: 0, capacity: 0) }
    // Bound: 1 MiB of samples, or 64 frames of as many channels as a format was accepted with.
    return SampleBlock(
      channelCount: plan.mixedChannelCount, capacity: blockLength(channelCount: plan.mixedChannelCount))
  }

  /// Makes the resampler of the plan, where the rates differ.
  private mutating func makeResampler() throws(ConversionError) {
    // The old one goes first: the two need not have memory side by side.
    resampler = nil
    (reach, latency) = ((0, 0), 0)
    guard plan.inputRate != plan.outputRate else { return }
    do throws(ResamplerError) {
      let made = try Resampler<Sample>(
        from: plan.inputRate, to: plan.outputRate, channelCount: plan.mixedChannelCount, settings: settings)
      reach = (made.leadingFrameCount, made.trailingFrameCount)
      latency = made.latency
      resampler = .some(made)
    } catch {
      throw .rates(plan.inputRate, plan.outputRate)
    }
  }

  /// Returns true while the amounts that a caller asks for or brings still decide how the resampler delivers.
  func choosesDelivery() -> Bool { resampler != nil && !choice.isMade }

  /// Takes note of a request for packets, for which input will be asked: see ``DeliveryChoice``.
  mutating func noteRequest(packetCount: Int) {
    guard resampler != nil else { return }
    deliver(choice.request(frameCount: sink.frameCount(forPackets: packetCount)))
  }

  /// Takes note of input frames that are asked for.
  mutating func noteAsking(frameCount: Int) { choice.ask(frameCount: frameCount) }

  /// Takes note of input that has come.
  mutating func noteInput(frameCount: Int) {
    guard resampler != nil else { return }
    deliver(choice.bring(frameCount: frameCount))
  }

  /// Makes a resampler that delivers in another way, which a conversion begins with.
  private mutating func deliver(_ delivery: ResamplerDelivery?) {
    guard let delivery, delivery != settings.delivery else { return }
    settings.delivery = delivery
    // The rates have been accepted before.
    try? makeResampler()
  }

  /// Whether frames of another plan can be taken as things are.
  func accepts(_ other: ConversionPlan) -> Bool {
    plan.inputRate == other.inputRate && plan.mixing == other.mixing && plan.channelOrder == other.channelOrder
      && plan.mixedChannelCount == other.mixedChannelCount
  }

  /// Gives what the rate conversion still holds, and returns whether it has found room.
  mutating func drain(
    _ block: borrowing SampleBlock<Sample>, into output: inout PacketBatch
  ) throws(ConversionError) -> Bool {
    resampler?.endInput()
    try run(block, into: &output)
    return !sink.isFull
  }

  /// Takes frames of another format from here on; everything before must have been drained.
  mutating func adapt(to other: ConversionPlan) throws(ConversionError) {
    precondition(waiting.isEmpty && !hasEnded)
    plan = other
    gain?.change(toSampleRate: other.inputRate)
    try makeResampler()
    mixer = other.mixing.map { ChannelMixer($0) }
    mixed = Self.makeMixedBlock(other)
    resampled = Self.makeResampledBlock(other)
    ditherer = other.rounding.flatMap { Ditherer(other.options.dithering, $0, channelCount: other.mixedChannelCount) }
    sink.setChannelOrder(other.channelOrder)
  }

  /// Whether samples are computed with, rather than copied as they are.
  var computes: Bool { resampler != nil || mixer != nil || ditherer != nil || gain != nil || !sink.keepsFloats }

  /// Whether the loaded frames have all been taken.
  var isEmpty: Bool { waiting.isEmpty }

  /// Input frames that must come for `count` more output frames.
  func inputFrameCount(forOutput count: Int) -> Int {
    let frames = resampler?.inputFrameCount(forOutput: count) ?? count
    return max(0, frames - waiting.count)
  }

  /// Input frames that must come for `count` more packets.
  func inputFrameCount(forPackets count: Int) -> Int {
    inputFrameCount(forOutput: sink.frameCount(forPackets: count))
  }

  /// Packets that `count` more input frames are good for.
  func packetCount(forInputFrames count: Int) -> Int {
    let frames = waiting.count + count
    return sink.packetCount(forFrames: resampler?.outputFrameCount(forInput: frames) ?? frames)
  }

  /// Input frames before and after the one that an output frame stands for, which it depends on.
  private(set) var reach = (leading: 0, trailing: 0)

  /// By how much output of a steady flow is behind its input, in seconds: ``Resampler/latency``.
  private(set) var latency = 0.0

  /// Takes over the kept frames of a block, which must stay the same until ``isEmpty``.
  mutating func load(_ block: inout SampleBlock<Sample>, frames: Range<Int>) {
    precondition(waiting.isEmpty && !hasEnded)
    waiting = frames
    if !frames.isEmpty { gain?.apply(to: &block, frames: frames) }
    if let mixer, !frames.isEmpty {
      mixed.makeRoom(forStatedFrames: frames.count, backedBy: block.frameCount)
      mixer.mix(block, frames: frames, into: &mixed)
      waiting = 0..<frames.count
    }
    guard resampler == nil, ditherer != nil else { return }
    if mixer == nil { ditherer?.dither(&block, range: waiting) } else { ditherer?.dither(&mixed, range: waiting) }
  }

  /// Moves frames on until the output is full or the frames are used up.
  mutating func run(
    _ block: borrowing SampleBlock<Sample>, into output: inout PacketBatch
  ) throws(ConversionError) {
    while !sink.isFull {
      let count: Int
      if resampler != nil {
        let wanted = min(sink.room, resampled.capacity)
        count = mixer == nil ? resample(block, wanted: wanted) : resampleMixed(wanted: wanted)
        ditherer?.dither(&resampled, range: 0..<count)
        try sink.take(resampled, frames: 0..<count, into: &output)
      } else {
        count = min(waiting.count, sink.room)
        let part = waiting.prefix(count)
        waiting = part.upperBound..<waiting.upperBound
        if mixer == nil {
          try sink.take(block, frames: part, into: &output)
        } else {
          try sink.take(mixed, frames: part, into: &output)
        }
      }
      if count == 0 { return }
    }
  }

  /// Gives what is left once no more frames come, and returns whether everything has found room.
  mutating func finish(
    _ block: borrowing SampleBlock<Sample>, into output: inout PacketBatch
  ) throws(ConversionError) -> Bool {
    if !hasEnded {
      hasEnded = true
      resampler?.endInput()
    }
    try run(block, into: &output)
    guard !sink.isFull else { return false }
    return try sink.finish(&output)
  }

  /// Whether no further packet fits the output.
  func isFull() -> Bool { sink.isFull }
  /// Whether the output has a packet.
  func hasPackets() -> Bool { sink.packetCount > 0 }
  /// The encoder's cookie as it is now; `nil` for linear PCM.
  func cookie() -> [UInt8]? { sink.cookie() }
  /// Samples beyond full scale that the output's integers have cut.
  func clippedSampleCount() -> Int64 { sink.clippedSampleCount }
  /// Frames given to the sink.
  func outputFrameCount() -> Int64 { sink.frameCount }

  mutating func begin(_ output: inout PacketBatch, limit: Int) { sink.begin(&output, limit: limit) }

  mutating func end(_ output: inout PacketBatch) { sink.end(&output) }

  /// Forgets all frames.
  mutating func reset() {
    waiting = 0..<0
    hasEnded = false
    resampler?.reset()
    choice.reset()
    ditherer?.reset()
    gain?.reset()
    sink.reset()
  }

  private mutating func resampleMixed(wanted: Int) -> Int {
    resampler!.convert(mixed, &waiting, into: &resampled, wanted: wanted)
  }

  private mutating func resample(_ block: borrowing SampleBlock<Sample>, wanted: Int) -> Int {
    resampler!.convert(block, &waiting, into: &resampled, wanted: wanted)
  }
}

extension Resampler {
  /// Converts the frames `waiting` of a block into at most `wanted` frames and returns how many there are; those that
  /// were taken wait no longer.
  fileprivate mutating func convert(
    _ block: borrowing SampleBlock<Sample>, _ waiting: inout Range<Int>, into resampled: inout SampleBlock<Sample>,
    wanted: Int
  ) -> Int {
    var (consumed, produced) = (0, 0)
    for channel in 0..<resampled.channelCount {
      var plane = resampled.plane(channel)
      var part = plane._mutatingExtracting(0..<wanted)
      let input = waiting.isEmpty ? Span() : block.channel(channel).extracting(waiting)
      let progress = process(channel: channel, input, into: &part)
      (consumed, produced) = (progress.consumed, progress.produced)
    }
    waiting = (waiting.lowerBound + consumed)..<waiting.upperBound
    resampled.setFrameCount(produced)
    return produced
  }
}
