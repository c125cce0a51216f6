public import AudioBase

// Bound throughout: ConversionPlan refuses more than 2^20 gains.
// Holds throughout: counts are those of layouts, and ConversionPlan checks a map before it comes here.

/// The gains that mix input channels into output channels.
public struct ChannelMatrix: Hashable, Sendable {
  /// The number of input channels.
  public let inputCount: Int
  /// The number of output channels.
  public let outputCount: Int
  /// The gains, one row per output channel, one column per input channel: `gains[output * inputCount + input]`.
  public private(set) var gains: [Double]

  /// Creates a matrix of silence.
  public init(inputCount: Int, outputCount: Int) {
    precondition(inputCount >= 0 && outputCount >= 0)
    self.inputCount = inputCount
    self.outputCount = outputCount
    gains = Array(repeating: 0, count: inputCount * outputCount)
  }

  /// Creates a matrix that copies one input channel to each output channel, or silence for `nil`:
  /// `kAudioConverterChannelMap`.
  public init(map: [Int?], inputCount: Int) {
    self.init(inputCount: inputCount, outputCount: map.count)
    for (output, input) in map.enumerated() {
      guard let input else { continue }
      precondition((0..<inputCount).contains(input))
      self[output, input] = 1
    }
  }

  /// The gain from an input to an output channel.
  public subscript(output: Int, input: Int) -> Double {
    get { gains[output * inputCount + input] }
    set { gains[output * inputCount + input] = newValue }
  }

  /// The input channel that each output channel copies; `nil` if any output channel is not a plain copy.
  public var copiedChannels: [Int]? {
    var order: [Int] = []
    for output in 0..<outputCount {
      let used = (0..<inputCount).filter { self[output, $0] != 0 }
      guard used.count == 1, self[output, used[0]] == 1 else { return nil }
      order.append(used[0])
    }
    return order
  }
}

extension ChannelMatrix {
  /// Copies each output channel from the input channel of the same speaker, as Core Audio does without mixing.
  ///
  /// Mono goes to left and right of stereo. Mono takes the left of stereo. Positions that the input lacks are silent,
  /// and input channels that the output lacks are dropped. Where positions are not known, channels are taken by their
  /// number.
  public static func rearranging(_ input: ChannelLayout, to output: ChannelLayout) -> ChannelMatrix {
    let (from, to) = (input.places, output.places)
    if from.count == 1 { return ChannelMatrix(map: mapOfMono(to), inputCount: 1) }
    guard input.namesEachChannel, output.namesEachChannel, to.contains(where: from.contains) else {
      return ChannelMatrix(map: to.indices.map { $0 < from.count ? $0 : nil }, inputCount: from.count)
    }
    return ChannelMatrix(map: to.map { from.firstIndex(of: $0) }, inputCount: from.count)
  }

  /// Returns the map of mono: to the centre if there is one, otherwise to left and right, otherwise to the first
  /// channel.
  private static func mapOfMono(_ output: [Speaker]) -> [Int?] {
    if output.count <= 2 { return output.map { _ in 0 } }
    if let center = output.firstIndex(of: .center) { return output.indices.map { $0 == center ? 0 : nil } }
    let front = output.indices.filter { output[$0] == .left || output[$0] == .right }
    return output.indices.map { front.contains($0) || (front.isEmpty && $0 == 0) ? 0 : nil }
  }

  /// Mixes speakers that the output lacks into those it has. ITU-R BS.775-3, Annex 4.
  ///
  /// A missing centre goes to left and right, a missing surround to its side's front, each 3 dB down; LFE is dropped.
  /// Mono is the mean of stereo. Levels are not reduced to prevent overload; the standard leaves that to the producer.
  /// Positions that the input lacks stay silent, except that mono goes to left and right of stereo. Where positions are
  /// not known, or the output has none for any channel, as ``rearranging(_:to:)``.
  public static func mixing(_ input: ChannelLayout, to output: ChannelLayout) -> ChannelMatrix {
    guard input.namesEachChannel, output.namesEachChannel, input.channelCount > 1 else {
      return rearranging(input, to: output)
    }
    var matrix = ChannelMatrix(inputCount: input.channelCount, outputCount: output.channelCount)
    let (from, to) = (input.places, output.places)
    for (channel, place) in from.enumerated() {
      for share in MixingRule.shares(of: place, from: from, to: to) {
        matrix[share.output, channel] += share.gain
      }
    }
    return matrix.gains.allSatisfy { $0 == 0 } ? rearranging(input, to: output) : matrix
  }
}
