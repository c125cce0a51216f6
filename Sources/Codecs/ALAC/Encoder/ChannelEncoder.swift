/// One channel of an element on its way into a packet: its samples, and the best that was found to code them with.
struct ChannelEncoder: Sendable {
  /// The samples, at first those of the input.
  var samples: [Int32]
  /// The low bits of the samples, as they are stored.
  private(set) var lowBits: [UInt16]
  /// What is written before the residuals.
  private(set) var header = ChannelHeader()
  /// The fewest bits of header and residuals that were found.
  private(set) var bitCount = Int.max
  private var residuals: [Int32]
  private var trial: [Int32]
  private var design: PredictorDesign

  /// The orders that are tried.
  private static let orders = [8, 4]

  /// Sets memory aside for packets of `frameLength` frames.
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

  /// The mean of the steps from sample to sample of the first `count`.
  func meanStep(_ count: Int) -> Int {
    var sum = 0
    for index in 1..<max(1, count) { sum += abs(Int(samples[index]) - Int(samples[index - 1])) }
    return sum / max(1, count - 1)
  }

  /// Tries predictors for the first `count` samples.
  mutating func analyze(_ count: Int, _ format: ChannelFormat) {
    design.analyze(samples, count)
    bitCount = Int.max
    for order in Self.orders {
      let predictor = design.predictor(order: order)
      guard let residualBits = predictor.residuals(of: samples, count, format, into: &trial) else { continue }
      let total = residualBits + 16 + 16 * order
      guard total < bitCount else { continue }
      bitCount = total
      header.predictor = predictor
      swap(&residuals, &trial)
    }
  }

  /// Writes the residuals of the first `count` samples.
  func writeResiduals(_ count: Int, _ format: ChannelFormat, to packet: inout PacketBits) {
    var writer = AdaptiveGolombWriter(rawWidth: format.width, format.adaptation)
    for residual in residuals[..<count] { writer.add(residual, to: &packet) }
    writer.finish(&packet)
  }
}

extension Predictor {
  /// Turns the first `count` samples into residuals and counts the bits of these; `nil` where they must not be coded.
  fileprivate func residuals(
    of samples: [Int32], _ count: Int, _ format: ChannelFormat,
    into residuals: inout [Int32]
  ) -> Int? {
    var predictor = self
    var output = residuals.mutableSpan
    predictor.analyze(samples.span.extracting(0..<count), width: format.width, into: &output)
    var writer = AdaptiveGolombWriter(rawWidth: format.width, format.adaptation)
    var bits = BitCount()
    for index in 0..<count { writer.add(output[index], to: &bits) }
    writer.finish(&bits)
    return writer.isAmbiguous ? nil : bits.count
  }
}
