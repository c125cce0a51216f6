/// A signal of a frame, a channel or a mix of a pair, and its coding.
struct SignalPlan: Sendable {
  /// The samples after ``LinearPrediction/leadCount`` zeros, without their wasted bits.
  var plane: [Int32]
  /// The number of bits of a sample, 33 at most, with the wasted ones.
  private(set) var width = 0
  /// The number of bits that the largest sample needs, without the wasted ones.
  private var usedWidth = 0
  /// The samples and the zeros as numbers of 16 bits, once they have been chosen for, where they fit.
  private var narrow: [Int16]
  /// The header that is written.
  private(set) var header = SubframeHeader(kind: .verbatim)
  /// The bits of the subframe; never less than the bits written.
  private(set) var bitCount = 0

  /// The number of bits of the subframe by a first look.
  private(set) var estimate = 0
  /// The number of bits of the subframe's header.
  private var base = 0
  /// The difference with the fewest bits by a first look.
  private var fixedOrder = 0
  /// True if there is nothing to choose.
  private var isSettled = false
  private var residuals: [Int32]
  private var coding = RiceCoding()
  private var predictor = PredictorCoefficients()
  /// The residuals of a candidate that is compared with the best so far.
  private var trialResiduals: [Int32]
  private var trialCoding = RiceCoding()
  private var trialPredictor = PredictorCoefficients()

  init(blockSize: Int) {
    // Bound: 65,535 samples a block, here and below.
    plane = Array(repeating: 0, count: LinearPrediction.leadCount + blockSize)
    // Bound: as above.
    narrow = Array(repeating: 0, count: LinearPrediction.leadCount + blockSize)
    // Bound: as above.
    residuals = Array(repeating: 0, count: blockSize)
    // Bound: as above.
    trialResiduals = Array(repeating: 0, count: blockSize)
  }

  /// Analyses the first `count` samples of the plane, and estimates their bits; ``choose(count:_:with:)`` must follow
  /// before they are written.
  mutating func survey(count: Int, width: Int) {
    self.width = width
    let wasted = removeWastedBits(count)
    let coded = width - wasted
    header = SubframeHeader(kind: .verbatim, wastedBitCount: wasted)
    base = 8 + wasted
    bitCount = base + coded * count
    isSettled = isConstant(count)
    if isSettled {
      header.kind = .constant
      bitCount = base + coded
      estimate = bitCount
      return
    }
    let best = FixedAnalysis.order(plane, count: count, width: coded)
    fixedOrder = best.order
    estimate = min(bitCount, base + best.bitCount)
  }

  /// Chooses the coding of the analysed samples.
  mutating func choose(count: Int, _ tuning: EncoderTuning, with analysis: inout LinearAnalysis) {
    guard !isSettled else { return }
    let run = SampleRun(count: count, width: width - header.wastedBitCount, usedWidth: usedWidth)
    if usedWidth <= 16, tuning.highestOrder > 0 { Self.narrow(plane, count, into: &narrow) }
    let task = Task(run: run, base: base, tuning: tuning)
    if tuning.highestOrder > 0, count > 16 {
      for window in 0..<tuning.windowCount { tryLinear(task, window, with: &analysis) }
    }
    tryFixed(task)
  }

  private static func narrow(_ plane: [Int32], _ count: Int, into narrow: inout [Int16]) {
    let lead = LinearPrediction.leadCount
    var all = narrow.mutableSpan
    var samples = all._mutatingExtracting(lead..<(lead + count))
    NarrowPrediction.narrow(plane.span.extracting(lead..<(lead + count)), into: &samples)
  }

  /// The constraints of a search.
  private struct Task {
    /// The samples without their wasted bits.
    var run: SampleRun
    /// The number of bits of the subframe's header.
    var base: Int
    var tuning: EncoderTuning
  }

  /// Shifts out the lowest bits that are zero in all samples, returns their number, and notes how many others are used.
  private mutating func removeWastedBits(_ count: Int) -> Int {
    let lead = LinearPrediction.leadCount
    var all = plane.mutableSpan
    var samples = all._mutatingExtracting(lead..<(lead + count))
    var union: Int32 = 0
    var size: Int32 = 0
    for index in samples.indices {
      union |= samples[index]
      size |= samples[index] ^ samples[index] &>> 31
    }
    let wasted = union == 0 ? 0 : union.trailingZeroBitCount
    if wasted > 0 {
      let shift = Int32(wasted)
      for index in samples.indices { samples[index] = samples[index] &>> shift }
    }
    usedWidth = 33 - size.leadingZeroBitCount - wasted
    return wasted
  }

