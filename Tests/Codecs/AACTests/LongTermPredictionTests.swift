import MPEG4Systems
import TestSupport
import Testing

@testable import AACCodec

/// The long term prediction of AAC-LD, against its definition.
struct LongTermPredictionTests {
  private static let gains = [0.570829, 0.696616, 0.813004, 0.911304, 0.9849, 1.067894, 1.194601, 1.369533]

  /// A channel whose past is noise.
  private func noisyState(_ configuration: AACConfiguration, _ generator: inout SplitMix64) -> ChannelState {
    var state = ChannelState(configuration: configuration)
    for n in state.history.samples.indices { state.history.samples[n] = Float.random(in: -1...1, using: &generator) }
    for n in state.overlap.samples.indices { state.overlap.samples[n] = Float.random(in: -1...1, using: &generator) }
    return state
  }

  @Test(arguments: [false, true])
  func predictionIsTheTransformOfEarlierOutput(isShort: Bool) throws {
    let configuration = try configuration(.erAACLD, isShort: isShort)
    let bands = configuration.bands
    let length = configuration.frameLength
    var streams = RandomStreams(configuration, seed: 12)
    var predictor = LongTermPredictor(frameLength: length, profile: .lowDelay)
    let transform = ReferenceTransform(frameLength: length)
    var lastLag = 0
    for (round, lag) in [1, length, 2 * length, nil, 700, 0].enumerated() {
      var stream = streams.unit().elements[0].first
      stream.info.bandCount = 30
      var data = LongTermPredictionData()
      data.lag = lag.map { min($0, 2 * length) }
      data.coefficient = round
      data.usedBands = streams.generator.next() & 0x3FFF_FFFF
      lastLag = data.lag ?? lastLag
      var state = noisyState(configuration, &streams.generator)
      state.history.lag = lastLag
      state.overlap.shape = round % 2 == 0 ? .sine : .kaiserBessel
      let past = (state.history.samples + state.overlap.samples).map { Double($0) }
      predictor.apply(data, stream, bands: bands, to: &state)

      let left = ReferenceWindow.long(state.overlap.shape ?? .sine, length, isLowDelay: true)
      let window = left + ReferenceWindow.long(stream.info.windowShape, length, isLowDelay: true).reversed()
      let estimate = (0..<(2 * length)).map { i -> Double in
        let place = 3 * length + i - length - lastLag
        return place < 4 * length ? LongTermPredictionTests.gains[round] * past[place] * window[i] * 32768 : 0
      }
      var expected = transform.forward(estimate)
      Reference.applyShaping(stream, bands, &expected)
      for band in bands.longOffsets.indices.dropLast() where band >= 30 || data.usedBands >> UInt64(band) & 1 == 0 {
        for line in bands.longOffsets[band]..<bands.longOffsets[band + 1] { expected[line] = 0 }
      }
      #expect(signalToNoise(state.spectrum, expected) > 100)
      #expect(state.history.lag == lastLag)
    }
  }
}
