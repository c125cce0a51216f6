// Bound throughout: packets of more than 16,384 frames are refused.
// Holds throughout: residuals are made with the encoder's frame length.

/// A channel of an element to be encoded: its samples, and the best coding found for them.
struct ChannelEncoder: Sendable {
  /// The samples, at first those of the input.
  var samples: [Int32]
  /// The low bits of the samples, as they are stored.
  private(set) var lowBits: [UInt16]
  /// The header written before the residuals.
  private(set) var header = ChannelHeader()
  /// The fewest bits of header and residuals that were found.
  private(set) var bitCount = Int.max
  private var residuals: [Int32]
  private var trial: [Int32]
  private var design: PredictorDesign

  /// The orders that are tried: one for steady sound, and one that is quicker to follow.
  private static let (longOrder, shortOrder) = (8, 4)

  /// Allocates memory for packets of `frameLength` frames.
  init(frameLength: Int) {
    samples = Array(repeating: 0, count: frameLength)
    lowBits = Array(repeating: 0, count: frameLength)
    residuals = samples
    trial = samples
    design = PredictorDesign(frameLength: frameLength)
  }

  /// Moves the low `width` bits of the first `count` samples away.
  mutating func splitLowBits(width: Int, _ count: Int) {
    guard width > 0 else { return }
    let shift = Int32(truncatingIfNeeded: width)
    let mask: Int32 = (1 &<< shift) &- 1
    for index in 0..<count {
      lowBits[index] = UInt16(truncatingIfNeeded: samples[index] & mask)
      samples[index] = samples[index] &>> shift
    }
  }

  /// Returns the mean of the steps from sample to sample of the first `count`.
  func meanStep(_ count: Int) -> Int {
    var sum = 0
    for index in 1..<max(1, count) { sum += abs(Int(samples[index]) - Int(samples[index - 1])) }
    return sum / max(1, count - 1)
  }

  /// Tries predictors for the first `count` samples.
  mutating func analyze(_ count: Int, _ format: ChannelFormat) {
    design.analyze(samples, count)
    bitCount = Int.max
    let long = design.predictor(order: Self.longOrder)
    let short = design.predictor(order: Self.shortOrder)
    let sizes = PredictorPair(long: long, short: short)
      .bitCounts(of: ChannelSamples(samples: samples, count: count, format), &residuals, &trial)
    if let size = sizes.long {
      header.predictor = long
      bitCount = size + 16 + 16 * long.order
    }
    guard let size = sizes.short, size + 16 + 16 * short.order < bitCount else { return }
    header.predictor = short
    bitCount = size + 16 + 16 * short.order
    swap(&residuals, &trial)
  }

  /// Writes the residuals of the first `count` samples.
  func writeResiduals(_ count: Int, _ format: ChannelFormat, to packet: inout PacketBits) {
    var writer = AdaptiveGolombWriter(rawWidth: format.width, format.adaptation)
    for residual in residuals[..<count] { writer.add(residual, to: &packet) }
    writer.finish(&packet)
  }
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

/// Two predictors that are tried side by side, until one of them proves better.
private struct PredictorPair {
  let long: Predictor
  let short: Predictor

  /// The number of samples after which the better one continues alone. In music and speech the first quarter of a
  /// packet is nearly as conclusive as all of it (0.1 to 0.3 % of the bytes; castanets 1.5 %), and a third of the time
  /// is saved.
  private static let trialLength = 1024

  /// Returns the bits of the residuals of both, `nil` for one that must not be coded, or was given up.
  func bitCounts(
    of channel: ChannelSamples, _ longOutput: inout [Int32], _ shortOutput: inout [Int32]
  ) -> (long: Int?, short: Int?) {
    let (count, width) = (channel.count, channel.format.width)
    guard count > long.order + 1, AdaptiveTaps.canRun(long, width: width, count: count),
      AdaptiveTaps.canRun(short, width: width, count: count)
    else { return (long.residuals(of: channel, into: &longOutput), short.residuals(of: channel, into: &shortOutput)) }
    let samples = channel.samples.span.extracting(0..<count)
    var longResiduals = longOutput.mutableSpan
    var shortResiduals = shortOutput.mutableSpan
    precondition(longResiduals.count >= count && shortResiduals.count >= count)
    var longTrial = PredictorTrial(long, channel.format, samples, &longResiduals)
    var shortTrial = PredictorTrial(short, channel.format, samples, &shortResiduals)
    let start = long.order + 1
    shortTrial.run(upTo: start, samples, &shortResiduals)
    let middle = min(count, max(start, Self.trialLength))
    for index in start..<middle {
      longTrial.step(index, samples, &longResiduals)
      shortTrial.step(index, samples, &shortResiduals)
    }
    // The longer one has so many more bits of coefficients.
    if longTrial.bitCount + 16 * (long.order - short.order) <= shortTrial.bitCount {
      for index in middle..<count { longTrial.step(index, samples, &longResiduals) }
      return (longTrial.finish(), nil)
    }
    for index in middle..<count { shortTrial.step(index, samples, &shortResiduals) }
    return (nil, shortTrial.finish())
  }
}

extension Predictor {
  /// Turns the samples into residuals and counts the bits of these; `nil` where they must not be coded.
  fileprivate func residuals(of channel: ChannelSamples, into residuals: inout [Int32]) -> Int? {
    var output = residuals.mutableSpan
    let samples = channel.samples.span.extracting(0..<channel.count)
    guard analyze(samples, width: channel.format.width, into: &output) else { return nil }
    var writer = AdaptiveGolombWriter(rawWidth: channel.format.width, channel.format.adaptation)
    var bits = BitCount()
    for index in 0..<channel.count { writer.add(output[index], to: &bits) }
    writer.finish(&bits)
    return writer.isAmbiguous ? nil : bits.count
  }
}