  private func isConstant(_ count: Int) -> Bool {
    let lead = LinearPrediction.leadCount
    let samples = plane.span.extracting(lead..<(lead + count))
    let first = samples[0]
    for index in samples.indices where samples[index] != first { return false }
    return true
  }

  /// Tries the best difference, unless its size shows that it would be longer.
  private mutating func tryFixed(_ task: Task) {
    guard estimate - task.run.count / 16 < bitCount || task.tuning.windowCount > 1,
      ResidualMaking.fixed(plane, task.run, order: fixedOrder, into: &trialResiduals)
    else { return }
    keepTrial(.fixed(order: fixedOrder), task, extra: 0)
  }

  private mutating func tryLinear(_ task: Task, _ window: Int, with analysis: inout LinearAnalysis) {
    let highest = analysis.analyze(
      plane, count: task.run.count, window: window, highestOrder: task.tuning.highestOrder)
    guard highest > 0 else { return }
    let precision = Self.precision(task)
    var tried = 0
    var bound = -Double.infinity
    while tried < min(task.tuning.orderCount, highest) {
      // The order with the fewest bits among those that were not tried.
      var order = 0
      var fewest = Double.infinity
      for candidate in 1...highest {
        let bits = analysis.estimatedBitCount(
          order: candidate, count: task.run.count, coefficientBits: precision + task.run.width)
        if bits > bound, bits < fewest { (order, fewest) = (candidate, bits) }
      }
      guard order > 0 else { return }
      bound = fewest
      tried += 1
      let lowest = task.tuning.triesPrecisions ? max(precision - 3, 5) : precision
      for bits in lowest...precision { tryOrder(order, precision: bits, task, with: analysis) }
    }
  }

  private mutating func tryOrder(_ order: Int, precision: Int, _ task: Task, with analysis: borrowing LinearAnalysis) {
    guard analysis.quantize(order: order, precision: precision, into: &trialPredictor),
      NarrowPrediction.makeResiduals(narrow, task.run, trialPredictor, into: &trialResiduals)
        || ResidualMaking.linear(plane, task.run, trialPredictor, into: &trialResiduals)
    else { return }
    keepTrial(.linear(order: order), task, extra: 9 + order * precision)
  }

  /// Returns the number of bits of a coefficient: as many as pay off in a block of so many samples, and as leave sums
  /// of quiet samples in 32 bits, where they are faster.
  private static func precision(_ task: Task) -> Int {
    let count = task.run.count
    let bySize = count <= 192 ? 7 : count <= 384 ? 8 : count <= 576 ? 9 : count <= 1152 ? 10 : 12
    return task.run.width <= 16 ? bySize : min(bySize + 2, 14)
  }

  /// Counts the bits of the trial's residuals, and makes the trial the plan where they are fewer.
  private mutating func keepTrial(_ kind: SubframeKind, _ task: Task, extra: Int) {
    var order = 0
    switch kind {
    case .fixed(let fixed): order = fixed
    case .linear(let linear): order = linear
    default: break
    }
    trialCoding.choose(
      trialResiduals, count: task.run.count, order: order, partitionOrder: task.tuning.partitionOrder)
    let bits = task.base + order * task.run.width + extra + trialCoding.bitCount
    guard bits < bitCount else { return }
    bitCount = bits
    header.kind = kind
    swap(&coding, &trialCoding)
    swap(&residuals, &trialResiduals)
    swap(&predictor, &trialPredictor)
  }

  /// Writes the subframe of `count` samples.
  func write(count: Int, to packet: inout FrameBits) {
    header.write(to: &packet)
    let coded = width - header.wastedBitCount
    let lead = LinearPrediction.leadCount
    switch header.kind {
    case .constant: packet.put(signed: Int64(plane[lead]), coded)
    case .verbatim: for index in 0..<count { packet.put(signed: Int64(plane[lead + index]), coded) }
    case .fixed(let order):
      for index in 0..<order { packet.put(signed: Int64(plane[lead + index]), coded) }
      coding.write(residuals, count: count, order: order, to: &packet)
    case .linear(let order):
      for index in 0..<order { packet.put(signed: Int64(plane[lead + index]), coded) }
      packet.put(UInt32(predictor.precision - 1), 4)
      packet.put(signed: Int64(predictor.shift), 5)
      for index in 0..<order { packet.put(signed: Int64(predictor.values[index]), predictor.precision) }
      coding.write(residuals, count: count, order: order, to: &packet)
    }
  }
}
