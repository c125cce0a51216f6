// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

/// Returns the sum of a function of each element.
@inline(__always)
@unsafe
private func sum(_ a: UnsafePointer<Float>, _ ia: vDSP_Stride, _ n: vDSP_Length, _ body: (Float) -> Float) -> Float {
  var sum: Float = 0
  for i in 0..<Int(clamping: n) { unsafe sum += body(a[i &* ia]) }
  return sum
}

public func vDSP_sve(
  _ __A: UnsafePointer<Float>, _ __I: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) { unsafe __C.pointee = sum(__A, __I, __N) { $0 } }

public func vDSP_svesq(
  _ __A: UnsafePointer<Float>, _ __I: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) { unsafe __C.pointee = sum(__A, __I, __N) { $0 * $0 } }

public func vDSP_meanv(
  _ __A: UnsafePointer<Float>, _ __I: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) { unsafe __C.pointee = sum(__A, __I, __N) { $0 } / Float(__N) }

public func vDSP_meamgv(
  _ __A: UnsafePointer<Float>, _ __I: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) { unsafe __C.pointee = sum(__A, __I, __N) { $0.magnitude } / Float(__N) }

public func vDSP_measqv(
  _ __A: UnsafePointer<Float>, _ __I: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) { unsafe __C.pointee = sum(__A, __I, __N) { $0 * $0 } / Float(__N) }

public func vDSP_rmsqv(
  _ __A: UnsafePointer<Float>, _ __I: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) { unsafe __C.pointee = (sum(__A, __I, __N) { $0 * $0 } / Float(__N)).squareRoot() }

/// Writes the largest element; −∞ if there are no elements.
public func vDSP_maxv(
  _ __A: UnsafePointer<Float>, _ __I: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  var index: vDSP_Length = 0
  unsafe vDSP_maxvi(__A, __I, __C, &index, __N)
}

/// Writes the smallest element; ∞ if there are no elements.
public func vDSP_minv(
  _ __A: UnsafePointer<Float>, _ __I: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  var least = Float.infinity
  for i in 0..<Int(clamping: __N) { unsafe least = min(least, __A[i &* __I]) }
  unsafe __C.pointee = least
}

/// Writes the largest magnitude; 0 if there are no elements.
public func vDSP_maxmgv(
  _ __A: UnsafePointer<Float>, _ __I: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  var most: Float = 0
  for i in 0..<Int(clamping: __N) { unsafe most = max(most, __A[i &* __I].magnitude) }
  unsafe __C.pointee = most
}

/// Writes the largest element and its position in floats: the index times the stride.
public func vDSP_maxvi(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>,
  _ __I: UnsafeMutablePointer<vDSP_Length>, _ __N: vDSP_Length
) {
  var (most, place) = (-Float.infinity, 0)
  for i in 0..<Int(clamping: __N) {
    let value = unsafe __A[i &* __IA]
    if value > most { (most, place) = (value, i) }
  }
  unsafe __C.pointee = most
  unsafe __I.pointee = vDSP_Length(bitPattern: place &* __IA)
}
