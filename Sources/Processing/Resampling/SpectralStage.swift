/// Converts the rate by a ratio of small numbers, with a sharp filter of linear phase, block by block.
///
/// Two blocks that follow one another go through the transforms together, as real and imaginary parts: the filter's
/// response is real, and so they stay apart. See ``SpectralPlan`` for the sizes.
///
/// Blocks lie where the count of frames puts them, not where the caller's chunks end, so that chunks do not matter.
struct SpectralStage<Real: ResamplerSample>: Sendable {
  let plan: SpectralPlan
  /// The input frame that output frame 0 is at.
  let start: Int
  private let response: LaneResponse<Real>
  private var there: BlockTransform<Real>
  private var back: BlockTransform<Real>
  /// The spectrum of two blocks after the filter; stopped frequencies stay zero.
  private var filtered: SplitArrays<Real>
  private var channels: [Channel]
  /// The samples that were NaN or infinite, of all channels.
  private(set) var replacedSampleCount = 0

  /// The state of one channel.
  private struct Channel: Sendable {
    /// The input for two blocks; the second starts a hop later.
    var history: [Real]
    var filled: Int
    /// The number of early input frames that no output uses and that are skipped.
    var skipped: Int
    /// The output of the first block, and of the second, with invalid ends.
    var blocks: SplitArrays<Real>
    /// The frames that were taken from the middles of ``blocks``, at most two hops.
    var taken: Int

    init(_ plan: SpectralPlan, start: Int) {
      history = Array(repeating: 0, count: plan.inputSize + plan.inputHop)
      blocks = SplitArrays(count: plan.outputSize)
      (filled, skipped, taken) = Channel.beginning(plan, start: start)
    }

    /// Returns the initial state: silence before the first frame, as long as the first block's lead; no frames are
    /// ready.
    private static func beginning(_ plan: SpectralPlan, start: Int) -> (filled: Int, skipped: Int, taken: Int) {
      (max(plan.inputLead - start, 0), max(start - plan.inputLead, 0), 2 * plan.outputHop)
    }

    /// Clears all input.
    mutating func reset(_ plan: SpectralPlan, start: Int) {
      for frame in history.indices { history[frame] = 0 }
      (filled, skipped, taken) = Channel.beginning(plan, start: start)
    }

    mutating func take(into output: inout MutableSpan<some ResamplerSample>, _ plan: SpectralPlan) -> Int {
      let hop = plan.outputHop
      var produced = 0
      while produced < output.count, taken < 2 * hop {
        let first = plan.outputLead + (taken < hop ? taken : taken - hop)
        let count = min(output.count - produced, (taken < hop ? hop : 2 * hop) - taken)
        var part = output._mutatingExtracting(produced..<(produced + count))
        let source = taken < hop ? blocks.real : blocks.imaginary
        SampleCopying.convert(source.span.extracting(first..<(first + count)), into: &part)
        produced += count
        taken += count
      }
      return produced
    }
  }

  init(plan: SpectralPlan, channelCount: Int, start: Int) {
    self.plan = plan
    self.start = start
    var exact = BlockTransform<Double>(size: plan.inputSize)
    response = LaneResponse(plan.response(&exact), size: plan.inputSize)
    // In double precision the filter's transform serves for the blocks, too.
    there = exact as? BlockTransform<Real> ?? BlockTransform(size: plan.inputSize)
    back = BlockTransform(size: plan.outputSize, occupied: response.limit)
    filtered = SplitArrays(count: plan.outputSize)
    // Each with memory of its own from the start: copies of one would be copied once more when they are written to.
    channels = (0..<channelCount).map { _ in Channel(plan, start: start) }
  }

  /// Clears all input.
  mutating func reset() {
    for index in channels.indices { channels[index].reset(plan, start: start) }
    replacedSampleCount = 0
  }

  /// Returns the total of input frames that `count` output frames take.
  func inputFrameCount(forOutput count: Int) -> Int {
    guard count > 0 else { return 0 }
    let pairs = (count - 1) / (2 * plan.outputHop) + 1
    return (2 * pairs - 1) * plan.inputHop + plan.inputSize - plan.inputLead + start
  }

