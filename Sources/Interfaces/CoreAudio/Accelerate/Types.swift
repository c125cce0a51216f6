// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation, TypeNamesShouldBeCapitalized

// <Accelerate/vDSP.h>, of which this module has the functions that audio programs call: arithmetic on vectors of floats,
// conversions, windows, and the transform of real numbers. Strides are in elements, counts in results.

public typealias vDSP_Length = UInt
public typealias vDSP_Stride = Int
public typealias FFTDirection = Int32
public typealias FFTRadix = Int32

public let kFFTDirection_Forward = 1
public let kFFTDirection_Inverse = -1
public let FFT_FORWARD = kFFTDirection_Forward
public let FFT_INVERSE = kFFTDirection_Inverse
public let kFFTRadix2 = 0
public let FFT_RADIX2 = kFFTRadix2
public let vDSP_HALF_WINDOW = 1
public let vDSP_HANN_DENORM = 0
public let vDSP_HANN_NORM = 2

/// A complex number.
public struct DSPComplex: Sendable {
  public var real: Float
  public var imag: Float

  public init() { (real, imag) = (0, 0) }
  public init(real: Float, imag: Float) { (self.real, self.imag) = (real, imag) }
}

/// Complex numbers with separate real and imaginary parts.
@unsafe
public struct DSPSplitComplex {
  public var realp: UnsafeMutablePointer<Float>
  public var imagp: UnsafeMutablePointer<Float>

  public init(realp: UnsafeMutablePointer<Float>, imagp: UnsafeMutablePointer<Float>) {
    unsafe (self.realp, self.imagp) = (realp, imagp)
  }
}
