import Bitstream

/// The properties that the channels of an element have in common.
struct ChannelFormat: Sendable {
  /// The number of bits of the samples that are predicted, 1…32.
  var width: Int
  /// The parameters of the entropy coder.
  var adaptation: ALACConfiguration.Adaptation
}

extension ChannelHeader {
  /// Reads the residuals of a channel and fills the first `count` of `channel` with the predictor's samples.
  func readSamples(
    _ bits: inout BitReader, _ format: ChannelFormat, into channel: inout [Int32], _ count: Int
  ) throws(ALACError) {
    var all = channel.mutableSpan
    var samples = all._mutatingExtracting(0..<count)
    var source = AdaptiveGolombReader(bits, count: samples.count, format, factor: historyFactor)
    var predictor = predictor
    if isDifferenced {
      var sums = RunningSum(source, width: format.width)
      predictor.synthesize(from: &sums, width: format.width, into: &samples)
      source = sums.differences
    } else {
      predictor.synthesize(from: &source, width: format.width, into: &samples)
    }
    bits.consume(source.bits.offset - bits.offset)
    guard !bits.isPastEnd else { throw ALACError(.truncated, at: bits.endOffset) }
    guard !source.hasRunBeyondEnd else { throw ALACError(.zeroRunBeyondFrame, at: bits.offset) }
  }
}

/// Converts residuals to their running sums.
struct RunningSum: ResidualSource, ~Escapable {
  /// The differences, which are summed up.
  private(set) var differences: AdaptiveGolombReader
  private let unused: Int32
  private var sum: Int32 = 0

  /// Creates a sum of `width` bits, at which its arithmetic wraps around.
  @_lifetime(copy differences)
  init(_ differences: AdaptiveGolombReader, width: Int) {
    self.differences = differences
    unused = Int32(truncatingIfNeeded: 32 - width)
  }

  mutating func next() -> Int32 {
    sum = ((sum &+ differences.next()) &<< unused) &>> unused
    return sum
  }
}
