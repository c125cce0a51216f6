import AACSyntax
import Bitstream
import MPEG4Systems
import Transforms

// Bound throughout: the encoder takes 1 to 8 channels.

/// Finds the noise level at which a frame has the target number of bits, and codes all channels at it.
struct FrameCoder: Sendable {
  private var coders: [ChannelCoder]
  private var allocations: [NoiseAllocation]
  private var workspace = CodingWorkspace()
  /// Channels that the frame has: the second ones of single elements are left out.
  private let isUsed: [Bool]
  /// The last amount by which the roots of the thresholds were raised.
  private(set) var reduction: Float = 0
  /// The number of coded bits per bit of perceptual entropy, as learnt from the last frames.
  private var bitsPerEntropy: Float = 0.9
  /// The mean root of the thresholds of audible bands.
  private var meanRoot: Float = 1
  private var activeLines: Float = 1
  /// The perceptual entropy with unchanged thresholds.
  private var baseEntropy: Float = 0

  /// The accuracy with which the target number of bits is met.
  private let search: RateSearch

  init(_ configuration: AACConfiguration, search: RateSearch = RateSearch()) {
    self.search = search
    let count = 2 * configuration.slots.count
    coders = Array(repeating: ChannelCoder(frameLength: configuration.lineCount), count: count)
    allocations = Array(repeating: NoiseAllocation(), count: count)
    isUsed = configuration.slots.flatMap { [true, $0.isPair] }
  }

  /// Adopts a frame and returns its perceptual entropy.
  mutating func prepare(_ elements: [AnalyzedElement], bands: borrowing BandLayout) -> Float {
    for index in elements.indices {
      prepare(2 * index, elements[index].first, bands)
      if isUsed[2 * index + 1] { prepare(2 * index + 1, elements[index].second, bands) }
    }
    var sum: Float = 0
    var lines: Float = 0
    for index in isUsed.indices where isUsed[index] { allocations[index].addRoots(to: &sum, lines: &lines) }
    meanRoot = lines > 0 ? sum / lines : 1
    activeLines = max(lines, 1)
    baseEntropy = entropy(atLevel: baseLevel)
    return baseEntropy
  }

  private mutating func prepare(_ index: Int, _ channel: borrowing AnalyzedChannel, _ bands: borrowing BandLayout) {
    coders[index].prepare(channel, bands: bands)
    allocations[index].prepare(channel, coders[index])
  }

  /// The level that leaves the thresholds unchanged.
  private var baseLevel: Float { NoiseAllocation.degree * FloatFunctions.log2(meanRoot) }

  /// Returns the change of the thresholds for a level: an equal rise of their roots, or an equal reduction.
  private func terms(_ level: Float) -> (reduction: Float, factor: Float) {
    let excess = level - baseLevel
    return excess >= 0
      ? (meanRoot * (FloatFunctions.exp2(min(excess, Self.greatestExcess) / NoiseAllocation.degree) - 1), 1)
      : (0, FloatFunctions.exp2(max(excess, Self.leastExcess)))
  }

  private mutating func entropy(atLevel level: Float) -> Float {
    let (reduction, factor) = terms(level)
    var sum: Float = 0
    for index in isUsed.indices where isUsed[index] {
      sum += allocations[index].perceptualEntropy(reduction, factor: factor)
    }
    return sum
  }

  /// Codes all channels at a level and returns the bits of sections, scale factors and lines.
  private mutating func code(atLevel level: Float) -> Int {
    let (reduction, factor) = terms(level)
    self.reduction = reduction
    var bits = 0
    for index in isUsed.indices where isUsed[index] {
      allocations[index].raise(reduction, factor: factor)
      bits += coders[index].code(noise: allocations[index].noise, with: &workspace)
    }
    return bits
  }

  /// Returns the level at which the perceptual entropy has a given value, near a level with known entropy.
  private mutating func level(forEntropy wanted: Float, from known: Attempt) -> Float {
    var level = known.level
    var found = known.bits
    for _ in 0..<Self.entropySteps {
      let step = (found - wanted) / max(0.5 * min(activeLines, found), Self.leastSlope)
      level += min(max(step, -Self.longestStep), Self.longestStep)
      found = entropy(atLevel: level)
      if abs(found - wanted) < Self.entropyTolerance * wanted { break }
    }
    return level
  }

  // Levels are powers of two of noise. Half of it costs half a bit per line (6 dB a bit), of which the searches make
  // their steps; numbers without another reason were found by trial.

  /// The bounds of the distance from the thresholds, within which their roots are finite.
  private static let leastExcess: Float = -60
  private static let greatestExcess: Float = 200
  /// The bits of a level and a line that are coded: a little less than half of one, for sections and scale factors
  /// change little.
  private static let codedSlope: Float = 0.45
  /// The least bits of a level of a frame, so that next to no lines make no endless step.
  private static let leastSlope: Float = 20
  /// The bounds of a step.
  private static let shortestStep: Float = 0.1
  private static let longestStep: Float = 12
  /// The largest number of steps to a perceptual entropy, and its error at which they end.
  private static let entropySteps = 6
  private static let entropyTolerance: Float = 0.01
  /// The number of attempts after which the cheapest one so far is used.
  private static let mostAttempts = 8
  /// The share of a frame in ``bitsPerEntropy``.
  private static let learning: Float = 0.2
  /// The level at which every line is 0, for noise is louder than any sound.
  private static let emptyLevel: Float = 80

