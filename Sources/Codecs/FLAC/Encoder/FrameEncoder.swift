import AudioBase

/// Encodes frames: makes integers of the samples, chooses the form of a pair, and writes.
struct FrameEncoder: Sendable {
  /// The samples of all channels behind their zeros, as ``SampleDigest`` takes them.
  private(set) var samples: [Int32]
  /// From one channel to the next.
  let stride: Int
  private let information: StreamInformation
  private let tuning: EncoderTuning
  /// The channels; in pairs with the mean and the difference behind them.
  private var signals: [SignalPlan]
  private var analysis: LinearAnalysis
  private var packet: FrameBits
  private let check = FrameCheck()

  init(_ information: StreamInformation, _ tuning: EncoderTuning) {
    self.information = information
    self.tuning = tuning
    let size = information.maximumBlockSize
    stride = LinearPrediction.leadCount + size
    samples = Array(repeating: 0, count: stride * information.channelCount)
    let isPair = information.channelCount == 2 && tuning.stereo != .independent
    signals = Array(repeating: SignalPlan(blockSize: size), count: isPair ? 4 : information.channelCount)
    analysis = LinearAnalysis(blockSize: size, windowCount: tuning.highestOrder > 0 ? tuning.windowCount : 0)
    packet = FrameBits(capacity: Self.maximumByteCount(information))
  }

  /// The size of a frame whose samples are stored as they are, beside a difference of one bit more.
  static func maximumByteCount(_ information: StreamInformation) -> Int {
    let bits = information.bitDepth * information.channelCount + (information.channelCount == 2 ? 1 : 0)
    return 18 + 2 * information.channelCount + (bits * information.maximumBlockSize + 7) / 8
  }

  /// Makes integers of the frames `frames` of a block.
  mutating func load<Sample: PlaneSample>(_ block: borrowing SampleBlock<Sample>, frames: Range<Int>) {
    for channel in 0..<information.channelCount {
      let start = channel * stride + LinearPrediction.leadCount
      block.quantize(channel, frames: frames, bitDepth: information.bitDepth, into: &samples, at: start)
    }
  }

  /// Encodes what was loaded and appends it to `output`.
  mutating func encode(count: Int, number: UInt64, into output: inout [UInt8]) {
    var channels = ChannelAssignment.independent(information.channelCount)
    if signals.count == 4, information.channelCount == 2 {
      channels = choosePair(count)
    } else {
      for channel in 0..<information.channelCount { choose(channel, plane: channel, count) }
    }
    let header = FrameHeader(
      blockSize: count, sampleRate: information.sampleRate, channels: channels, bitDepth: information.bitDepth,
      number: number)
    header.write(to: &packet)
    switch channels {
    case .independent(let total): for channel in 0..<total { signals[channel].write(count: count, to: &packet) }
    case .leftSide: write(0, 3, count)
    case .sideRight: write(3, 1, count)
    case .midSide: write(2, 3, count)
    }
    packet.drain(into: &output, check)
  }

  private mutating func write(_ first: Int, _ second: Int, _ count: Int) {
    signals[first].write(count: count, to: &packet)
    signals[second].write(count: count, to: &packet)
  }

  /// Copies a channel into a signal and chooses how it is coded.
  private mutating func choose(_ signal: Int, plane channel: Int, _ count: Int) {
    let first = LinearPrediction.leadCount
    Self.copy(samples, from: channel * stride + first, to: &signals[signal].plane, count)
    signals[signal].choose(count: count, width: information.bitDepth, tuning, with: &analysis)
  }

  private static func copy(_ samples: [Int32], from start: Int, to plane: inout [Int32], _ count: Int) {
    let source = samples.span.extracting(start..<(start + count))
    var all = plane.mutableSpan
    var target = all._mutatingExtracting(LinearPrediction.leadCount..<(LinearPrediction.leadCount + count))
    for index in source.indices { target[index] = source[index] }
  }

  /// Chooses the form of a pair, and how its channels are coded.
  private mutating func choosePair(_ count: Int) -> ChannelAssignment {
    let fits = combine(count)
    guard fits else {
      choose(0, plane: 0, count)
      choose(1, plane: 1, count)
      return .independent(2)
    }
    if tuning.stereo == .estimated {
      let form = estimatePair(count)
      if form != .sideRight, form != .midSide { choose(0, plane: 0, count) }
      if form == .independent(2) || form == .sideRight { choose(1, plane: 1, count) }
      if form == .midSide { chooseMiddle(count) }
      if form != .independent(2) { chooseSide(count) }
      return form
    }
    choose(0, plane: 0, count)
    choose(1, plane: 1, count)
    chooseMiddle(count)
    chooseSide(count)
    let (left, right, middle, side) = (
      signals[0].bitCount, signals[1].bitCount, signals[2].bitCount, signals[3].bitCount
    )
    return Self.fewest(left + right, left + side, side + right, middle + side)
  }

  private static func fewest(_ both: Int, _ left: Int, _ right: Int, _ middle: Int) -> ChannelAssignment {
    let least = min(min(both, left), min(right, middle))
    if least == both { return .independent(2) }
    if least == middle { return .midSide }
    return least == left ? .leftSide : .sideRight
  }

  private mutating func chooseMiddle(_ count: Int) {
    signals[2].choose(count: count, width: information.bitDepth, tuning, with: &analysis)
  }

  private mutating func chooseSide(_ count: Int) {
    signals[3].choose(count: count, width: information.bitDepth + 1, tuning, with: &analysis)
  }

  /// Makes the mean and the difference; `false` where a difference does not fit 32 bits.
  private mutating func combine(_ count: Int) -> Bool {
    let lead = LinearPrediction.leadCount
    let (first, second) = (lead, stride + lead)
    var difference: Int64 = 0
    for index in 0..<count {
      let (left, right) = (Int64(samples[first + index]), Int64(samples[second + index]))
      let side = left &- right
      difference |= side ^ (side &>> 63)
      signals[2].plane[lead + index] = Int32(truncatingIfNeeded: (left &+ right) &>> 1)
      signals[3].plane[lead + index] = Int32(truncatingIfNeeded: side)
    }
    return difference < 1 << 31
  }

  /// The form whose second differences have the smallest magnitudes.
  private func estimatePair(_ count: Int) -> ChannelAssignment {
    guard count > 2 else { return .independent(2) }
    let lead = LinearPrediction.leadCount
    let left = Self.roughness(samples, from: lead, count)
    let right = Self.roughness(samples, from: stride + lead, count)
    let middle = Self.roughness(signals[2].plane, from: lead, count)
    let side = Self.roughness(signals[3].plane, from: lead, count)
    return Self.fewest(left + right, left + side, side + right, middle + side)
  }

  /// A measure of the bits: the logarithm of the mean magnitude of second differences, in 256ths.
  private static func roughness(_ plane: [Int32], from start: Int, _ count: Int) -> Int {
    let samples = plane.span.extracting(start..<(start + count))
    var sum: UInt64 = 0
    for index in 2..<samples.count {
      let past = samples.extracting((index &- 2)..<(index &+ 1))
      sum &+= (Int64(past[2]) &- 2 &* Int64(past[1]) &+ Int64(past[0])).magnitude
    }
    let mean = Double(sum) / Double(count) + 1
    return Int(mean.exponent) * 256 + Int((mean.significand - 1) * 256)
  }
}
