import SignalProcessing
import TestSupport
import Testing

/// What is no number, where sums are made of samples.
@Suite struct NonNumberTests {
  static let strange: [Float] = [.nan, -.nan, .infinity, -.infinity, .signalingNaN]

  @Test("each sample that is no number becomes silence, and no other changes", arguments: 0..<70)
  func places(count: Int) {
    for place in 0..<count {
      for strange in Self.strange {
        var samples = (0..<count).map { Float($0) - 20.5 }
        var expected = samples
        samples[place] = strange
        expected[place] = 0
        var span = samples.mutableSpan
        expectEqual(NonNumbers.silence(&span), 1)
        expectEqual(samples, expected)
      }
    }
    var sound = (0..<count).map { Double($0) - 20.5 }
    let before = sound
    var span = sound.mutableSpan
    expectEqual(NonNumbers.silence(&span), 0)
    expectEqual(sound, before)
  }

  @Test func hugeNumbersAreLimited() {
    var samples: [Float] = [1e30, -1e30, 0x1p64, -0x1p64, 0x1p63, .greatestFiniteMagnitude, .nan]
    var span = samples.mutableSpan
    expectEqual(NonNumbers.silence(&span), 1)
    expectEqual(samples, [0x1p64, -0x1p64, 0x1p64, -0x1p64, 0x1p63, 0x1p64, 0])
    var wide: [Double] = [1e300, -1e20, 0x1p64, 1e19, -.infinity]
    var wideSpan = wide.mutableSpan
    expectEqual(NonNumbers.silence(&wideSpan), 1)
    expectEqual(wide, [0x1p64, -0x1p64, 0x1p64, 1e19, 0])
  }

  @Test(
    "a rate conversion takes what is no number for silence", arguments: ResamplerStreamTests.kinds.dropLast(),
    [0, 1, 2])
  func rateConversion(_ conversion: Conversion, shift: Int) throws {
    var input = noise(12_000, seed: 9).map { Float($0) }
    var silenced = input
    // One, some that follow one another, and one in the last block.
    for (index, place) in [3000, 5000, 5001, 5002, 11_990].enumerated() {
      input[place] = Self.strange[(index + shift) % Self.strange.count]
      silenced[place] = 0
    }
    var resampler = try conversion.resampler(Float.self)
    let output = conversion.convert(input, with: &resampler)
    expectEqual(resampler.replacedSampleCount, 5)
    expectEqual(output, try conversion.convert(silenced))
    try expectEqual(conversion.convert(input, inputChunk: 700, outputChunk: 300, seed: 3), output)
    resampler.reset()
    expectEqual(conversion.convert(silenced, with: &resampler), output)
    expectEqual(resampler.replacedSampleCount, 0)
  }

  @Test("sums of numbers so large that they would overflow are numbers", arguments: ResamplerStreamTests.kinds)
  func overflow(_ conversion: Conversion) throws {
    var input = noise(12_000, seed: 10).map { Float($0) }
    for place in 6000..<6100 { input[place] = place % 3 == 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude }
    var resampler = try conversion.resampler(Float.self)
    // The largest number overshoots where a filter in double precision becomes a `Float` again.
    let output = conversion.convert(input, with: &resampler).map(\.isNaN)
    expectEqual(output.count, resampler.totalOutputFrameCount(forInput: 12_000))
    #expect(!output.contains(true))
    expectEqual(resampler.replacedSampleCount, 0)
  }

  @Test("a change of rate or pitch takes what is no number for silence", arguments: TimePitchMethod.allCases)
  func timePitch(method: TimePitchMethod) {
    var input = noise(30_000, seed: 11).map { Float($0) }
    var silenced = input
    for place in [7000, 7001, 20_000] {
      input[place] = Self.strange[place % Self.strange.count]
      silenced[place] = 0
    }
    let change = TimePitchCase(method: method, rate: 1.3, pitch: 200)
    expectEqual(change.run([input]), change.run([silenced]))
    var processor = change.processor()
    processor.push(100) { _, samples in for index in samples.indices { samples[index] = index % 4 == 0 ? .nan : 0.1 } }
    expectEqual(processor.replacedSampleCount, 25)
    processor.reset()
    expectEqual(processor.replacedSampleCount, 0)
  }
}
