import AudioBase
import SignalProcessing

// Holds throughout: a chain is loaded when it is empty, and the resampler is looked for before it is used.

/// Frames of one rate and layout in, packets of another format out.
///
/// ```
/// load ─► matrix ─► resampler ─► dither ─► sink
///         (where needed each)
/// ```
/// Frames that the output has no room for wait here; nothing is lost and nothing is taken twice.
struct OutputChain<Sample: AudioSample>: ~Copyable {
  private(set) var sink: PacketSink<Sample>
  private let mixer: ChannelMixer<Sample>?
  private var mixed: SampleBlock<Sample>
  private var resampler: Resampler<Sample>?
  /// How the resampler delivers, where that is left to the caller's amounts.
  private var choice: DeliveryChoice
  private var settings: ResamplerSettings
  private let rates: (input: Double, output: Double)
  private var resampled: SampleBlock<Sample>
  private var ditherer: Ditherer<Sample>?
  private let channelCount: Int
  /// Frames of the loaded block that have not been taken.
  private var waiting = 0..<0
  private var hasEnded = false

  /// Frames that are converted at a time: fewer where there are more channels than a file of ours can have.
  private static func blockLength(channelCount: Int) -> Int { max(64, min(4096, (1 << 18) / max(1, channelCount))) }

  init(_ plan: ConversionPlan, sink: consuming PacketSink<Sample>) throws(ConversionError) {
    self.sink = sink
    mixer = plan.mixing.map { ChannelMixer($0) }
    channelCount = plan.mixedChannelCount
    // Bound: 1 MiB of samples, or 64 frames of as many channels as a format was accepted with.
    let blockLength = Self.blockLength(channelCount: channelCount)
    mixed = SampleBlock(channelCount: plan.mixing == nil ? 0 : channelCount, capacity: blockLength)
    let needsResampler = plan.inputRate != plan.outputRate
    resampled = SampleBlock(
      channelCount: needsResampler ? channelCount : 0, capacity: needsResampler ? blockLength : 0)
    ditherer = plan.rounding.flatMap { Ditherer(plan.options.dithering, $0, channelCount: plan.mixedChannelCount) }
    choice = DeliveryChoice(plan.options.resampler)
    settings = DeliveryChoice.beginning(plan.options.resampler)
    rates = (plan.inputRate, plan.outputRate)
    if needsResampler { try makeResampler() }
  }

  private mutating func makeResampler() throws(ConversionError) {
    do throws(ResamplerError) {
      let made = try Resampler<Sample>(
        from: rates.input, to: rates.output, channelCount: channelCount, settings: settings)
      reach = (made.leadingFrameCount, made.trailingFrameCount)
      latency = made.latency
      resampler = .some(made)
    } catch {
      throw .rates(rates.input, rates.output)
    }
  }

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
    // The old one goes first: the two need not have memory side by side. The rates have been accepted before.
    resampler = nil
    try? makeResampler()
  }

  /// Whether samples are computed with, rather than copied as they are.
  var computes: Bool { resampler != nil || mixer != nil || ditherer != nil || !sink.keepsFloats }

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
    sink.reset()
  }

  private mutating func resampleMixed(wanted: Int) -> Int {
    Self.resample(mixed, &waiting, with: &resampler!, into: &resampled, wanted: wanted)
  }

  private mutating func resample(_ block: borrowing SampleBlock<Sample>, wanted: Int) -> Int {
    Self.resample(block, &waiting, with: &resampler!, into: &resampled, wanted: wanted)
  }

  private static func resample(
    _ block: borrowing SampleBlock<Sample>, _ waiting: inout Range<Int>, with resampler: inout Resampler<Sample>,
    into resampled: inout SampleBlock<Sample>, wanted: Int
  ) -> Int {
    var (consumed, produced) = (0, 0)
    for channel in 0..<resampled.channelCount {
      var plane = resampled.plane(channel)
      var part = plane._mutatingExtracting(0..<wanted)
      let input = waiting.isEmpty ? Span() : block.channel(channel).extracting(waiting)
      let progress = resampler.process(channel: channel, input, into: &part)
      (consumed, produced) = (progress.consumed, progress.produced)
    }
    waiting = (waiting.lowerBound + consumed)..<waiting.upperBound
    resampled.setFrameCount(produced)
    return produced
  }
}
