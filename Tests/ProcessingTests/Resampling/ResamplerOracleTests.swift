import Foundation
import SignalProcessing
import TestSupport
import Testing
import Transforms

/// The converter against the sum that defines it, with a filter from formulas of the tests' own.
@Suite struct ResamplerOracleTests {
  /// Kaiser's window over a sinc. Frequencies in cycles per input frame.
  struct Kernel {
    var passband: Double
    var stopband: Double
    var attenuation: Double

    var halfWidth: Double { (attenuation - 7.95) / (2 * 14.36 * (stopband - passband)) }

    /// The Bessel function as an integral, by the trapezoid rule, which is exact to rounding for periodic integrands.
    static func bessel(_ x: Double) -> Double {
      let count = 400
      return (0..<count).reduce(0) { $0 + exp(x * (cos(2 * .pi * Double($1) / Double(count)) - 1)) } / Double(count)
        * exp(x)
    }

    func callAsFunction(_ time: Double) -> Double {
      guard abs(time) < halfWidth else { return 0 }
      let beta = 0.1102 * (attenuation - 8.7)
      let place = time / halfWidth
      let window = Kernel.bessel(beta * (1 - place * place).squareRoot()) / Kernel.bessel(beta)
      let bandwidth = passband + stopband
      return (time == 0 ? bandwidth : sin(.pi * bandwidth * time) / (.pi * time)) * window
    }
  }

  @Test(arguments: [
    (44_100, 48_000), (48_000, 44_100), (48_000, 16_000), (8000, 48_000), (44_100, 32_000), (11_025, 8000),
    (44_100, 48_001), (48_001, 16_000),
  ])
  func theOutputIsTheSumThatDefinesIt(_ input: Int, _ output: Int) throws {
    let source = noise(9000 * input / max(input, output) + 1000, seed: 9)
    let cases: [(ResamplerComplexity, Double, Double)] = [(.normal, 138, 128), (.mastering, 184, 178)]
    for (complexity, attenuation, bound) in cases {
      let conversion = Conversion(
        input: Double(input), output: Double(output), complexity: complexity, quality: .medium)
      let result = try conversion.convert(source)
      let stopband = 0.5 * min(1, Double(output) / Double(input))
      let kernel = Kernel(passband: 0.908 * stopband, stopband: stopband, attenuation: attenuation)
      var signal = 0.0
      var error = 0.0
      for frame in stride(from: 3, to: result.count, by: 97) {
        // Whole frames and the part of one, apart, so that times near the end are as exact as others.
        let (whole, part) = (frame * input / output, Double(frame * input % output) / Double(output))
        let reach = Int(kernel.halfWidth) + 1
        var sum = 0.0
        for tap in max(whole - reach, 0)...min(whole + reach, source.count - 1) {
          sum += source[tap] * kernel(Double(whole - tap) + part)
        }
        signal += sum * sum
        error += (sum - result[frame]) * (sum - result[frame])
      }
      expectGreater(10 * log10(signal / error), bound, "\(complexity)")
    }
  }

  @Test(arguments: [128, 144, 168, 280, 384, 640, 864, 1152, 1176, 1280, 1568, 2520, 4096])
  func blockTransformsAreFourierTransforms(_ size: Int) {
    let real = noise(size, seed: 1)
    let imaginary = noise(size, seed: 2)
    var transform = BlockTransform<Double>(size: size)
    var single = BlockTransform<Float>(size: size)
    var result = SplitArrays<Double>(count: size)
    var rough = SplitArrays<Float>(count: size)
    transform.transform(
      SplitNumbers(real: real.span, imaginary: imaginary.span), real: &result.real, imaginary: &result.imaginary)
    let (floatReal, floatImaginary) = (real.map { Float($0) }, imaginary.map { Float($0) })
    single.transform(
      SplitNumbers(real: floatReal.span, imaginary: floatImaginary.span), real: &rough.real,
      imaginary: &rough.imaginary)
    let (cosines, sines) = (
      (0..<size).map { cos(2 * .pi * Double($0) / Double(size)) },
      (0..<size).map { sin(2 * .pi * Double($0) / Double(size)) }
    )
    for bin in stride(from: 0, to: size, by: max(1, size / 50)) {
      var (a, b) = (0.0, 0.0)
      for index in 0..<size {
        let (c, s) = (cosines[index * bin % size], sines[index * bin % size])
        a += real[index] * c + imaginary[index] * s
        b += imaginary[index] * c - real[index] * s
      }
      #expect(abs(a - result.real[bin]) < 1e-11 && abs(b - result.imaginary[bin]) < 1e-11)
      #expect(abs(a - Double(rough.real[bin])) < 1e-4 && abs(b - Double(rough.imaginary[bin])) < 1e-4)
    }
  }

