import AudioBase
import TestSupport
import Testing

/// What blocks do with their samples, in both precisions, against sums and products by hand.
@Suite struct SampleBlockTests {
  private func block<Sample: PlaneSample>(_ planes: [[Sample]], _ type: Sample.Type = Sample.self) -> SampleBlock<
    Sample
  > {
    var block = SampleBlock<Sample>(channelCount: planes.count, capacity: planes[0].count)
    block.setFrameCount(planes[0].count)
    for channel in planes.indices {
      var plane = block.plane(channel)
      for index in plane.indices { plane[index] = planes[channel][index] }
    }
    return block
  }

  private func values<Sample: PlaneSample>(_ block: borrowing SampleBlock<Sample>) -> [[Sample]] {
    (0..<block.channelCount).map { channel in (0..<block.capacity).map { block.planes[channel * block.capacity + $0] } }
  }

  @Test func framesAreClearedCopiedAddedAndScaled() {
    func check<Sample: PlaneSample>(_ type: Sample.Type) {
      let source = block([[1, 2, 3, 4], [5, 6, 7, 8]], type)
      var target = block([[10, 20, 30, 40], [50, 60, 70, 80]], type)
      target.clear(1..<2)
      expectEqual(values(target), [[10, 0, 30, 40], [50, 0, 70, 80]])
      target.copy(2..<4, of: source, to: 0)
      expectEqual(values(target), [[3, 4, 30, 40], [7, 8, 70, 80]])
      target.add(0..<2, of: source, to: 2)
      expectEqual(values(target), [[3, 4, 31, 42], [7, 8, 75, 86]])
      target.add(0..<2, of: source, to: 0, times: GainRamp(from: 1, to: 0, frameCount: 2))
      expectEqual(values(target), [[3.5, 4, 31, 42], [9.5, 8, 75, 86]])
      target.scale(0..<3, by: GainRamp(from: 0, to: 1, frameCount: 2))
      expectEqual(values(target), [[1.75, 4, 31, 42], [4.75, 8, 75, 86]])
      target.scale(2..<4, by: GainRamp(0.5))
      expectEqual(values(target), [[1.75, 4, 15.5, 21], [4.75, 8, 37.5, 43]])
      target.fillWithSilence(frameCount: 9)
      #expect(target.frameCount == 4 && values(target) == [[0, 0, 0, 0], [0, 0, 0, 0]])
    }
    check(Float.self)
    check(Double.self)
  }

  @Test func aRampIsAStraightLineThatEndsAtItsTarget() {
    for (start, target, count) in [(0, 1, 3), (1, 0.3, 48_000), (0.1, 0.7, 7)] as [(Float, Float, Int)] {
      var ramp = GainRamp(from: start, to: target, frameCount: count)
      for frame in 0..<count {
        let line = Double(start) + (Double(target) - Double(start)) * Double(frame + 1) / Double(count)
        expectLess(abs(Double(ramp.gain(frame)) - line), 2e-6)
      }
      #expect(ramp.gain(count - 1) == target && ramp.gain(count) == target && !ramp.isConstant)
      // The rest of a ramp is the same ramp.
      let third = ramp.gain(2)
      ramp.advance(by: 2)
      #expect(ramp.gain(0) == third && ramp.frameCount == count - 2)
      ramp.advance(by: count)
      #expect(ramp.isConstant && ramp.frameCount == 0 && ramp.gain(-1) == target && ramp.isUnity == (target == 1))
    }
    #expect(GainRamp(from: 2, to: 2, frameCount: 9).isConstant)
    expectEqual(GainRamp(from: 0, to: 2, frameCount: 0), GainRamp(2))
  }

  @Test func aGainOfZeroAddsNothing() {
    let broken = block([[Float.nan, .infinity]])
    var target = block([[1, 2]] as [[Float]])
    target.add(0..<2, of: broken, times: GainRamp(0))
    expectEqual(values(target), [[1, 2]])
  }

  @Test func integersGoThereAndBack() {
    func check<Sample: PlaneSample>(_ type: Sample.Type) {
      var target = SampleBlock<Sample>(channelCount: 1, capacity: 4)
      target.setFrameCount(4)
      let integers: [Int32] = [-32768, 32767, -1, 0]
      target.write(integers.span, unused: 16, toChannel: 0)
      expectEqual(values(target)[0], [-1, 1 - 0x1p-15, -0x1p-15, 0])
      var back = [Int32](repeating: 9, count: 4)
      var span = back.mutableSpan
      target.quantize(0, frames: 0..<4, bitDepth: 16, into: &span)
      expectEqual(back, integers)
    }
    check(Float.self)
    check(Double.self)
  }

  @Test func integersAreRoundedToTheEvenOneAndClipped() {
    let source = block(
      [[0.5, 1.5, 2.5, -0.5, -1.5, 200, -200, .nan, .infinity, -.infinity].map { $0 / 128 }] as [[Double]])
    var integers = [Int32](repeating: 9, count: 10)
    var span = integers.mutableSpan
    source.quantize(0, frames: 0..<10, bitDepth: 8, into: &span)
    expectEqual(integers, [0, 2, 2, 0, -2, 127, -128, 0, 127, -128])
  }

  @Test("samples of both types are the same integers at every depth", arguments: [8, 16, 20, 22, 23, 24])
  func integersOfBothTypes(bitDepth: Int) {
    var random = SplitMix64(seed: UInt64(bitDepth))
    let step = 1 / Float(1 << (bitDepth - 1))
    // Halves and their neighbours, numbers of every size, and what is none.
    let halves = (-40...40).map { (Float($0) + 0.5) * step }
    let usual = (0..<2000).map { _ in Float.random(in: -1.1...1.1, using: &random) }
    let small = (0..<200).map { _ in Float.random(in: -3...3, using: &random) * step }
    let last: [Float] = [.nan, .infinity, -.infinity, -0.0, .leastNonzeroMagnitude, 1, -1, 1 - step / 2]
    let samples = halves + halves.map(\.nextUp) + halves.map(\.nextDown) + usual + small + last
    func integers<Sample: PlaneSample>(_ samples: [Sample]) -> [Int32] {
      var integers = [Int32](repeating: 9, count: samples.count)
      var span = integers.mutableSpan
      block([samples]).quantize(0, frames: 0..<samples.count, bitDepth: bitDepth, into: &span)
      return integers
    }
    expectEqual(integers(samples), integers(samples.map(Double.init)))
  }

  @Test func samplesOfIntegersHaveTheirFullScale() {
    #expect(Float(fullScale: .min) == -1 && Double(fullScale: .max) == 1 - 0x1p-31 && Float(fullScale: .max) == 1)
    #expect(Float(nearest: 0.1) == 0.1 && Float(0.1).inDoublePrecision == Double(Float(0.1)))
  }
}
