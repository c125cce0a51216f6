import AudioBase

/// The stages between decoder and sink, computed before anything is made.
struct ConversionPlan {
  var inputRate: Double
  var outputRate: Double
  /// The mapping of channels.
  let route: ChannelRoute
  /// The gains, where channels are not plain copies.
  var mixing: ChannelMatrix?
  /// The number of channels after mixing: those of the decoder where nothing is mixed.
  var mixedChannelCount: Int
  /// The channel after mixing for each channel of the sink.
  var channelOrder: [Int]
  /// The integers that the output has, where it has any.
  var integers: (bits: Int, fractionBits: Int)?
  var options: ConversionOptions

  /// Plans the stages from decoded frames to the planes of a sink.
  init(
    from input: DecodedFormat, toRate outputRate: Double, layout output: ChannelLayout, options: ConversionOptions
  ) throws(AudioError) {
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
