/// Fourier transforms of three to eight numbers, as many at a time as a vector has lanes.
enum BlockButterfly<Real: ResamplerSample> {
  typealias Block = ComplexBlock<Real>
  // The numbers of a transform, and its results.
  typealias Three = (Block, Block, Block)
  typealias Four = (Block, Block, Block, Block)
  typealias Five = (Block, Block, Block, Block, Block)
  typealias Six = (Block, Block, Block, Block, Block, Block)
  typealias Seven = (Block, Block, Block, Block, Block, Block, Block)
  typealias Eight = (Block, Block, Block, Block, Block, Block, Block, Block)

  @inline(__always)
  static func three(_ numbers: Three) -> Three {
    let (a, b, c) = numbers
    let sum = b + c
    let middle = a - sum * 0.5
    let turned = (b - c) * 0.866_025_403_784_438_646_8
    return (a + sum, minusTurned(middle, turned), plusTurned(middle, turned))
  }

  @inline(__always)
  static func four(_ numbers: Four) -> Four {
    let (a, b, c, d) = numbers
    let even = a + c
    let evenDifference = a - c
    let odd = b + d
    let oddDifference = b - d
    return (
      even + odd, minusTurned(evenDifference, oddDifference), even - odd, plusTurned(evenDifference, oddDifference)
    )
  }

  /// Transforms five numbers. The constants are cosine and sine of 72° and 144°.
  @inline(__always)
  static func five(_ numbers: Five) -> Five {
    let (a, b, c, d, e) = numbers
    let outer = b + e
    let inner = c + d
    let outerDifference = b - e
    let innerDifference = c - d
    let middle1 = a + outer * 0.309_016_994_374_947_424_1 - inner * 0.809_016_994_374_947_424_1
    let middle2 = a - outer * 0.809_016_994_374_947_424_1 + inner * 0.309_016_994_374_947_424_1
    let turned1 = outerDifference * 0.951_056_516_295_153_572_1 + innerDifference * 0.587_785_252_292_473_129_2
    let turned2 = outerDifference * 0.587_785_252_292_473_129_2 - innerDifference * 0.951_056_516_295_153_572_1
    return (
      a + outer + inner, minusTurned(middle1, turned1), minusTurned(middle2, turned2), plusTurned(middle2, turned2),
      plusTurned(middle1, turned1)
    )
  }

  /// Returns two transforms of three numbers each; the order of numbers and results replaces the factors between them.
  @inline(__always)
  static func six(_ numbers: Six) -> Six {
    let (a, b, c, d, e, f) = numbers
    let (p0, p1, p2) = three((a, c, e))
    let (q0, q1, q2) = three((d, f, b))
    return (p0 + q0, p1 - q1, p2 + q2, p0 - q0, p1 + q1, p2 - q2)
  }

  @inline(__always)
  static func eight(_ numbers: Eight) -> Eight {
    let (a, b, c, d, e, f, g, h) = numbers
    let (p0, p1, p2, p3) = four((a, c, e, g))
    let (q0, q1, q2, q3) = four((b, d, f, h))
    // Times (1 − i)/√2, and (1 + i)/√2.
    let half: Real = 0.707_106_781_186_547_524_4
    let turned1 = minusTurned(q1, q1) * half
    let turned3 = plusTurned(q3, q3) * half
    return (
      p0 + q0, p1 + turned1, minusTurned(p2, q2), p3 - turned3, p0 - q0, p1 - turned1, plusTurned(p2, q2), p3 + turned3
    )
  }

  /// Transforms seven numbers. The constants are cosine and sine of a seventh, two and three sevenths of a turn.
  @inline(__always)
  static func seven(_ numbers: Seven) -> Seven {
    let (a, b, c, d, e, f, g) = numbers
    let sum1 = b + g
    let sum2 = c + f
    let sum3 = d + e
    let difference1 = b - g
    let difference2 = c - f
    let difference3 = d - e
    let c1: Real = 0.623_489_801_858_733_530_5
    let c2: Real = 0.222_520_933_956_314_404_3
    let c3: Real = 0.900_968_867_902_419_126_2
    let s1: Real = 0.781_831_482_468_029_808_7
    let s2: Real = 0.974_927_912_181_823_607_0
    let s3: Real = 0.433_883_739_117_558_120_5
    let middle1 = a + sum1 * c1 - sum2 * c2 - sum3 * c3
    let middle2 = a - sum1 * c2 - sum2 * c3 + sum3 * c1
    let middle3 = a - sum1 * c3 + sum2 * c1 - sum3 * c2
    let turned1 = difference1 * s1 + difference2 * s2 + difference3 * s3
    let turned2 = difference1 * s2 - difference2 * s3 - difference3 * s1
    let turned3 = difference1 * s3 - difference2 * s1 + difference3 * s2
    return (
      a + sum1 + sum2 + sum3, minusTurned(middle1, turned1), minusTurned(middle2, turned2),
      minusTurned(middle3, turned3), plusTurned(middle3, turned3), plusTurned(middle2, turned2),
      plusTurned(middle1, turned1)
    )
  }

  /// Returns a − i·b.
  @inline(__always)
  private static func minusTurned(_ a: Block, _ b: Block) -> Block {
    Block(real: a.real + b.imaginary, imaginary: a.imaginary - b.real)
  }

  /// Returns a + i·b.
  @inline(__always)
  private static func plusTurned(_ a: Block, _ b: Block) -> Block {
    Block(real: a.real - b.imaginary, imaginary: a.imaginary + b.real)
  }
}