  @Test func transformsOfOtherSizesAreRefused() {
    for size in [0, 8, 64, 132, 8 * 11 * 13, 1 << 25] { expectNil(TransformSize.cost(size)) }
  }

  @Test(arguments: [(384, 32), (1152, 48), (4608, 384), (1280, 312), (9216, 192)])
  func numbersThatAreZeroNeedNotBeRead(_ size: Int, _ occupied: Int) {
    var numbers = SplitArrays<Double>(count: size)
    let values = noise(4 * occupied, seed: 3)
    for index in 0..<occupied {
      (numbers.real[index], numbers.imaginary[index]) = (values[4 * index], values[4 * index + 1])
      let last = size - 1 - index
      (numbers.real[last], numbers.imaginary[last]) = (values[4 * index + 2], values[4 * index + 3])
    }
    var whole = BlockTransform<Double>(size: size)
    var sparse = BlockTransform<Double>(size: size, occupied: occupied)
    var wanted = SplitArrays<Double>(count: size)
    var result = wanted
    let source = SplitNumbers(real: numbers.real.span, imaginary: numbers.imaginary.span)
    whole.transform(source, real: &wanted.real, imaginary: &wanted.imaginary)
    sparse.transform(source, real: &result.real, imaginary: &result.imaginary)
    #expect(zip(wanted.real, result.real).allSatisfy { abs($0 - $1) < 1e-11 })
    #expect(zip(wanted.imaginary, result.imaginary).allSatisfy { abs($0 - $1) < 1e-11 })
  }

  @Test func elementaryFunctionsAreThoseOfTheLibrary() {
    for step in 0..<2000 {
      let x = exp(Double(step - 1000) / 3)
      expectLessOrEqual(abs(ElementaryFunctions.logarithm(x) - log(x)), 4e-16 * max(1, abs(log(x))))
      let y = Double(step - 1000) * 0.317
      expectLess(abs(ElementaryFunctions.exponential(y) / exp(y) - 1), 2e-15)
      let turns = Double(step - 1000) * 0.0217
      let angle = Trigonometry.cosineAndSine(turns: turns)
      #expect(abs(angle.cosine - cos(2 * .pi * turns)) < 1e-13 && abs(angle.sine - sin(2 * .pi * turns)) < 1e-13)
      let z = Double(step) * 1e-6
      expectLess(abs(ElementaryFunctions.sinc(z) - (z == 0 ? 1 : sin(.pi * z) / (.pi * z))), 1e-15)
    }
    expectLess(abs(ElementaryFunctions.amplitude(ofAttenuation: 60) - 0.001), 1e-17)
  }

  @Test func theMinimumPhaseFilterHasTheMagnitudeOfTheOther() {
    let linear = LowpassKernel(passband: 0.4, stopband: 0.5, attenuation: 100)
    let minimum = MinimumPhaseKernel(linear)
    let step = 1.0 / 16
    for frequency in [0, 0.1, 0.2, 0.3, 0.4, 0.43, 0.45, 0.47] {
      func magnitude(_ kernel: (Double) -> Double, _ range: ClosedRange<Int>) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for index in range {
          let value = kernel(Double(index) * step) * step
          real += value * cos(2 * .pi * frequency * Double(index) * step)
          imaginary += value * sin(2 * .pi * frequency * Double(index) * step)
        }
        return (real * real + imaginary * imaginary).squareRoot()
      }
      let reach = Int(linear.halfWidth / step) + 1
      let wanted = magnitude({ linear($0) }, -reach...reach)
      let actual = magnitude({ minimum($0) }, 0...(2 * reach + 16))
      expectLess(abs(actual - wanted), 2e-5, "\(frequency)")
    }
    expectEqual(minimum(-0.5), 0)
    expectLess(minimum.delay, linear.halfWidth / 4)
  }
}
