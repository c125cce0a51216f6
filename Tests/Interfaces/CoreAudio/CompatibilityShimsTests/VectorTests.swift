import CompatibilityShims
import Foundation
import TestSupport
import Testing

/// The functions of Accelerate, held against their definitions.
@Suite struct VectorTests {
  private let a: [Float] = [1, -2, 3, -4, 5, -6]
  private let b: [Float] = [2, 2, 4, 4, 8, 8]

  /// Returns the results of a function that fills a vector.
  private func made(_ count: Int, _ fill: (UnsafeMutablePointer<Float>) -> Void) -> [Float] {
    var result = [Float](repeating: .nan, count: count)
    result.withUnsafeMutableBufferPointer { fill($0.baseAddress!) }
    return result
  }

  @Test("elements are added, subtracted, multiplied and divided in the order of the header")
  func pairs() {
    expectEqual(made(6) { vDSP_vadd(a, 1, b, 1, $0, 1, 6) }, [3, 0, 7, 0, 13, 2])
    // C = A − B and C = A / B, B being the first argument.
    expectEqual(made(6) { vDSP_vsub(b, 1, a, 1, $0, 1, 6) }, [-1, -4, -1, -8, -3, -14])
    expectEqual(made(6) { vDSP_vdiv(b, 1, a, 1, $0, 1, 6) }, [0.5, -1, 0.75, -1, 0.625, -0.75])
    expectEqual(made(6) { vDSP_vmul(a, 1, b, 1, $0, 1, 6) }, [2, -4, 12, -16, 40, -48])
    expectEqual(made(6) { vDSP_vmax(a, 1, b, 1, $0, 1, 6) }, [2, 2, 4, 4, 8, 8])
    expectEqual(made(6) { vDSP_vmin(a, 1, b, 1, $0, 1, 6) }, a.enumerated().map { min($1, b[$0]) })
    expectEqual(made(1) { vDSP_dotpr(a, 1, b, 1, $0, 6) }, [-14])
  }

  @Test("strides choose elements, and leave the others alone")
  func strides() {
    var result: [Float] = [0, 9, 0, 9, 0, 9]
    result.withUnsafeMutableBufferPointer { vDSP_vadd(a, 2, b, 2, $0.baseAddress!, 2, 3) }
    expectEqual(result, [3, 9, 7, 9, 13, 9])
    result.withUnsafeMutableBufferPointer { vDSP_vclr($0.baseAddress! + 1, 2, 3) }
    expectEqual(result, [3, 0, 7, 0, 13, 0])
    // From the end to the beginning.
    let reversed = made(3) { result in a.withUnsafeBufferPointer { vDSP_vneg($0.baseAddress! + 5, -1, result, 1, 3) } }
    expectEqual(reversed, [6, -5, 4])
  }

  @Test("numbers are applied to every element")
  func numbers() {
    var (two, one, low, high) = (2 as Float, 1 as Float, -3 as Float, 4 as Float)
    expectEqual(made(6) { vDSP_vsadd(a, 1, &one, $0, 1, 6) }, a.map { $0 + 1 })
    expectEqual(made(6) { vDSP_vsmul(a, 1, &two, $0, 1, 6) }, a.map { $0 * 2 })
    expectEqual(made(6) { vDSP_vsdiv(a, 1, &two, $0, 1, 6) }, a.map { $0 / 2 })
    expectEqual(made(6) { vDSP_vsmsa(a, 1, &two, &one, $0, 1, 6) }, a.map { $0 * 2 + 1 })
    expectEqual(made(6) { vDSP_vsma(a, 1, &two, b, 1, $0, 1, 6) }, zip(a, b).map { $0 * 2 + $1 })
    expectEqual(made(6) { vDSP_vclip(a, 1, &low, &high, $0, 1, 6) }, [1, -2, 3, -3, 4, -3])
    expectEqual(made(6) { vDSP_vabs(a, 1, $0, 1, 6) }, [1, 2, 3, 4, 5, 6])
    expectEqual(made(6) { vDSP_vsq(a, 1, $0, 1, 6) }, [1, 4, 9, 16, 25, 36])
    expectEqual(made(3) { vDSP_vfill(&two, $0, 1, 3) }, [2, 2, 2])
    expectEqual(made(3) { vDSP_vramp(&one, &two, $0, 1, 3) }, [1, 3, 5])
    var start: Float = 1
    expectEqual(made(3) { vDSP_vrampmul(b, 1, &start, &two, $0, 1, 3) }, [2, 6, 20])
    expectEqual(start, 7)
    let decibels = made(2) { vDSP_vdbcon([1, 10], 1, &one, $0, 1, 2, 1) }
    expectEqual(decibels, [0, 20])
  }