  /// Codes the frame with noise that lies `excess` above the thresholds, or more where `most` bits are exceeded.
  mutating func code(excess: Float, most: Int) {
    var level = baseLevel + excess
    while code(atLevel: level) > most, level < FrameCoder.emptyLevel { level += 1 }
  }

  /// Codes the frame with about `wanted` bits, never more than `most`.
  ///
  /// - Parameter leastExcess: The least distance of the noise above the thresholds, even where bits are left then.
  mutating func code(wanted: Double, most: Int, leastExcess: Float) {
    let target = Float(wanted)
    let floor = baseLevel + leastExcess
    let base = Attempt(level: baseLevel, bits: baseEntropy)
    var level = level(forEntropy: target / bitsPerEntropy, from: base)
    level = min(max(level, floor), FrameCoder.emptyLevel)
    var bits = code(atLevel: level)
    var low: Attempt?
    var high: Attempt?
    var attempts = 0
    while true {
      let excess = Float(bits) - target
      let isGood =
        attempts >= search.attempts || abs(excess) <= search.tolerance * target || excess < 0 && level <= floor
      if bits <= most, isGood { break }
      if attempts >= Self.mostAttempts, let high {
        level = high.level
      } else {
        let attempt = Attempt(level: level, bits: Float(bits))
        if excess > 0 { low = attempt } else { high = attempt }
        level = max(next(attempt, target, low, high), floor)
      }
      attempts += 1
      bits = code(atLevel: level)
      if attempts > Self.mostAttempts { break }
    }
    while bits > most, level < FrameCoder.emptyLevel {
      level += 1
      bits = code(atLevel: level)
    }
    // A frame that is nearly empty, or all noise, says little about those that follow.
    let ratio = min(max(Float(bits) / max(entropy(atLevel: level), 1), 0.4), 2)
    bitsPerEntropy += Self.learning * (ratio - bitsPerEntropy)
  }

  /// A level, and the number of bits of a frame at it.
  private struct Attempt: BitwiseCopyable {
    var level: Float
    var bits: Float
  }

  /// Returns the level to try after the last attempt: between the nearest ones below and above the target if there are
  /// both.
  private func next(_ last: Attempt, _ target: Float, _ low: Attempt?, _ high: Attempt?) -> Float {
    if let low, let high, low.bits > high.bits + 1 {
      let share = min(max((low.bits - target) / (low.bits - high.bits), 0.1), 0.9)
      return low.level + share * (high.level - low.level)
    }
    let step = (last.bits - target) / max(Self.codedSlope * min(activeLines, max(last.bits, 1)), Self.leastSlope)
    let length = min(max(abs(step), Self.shortestStep), Self.longestStep)
    return min(last.level + (step > 0 ? length : -length), FrameCoder.emptyLevel)
  }

  /// Stores the result in the channels of a packet.
  func store(_ elements: [AnalyzedElement], into unit: inout AccessUnit) {
    for index in elements.indices {
      let isPair = isUsed[2 * index + 1]
      var needed = coders[2 * index].neededBandCount
      var neededSecond = isPair ? coders[2 * index + 1].neededBandCount : 0
      if isPair, elements[index].hasCommonWindow {
        needed = max(needed, neededSecond)
        neededSecond = needed
      }
      store(elements[index].first, coders[2 * index], needed, into: &unit.elements[index].first)
      guard isPair else { continue }
      store(elements[index].second, coders[2 * index + 1], neededSecond, into: &unit.elements[index].second)
      storeMask(elements[index], bandCount: needed, into: &unit.elements[index])
    }
  }

  private func store(
    _ channel: borrowing AnalyzedChannel, _ coder: borrowing ChannelCoder, _ bandCount: Int,
    into stream: inout ChannelStream
  ) {
    stream.info = channel.info
    stream.info.bandCount = bandCount
    stream.temporalNoiseShaping = channel.temporalNoiseShaping
    coder.store(into: &stream)
  }

  private func storeMask(
    _ element: borrowing AnalyzedElement, bandCount: Int, into stream: inout ChannelElementStream
  ) {
    stream.hasCommonWindow = element.hasCommonWindow
    var used = 0
    var total = 0
    for group in 0..<element.first.info.groupCount {
      for band in 0..<bandCount {
        let place = ChannelStream.place(group, band)
        stream.midSide.used[place] = element.midSide[place]
        used += element.midSide[place] ? 1 : 0
        total += 1
      }
    }
    stream.midSide.presence = used == 0 ? .none : used == total ? .all : .perBand
  }
}
