/// A signal of a frame, a channel or a mix of a pair, and its coding.
struct SignalPlan: Sendable {
  /// The samples after ``LinearPrediction/leadCount`` zeros, without their wasted bits.
  var plane: [Int32]
  /// The number of bits of a sample, 33 at most, with the wasted ones.
  private(set) var width = 0
  /// The number of bits that the largest sample needs, without the wasted ones.
  private var usedWidth = 0
  /// The samples and the zeros as 16-bit integers, filled when this form is chosen and they fit.
  private var narrow: [Int16]
  /// The header that is written.
  private(set) var header = SubframeHeader(kind: .verbatim)
  /// The approximate number of bits of the subframe; it is written with at most the bits of uncompressed samples.
  private(set) var bitCount = 0

  /// The number of bits of the subframe by a first look.
  private(set) var estimate = 0
  /// The number of bits of the subframe's header.
  private var base = 0
  /// The predictors with the fewest bits by a first look.
  private var look = LinearAnalysis.Estimate()
  /// The equations of the linear one.
  private var equations = NormalEquations()
  /// True if no choice is left.
  private var isSettled = false
  private var residuals: [Int32]
  private var coding = RiceCoding()
  private var predictor = PredictorCoefficients()
  /// The residuals of a candidate that is compared with the best so far.
  private var trialResiduals: [Int32]
  private var trialCoding = RiceCoding()
  private var trialPredictor = PredictorCoefficients()

  init(blockSize: Int) {
    // Bound: 65,535 samples per block, here and below.
    plane = Array(repeating: 0, count: LinearPrediction.leadCount + blockSize)
    // Bound: as above.
    narrow = Array(repeating: 0, count: LinearPrediction.leadCount + blockSize)
    // Bound: as above.
    residuals = Array(repeating: 0, count: blockSize)
    // Bound: as above.
    trialResiduals = Array(repeating: 0, count: blockSize)
  }

  /// Analyses the first `count` samples of the plane, and estimates their bits; ``choose(count:_:with:)`` must be
  /// called before they are written.
  mutating func survey(
    count: Int, width: Int, _ tuning: EncoderTuning, with analysis: inout LinearAnalysis
  ) {
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
    if tuning.highestOrder > 0, count > 16 {
      look = analysis.analyze(plane, (count, coded), tuning, into: &equations)
    } else {
      let best = FixedAnalysis.order(plane, count: count, width: coded)
      look = LinearAnalysis.Estimate(fixedOrder: best.order, fixedBitCount: best.bitCount)
    }
    estimate = min(bitCount, base + look.leastBitCount)
  }

  /// Chooses the coding of the analysed samples.
  mutating func choose(count: Int, _ tuning: EncoderTuning, with rounding: inout CoefficientRounding) {
    guard !isSettled else { return }
    let run = SampleRun(count: count, width: width - header.wastedBitCount, usedWidth: usedWidth)
    let task = Task(run: run, base: base, tuning: tuning)
    // Of a few bits per sample, or of far fewer than samples have, estimates are not sure.
    let margin = look.leastBitCount < max(4, run.width / 3) * count ? count : 0
    var isTried = false
    if look.order > 0, look.bitCount <= look.fixedBitCount + margin {
      if usedWidth <= 16 { Self.narrow(plane, count, into: &narrow) }
      isTried = tryLinear(task, with: &rounding)
    }
    if !isTried || look.fixedBitCount <= look.bitCount + margin { tryFixed(task) }
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

  /// Tries the best difference.
  private mutating func tryFixed(_ task: Task) {
    guard ResidualMaking.fixed(plane, task.run, order: look.fixedOrder, into: &trialResiduals) else { return }
    keepTrial(.fixed(order: look.fixedOrder), task, extra: 0)
  }

  /// Tries the best linear predictor; `false` if it is no use.
  private mutating func tryLinear(_ task: Task, with rounding: inout CoefficientRounding) -> Bool {
    guard
      rounding.fill(
        &trialPredictor, order: look.order, count: task.run.count, from: equations),
      NarrowPrediction.makeResiduals(narrow, task.run, trialPredictor, into: &trialResiduals)
        || ResidualMaking.linear(plane, task.run, trialPredictor, into: &trialResiduals)
    else { return false }
    keepTrial(.linear(order: look.order), task, extra: 9 + look.order * trialPredictor.precision)
    return true
  }

  /// Counts the bits of the trial's residuals, and makes the trial the plan if they are fewer.
  private mutating func keepTrial(_ kind: SubframeKind, _ task: Task, extra: Int) {
    var order = 0
    switch kind {
    case .fixed(let fixed): order = fixed
    case .linear(let linear): order = linear
    default: break
    }
    trialCoding.choose(
      trialResiduals, count: task.run.count, order: order, partitionOrder: task.tuning.partitionOrder)
    let head = task.base + order * task.run.width + extra
    let bits = head + trialCoding.bitCount
    // Estimates are compared with one another, and what is written with the samples as they are.
    guard header.kind == .verbatim || bits < bitCount else { return }
    let plain = task.base + task.run.width * task.run.count
    guard
      head + trialCoding.longestBitCount < plain
        || head + trialCoding.exactBitCount(trialResiduals, count: task.run.count, order: order) < plain
    else { return }
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
