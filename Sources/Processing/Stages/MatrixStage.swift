public import AudioBase

// Bound throughout: ConversionPlan refuses more than 2^20 gains; others choose their own.
// Holds throughout: planes have the channels of the matrix.

/// Mixes channels: each output channel is a weighted sum of the input channels.
public struct MatrixStage<Sample: PlaneSample>: SampleStage, Sendable {
  /// A term of an output channel.
  private struct Term {
    var input: Int
    var gain: Sample
  }
  /// The parts of each output channel.
  private let rows: [[Term]]

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - inputCount: The number of input channels.
  ///   - outputCount: The number of output channels.
  ///   - gains: One row an output channel, one column an input channel: `gains[output * inputCount + input]`. A gain of
  ///     0 is left out of the sum, so that NaN does not spread to other channels.
  public init(inputCount: Int, outputCount: Int, gains: [Double]) {
    precondition(gains.count == inputCount * outputCount, "a gain from each channel to each")
    rows = (0..<outputCount).map { output in
      (0..<inputCount).compactMap { input in
        let gain = gains[output * inputCount + input]
        return gain == 0 ? nil : Term(input: input, gain: Sample(nearest: gain))
      }
    }
  }

  /// Zero: the output is not delayed.
  public var latency: Double { 0 }

  /// Returns the requested number of output frames unchanged.
  public func inputFrameCount(forOutput count: Int) -> Int { count }

  /// Mixes frames.
  public mutating func process(
    _ input: borrowing SampleBlock<Sample>, _ frames: inout Range<Int>,
    into output: inout some SamplePlanes<Sample> & ~Copyable, _ room: Range<Int>
  ) -> Int {
    let count = min(frames.count, room.count)
    guard count > 0 else { return 0 }
    let taken = frames.prefix(count)
    // By index, as iterators and `first` of generic elements are allocated.
    for channel in rows.indices {
      let terms = rows[channel]
      var plane = output.plane(channel)
      var part = plane._mutatingExtracting(room.lowerBound..<(room.lowerBound + count))
      guard !terms.isEmpty else {
        part.clear()
        continue
      }
      part.copy(input.part(terms[0].input, taken), times: terms[0].gain)
      for index in 1..<terms.count { part.add(input.part(terms[index].input, taken), times: terms[index].gain) }
    }
    frames = taken.upperBound..<frames.upperBound
    return count
  }

  /// Does nothing: no frames are held back.
  public mutating func endInput() {}
  /// Does nothing: there is no state.
  public mutating func reset() {}
}
