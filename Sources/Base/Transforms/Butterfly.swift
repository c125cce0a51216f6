/// Fourier transforms of three to five numbers, as many at a time as there are lanes.
public enum Butterfly<Lanes: FloatLanes> {
  /// As many complex numbers as there are lanes.
  public typealias Numbers = ComplexLanes<Lanes>
  /// The numbers of a transform, and its results.
  public typealias Four = (Numbers, Numbers, Numbers, Numbers)
  // Likewise.
  typealias Three = (Numbers, Numbers, Numbers)
  typealias Five = (Numbers, Numbers, Numbers, Numbers, Numbers)

  /// Returns the transform of four numbers: `Y[k] = Σ_{n<4} x[n] · (−i)^(nk)`.
  @inlinable
  @inline(__always)
  public static func four(_ numbers: Four) -> Four {
    let (a, b, c, d) = numbers
    return four(even: (a + c, a - c), odd: (b + d, b - d))
  }

  /// Returns the same from sum and difference of the even numbers and of the odd ones.
  @inlinable
  @inline(__always)
  static func four(
    even: (sum: Numbers, difference: Numbers), odd: (sum: Numbers, difference: Numbers)
  ) -> Four {
    let y1 = Numbers(
      real: even.difference.real + odd.difference.imaginary, imaginary: even.difference.imaginary - odd.difference.real)
    let y3 = Numbers(
      real: even.difference.real - odd.difference.imaginary, imaginary: even.difference.imaginary + odd.difference.real)
    return (even.sum + odd.sum, y1, even.sum - odd.sum, y3)
  }

  /// Returns the transform of four numbers whose last two are passed as conjugates.
  @inline(__always)
  static func fourHalfConjugate(_ numbers: Four) -> Four {
    let (a, b, c, d) = numbers
    let even = Numbers(real: a.real + c.real, imaginary: a.imaginary - c.imaginary)
    let evenDifference = Numbers(real: a.real - c.real, imaginary: a.imaginary + c.imaginary)
    let odd = Numbers(real: b.real + d.real, imaginary: b.imaginary - d.imaginary)
    let oddDifference = Numbers(real: b.real - d.real, imaginary: b.imaginary + d.imaginary)
    return four(even: (even, evenDifference), odd: (odd, oddDifference))
  }

  /// Returns the numbers multiplied by e^(−2πi·k/8), which reduces the odd half of a transform of eight to one of four.
  @inline(__always)
  static func eighthTurns(_ numbers: Four) -> Four {
    let (a, b, c, d) = numbers
    let root: Float = 0.707_106_781_186_547_5
    return (
      a, Numbers(real: (b.real + b.imaginary) * root, imaginary: (b.imaginary - b.real) * root),
      Numbers(real: c.imaginary, imaginary: Lanes(repeating: 0) - c.real),
      Numbers(real: (d.imaginary - d.real) * root, imaginary: (d.real + d.imaginary) * -root)
    )
  }

  @inline(__always)
  static func three(_ numbers: Three) -> Three {
    let (a, b, c) = numbers
    let sum = b + c
    let middle = a - sum * 0.5
    let turned = (b - c) * 0.866_025_403_784_438_6
    let y1 = Numbers(
      real: middle.real + turned.imaginary, imaginary: middle.imaginary - turned.real)
    let y2 = Numbers(
      real: middle.real - turned.imaginary, imaginary: middle.imaginary + turned.real)
    return (a + sum, y1, y2)
  }

  /// Transforms five numbers. The constants are cosine and sine of 72° and 144°.
  @inline(__always)
  static func five(_ numbers: Five) -> Five {
    let (a, b, c, d, e) = numbers
    let outer = b + e
    let inner = c + d
    let outerDifference = b - e
    let innerDifference = c - d
    let middle1 = a + outer * 0.309_016_994_374_947_4 - inner * 0.809_016_994_374_947_4
    let middle2 = a - outer * 0.809_016_994_374_947_4 + inner * 0.309_016_994_374_947_4
    let turned1 = outerDifference * 0.951_056_516_295_153_6 + innerDifference * 0.587_785_252_292_473_1
    let turned2 = outerDifference * 0.587_785_252_292_473_1 - innerDifference * 0.951_056_516_295_153_6
    let y1 = Numbers(
      real: middle1.real + turned1.imaginary, imaginary: middle1.imaginary - turned1.real)
    let y4 = Numbers(
      real: middle1.real - turned1.imaginary, imaginary: middle1.imaginary + turned1.real)
    let y2 = Numbers(
      real: middle2.real + turned2.imaginary, imaginary: middle2.imaginary - turned2.real)
    let y3 = Numbers(
      real: middle2.real - turned2.imaginary, imaginary: middle2.imaginary + turned2.real)
    return (a + outer + inner, y1, y2, y3, y4)
  }
}