  @Test("measures are those of the definition, and those of nothing are defined")
  func measures() {
    expectEqual(made(1) { vDSP_sve(a, 1, $0, 6) }, [-3])
    expectEqual(made(1) { vDSP_svesq(a, 1, $0, 6) }, [91])
    expectEqual(made(1) { vDSP_meanv(a, 1, $0, 6) }, [-0.5])
    expectEqual(made(1) { vDSP_meamgv(a, 1, $0, 6) }, [3.5])
    expectEqual(made(1) { vDSP_measqv(a, 1, $0, 6) }, [Float(91) / 6])
    expectEqual(made(1) { vDSP_rmsqv(a, 1, $0, 6) }, [(Float(91) / 6).squareRoot()])
    expectEqual(made(1) { vDSP_maxv(a, 1, $0, 6) }, [5])
    expectEqual(made(1) { vDSP_minv(a, 1, $0, 6) }, [-6])
    expectEqual(made(1) { vDSP_maxmgv(a, 1, $0, 6) }, [6])
    var place: vDSP_Length = 0
    #expect(made(1) { vDSP_maxvi(a, 2, $0, &place, 3) } == [5] && place == 4)
    expectEqual(made(1) { vDSP_maxv(a, 1, $0, 0) }, [-.infinity])
    expectEqual(made(1) { vDSP_minv(a, 1, $0, 0) }, [.infinity])
    expectEqual(vDSP.linearInterpolate(a, b, using: 0.5), [1.5, 0, 3.5, 0, 6.5, 1])
    #expect(vDSP.rootMeanSquare([3, 4]) == (12.5 as Float).squareRoot() && vDSP.maximum(a) == 5)
  }

  @Test("integers and floats become one another, also those out of range")
  func conversions() {
    expectEqual(made(3) { vDSP_vflt16([-32_768, 0, 32_767], 1, $0, 1, 3) }, [-32_768, 0, 32_767])
    var integers = [Int16](repeating: 1, count: 5)
    vDSP_vfix16([1.9, -1.9, 40_000, -.infinity, .nan], 1, &integers, 1, 5)
    expectEqual(integers, [1, -1, 32_767, -32_768, 0])
    vDSP_vfixr16([1.9, -1.9, 2.5, 3.5, 0.4], 1, &integers, 1, 5)
    expectEqual(integers, [2, -2, 2, 4, 0])
  }

  @Test("a normalized Hann window has a mean square of 1, and a plain one a peak of 1")
  func windows() {
    let count = 64
    let normal = made(count) { vDSP_hann_window($0, vDSP_Length(count), Int32(vDSP_HANN_NORM)) }
    expectLess(abs(normal.reduce(0) { $0 + $1 * $1 } / Float(count) - 1), 1e-6)
    let plain = made(count) { vDSP_hann_window($0, vDSP_Length(count), Int32(vDSP_HANN_DENORM)) }
    #expect(plain[0] == 0 && plain[count / 2] == 1 && abs(plain[count / 4] - 0.5) < 1e-6)
    let half = made(count) { vDSP_blkman_window($0, vDSP_Length(count), Int32(vDSP_HALF_WINDOW)) }
    #expect(half[(count / 2)...].allSatisfy(\.isNaN) && abs(half[16] - 0.34) < 1e-6)
  }

  @Test("each result of a filter that decimates is the sum of the definition")
  func decimation() {
    let taps: [Float] = [0.5, 0.25]
    expectEqual(made(2) { vDSP_desamp(a, 3, taps, $0, 2, 2) }, [0, -0.75])
  }

  @Test("real numbers are transformed to twice their spectrum, and back", arguments: 1...11)
  func realTransform(log2: Int) throws {
    let count = 1 << log2
    var random = SplitMix64(seed: UInt64(log2))
    let numbers = (0..<count).map { _ in Float(Int16(truncatingIfNeeded: random.next())) / 32_768 }
    let setup = try required(vDSP_create_fftsetup(vDSP_Length(log2), FFTRadix(kFFTRadix2)))
    var real = stride(from: 0, to: count, by: 2).map { numbers[$0] }
    var imaginary = stride(from: 1, to: count, by: 2).map { numbers[$0] }
    try real.withUnsafeMutableBufferPointer { x in
      try imaginary.withUnsafeMutableBufferPointer { y in
        var parts = DSPSplitComplex(realp: try required(x.baseAddress), imagp: try required(y.baseAddress))
        vDSP_fft_zrip(setup, &parts, 1, vDSP_Length(log2), FFTDirection(FFT_FORWARD))
        for k in 0...(count / 2) {
          var (re, im) = (0.0, 0.0)
          for (n, number) in numbers.enumerated() {
            let angle = -2 * Double.pi * Double(k * n % count) / Double(count)
            re += Double(number) * cos(angle)
            im += Double(number) * sin(angle)
          }
          let found: (Double, Double) =
            k == 0 ? (Double(x[0]), 0) : k == count / 2 ? (Double(y[0]), 0) : (Double(x[k]), Double(y[k]))
          #expect(abs(found.0 - 2 * re) < 1e-3 && abs(found.1 - 2 * im) < 1e-3)
        }
        vDSP_fft_zrip(setup, &parts, 1, vDSP_Length(log2), FFTDirection(FFT_INVERSE))
        for n in 0..<count {
          let found = n % 2 == 0 ? x[n / 2] : y[n / 2]
          expectLess(abs(found / Float(2 * count) - numbers[n]), 1e-5)
        }
      }
    }
    #expect(vDSP_create_fftsetup(25, FFTRadix(kFFTRadix2)) == nil && vDSP_create_fftsetup(4, 1) == nil)
  }

  @Test("a text without a table is its key, and a pool runs what it is given")
  func foundation() throws {
    expectEqual(String(localized: "no such key"), "no such key")
    expectEqual(autoreleasepool { 5 }, 5)
  }
}
