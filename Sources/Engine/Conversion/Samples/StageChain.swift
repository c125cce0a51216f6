package import AudioBase
package import SignalProcessing

// Bound throughout: blocks hold as many channels as a format was accepted with.
// Holds throughout: a chain is loaded when it is empty, the resampler is checked before it is used, and planes are
// requested for at most as many frames as they have.

/// The stages between decoded frames and the output, shared by converters, file readers, players, graphs and audio
/// units.
///
/// ```
/// block ─► gain ─► matrix ─► resampler ─► dither ─► memory that is lent
///          (each only where it is needed)
/// ```
/// Frames for which there is no room yet wait: in the block of their arrival, or, once they are mixed or
/// ``keepWaiting(in:)`` has been called, here. Nothing is lost and nothing is taken twice.
package struct StageChain<Sample: ResamplerSample>: ~Copyable {
  /// The plan for the frames that are taken now.
  private(set) var plan: ConversionPlan
  /// The channel after mixing for each output channel; `nil` if channels stay in their order.
  private let order: [Int]?
  private var gain: EnvelopeStage<Sample>?
  private var matrix: MatrixStage<Sample>?
  private var resampler: Resampler<Sample>?
  private var dither: DitherStage<Sample>?
  /// The delivery of the resampler, where that depends on the caller's amounts.
  private var choice: DeliveryChoice
  private var settings: ResamplerSettings
  /// Frames that were mixed, or that had to be kept.
  private(set) var own: SampleBlock<Sample>
  /// True if the frames that wait are in ``own``.
  private(set) var isOwn = false
  /// Frames of the loaded block, or of ``own``, that have not been taken.
  private var waiting = 0..<0

  /// The number of input frames before and after its own time on which an output frame depends.
  private(set) var reach = (leading: 0, trailing: 0)
  /// The delay of the output, in seconds.
  package private(set) var latency = 0.0

  /// Returns the number of frames that are converted at a time: fewer if there are more channels than a file of ours
  /// can have.
  static func blockLength(channelCount: Int) -> Int { max(64, min(4096, (1 << 18) / max(1, channelCount))) }

  /// Prepares the stages for output with the channels of a layout.
  ///
  /// - Parameters:
  ///   - input: The rate and the channels of the input.
  ///   - sampleRate: The rate of the output.
  ///   - layout: Its channels.
  ///   - stages: The settings for channels, rates and levels.
  /// - Throws: `AudioError`.
  package init(
    from input: DecodedFormat, toRate sampleRate: Double, layout: ChannelLayout, stages: StageSettings
  ) throws(AudioError) {
    let plan = try ConversionPlan(from: input, toRate: sampleRate, layout: layout, stages: stages)
    // The resampler chooses by itself.
    try self.init(plan, order: plan.channelOrder, DeliveryChoice(), stages.resampler)
  }

  /// Prepares the stages for a sink that maps its own channels; the amounts requested by the sink decide how rates are
  /// converted.
  init(_ plan: ConversionPlan) throws(AudioError) {
    let settings = plan.stages.resampler
    try self.init(plan, order: nil, DeliveryChoice(settings), DeliveryChoice.beginning(settings))
  }

  private init(
    _ plan: ConversionPlan, order: [Int]?, _ choice: DeliveryChoice, _ settings: ResamplerSettings
  ) throws(AudioError) {
    (self.plan, self.order, self.choice, self.settings) = (plan, order, choice, settings)
    gain = plan.stages.level.isUnity ? nil : EnvelopeStage(plan.stages.level, sampleRate: plan.inputRate)
    own = SampleBlock(channelCount: 0, capacity: 0)
    makeStages()
    try makeResampler()
  }

  /// Makes the stages of the plan except the resampler.
  private mutating func makeStages() {
    matrix = plan.mixing.map { MatrixStage(inputCount: $0.inputCount, outputCount: $0.outputCount, gains: $0.gains) }
    own = SampleBlock(
      channelCount: plan.mixedChannelCount,
      capacity: matrix == nil ? 0 : Self.blockLength(channelCount: plan.mixedChannelCount))
    dither = nil
    guard let integers = plan.integers, integers.dithering != .none else { return }
    dither = DitherStage(
      integers.dithering, bits: integers.bits, fractionBits: integers.fractionBits,
      channelCount: plan.mixedChannelCount)
  }

  /// Makes the resampler of the plan, where the rates differ.
  private mutating func makeResampler() throws(AudioError) {
    // The old one is freed first: the two need not have memory at the same time.
    resampler = nil
    (reach, latency) = ((0, 0), 0)
    guard plan.inputRate != plan.outputRate else { return }
    do throws(ResamplerError) {
      // One conversion for each channel that is given, for two of them may come from the same one.
      var made = try Resampler<Sample>(
        from: plan.inputRate, to: plan.outputRate, channelCount: max(1, channelCount), settings: settings)
      reach = (made.leadingFrameCount, made.trailingFrameCount)
      latency = made.latency
      made.planeOrder = order
      resampler = .some(made)
    } catch {
      throw .rates(plan.inputRate, plan.outputRate, error)
    }
  }

  /// The number of output channels.
  package var channelCount: Int { order?.count ?? plan.mixedChannelCount }
  /// True if the rate is converted.
  package var convertsRate: Bool { resampler != nil }
  /// True if samples are computed with, rather than copied unchanged.
  var computes: Bool { resampler != nil || matrix != nil || dither != nil || gain != nil }
  /// True if all frames that were loaded have been taken.
  package var isEmpty: Bool { waiting.isEmpty }
  /// The gains from input channels to output channels.
  var route: ChannelRoute { plan.route }
  /// The plane of a loaded block for each output channel, if nothing is mixed.
  var channelOrder: [Int] { plan.channelOrder }

  /// Returns the smallest number of frames to load for a number of frames more.
  package func inputFrameCount(forOutput count: Int) -> Int {
    max(0, (resampler?.inputFrameCount(forOutput: count) ?? count) - waiting.count)
  }

  /// Returns the number of frames that become available after loading the given number of further frames.
  func outputFrameCount(forInput count: Int) -> Int {
    let frames = waiting.count + count
    return resampler?.outputFrameCount(forInput: frames) ?? frames
  }

  // MARK: Frames

  /// Accepts frames, which must stay in place until ``isEmpty``. NaN and infinite samples become silence if they would
  /// spoil others, or on request.
  ///
  /// - Returns: The number of samples that did.
  @discardableResult
  package mutating func load(
    _ block: inout SampleBlock<Sample>, frames: Range<Int>, silencingNonNumbers: Bool = false
  ) -> Int {
    precondition(waiting.isEmpty)
    (waiting, isOwn) = (frames, false)
    guard !frames.isEmpty else { return 0 }
    var replaced = 0
    if silencingNonNumbers || matrix != nil || gain != nil {
      for channel in 0..<block.channelCount {
        var plane = block.plane(channel)
        var part = plane._mutatingExtracting(frames)
        replaced += NonNumbers.silence(&part)
      }
    }
    gain?.process(&block, frames)
    if matrix != nil {
      own.makeRoom(forStatedFrames: frames.count, backedBy: block.frameCount)
      own.setFrameCount(frames.count)
      var taken = frames
      _ = matrix?.process(block, &taken, into: &own, 0..<frames.count)
      (waiting, isOwn) = (0..<frames.count, true)
    }
    // With a resampler it is applied later.
    guard resampler == nil else { return replaced }
    if isOwn { dither?.process(&own, waiting) } else { dither?.process(&block, waiting) }
    return replaced
  }

  /// Writes the available frames, and returns their number.
  ///
  /// - Parameters:
  ///   - block: The block that was loaded last.
  ///   - planes: The destination.
  ///   - room: The positions to be filled.
  package mutating func give(
    _ block: borrowing SampleBlock<Sample>, into planes: inout some SamplePlanes<Sample> & ~Copyable,
    _ room: Range<Int>
  ) -> Int {
    guard isOwn else { return move(block, into: &planes, room) }
    // Moved out for the call, so that it can be read while the resampler changes.
    var block = SampleBlock<Sample>(channelCount: 0, capacity: 0)
    swap(&block, &own)
    let produced = move(block, into: &planes, room)
    swap(&block, &own)
    return produced
  }

  private mutating func move(
    _ block: borrowing SampleBlock<Sample>, into planes: inout some SamplePlanes<Sample> & ~Copyable,
    _ room: Range<Int>
  ) -> Int {
    if resampler != nil {
      let count = resampler!.process(block, &waiting, into: &planes, room)
      dither?.process(&planes, room.lowerBound..<(room.lowerBound + count))
      return count
    }
    let taken = takeUnconverted(room.count)
    planes.copy(taken, of: block, order: order, to: room.lowerBound)
    return taken.count
  }

  /// Takes up to `limit` waiting frames at an unconverted rate, from the block that was loaded last or from ``own``.
  mutating func takeUnconverted(_ limit: Int) -> Range<Int> {
    let taken = waiting.prefix(limit)
    waiting = taken.upperBound..<waiting.upperBound
    return taken
  }

  /// Returns the waiting frames of the block that was loaded last, if they are not processed; `nil` if they are mixed
  /// or converted, or were copied.
  mutating func takeUnchanged() -> Range<Int>? {
    guard !computes, !isOwn || waiting.isEmpty else { return nil }
    return takeUnconverted(waiting.count)
  }

  /// Copies the waiting frames, so that their block may be filled again.
  package mutating func keepWaiting(in block: borrowing SampleBlock<Sample>) {
    guard !isOwn, !waiting.isEmpty else { return }
    own.makeRoom(forStatedFrames: waiting.count, backedBy: block.frameCount)
    own.setFrameCount(waiting.count)
    own.copy(waiting, of: block)
    (waiting, isOwn) = (0..<waiting.count, true)
  }

  /// Ends the input, so that the rate conversion returns the frames that it holds back.
  package mutating func endInput() { resampler?.endInput() }

  /// Clears all frames.
  package mutating func reset() {
    resampler?.reset()
    choice.reset()
    dither?.reset()
    gain?.reset()
    (waiting, isOwn) = (0..<0, false)
  }

  // MARK: Another format

  /// Returns true if the present stages can take frames of another plan.
  func accepts(_ other: ConversionPlan) -> Bool {
    plan.inputRate == other.inputRate && plan.mixing == other.mixing && plan.channelOrder == other.channelOrder
      && plan.mixedChannelCount == other.mixedChannelCount
  }

  /// Accepts frames of another format from here on; everything before must have been returned.
  mutating func adapt(to other: ConversionPlan) throws(AudioError) {
    precondition(waiting.isEmpty)
    plan = other
    gain?.change(toSampleRate: other.inputRate)
    makeStages()
    try makeResampler()
  }

  // MARK: Delivery

  /// Returns true while the amounts that a caller requests or brings still determine how the resampler delivers.
  var choosesDelivery: Bool { resampler != nil && !choice.isMade }

  /// Records a request for output frames for which input will be requested: see ``DeliveryChoice``.
  mutating func noteRequest(frameCount: Int) {
    guard resampler != nil else { return }
    deliver(choice.request(frameCount: frameCount))
  }

  /// Records the number of input frames that are requested.
  mutating func noteAsking(frameCount: Int) { choice.ask(frameCount: frameCount) }

  /// Records the arrival of input.
  mutating func noteInput(frameCount: Int) {
    guard resampler != nil else { return }
    deliver(choice.bring(frameCount: frameCount))
  }

  /// Replaces the resampler by one with another delivery, at the beginning of a conversion.
  private mutating func deliver(_ delivery: ResamplerDelivery?) {
    guard let delivery, delivery != settings.delivery else { return }
    settings.delivery = delivery
    // The rates have been accepted before.
    try? makeResampler()
  }
}
