import Foundation
import TestSupport
import Testing
import Transforms

@Suite("Fourier and cosine transforms against their formulas")
struct FourierTransformTests {
  @Test(
    "the FFT is the discrete Fourier transform to 130 dB",
    arguments: [
      24, 32, 36, 40, 60, 64, 72, 80, 96, 100, 120, 128, 160, 192, 240, 256, 300, 320, 384, 480, 500, 512, 768, 1024,
    ])
  func fourier(size: Int) {
    var generator = SplitMix64(seed: UInt64(size))
    let (real, imaginary) = (generator.samples(size), generator.samples(size))
    var wanted: [Double] = []
    var wantedImaginary: [Double] = []
    for k in 0..<size {
      var (x, y) = (0.0, 0.0)
      for n in 0..<size {
        let angle = -2 * Double.pi * Double(n * k % size) / Double(size)
        x += Double(real[n]) * cos(angle) - Double(imaginary[n]) * sin(angle)
        y += Double(real[n]) * sin(angle) + Double(imaginary[n]) * cos(angle)
      }
      wanted.append(x)
      wantedImaginary.append(y)
    }
    var transform = FFT(size: size)
    for _ in 0..<2 {
      var (actual, actualImaginary) = (real, imaginary)
      do {
        var x = actual.mutableSpan
        var y = actualImaginary.mutableSpan
        transform.transform(real: &x, imaginary: &y)
      }
      expectGreaterOrEqual(ratio(of: actual + actualImaginary, to: wanted + wantedImaginary), 130)
    }
  }

  @Test("a single line of the FFT turns clockwise")
  func direction() {
    var real = [Float](repeating: 0, count: 64)
    var imaginary = real
    real[1] = 1
    var transform = FFT(size: 64)
    do {
      var x = real.mutableSpan
      var y = imaginary.mutableSpan
      transform.transform(real: &x, imaginary: &y)
    }
    #expect(abs(real[16]) < 1e-6 && abs(imaginary[16] + 1) < 1e-6)
  }

  @Test(
    "the DCT-IV is its formula to 130 dB, scale included",
    arguments: [48, 64, 72, 80, 96, 120, 128, 160, 240, 256, 480, 512, 960, 1024, 2048], [1, -0.25])
  func cosineTransform(size: Int, scale: Double) {
    var generator = SplitMix64(seed: UInt64(size))
    let input = generator.samples(size)
    let wanted = (0..<size).map { m in
      scale * (0..<size).reduce(0.0) { $0 + Double(input[$1]) * cosine(m, twiceOffset: 1, $1, size: size) }
    }
    var transform = DCT4(size: size, scale: scale)
    var output = [Float](repeating: .nan, count: size)
    for _ in 0..<2 {
      transform.transform(input.span, into: &output)
      expectGreaterOrEqual(ratio(of: output, to: wanted), 130)
    }
    var viaSpan = [Float](repeating: .nan, count: size)
    do {
      var span = viaSpan.mutableSpan
      transform.transform(input, into: &span)
    }
    expectEqual(viaSpan, output)
  }

  @Test(
    "the DCT-IV that folds lanes is the one that takes numbers apart, with four lanes and with eight",
    arguments: [48, 64, 80, 96, 128, 160, 192, 240, 256, 384, 480, 512, 768, 960, 1024, 1280, 2048], [4, 8])
  func foldedLanes(size: Int, laneCount: Int) throws {
    guard var folded = FoldedDCT4(size: size, laneCount: laneCount) else {
      #expect(laneCount == 8 && (size < 128 || size % 32 != 0) || size == 240 || size == 80)
      return
    }
    var generator = SplitMix64(seed: UInt64(size))
    let input = generator.samples(size)
    var plain = PlainDCT4(size: size, scale: 1)
    var output = [Float](repeating: .nan, count: size)
    var expected = output
    for _ in 0..<2 {
      var span = output.mutableSpan
      folded.transform(input.span, into: &span)
    }
    do {
      var span = expected.mutableSpan
      plain.transform(input.span, into: &span)
    }
    expectGreaterOrEqual(ratio(of: output, to: expected.map { Double($0) }), 130)
  }

  @Test("sines of parts of a turn agree with the C library to the rounding of the angle")
  func trigonometry() {
    for denominator in [1, 2, 3, 5, 8, 12, 30, 480, 1023, 8192, 16384] {
      for numerator in stride(from: -denominator, through: denominator, by: max(1, denominator / 97)) {
        let angle = 2 * Double.pi * Double(numerator) / Double(denominator)
        let (cosine, sine) = Trigonometry.cosineAndSine(turns: numerator, over: denominator)
        // Three roundings of the angle (π, product, quotient) and one each of the two results.
        let tolerance = 3 * 0x1p-53 * abs(angle) + 2 * 0x1p-53
        #expect(abs(cosine - cos(angle)) <= tolerance && abs(sine - sin(angle)) <= tolerance)
        let later = Trigonometry.cosineAndSine(turns: numerator + 3 * denominator, over: denominator)
        #expect(later == (cosine, sine))
      }
    }
    expectLessOrEqual(abs(Trigonometry.sine(turns: 1, over: 12) - 0.5), 0x1p-53)
    expectEqual(Trigonometry.cosine(turns: 1, over: 4), 0)
    expectEqual(Trigonometry.cosine(turns: 1 << 40, over: 1 << 39), 1)
  }
}
