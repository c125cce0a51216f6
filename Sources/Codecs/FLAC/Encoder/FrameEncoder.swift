import AudioBase

/// Encodes frames: makes integers of the samples, chooses the form of a pair, and writes.
struct FrameEncoder: Sendable {
  /// The samples of all channels, each channel after its leading zeros, in the order that ``SampleDigest`` takes.
  private(set) var samples: [Int32]
  /// The distance from one channel to the next.
  let stride: Int
  private let information: StreamInformation
  private let tuning: EncoderTuning
  /// The channels; in pairs followed by the mean and the difference.
  private var signals: [SignalPlan]
  private var analysis: LinearAnalysis
  private var rounding = CoefficientRounding()
  private var packet: FrameBits
  private let check = FrameCheck()

  init(_ information: StreamInformation, _ tuning: EncoderTuning) {
    self.information = information
    self.tuning = tuning
    let size = information.maximumBlockSize
    stride = LinearPrediction.leadCount + size
    // Bound: 65,535 samples per block, eight channels.
    samples = Array(repeating: 0, count: stride * information.channelCount)
    let isPair = information.channelCount == 2 && tuning.pairMargin != nil
    // Bound: eight signals of one block each.
    signals = Array(repeating: SignalPlan(blockSize: size), count: isPair ? 4 : information.channelCount)
    analysis = LinearAnalysis(blockSize: tuning.highestOrder > 0 ? size : 0)
    packet = FrameBits(capacity: Self.maximumByteCount(information))
  }

  /// Returns the size of a frame with uncompressed samples, including a difference channel with one bit more.
  static func maximumByteCount(_ information: StreamInformation) -> Int {
    let bits = information.bitDepth * information.channelCount + (information.channelCount == 2 ? 1 : 0)
    return 18 + 2 * information.channelCount + (bits * information.maximumBlockSize + 7) / 8
  }

  /// Converts the frames `frames` of a block to integers.
  mutating func load<Sample: PlaneSample>(_ block: borrowing SampleBlock<Sample>, frames: Range<Int>) {
    // Copies, because the memory of the samples is held throughout.
    let (information, stride) = (information, stride)
    var all = samples.mutableSpan
    for channel in 0..<information.channelCount {
      let start = channel * stride + LinearPrediction.leadCount
      var plane = all._mutatingExtracting(start..<(start + frames.count))
      block.quantize(channel, frames: frames, bitDepth: information.bitDepth, into: &plane)
    }
  }

  /// Encodes the loaded samples and appends them to `output`.
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
    survey(signal, plane: channel, count)
    signals[signal].choose(count: count, tuning, with: &rounding)
  }

  /// Copies a channel into a signal and analyses it.
  private mutating func survey(_ signal: Int, plane channel: Int, _ count: Int) {
    let first = LinearPrediction.leadCount
    Self.copy(samples, from: channel * stride + first, to: &signals[signal].plane, count)
    signals[signal].survey(count: count, width: information.bitDepth, tuning, with: &analysis)
  }

  private static func copy(_ samples: [Int32], from start: Int, to plane: inout [Int32], _ count: Int) {
    let source = samples.span.extracting(start..<(start + count))
    var all = plane.mutableSpan
    var target = all._mutatingExtracting(LinearPrediction.leadCount..<(LinearPrediction.leadCount + count))
    for index in source.indices { target[index] = source[index] }
  }

  /// Chooses the form of a pair, and how its channels are coded.
  ///
  /// Forms that are much longer than another by a first look are not tried.
  private mutating func choosePair(_ count: Int) -> ChannelAssignment {
    guard combine(count) else {
      choose(0, plane: 0, count)
      choose(1, plane: 1, count)
      return .independent(2)
    }
    survey(0, plane: 0, count)
    survey(1, plane: 1, count)
    signals[2].survey(count: count, width: information.bitDepth, tuning, with: &analysis)
    signals[3].survey(count: count, width: information.bitDepth + 1, tuning, with: &analysis)
    let looks = Self.forms.map { signals[$0.first].estimate + signals[$0.second].estimate }
    let least = looks.min() ?? 0
    let margin = (tuning.pairMargin ?? 0) * count / 256
    var isChosen = SIMD4<UInt8>()
    var best = (bitCount: Int.max, form: ChannelAssignment.independent(2))
    for (form, look) in zip(Self.forms, looks) where look <= least + margin {
      for signal in [form.first, form.second] where isChosen[signal] == 0 {
        signals[signal].choose(count: count, tuning, with: &rounding)
        isChosen[signal] = 1
      }
      let bitCount = signals[form.first].bitCount + signals[form.second].bitCount
      if bitCount < best.bitCount { best = (bitCount, form.channels) }
      // By a look alone the first of the best is taken.
      if margin == 0 { break }
    }
    return best.form
  }

  /// The forms of a pair: signals 0 left, 1 right, 2 their mean, 3 their difference.
  private static let forms: [(channels: ChannelAssignment, first: Int, second: Int)] = [
    (.independent(2), 0, 1), (.midSide, 2, 3), (.leftSide, 0, 3), (.sideRight, 3, 1),
  ]

  /// Computes the mean and the difference; `false` if a difference does not fit 32 bits.
  private mutating func combine(_ count: Int) -> Bool {
    let second = LinearPrediction.leadCount + stride
    guard information.bitDepth == 32 else {
      Self.average(samples, second, count, into: &signals[2].plane)
      Self.subtract(samples, second, count, into: &signals[3].plane)
      return true
    }
    let lead = LinearPrediction.leadCount
    var difference: Int64 = 0
    for index in 0..<count {
      let (left, right) = (Int64(samples[lead + index]), Int64(samples[second + index]))
      let side = left &- right
      difference |= side ^ (side &>> 63)
      signals[2].plane[lead + index] = Int32(truncatingIfNeeded: (left &+ right) &>> 1)
      signals[3].plane[lead + index] = Int32(truncatingIfNeeded: side)
    }
    return difference < 1 << 31
  }

  /// Computes the mean of two channels of at most 31 bits.
  private static func average(_ samples: [Int32], _ second: Int, _ count: Int, into plane: inout [Int32]) {
    let lead = LinearPrediction.leadCount
    let left = samples.span.extracting(lead..<(lead + count))
    let right = samples.span.extracting(second..<(second + count))
    var all = plane.mutableSpan
    var target = all._mutatingExtracting(lead..<(lead + count))
    for index in 0..<count { target[index] = (left[index] &+ right[index]) &>> 1 }
  }

  /// Computes the difference of two channels of at most 31 bits.
  private static func subtract(_ samples: [Int32], _ second: Int, _ count: Int, into plane: inout [Int32]) {
    let lead = LinearPrediction.leadCount
    let left = samples.span.extracting(lead..<(lead + count))
    let right = samples.span.extracting(second..<(second + count))
    var all = plane.mutableSpan
    var target = all._mutatingExtracting(lead..<(lead + count))
    for index in 0..<count { target[index] = left[index] &- right[index] }
  }
}
