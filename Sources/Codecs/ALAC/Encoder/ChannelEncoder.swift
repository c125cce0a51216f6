// Bound throughout: packets of more than 16,384 frames are refused.
// Holds throughout: residuals are made with the encoder's frame length.

/// A channel of an element to be encoded: its samples, and the best coding found for them.
struct ChannelEncoder: Sendable {
  /// The samples, initially those of the input, and room for some unused ones.
  var samples: [Int32]
  /// The low bits of the samples, as they are stored.
  private(set) var lowBits: [UInt16]
  /// The header written before the residuals.
  private(set) var header = ChannelHeader()
  /// True if there are residuals that all decoders decode alike with this predictor.
  private(set) var hasResiduals = false
  private var residuals: [Int32]
  private var trial: [Int32]
  private var design: PredictorDesign

  /// The orders that are tried: one for steady sound, and one that adapts faster.
  private static let (longOrder, shortOrder) = (8, 4)

  /// Allocates memory for packets of `frameLength` frames.
  init(frameLength: Int) {
    // Each step loads as many samples as there are lanes.
    samples = Array(repeating: 0, count: frameLength + AdaptiveTaps<NarrowSamples>.laneCount)
    lowBits = Array(repeating: 0, count: frameLength)
    residuals = samples
    trial = samples
    design = PredictorDesign(frameLength: frameLength)
  }

  /// Removes the low `width` bits of the first `count` samples and stores them.
  mutating func splitLowBits(width: Int, _ count: Int) {
    guard width > 0 else { return }
    let shift = Int32(truncatingIfNeeded: width)
    let mask: Int32 = (1 &<< shift) &- 1
    for index in 0..<count {
      lowBits[index] = UInt16(truncatingIfNeeded: samples[index] & mask)
      samples[index] = samples[index] &>> shift
    }
  }

  /// Returns the mean step between successive samples among the first `count`.
  func meanStep(_ count: Int) -> Int {
    var sum = 0
    for index in 1..<max(1, count) { sum += abs(Int(samples[index]) - Int(samples[index - 1])) }
    return sum / max(1, count - 1)
  }

  /// Chooses a predictor for the first `count` samples, and computes the residuals.
  mutating func analyze(_ count: Int, _ format: ChannelFormat) {
    design.analyze(samples, count)
    let pair = PredictorPair(
      long: design.predictor(order: Self.longOrder), short: design.predictor(order: Self.shortOrder))
    let choice = pair.choose(for: ChannelSamples(samples: samples, count: count, format), &residuals, &trial)
    hasResiduals = choice != .neither
    header.predictor = choice == .short ? pair.short : pair.long
    if choice == .short { swap(&residuals, &trial) }
  }

  /// Writes the residuals of the first `count` samples.
  ///
  /// - Parameter limit: The number of bits that the packet must not reach; there is room for
  ///   ``ALACEncoder/overshoot`` bytes more.
  /// - Returns: The number of bits; `nil` if it is too large, or decoders disagree on what they mean.
  func writeResiduals(_ count: Int, _ format: ChannelFormat, to packet: inout PacketBits, limit: Int) -> Int? {
    var writer = AdaptiveGolombWriter(rawWidth: format.width, format.adaptation)
    let first = packet.count
    let residuals = residuals.span.extracting(0..<count)
    var start = 0
    while start < count {
      let end = min(start + Self.stretch, count)
      for index in start..<end { writer.add(residuals[index], to: &packet) }
      guard packet.count < limit else { return nil }
      start = end
    }
    writer.finish(&packet)
    return writer.isAmbiguous ? nil : packet.count - first
  }

  /// The number of residuals that are written before the packet's size is looked at again.
  static let stretch = 256
}

/// The samples that predictors are tried on.
private struct ChannelSamples {
  var samples: [Int32]
  var count: Int
  var format: ChannelFormat

  init(samples: [Int32], count: Int, _ format: ChannelFormat) {
    self.samples = samples
    self.count = count
    self.format = format
  }
}

/// Two predictors that are tried in parallel until one of them proves better.
private struct PredictorPair {
  let long: Predictor
  let short: Predictor

