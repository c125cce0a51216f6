import TestSupport
import Testing
import USACCodec

/// TCX and the data against aliasing, against their formulas in double precision.
@Suite struct TransformTests {
  private static func cosine(_ numerator: Int, _ denominator: Int) -> Double {
    // cos(π · numerator / denominator) by the series, reduced to a quarter of a turn.
    var part = numerator % (2 * denominator)
    if part > denominator { part = 2 * denominator - part }
    let isNegative = 2 * part > denominator
    let angle = Double.pi * Double(isNegative ? denominator - part : part) / Double(denominator)
    var (term, sum) = (1.0, 1.0)
    for n in 1..<16 {
      term *= -angle * angle / Double((2 * n - 1) * 2 * n)
      sum += term
    }
    return isNegative ? -sum : sum
  }

  /// 1 / |A_w| at the middle of a band.
  private static func gain(_ filter: PredictionFilter, _ band: Int, _ count: Int) -> Double {
    var (real, imaginary, weight) = (1.0, 0.0, 1.0)
    for j in 1..<17 {
      weight *= 0.92
      let a = weight * Double(filter.coefficients[j - 1])
      real += a * cosine(j * (2 * band + 1), 2 * count)
      // sin x = cos(x − π/2)
      imaginary += a * cosine(abs(j * (2 * band + 1) - count), 2 * count)
    }
    return 1 / (real * real + imaginary * imaginary).squareRoot()
  }

  /// The lines of a block as the page's steps give them, one after the other.
  private static func shaped(_ values: [Int32], frameLength: Int, _ ends: TransformDecoder.Ends) -> [Double] {
    let count = values.count
    var x = values.map(Double.init)
    var seed: UInt32 = 0x3039
    var start = count / 6
    while start < count {
      let group = start..<min(start + 8, count)
      if group.allSatisfy({ values[$0] == 0 }) {
        for k in group {
          seed = seed &* 69069 &+ 5
          x[k] = seed >> 16 & 1 == 1 ? -0.3125 : 0.3125
        }
      }
      start += 8
    }
    let energies = (0..<(count / 32)).map { group in
      x[(8 * group)..<(8 * group + 8)].reduce(0.01) { (sum: Double, line: Double) -> Double in sum + line * line }
    }
    var factor = 0.1
    for (group, energy) in energies.enumerated() {
      factor = max(factor, (energy / energies.max()!).squareRoot())
      for k in 0..<8 { x[8 * group + k] *= factor }
    }
    let energy = x.reduce(0.01) { $0 + $1 * $1 }
    // global_gain 56 is a factor of 100.
    let gain = 100 * Double(count) / (2 * energy.squareRoot())
    let bands = frameLength / 16
    var past = 0.0
    for k in 0..<count {
      let band = k / (count / bands)
      let (g1, g2) = (TransformTests.gain(ends.start, band, bands), TransformTests.gain(ends.end, band, bands))
      past = 2 * g1 * g2 / (g1 + g2) * x[k] + (g2 - g1) / (g1 + g2) * past
      x[k] = past
    }
    return x.map { $0 * gain }
  }

  @Test(arguments: [(1024, 256), (1024, 512), (1024, 1024), (768, 192), (768, 384), (768, 768)])
  func transformOfABlock(frameLength: Int, count: Int) {
    let ends = TransformDecoder.Ends(
      start: LineSpectrum.codebook(9).pairs.filter, end: LineSpectrum.codebook(130).pairs.filter)
    let values = (0..<count).map { (k: Int) -> Int32 in k % 40 < 24 ? Int32((k * 7919) % 11 - 5) : 0 }
    var decoder = TransformDecoder(frameLength: frameLength)
    var division = LinearPredictionStream.Division()
    division.noiseFactor = 3
    division.globalGain = 56
    var noise = NoiseSequence(.first)
    let gains = decoder.decode(values.span, division, ends: ends, noise: &noise)
    expectEqual(gains.lineCount, count)
    let lines = TransformTests.shaped(values, frameLength: frameLength, ends)
    for time in stride(from: 0, to: count, by: 23) {
      var sum = 0.0
      for k in lines.indices {
        sum += lines[k] * TransformTests.cosine((2 * count - 1 - 2 * time) * (2 * k + 1), 4 * count)
      }
      expectLess(abs(Double(decoder.samples[time]) + 2 / Double(count) * sum), 0.01)
    }
  }

  @Test(arguments: [(1024, 128), (1024, 64), (768, 96), (768, 48)])
  func signalAgainstAliasing(frameLength: Int, count: Int) throws {
    var data = ForwardAliasingData()
    // Gain 28, 10; then vectors of code book 2 with the indices 0, 17, 34 …
    var bits: [Bool] = [false, false, true, true, true, false, false]
    for vector in 0..<(count / 8) {
      bits += [true, false] + (0..<8).map { (vector * 17) >> (7 - $0) & 1 == 1 }
    }
    try data.parse(bits)
    #expect(data.count == count && data.gain == 28)
    let lines = (0..<count).map { Double(LatticeVector.base(2, index: $0 / 8 * 17)[$0 % 8]) }
    let filter = LineSpectrum.codebook(77).pairs.filter.weighted
    var canceller = AliasingCanceller(frameLength: frameLength)
    canceller.synthesize(data, weighted: filter)
    var expected = [Double](repeating: 0, count: 16 + 2 * count)
    for n in 0..<(2 * count) {
      var value = 0.0
      if n < count {
        for k in lines.indices { value += 10 * lines[k] * TransformTests.cosine((2 * n + 1) * (2 * k + 1), 4 * count) }
      }
      for j in 1..<17 { value -= Double(filter.coefficients[j - 1]) * expected[16 + n - j] }
      expected[16 + n] = value
      expectLess(abs(Double(canceller.signal[AliasingCanceller.start + n]) - value), 0.01)
    }
  }
}
