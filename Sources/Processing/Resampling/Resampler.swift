/// Converts the sampling rate of planar audio, in chunks of any size.
///
/// Output frame k stands for the time of input frame k · input rate / output rate exactly; with the complexities
/// ``ResamplerComplexity/linear``, ``ResamplerComplexity/normal`` and ``ResamplerComplexity/mastering`` the output is
/// not delayed. Positions are whole numbers, so that nothing drifts. After ``endInput()`` n input frames have become ⌈n
/// · output rate / input rate⌉ frames in all. The output does not depend on how input and output are cut into chunks.
///
/// Each channel is its own conversion: call ``process(channel:_:into:)`` for each with as many frames, and all consume
/// and produce alike. No call allocates. A NaN or infinite sample counts as silence and spoils nothing else.
///
/// ```swift
/// var resampler = try Resampler<Float>(from: 44_100, to: 48_000, channelCount: 2)
/// let progress = resampler.process(channel: 0, input, into: &output)
/// ```
public struct Resampler<Sample: ResamplerSample>: ~Copyable, Sendable {
  /// The number of channels.
  public let channelCount: Int
  /// The number of input frames before its position that an output frame depends on, which
  /// ``ResamplerPriming/history(frameCount:)`` can use.
  public let leadingFrameCount: Int
  /// The number of input frames behind its position that an output frame depends on.
  public let trailingFrameCount: Int
  /// The delay of low frequencies in seconds: the group delay with ``ResamplerComplexity/minimumPhase``; 0 with other
  /// complexities, which compensate for it. ``ResamplerPriming/latency`` adds its own delay.
  public let delay: Double
  /// The latency with prompt delivery, in seconds: the duration of the ``trailingFrameCount`` that a frame waits for,
  /// and the ``delay``. ``ResamplerDelivery/blocks`` waits longer.
  public let latency: Double

  /// The number of input samples of all channels that were NaN or infinite and count as silence, since the start or
  /// ``reset()``. They are counted once the frames around them have been computed. If the rates are equal, samples pass
  /// unchanged and nothing is counted.
  public var replacedSampleCount: Int {
    chain?.replacedSampleCount ?? preciseChain?.replacedSampleCount ?? 0
  }

  /// The index of a block's plane for each channel; `nil` for the channels' own order.
  package var planeOrder: [Int]?

  private let ratio: RateRatio
  private let start: Int
  /// The stages, in the samples' own precision or in double precision; none if the rates are equal.
  private var chain: ResamplerChain<Sample>?
  private var preciseChain: ResamplerChain<Double>?
  private var counts: [Counts]
  private var hasEnded = false
  private let silence: [Sample]

  /// The frames of one channel so far.
  private struct Counts: Sendable {
    var consumed = 0
    var produced = 0
  }

  /// Prepares a conversion. Computing the filters takes up to some tens of milliseconds.
  ///
  /// - Parameters:
  ///   - inputRate: Hertz, 1…2^23.
  ///   - outputRate: Likewise; neither rate is more than 256 times the other.
  ///   - channelCount: Channels, at least 1.
  ///   - settings: Complexity, quality, priming, delivery.
  /// - Throws: ``ResamplerError/unsupportedRates``
  public init(
    from inputRate: Double, to outputRate: Double, channelCount: Int, settings: ResamplerSettings = .init()
  ) throws(ResamplerError) {
    precondition(channelCount > 0)
    guard let ratio = RateRatio(inputRate: inputRate, outputRate: outputRate) else { throw .unsupportedRates }
    self.ratio = ratio
    self.channelCount = channelCount
    counts = Array(repeating: Counts(), count: channelCount)
    silence = Array(repeating: 0, count: 256)
    let design = ResamplerDesign(ratio: ratio, settings: settings)
    if ratio.input == ratio.output {
      (leadingFrameCount, trailingFrameCount, delay) = (0, 0, 0)
      if case .history(let count) = settings.priming { start = count } else { start = 0 }
    } else if settings.complexity == .mastering {
      let result = design.make(Double.self, channelCount: channelCount)
      preciseChain = result.chain
      (leadingFrameCount, trailingFrameCount, start) = (result.leading, result.trailing, result.start)
      delay = result.delay / inputRate
    } else {
      let result = design.make(Sample.self, channelCount: channelCount)
      chain = result.chain
      (leadingFrameCount, trailingFrameCount, start) = (result.leading, result.trailing, result.start)
      delay = result.delay / inputRate
    }
    latency = delay + Double(trailingFrameCount) / inputRate
  }

