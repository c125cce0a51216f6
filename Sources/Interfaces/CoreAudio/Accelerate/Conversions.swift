// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

/// Sets each result to a conversion of the element at its place.
@inline(__always)
@unsafe
private func convert<From, To>(
  _ a: UnsafePointer<From>, _ ia: vDSP_Stride, _ c: UnsafeMutablePointer<To>, _ ic: vDSP_Stride, _ n: vDSP_Length,
  _ body: (From) -> To
) {
  for i in 0..<Int(clamping: n) { unsafe c[i &* ic] = body(a[i &* ia]) }
}

/// Returns the nearest integer that the type holds; 0 for NaN.
@inline(__always)
private func integer<Value: FixedWidthInteger>(_ x: Float, _ rule: FloatingPointRoundingRule) -> Value {
  x.isNaN ? 0 : Value(clamping: Int64(min(max(Double(x.rounded(rule)), -0x1p62), 0x1p62)))
}

public func vDSP_vflt16(
  _ A: UnsafePointer<Int16>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) { unsafe convert(A, IA, C, IC, N) { Float($0) } }

public func vDSP_vflt32(
  _ A: UnsafePointer<Int32>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) { unsafe convert(A, IA, C, IC, N) { Float($0) } }

/// Rounds towards zero; numbers out of range, undefined in the original, are clamped.
public func vDSP_vfix16(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int16>, _ IC: vDSP_Stride, _ N: vDSP_Length
) { unsafe convert(A, IA, C, IC, N) { integer($0, .towardZero) } }

/// Rounds to the nearest; numbers out of range, undefined in the original, are clamped.
public func vDSP_vfixr16(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int16>, _ IC: vDSP_Stride, _ N: vDSP_Length
) { unsafe convert(A, IA, C, IC, N) { integer($0, .toNearestOrEven) } }

/// Rounds towards zero; numbers out of range, undefined in the original, are clamped.
public func vDSP_vfix32(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int32>, _ IC: vDSP_Stride, _ N: vDSP_Length
) { unsafe convert(A, IA, C, IC, N) { integer($0, .towardZero) } }

public func vDSP_vspdp(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) { unsafe convert(__A, __IA, __C, __IC, __N) { Double($0) } }

public func vDSP_vdpsp(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) { unsafe convert(__A, __IA, __C, __IC, __N) { Float($0) } }

// MARK: Complex numbers

/// Separates interleaved complex numbers into real and imaginary parts. The stride of C counts floats: 2 for adjacent
/// numbers.
public func vDSP_ctoz(
  _ __C: UnsafePointer<DSPComplex>, _ __IC: vDSP_Stride, _ __Z: UnsafePointer<DSPSplitComplex>, _ __IZ: vDSP_Stride,
  _ __N: vDSP_Length
) {
  let z = unsafe __Z.pointee
  for i in 0..<Int(clamping: __N) {
    let number = unsafe __C[i &* (__IC / 2)]
    unsafe (z.realp[i &* __IZ], z.imagp[i &* __IZ]) = (number.real, number.imag)
  }
}

/// Interleaves separate real and imaginary parts. The stride of C counts floats: 2 for adjacent numbers.
public func vDSP_ztoc(
  _ __Z: UnsafePointer<DSPSplitComplex>, _ __IZ: vDSP_Stride, _ __C: UnsafeMutablePointer<DSPComplex>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let z = unsafe __Z.pointee
  for i in 0..<Int(clamping: __N) {
    unsafe __C[i &* (__IC / 2)] = DSPComplex(real: z.realp[i &* __IZ], imag: z.imagp[i &* __IZ])
  }
}

/// The squared magnitudes.
public func vDSP_zvmags(
  _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  let a = unsafe __A.pointee
  for i in 0..<Int(clamping: __N) {
    let (x, y) = unsafe (a.realp[i &* __IA], a.imagp[i &* __IA])
    unsafe __C[i &* __IC] = x * x + y * y
  }
}

/// The magnitudes.
public func vDSP_zvabs(
  _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  unsafe vDSP_zvmags(__A, __IA, __C, __IC, __N)
  for i in 0..<Int(clamping: __N) { unsafe __C[i &* __IC] = __C[i &* __IC].squareRoot() }
}

/// C = A · B, with a scalar B.
public func vDSP_zvzsml(
  _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<DSPSplitComplex>,
  _ __C: UnsafePointer<DSPSplitComplex>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let (a, c) = unsafe (__A.pointee, __C.pointee)
  let (p, q) = unsafe (__B.pointee.realp.pointee, __B.pointee.imagp.pointee)
  for i in 0..<Int(clamping: __N) {
    let (x, y) = unsafe (a.realp[i &* __IA], a.imagp[i &* __IA])
    unsafe (c.realp[i &* __IC], c.imagp[i &* __IC]) = (x * p - y * q, x * q + y * p)
  }
}
