// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import Foundation

/// Sets each result to a function of the element at its place.
@inline(__always)
@unsafe
private func map(
  _ a: UnsafePointer<Float>, _ ia: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ ic: vDSP_Stride, _ n: vDSP_Length,
  _ body: (Float) -> Float
) {
  for i in 0..<Int(clamping: n) { unsafe c[i &* ic] = body(a[i &* ia]) }
}

/// Sets each result to a function of the two elements at its place.
@inline(__always)
@unsafe
private func zip(
  _ a: UnsafePointer<Float>, _ ia: vDSP_Stride, _ b: UnsafePointer<Float>, _ ib: vDSP_Stride,
  _ c: UnsafeMutablePointer<Float>, _ ic: vDSP_Stride, _ n: vDSP_Length, _ body: (Float, Float) -> Float
) {
  for i in 0..<Int(clamping: n) { unsafe c[i &* ic] = body(a[i &* ia], b[i &* ib]) }
}

// MARK: Two vectors

public func vDSP_vadd(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) { unsafe zip(__A, __IA, __B, __IB, __C, __IC, __N) { $0 + $1 } }

/// C = A − B; B is the first argument.
public func vDSP_vsub(
  _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride, _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) { unsafe zip(__A, __IA, __B, __IB, __C, __IC, __N) { $0 - $1 } }

public func vDSP_vmul(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) { unsafe zip(__A, __IA, __B, __IB, __C, __IC, __N) { $0 * $1 } }

/// C = A / B; B is the first argument.
public func vDSP_vdiv(
  _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride, _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) { unsafe zip(__A, __IA, __B, __IB, __C, __IC, __N) { $0 / $1 } }

public func vDSP_vmax(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) { unsafe zip(__A, __IA, __B, __IB, __C, __IC, __N) { max($0, $1) } }

public func vDSP_vmin(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) { unsafe zip(__A, __IA, __B, __IB, __C, __IC, __N) { min($0, $1) } }

public func vDSP_dotpr(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  var sum: Float = 0
  for i in 0..<Int(clamping: __N) { unsafe sum += __A[i &* __IA] * __B[i &* __IB] }
  unsafe __C.pointee = sum
}

// MARK: A vector and a number

public func vDSP_vsadd(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let b = unsafe __B.pointee
  unsafe map(__A, __IA, __C, __IC, __N) { $0 + b }
}

public func vDSP_vsmul(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let b = unsafe __B.pointee
  unsafe map(__A, __IA, __C, __IC, __N) { $0 * b }
}

public func vDSP_vsdiv(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let b = unsafe __B.pointee
  unsafe map(__A, __IA, __C, __IC, __N) { $0 / b }
}

/// D = A · B + C, with scalars B and C.
public func vDSP_vsmsa(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafePointer<Float>,
  _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  let (b, c) = unsafe (__B.pointee, __C.pointee)
  unsafe map(__A, __IA, __D, __ID, __N) { $0 * b + c }
}

/// D = A · B + C, with a scalar B.
public func vDSP_vsma(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafePointer<Float>,
  _ __IC: vDSP_Stride, _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  let b = unsafe __B.pointee
  unsafe zip(__A, __IA, __C, __IC, __D, __ID, __N) { $0 * b + $1 }
}

/// Clamps elements to the range from B to C.
public func vDSP_vclip(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafePointer<Float>,
  _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  let (b, c) = unsafe (__B.pointee, __C.pointee)
  unsafe map(__A, __IA, __D, __ID, __N) { $0 < b ? b : $0 > c ? c : $0 }
}

// MARK: One vector

public func vDSP_vabs(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) { unsafe map(__A, __IA, __C, __IC, __N) { $0.magnitude } }

public func vDSP_vneg(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) { unsafe map(__A, __IA, __C, __IC, __N) { -$0 } }

public func vDSP_vsq(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) { unsafe map(__A, __IA, __C, __IC, __N) { $0 * $0 } }

public func vDSP_vclr(_ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length) {
  for i in 0..<Int(clamping: __N) { unsafe __C[i &* __IC] = 0 }
}

public func vDSP_vfill(
  _ __A: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let a = unsafe __A.pointee
  for i in 0..<Int(clamping: __N) { unsafe __C[i &* __IC] = a }
}

/// C[n] = A + n · B.
public func vDSP_vramp(
  _ __A: UnsafePointer<Float>, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  let (a, b) = unsafe (__A.pointee, __B.pointee)
  for i in 0..<Int(clamping: __N) { unsafe __C[i &* __IC] = a + Float(i) * b }
}

/// Multiplies by a ramp, and updates its start for the following elements.
public func vDSP_vrampmul(
  _ __I: UnsafePointer<Float>, _ __IS: vDSP_Stride, _ __Start: UnsafeMutablePointer<Float>,
  _ __Step: UnsafePointer<Float>, _ __O: UnsafeMutablePointer<Float>, _ __OS: vDSP_Stride, _ __N: vDSP_Length
) {
  let (start, step) = unsafe (__Start.pointee, __Step.pointee)
  for i in 0..<Int(clamping: __N) { unsafe __O[i &* __OS] = __I[i &* __IS] * (start + Float(i) * step) }
  unsafe __Start.pointee = start + Float(__N) * step
}

/// Converts to dB relative to B: 20 · log₁₀(A / B) if the flag is 1, 10 · log₁₀(A / B) if it is 0.
public func vDSP_vdbcon(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length, _ __F: UInt32
) {
  let (b, factor) = unsafe (__B.pointee, __F == 0 ? 10 as Float : 20)
  unsafe map(__A, __IA, __C, __IC, __N) { factor * log10($0 / b) }
}

/// Filters, and keeps every DF-th result: C[n] = Σ A[n · DF + p] · F[p].
public func vDSP_desamp(
  _ __A: UnsafePointer<Float>, _ __DF: vDSP_Stride, _ __F: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __N: vDSP_Length, _ __P: vDSP_Length
) {
  for i in 0..<Int(clamping: __N) {
    var sum: Float = 0
    for p in 0..<Int(clamping: __P) { unsafe sum += __A[i &* __DF &+ p] * __F[p] }
    unsafe __C[i] = sum
  }
}
