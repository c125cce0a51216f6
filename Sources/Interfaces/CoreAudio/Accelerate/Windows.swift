// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import Foundation

/// Fills a window of a period of N, or the first half of one.
@unsafe
private func fill(
  _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length, _ flag: Int32, _ shape: (_ phase: Double) -> Double
) {
  let count = Int(flag) & vDSP_HALF_WINDOW != 0 ? (n &+ 1) / 2 : n
  for i in 0..<Int(clamping: count) { unsafe c[i] = Float(shape(2 * Double.pi * Double(i) / Double(n))) }
}

/// Writes a Hann window; with ``vDSP_HANN_NORM`` its squares have a mean of 1.
public func vDSP_hann_window(_ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length, _ __Flag: Int32) {
  let height = Int(__Flag) & vDSP_HANN_NORM != 0 ? (2.0 / 3).squareRoot() : 0.5
  unsafe fill(__C, __N, __Flag) { height * (1 - cos($0)) }
}

/// A Hamming window.
public func vDSP_hamm_window(_ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length, _ __Flag: Int32) {
  unsafe fill(__C, __N, __Flag) { 0.54 - 0.46 * cos($0) }
}

/// A Blackman window.
public func vDSP_blkman_window(_ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length, _ __Flag: Int32) {
  unsafe fill(__C, __N, __Flag) { 0.42 - 0.5 * cos($0) + 0.08 * cos(2 * $0) }
}
