import AudioBase

/// What lies between decoder and sink, worked out before anything is made.
struct ConversionPlan {
  var inputRate: Double
  var outputRate: Double
  /// The gains, where channels are not plain copies.
  var mixing: ChannelMatrix?
  /// Channels after mixing: those of the decoder where nothing is mixed.
  var mixedChannelCount: Int
  /// For every channel of the sink, the channel after mixing.
  var channelOrder: [Int]
  /// The integers that the output has, where it has any.
  var integers: (bits: Int, fractionBits: Int)?
  var options: ConversionOptions

  /// Plans the way from decoded frames to the planes that a sink wants.
  init(
    from input: DecodedFormat, toRate outputRate: Double, layout output: ChannelLayout, options: ConversionOptions
  ) throws(ConversionError) {
    inputRate = input.sampleRate
    self.outputRate = outputRate
    self.options = options
    let matrix = try Self.matrix(from: input.layout, to: output, mapping: options.channels)
    if let order = matrix.copiedChannels {
      mixedChannelCount = input.layout.channelCount
      channelOrder = order
    } else {
      mixing = matrix
      mixedChannelCount = output.channelCount
      channelOrder = Array(0..<output.channelCount)
    }
  }

  /// The most gains of a matrix: 1,024 channels to as many.
  private static let largestMatrix = 1 << 20

  private static func matrix(
    from input: ChannelLayout, to output: ChannelLayout, mapping: ChannelMapping
  ) throws(ConversionError) -> ChannelMatrix {
    guard input.channelCount * output.channelCount <= largestMatrix else {
      throw .format(CodecError(.limitExceeded, "so many channels cannot be led to so many others"))
    }
    switch mapping {
    case .rearranging: return .rearranging(input, to: output)
    case .mixing: return .mixing(input, to: output)
    case .map(let map):
      let isValid = map.allSatisfy { $0.map((0..<input.channelCount).contains) ?? true }
      guard map.count == output.channelCount, isValid else { throw .channelMap }
      return ChannelMatrix(map: map, inputCount: input.channelCount)
    case .matrix(let matrix):
      guard matrix.inputCount == input.channelCount, matrix.outputCount == output.channelCount else {
        throw .channelMap
      }
      return matrix
    }
  }
}
