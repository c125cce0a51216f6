import Bitstream
import TestSupport
import Testing
import Transforms
import USACCodec

extension ForwardAliasingData {
  /// Parses the gain and as many lines as the bits have vectors of ten bits.
  mutating func parse(_ bits: [Bool]) throws {
    var writer = [UInt8](repeating: 0, count: bits.count / 8 + 1)
    for (place, bit) in bits.enumerated() where bit { writer[place / 8] |= 0x80 >> UInt8(place % 8) }
    var reader = BitReader(writer.span)
    try parse(&reader, lineCount: (bits.count - 7) / 10 * 8)
    expectEqual(reader.offset, bits.count)
  }
}

/// Where blocks meet.
@Suite struct BoundaryTests {
  /// Two transforms that fold the same signal at a boundary give it back.
  @Test(arguments: [64, 96, 128, 192, 256]) func aliasingCancels(length: Int) {
    let slope = WindowSlope.sine(count: length)
    let signal = (0..<(2 * length)).map { Float(($0 * 7919) % 1000) - 500 }
    var line = signal
    let (place, half) = (length, length / 2)
    for n in 0..<half {
      let (early, late) = (signal[place - 1 - n], signal[place + n])
      let (rising, falling) = (slope[half + n], slope[half - 1 - n])
      line[place - 1 - n] = early * rising + late * falling
      line[place + n] = late * rising - early * falling
    }
    BoundaryJoiner.rotate(&line, at: place, slope.span)
    for n in line.indices { expectLess(abs(line[n] - signal[n]), 1e-3) }
  }

  @Test func modesOfAFrame() throws {
    let expected: [Int: [UInt8]] = [
      0: [0, 0, 0, 0], 1: [1, 0, 0, 0], 6: [0, 1, 1, 0], 15: [1, 1, 1, 1], 16: [2, 2, 0, 0], 18: [2, 2, 0, 1],
      21: [1, 0, 2, 2], 24: [2, 2, 2, 2], 25: [3, 3, 3, 3],
    ]
    for (mode, blocks) in expected {
      let modes = try LinearPredictionStream.modes(ofFrame: mode)
      for quarter in 0..<4 { expectEqual(modes[quarter], blocks[quarter]) }
    }
    for mode in 26..<32 { #expect(throws: USACError.self) { try LinearPredictionStream.modes(ofFrame: mode) } }
  }

  /// What repeats with the pitch has no noise between its harmonics; what changes its sign from period to period is all
  /// noise.
  @Test(arguments: [40, 64, 101, 300]) func noiseBetweenHarmonics(pitch: Int) {
    let period = (0..<pitch).map { Float(($0 * 7919) % 997) - 498 }
    let time = 448
    let voiced = (0..<1000).map { period[$0 % pitch] }
    let turned = (0..<1000).map { ($0 / pitch) % 2 == 0 ? period[$0 % pitch] : -period[$0 % pitch] }
    var noise = [Float](repeating: 9, count: 64)
    for limit in [1000, time + pitch + 20, time] {
      var span = noise.mutableSpan
      BassPostFilter.findNoise(voiced.span, at: time, BassPostFilter.Period(samples: pitch, limit: limit), &span)
      for n in 0..<64 { expectLess(abs(noise[n]), 0.1) }
      // The gain is that of the correlation, which is negative and so 0: nothing is taken away.
      span = noise.mutableSpan
      BassPostFilter.findNoise(turned.span, at: time, BassPostFilter.Period(samples: pitch, limit: limit), &span)
      for n in 0..<64 { expectEqual(noise[n], 0) }
    }
  }
}
