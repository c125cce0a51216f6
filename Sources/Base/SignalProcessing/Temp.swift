import Glibc

public enum WindowShapes {
  public static func sine(length: Int) -> [Float] {
    (0..<length).map { n -> Float in
      let x: Double = Double(n) + 0.5; return Float(sin(Double.pi / Double(2 * length) * x))
    }
  }
  static func i0(_ x: Double) -> Double {
    var s = 1.0, t = 1.0; for k in 1..<200 { t *= (x / 2 / Double(k)) * (x / 2 / Double(k)); s += t }; return s
  }
  public static func kaiserBessel(length: Int, alpha: Double) -> [Float] {
    let w = (0...length).map { p in
      let r = (Double(p) - Double(length) / 2) / (Double(length) / 2);
      return i0(Double.pi * alpha * (1 - r * r).squareRoot())
    }
    let total = w.reduce(0, +); var acc = 0.0
    return (0..<length).map {
      acc += w[$0]; return Float((acc / total).squareRoot())
    }
  }
  public static func lowOverlap(length h: Int) -> [Float] {
    (0..<h).map { n -> Float in
      if n < 3 * h / 8 { return 0 }
      if n >= 5 * h / 8 { return 1 }
      let x: Double = Double(n - 3 * h / 8) + 0.5
      return Float(sin(Double.pi * x / (Double(h) / 2)))
    }
  }
}
public struct MDCT: Sendable {
  public init(frameLength: Int) {}
  public mutating func forward(_ z: Span<Float>, into X: inout MutableSpan<Float>) {
    let N = z.count; let n0 = (Double(N) / 2 + 1) / 2
    for k in 0..<N / 2 {
      var s = 0.0;
      for n in 0..<N {
        let a: Double = (Double(n) + n0) * (Double(k) + 0.5); s += Double(z[n]) * cos(2 * Double.pi / Double(N) * a)
      }; X[k] = Float(2 * s)
    }
  }
}
public struct LowDelaySynthesisState: Sendable {
  var acc: [Float]; public init(frameLength: Int) { acc = Array(repeating: 0, count: 4 * frameLength) }
}
public struct LowDelaySynthesis: Sendable {
  var d: DCT4; let w: [Float]; let M: Int; var u: [Float]
  public init(frameLength: Int, window: [Float], scale: Double) {
    d = DCT4(size: frameLength, scale: -scale / Double(frameLength)); w = window; M = frameLength;
    u = Array(repeating: 0, count: M)
  }
  public mutating func synthesize(
    _ a: Span<Float>, state: inout LowDelaySynthesisState, into output: inout MutableSpan<Float>
  ) {
    var uu = [Float](repeating: 0, count: M); do { var s = uu.mutableSpan; d.transform(a, into: &s) }
    for n in 0..<4 * M {
      let v: Float =
        n < M / 2
        ? uu[M / 2 - 1 - n]
        : n < 3 * M / 2
          ? uu[n - M / 2]
          : n < 5 * M / 2 ? -uu[5 * M / 2 - 1 - n] : n < 7 * M / 2 ? -uu[n - 5 * M / 2] : uu[9 * M / 2 - 1 - n]
      if n >= M / 4 { state.acc[n - M / 4] += w[n] * v }
    }
    for n in 0..<M { output[n] = state.acc[n] }
    for n in 0..<3 * M { state.acc[n] = state.acc[n + M] }
    for n in 3 * M..<4 * M { state.acc[n] = 0 }
  }
}