  /// The number of samples after which only the better trial continues. In music and speech the first quarter of a
  /// packet is nearly as conclusive as all of it (0.1 to 0.3 % of the bytes; castanets 1.5 %), and a third of the time
  /// is saved.
  private static let trialLength = 1024

  /// The predictor that proved better.
  enum Choice {
    case long
    case short
    /// The channel order of neither: decoders disagree.
    case neither
  }

  /// Computes the residuals of the better predictor.
  func choose(
    for channel: ChannelSamples, _ longOutput: inout [Int32], _ shortOutput: inout [Int32]
  ) -> Choice {
    let (count, width) = (channel.count, channel.format.width)
    guard count > long.order + 1, long.hasFewTaps(width: width, count: count),
      short.hasFewTaps(width: width, count: count)
    else {
      let (longSize, shortSize) = (
        long.size(of: channel, into: &longOutput), short.size(of: channel, into: &shortOutput)
      )
      guard let shortSize else { return longSize == nil ? .neither : .long }
      return shortSize < longSize ?? Int.max ? .short : .long
    }
    let samples = channel.samples.span.extracting(0..<(count + AdaptiveTaps<NarrowSamples>.laneCount))
    var longResiduals = longOutput.mutableSpan
    var shortResiduals = shortOutput.mutableSpan
    precondition(longResiduals.count >= count && shortResiduals.count >= count)
    guard long.isNarrow(width: width) else {
      var trials = (
        PredictorTrial<WideSamples>(long, channel.format, samples, &longResiduals),
        PredictorTrial<WideSamples>(short, channel.format, samples, &shortResiduals)
      )
      return run(&trials, samples, &longResiduals, &shortResiduals)
    }
    var trials = (
      PredictorTrial<NarrowSamples>(long, channel.format, samples, &longResiduals),
      PredictorTrial<NarrowSamples>(short, channel.format, samples, &shortResiduals)
    )
    return run(&trials, samples, &longResiduals, &shortResiduals)
  }

  /// The longer predictor and the shorter one, on trial.
  private typealias Trials<Samples: TapSamples> = (PredictorTrial<Samples>, PredictorTrial<Samples>)

  @inline(__always)
  private func run<Samples: TapSamples>(
    _ trials: inout Trials<Samples>, _ samples: Span<Int32>, _ longResiduals: inout MutableSpan<Int32>,
    _ shortResiduals: inout MutableSpan<Int32>
  ) -> Choice {
    let start = long.order + 1
    for index in (short.order + 1)..<start { trials.1.step(index, samples, &shortResiduals) }
    let count = samples.count - AdaptiveTaps<NarrowSamples>.laneCount
    let middle = min(count, max(start, Self.trialLength))
    for index in start..<middle {
      trials.0.step(index, samples, &longResiduals)
      trials.1.step(index, samples, &shortResiduals)
    }
    // The longer one has so many more bits of coefficients.
    if trials.0.bitCount + 16 * (long.order - short.order) <= trials.1.bitCount {
      trials.0.finish(middle..<count, samples, &longResiduals)
      return trials.0.isAmbiguous ? .neither : .long
    }
    trials.1.finish(middle..<count, samples, &shortResiduals)
    return trials.1.isAmbiguous ? .neither : .short
  }
}

extension Predictor {
  /// Converts the samples to residuals and counts the bits of residuals and coefficients; `nil` if they must not be
  /// coded.
  fileprivate func size(of channel: ChannelSamples, into residuals: inout [Int32]) -> Int? {
    var output = residuals.mutableSpan
    let samples = channel.samples.span.extracting(0..<channel.count)
    guard analyze(samples, width: channel.format.width, into: &output) else { return nil }
    var writer = AdaptiveGolombWriter(rawWidth: channel.format.width, channel.format.adaptation)
    var bits = BitCount()
    for index in 0..<channel.count { writer.add(output[index], to: &bits) }
    writer.finish(&bits)
    return writer.isAmbiguous ? nil : bits.count + 16 * order
  }
}