  /// Returns the total number of output frames for `count` input frames.
  func outputFrameCount(forInput count: Int) -> Int {
    let pairs = (count - inputFrameCount(forOutput: 1)) / (2 * plan.inputHop) + 1
    return count < inputFrameCount(forOutput: 1) ? 0 : pairs * 2 * plan.outputHop
  }

  /// Returns the output frames that are ready.
  @inline(__always)
  func ready(channel: Int) -> Int { 2 &* plan.outputHop &- channels[channel].taken }

  /// Returns the frames that ``push(channel:_:)`` would take: at least one.
  func room(channel: Int) -> Int {
    channels[channel].skipped + channels[channel].history.count - channels[channel].filled
  }

  /// Takes input frames, at most up to the completion of two blocks, and computes these if no frames are ready.
  ///
  /// - Returns: The number of frames taken.
  mutating func push(channel: Int, _ input: Span<some ResamplerSample>) -> Int {
    let skipped = min(channels[channel].skipped, input.count)
    channels[channel].skipped -= skipped
    let room = channels[channel].history.count - channels[channel].filled
    let count = min(room, input.count - skipped)
    let end = channels[channel].filled + count
    var history = channels[channel].history.mutableSpan
    var part = history._mutatingExtracting((end - count)..<end)
    SampleCopying.convert(input.extracting(skipped..<(skipped + count)), into: &part)
    channels[channel].filled = end
    if count == room { convert(channel: channel) }
    return skipped + count
  }

  /// Moves ready frames into `output`, as many as fit.
  ///
  /// - Returns: The number of frames.
  mutating func pop(channel: Int, into output: inout MutableSpan<some ResamplerSample>) -> Int {
    channels[channel].take(into: &output, plan)
  }

  /// Computes two blocks of a full history, and moves on by as much.
  private mutating func convert(channel index: Int) {
    transform(channel: index)
    channels[index].taken = 0
    let step = 2 * plan.inputHop
    let kept = channels[index].filled - step
    var history = channels[index].history.mutableSpan
    for frame in 0..<kept {
      history[frame] = history[frame &+ step]
    }
    channels[index].filled = kept
  }

  /// Filters the blocks of the history.
  private mutating func transform(channel index: Int) {
    there.transformTwo(channels[index].history, hop: plan.inputHop, filter: response, into: &filtered)
    back.transformBack(filtered, into: &channels[index].blocks)
    if isSpoilt(channels[index].blocks) {
      var history = channels[index].history.mutableSpan
      replacedSampleCount += NonNumbers.replace(&history)
      there.transformTwo(channels[index].history, hop: plan.inputHop, filter: response, into: &filtered)
      back.transformBack(filtered, into: &channels[index].blocks)
    }
  }

  /// Returns true if a sample of the blocks was NaN or infinite.
  ///
  /// Each frequency is a sum over all samples of a block, and each result a sum over all frequencies that pass: NaN or
  /// infinity reaches all of them, so that one needs looking at. The two blocks share the transforms.
  private func isSpoilt(_ blocks: SplitArrays<Real>) -> Bool {
    !blocks.real[plan.outputLead].isFinite || !blocks.imaginary[plan.outputLead].isFinite
  }
}

extension BlockTransform {
  /// Transforms two blocks of `history`, the second a hop later, as real and imaginary parts.
  fileprivate mutating func transformTwo(
    _ history: [Real], hop: Int, filter response: LaneResponse<Real>, into filtered: inout SplitArrays<Real>
  ) {
    let frames = history.span
    let blocks = SplitNumbers(real: frames.extracting(0..<size), imaginary: frames.extracting(hop..<(hop + size)))
    transform(blocks, filter: response, into: &filtered)
  }

  /// Runs the inverse: real and imaginary parts change places before and after.
  fileprivate mutating func transformBack(_ spectrum: SplitArrays<Real>, into blocks: inout SplitArrays<Real>) {
    let numbers = SplitNumbers(real: spectrum.imaginary.span, imaginary: spectrum.real.span)
    transform(numbers, real: &blocks.imaginary, imaginary: &blocks.real)
  }
}
