import SignalProcessing
import TestSupport
import Testing

@Suite struct RateRatioTests {
  static let ratios = [
    (44_100.0, 48_000.0), (48_000, 44_100), (44_100.5, 48_000), (44_100 / 1.001, 48_000), (48_001, 192_000),
    (8000, 192_000), (1, 256), (8_388_608, 8_388_607.3),
  ].map { RateRatio(inputRate: $0.0, outputRate: $0.1)! }

  @Test func commonFactorsAreTakenOut() {
    let ratio = RateRatio(inputRate: 44_100, outputRate: 48_000)
    expectEqual(ratio, RateRatio(input: 147, output: 160))
    expectEqual(RateRatio(inputRate: 44_100.5, outputRate: 48_000), RateRatio(input: 88_201, output: 96_000))
    expectEqual(RateRatio(inputRate: 48_000, outputRate: 48_000), RateRatio(input: 1, output: 1))
  }

  @Test(arguments: ratios)
  func positionsAreExactAfterTenHours(_ ratio: RateRatio) {
    let step = ResamplingPosition(frame: ratio.input / ratio.output, part: ratio.input % ratio.output)
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      // Up to ten hours at 192 kHz.
      let index = Int.random(in: 0...6_912_000_000, using: &random)
      let product = Int128(index) * Int128(ratio.input)
      var position = ratio.position(ofOutputFrame: index)
      expectEqual(Int128(position.frame), product / Int128(ratio.output))
      expectEqual(Int128(position.part), product % Int128(ratio.output))
      position.advance(by: step, partsPerFrame: ratio.output)
      expectEqual(position, ratio.position(ofOutputFrame: index + 1))
    }
  }

  @Test(arguments: ratios)
  func stepsAddUp(_ ratio: RateRatio) {
    let step = ResamplingPosition(frame: ratio.input / ratio.output, part: ratio.input % ratio.output)
    var position = ResamplingPosition(frame: 0, part: 0)
    for _ in 0..<1_000_000 {
      position.advance(by: step, partsPerFrame: ratio.output)
    }
    expectEqual(position, ratio.position(ofOutputFrame: 1_000_000))
  }

  @Test(arguments: ratios)
  func countsAreThoseOfTheFramesBefore(_ ratio: RateRatio) {
    var random = SplitMix64(seed: 8)
    for _ in 0..<1000 {
      let count = Int.random(in: 1...6_912_000_000, using: &random)
      let frames = ratio.outputFrameCount(beforeInputFrame: count)
      expectLess(ratio.position(ofOutputFrame: frames - 1).frame, count)
      expectGreaterOrEqual(ratio.position(ofOutputFrame: frames).frame, count)
    }
    expectEqual(ratio.outputFrameCount(beforeInputFrame: 0), 0)
    expectEqual(ratio.outputFrameCount(beforeInputFrame: -3), 0)
  }
}
