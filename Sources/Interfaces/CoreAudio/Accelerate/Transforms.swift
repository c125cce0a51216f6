// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
import Foundation
import Transforms

/// A transform's tables, which threads may share.
public final class OpaqueFFTSetup: Sendable {
  /// log₂ of the largest number of numbers.
  let limit: UInt
  private let plans = Lock<[Int: FFT]>([:])

  init(limit: UInt) { self.limit = limit }

  /// Transforms complex numbers in place, forwards.
  func transform(_ real: inout [Float], _ imaginary: inout [Float]) {
    let count = real.count
    guard count >= OpaqueFFTSetup.least else { return transformFew(&real, &imaginary) }
    var plan = plans.withLock { plans in
      if let plan = plans[count] { return plan }
      let made = FFT(size: count)
      plans[count] = made
      return made
    }
    var x = real.mutableSpan
    var y = imaginary.mutableSpan
    plan.transform(real: &x, imaginary: &y)
  }

  /// The numbers from which on ``FFT`` has plans.
  private static let least = 32

  /// Transforms a few numbers directly by the definition.
  private func transformFew(_ real: inout [Float], _ imaginary: inout [Float]) {
    let (x, y) = (real, imaginary)
    for k in x.indices {
      var (re, im) = (0.0, 0.0)
      for n in x.indices {
        let angle = -2 * Double.pi * Double(k * n % x.count) / Double(x.count)
        re += Double(x[n]) * cos(angle) - Double(y[n]) * sin(angle)
        im += Double(x[n]) * sin(angle) + Double(y[n]) * cos(angle)
      }
      (real[k], imaginary[k]) = (Float(re), Float(im))
    }
  }
}

public typealias FFTSetup = OpaqueFFTSetup

/// Prepares transforms of up to 2^`log2n` numbers, at most 2^24; `nil` for larger sizes and for radices other than 2.
public func vDSP_create_fftsetup(_ __Log2n: vDSP_Length, _ __Radix: FFTRadix) -> FFTSetup? {
  __Log2n <= 24 && Int(__Radix) == kFFTRadix2 ? OpaqueFFTSetup(limit: __Log2n) : nil
}

/// Does nothing: the setup is freed with its last reference.
public func vDSP_destroy_fftsetup(_ __setup: FFTSetup?) {}

/// Transforms complex numbers in place, unscaled in both directions. Does nothing for sizes beyond the setup's.
public func vDSP_fft_zip(
  _ __Setup: FFTSetup, _ __C: UnsafePointer<DSPSplitComplex>, _ __IC: vDSP_Stride, _ __Log2N: vDSP_Length,
  _ __Direction: FFTDirection
) {
  guard __Log2N <= __Setup.limit else { return }
  let c = unsafe __C.pointee
  let count = 1 << Int(__Log2N)
  var real = (0..<count).map { unsafe c.realp[$0 &* __IC] }
  var imaginary = (0..<count).map { unsafe c.imagp[$0 &* __IC] }
  // The inverse is the forward transform with the parts exchanged.
  if __Direction > 0 { __Setup.transform(&real, &imaginary) } else { __Setup.transform(&imaginary, &real) }
  for i in 0..<count { unsafe (c.realp[i &* __IC], c.imagp[i &* __IC]) = (real[i], imaginary[i]) }
}

/// Transforms 2^`log2n` real numbers in place, even ones in the real parts and odd ones in the imaginary parts.
///
/// The result of the forward transform is twice the mathematical one; the first imaginary part is that of half the rate,
/// which is real. The inverse has no factor, so that both give 2 · 2^`log2n` times the numbers.
public func vDSP_fft_zrip(
  _ __Setup: FFTSetup, _ __C: UnsafePointer<DSPSplitComplex>, _ __IC: vDSP_Stride, _ __Log2N: vDSP_Length,
  _ __Direction: FFTDirection
) {
  guard __Log2N >= 1, __Log2N <= __Setup.limit else { return }
  let c = unsafe __C.pointee
  let half = 1 << (Int(__Log2N) - 1)
  var real = (0..<half).map { unsafe c.realp[$0 &* __IC] }
  var imaginary = (0..<half).map { unsafe c.imagp[$0 &* __IC] }
  if __Direction > 0 {
    __Setup.transform(&real, &imaginary)
    rearrange(&real, &imaginary, isForward: true)
  } else {
    rearrange(&real, &imaginary, isForward: false)
    __Setup.transform(&imaginary, &real)
  }
  for i in 0..<half { unsafe (c.realp[i &* __IC], c.imagp[i &* __IC]) = (real[i], imaginary[i]) }
}

/// Converts between the spectra of even and odd numbers, which one complex transform holds, and the spectrum of all.
private func rearrange(_ real: inout [Float], _ imaginary: inout [Float], isForward: Bool) {
  let half = real.count
  (real[0], imaginary[0]) = (real[0] + imaginary[0], real[0] - imaginary[0])
  if isForward { (real[0], imaginary[0]) = (2 * real[0], 2 * imaginary[0]) }
  guard half > 1 else { return }
  for k in 1...(half / 2) {
    let m = half - k
    let angle = Double.pi * Double(k) / Double(half)
    // e^(−πik/half), times −i; its conjugate on the way back.
    let (p, q) = (Float(-sin(angle)), Float(isForward ? -cos(angle) : cos(angle)))
    let (evenRe, evenIm) = (real[k] + real[m], imaginary[k] - imaginary[m])
    let (oddRe, oddIm) = (real[k] - real[m], imaginary[k] + imaginary[m])
    let (turnedRe, turnedIm) = (oddRe * p - oddIm * q, oddRe * q + oddIm * p)
    (real[k], imaginary[k]) = (evenRe + turnedRe, evenIm + turnedIm)
    (real[m], imaginary[m]) = (evenRe - turnedRe, turnedIm - evenIm)
  }
}
