import AudioBase
import SignalProcessing

/// The stages between decoder and sink, computed before anything is made.
struct ConversionPlan {
  var inputRate: Double
  var outputRate: Double
  /// The mapping of channels.
  let route: ChannelRoute
  /// The gains, where channels are not plain copies.
  var mixing: ChannelMatrix?
  /// The number of channels after mixing: that of the decoder if nothing is mixed.
  var mixedChannelCount: Int
  /// The channel after mixing for each channel of the sink.
  var channelOrder: [Int]
  /// The integers that the output has, if it has any, and how samples are rounded to them.
  var integers: (bits: Int, fractionBits: Int, dithering: Dithering)?
  var stages: StageSettings

  /// Plans the stages from decoded frames to the planes of a sink.
  init(
    from input: DecodedFormat, toRate outputRate: Double, layout output: ChannelLayout, stages: StageSettings
  ) throws(AudioError) {
    inputRate = input.sampleRate
    self.outputRate = outputRate
    self.stages = stages
    route = try ChannelRoute(from: input.layout, to: output, by: stages.channels)
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