  /// Returns the total of output frames that `count` input frames become: ⌈count · output rate / input rate⌉, not
  /// counting frames before the one that the first output frame stands for (``ResamplerPriming/history(frameCount:)``),
  /// and counting those of the time that ``ResamplerPriming/latency`` adds.
  public func totalOutputFrameCount(forInput count: Int) -> Int {
    ratio.outputFrameCount(beforeInputFrame: count - start)
  }

  /// Returns the smallest number of input frames needed for `count` more output frames.
  public func inputFrameCount(forOutput count: Int) -> Int {
    let total = counts[0].produced + count
    let needed = chain?.inputFrameCount(forOutput: total) ?? preciseChain?.inputFrameCount(forOutput: total)
    return max((needed ?? (total + start)) - counts[0].consumed, 0)
  }

  /// Returns the number of output frames available after `count` more input frames.
  public func outputFrameCount(forInput count: Int) -> Int {
    let total = counts[0].consumed + count
    let possible = chain?.outputFrameCount(forInput: total) ?? preciseChain?.outputFrameCount(forInput: total)
    return max((possible ?? (total - start)) - counts[0].produced, 0)
  }

  /// Converts the next frames of one channel.
  ///
  /// Takes input only while output has room. Where ``ResamplerProgress/produced`` is less than the output's count all
  /// of the input was consumed and more is requested, or, after ``endInput()``, all output was given.
  ///
  /// - Parameters:
  ///   - channel: 0..<``channelCount``.
  ///   - input: Frames after those that were consumed; empty after ``endInput()``.
  ///   - output: The destination of output frames, from the start on.
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func process(
    channel: Int, _ input: Span<Sample>, into output: inout MutableSpan<Sample>
  ) -> ResamplerProgress {
    precondition(channel >= 0 && channel < channelCount)
    precondition(!hasEnded || input.isEmpty, "the input has ended")
    if chain == nil && preciseChain == nil { return copy(channel, input, &output) }
    var progress = ResamplerProgress(consumed: 0, produced: 0)
    var wanted = output.count
    if hasEnded {
      wanted = min(wanted, totalOutputFrameCount(forInput: counts[channel].consumed) - counts[channel].produced)
    }
    while progress.produced < wanted {
      var rest = output._mutatingExtracting(progress.produced..<wanted)
      let produced = pop(channel, &rest)
      progress.produced += produced
      if produced > 0 { continue }
      if progress.consumed < input.count {
        progress.consumed += push(channel, input.extracting(droppingFirst: progress.consumed))
      } else if hasEnded {
        _ = pushSilence(channel)
      } else {
        break
      }
    }
    counts[channel].consumed += progress.consumed
    counts[channel].produced += progress.produced
    return progress
  }

  /// Ends the input; ``process(channel:_:into:)`` without input then returns the rest.
  public mutating func endInput() {
    precondition(counts.allSatisfy { $0.consumed == counts[0].consumed }, "a channel has more frames than another")
    hasEnded = true
  }

  /// Clears all input: the next frames start a new stream.
  public mutating func reset() {
    chain?.reset()
    preciseChain?.reset()
    hasEnded = false
    for channel in counts.indices { counts[channel] = Counts() }
  }

  /// Returns the same rate: frames pass unchanged.
  private mutating func copy(
    _ channel: Int, _ input: Span<Sample>, _ output: inout MutableSpan<Sample>
  ) -> ResamplerProgress {
    let skipped = min(max(start - counts[channel].consumed, 0), input.count)
    let count = min(input.count - skipped, output.count)
    for frame in 0..<count {
      output[frame] = input[skipped + frame]
    }
    counts[channel].consumed += skipped + count
    counts[channel].produced += count
    return ResamplerProgress(consumed: skipped + count, produced: count)
  }

  private mutating func pushSilence(_ channel: Int) -> Int {
    let silence = silence
    return push(channel, silence.span)
  }

  @inline(__always)
  private mutating func push(_ channel: Int, _ input: Span<Sample>) -> Int {
    if chain != nil { return chain!.push(channel: channel, input) }
    return preciseChain!.push(channel: channel, input)
  }

  @inline(__always)
  private mutating func pop(_ channel: Int, _ output: inout MutableSpan<Sample>) -> Int {
    if chain != nil { return chain!.pop(channel: channel, into: &output) }
    return preciseChain!.pop(channel: channel, into: &output)
  }
}
