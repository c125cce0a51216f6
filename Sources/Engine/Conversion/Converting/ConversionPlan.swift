import AudioBase

/// What lies between decoder and sink, worked out before anything is made.
struct ConversionPlan {
  var inputRate: Double
  var outputRate: Double
  /// How channels go.
  let route: ChannelRoute
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
    route = try ChannelRoute(from: input.layout, to: output, by: options.channels)
    let matrix = route.matrix
    if let order = matrix.copiedChannels {
      mixedChannelCount = input.layout.channelCount
      channelOrder = order
    } else {
      mixing = matrix
      mixedChannelCount = output.channelCount
      channelOrder = Array(0..<output.channelCount)
    }
  }
}
