import AACDecoding
import AACSyntax
import MPEG4Systems
import TestSupport
import Testing

/// The long term prediction of AAC-LD and of AAC LTP, against its definition.
struct LongTermPredictionTests {
  private static let gains = [0.570829, 0.696616, 0.813004, 0.911304, 0.9849, 1.067894, 1.194601, 1.369533]

  /// A channel whose past is noise.
  private func noisyState(_ configuration: AACConfiguration, _ generator: inout SplitMix64) -> ChannelState {
    var state = ChannelState(configuration: configuration)
    for n in state.history.samples.indices { state.history.samples[n] = Float.random(in: -1...1, using: &generator) }
    for n in state.overlap.samples.indices { state.overlap.samples[n] = Float.random(in: -1...1, using: &generator) }
    return state
  }

  /// The window of a frame that is not eight short ones.
  private func window(_ info: IndividualChannelInfo, _ previous: WindowShape, _ bands: BandLayout, isLowDelay: Bool)
    -> [Double]
  {
    let length = bands.frameLength
    let short = length / 8
    let flat = [Double](repeating: 0, count: (length - short) / 2)
    let ones = [Double](repeating: 1, count: flat.count)
    var left = ReferenceWindow.long(previous, length, isLowDelay: isLowDelay)
    var right = ReferenceWindow.long(info.windowShape, length, isLowDelay: isLowDelay)
    if info.windowSequence == .longStop { left = flat + ReferenceWindow.short(previous, short) + ones }
    if info.windowSequence == .longStart { right = flat + ReferenceWindow.short(info.windowShape, short) + ones }
    return left + right.reversed()
  }

  @Test(arguments: [AudioObjectType.erAACLD, .aacLTP], [false, true])
  func predictionIsTheTransformOfEarlierOutput(type: AudioObjectType, isShort: Bool) throws {
    let configuration = try configuration(type, isShort: isShort)
    let isLowDelay = type == .erAACLD
    let bands = configuration.bands
    let length = configuration.frameLength
    var streams = RandomStreams(configuration, seed: 12)
    var predictor = LongTermPredictor(frameLength: length, profile: configuration.profile)
    let transform = ReferenceTransform(frameLength: length)
    var lastLag = 0
    for (round, lag) in [1, length, 2 * length, nil, 700, 0].enumerated() {
      var stream = streams.unit().elements[0].first
      stream.info = IndividualChannelInfo()
      stream.info.bandCount = 30
      stream.info.windowShape = round % 3 == 0 ? .sine : .kaiserBessel
      if !isLowDelay { stream.info.windowSequence = [.onlyLong, .longStart, .longStop][round % 3] }
      stream.temporalNoiseShaping = round % 2 == 0 ? streams.shaping(stream.info) : nil
      var data = LongTermPredictionData()
      data.lag = lag.map { min($0, 2 * length) }
      data.coefficient = round
      data.usedBands = streams.generator.next() & 0x3FFF_FFFF
      lastLag = data.lag ?? lastLag
      var state = noisyState(configuration, &streams.generator)
      state.history.lag = lastLag
      state.overlap.shape = round % 2 == 0 ? .sine : .kaiserBessel
      let past = (state.history.samples + state.overlap.samples).map { Double($0) }
      predictor.apply(data, &stream, bands: bands, to: &state)

      let window = window(stream.info, state.overlap.shape ?? .sine, bands, isLowDelay: isLowDelay)
      let estimate = (0..<(2 * length)).map { i -> Double in
        let place = 3 * length + i - (isLowDelay ? length : 0) - lastLag
        return place < 4 * length ? LongTermPredictionTests.gains[round] * past[place] * window[i] * 32768 : 0
      }
      var expected = transform.forward(estimate)
      Reference.applyShaping(stream, bands, &expected)
      for band in bands.longOffsets.indices.dropLast() where band >= 30 || data.usedBands >> UInt64(band) & 1 == 0 {
        for line in bands.longOffsets[band]..<bands.longOffsets[band + 1] { expected[line] = 0 }
      }
      expectGreater(signalToNoise(state.spectrum, expected), 100)
      expectEqual(state.history.lag, lastLag)
    }
  }
}
