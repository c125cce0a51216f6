extension FFT {
  /// Radix 4 over numbers a quarter apart; afterwards the numbers of one butterfly are neighbours.
  @inline(__always)
  mutating func firstPass(_ source: borrowing some ComplexSource & ~Escapable) {
    FFT.firstPass(source, firstTwiddles, size / 4, &work)
  }

  @inline(__always)
  private static func firstPass(
    _ source: borrowing some ComplexSource & ~Escapable, _ twiddles: [ComplexQuad], _ quarter: Int,
    _ destination: inout [ComplexQuad]
  ) {
    let factors = twiddles.span
    var result = destination.mutableSpan
    let blocks = (quarter &+ 3) / 4
    for block in 0..<blocks {
      let start = min(4 &* block, quarter &- 4)
      let (y0, y1, y2, y3) = Butterfly.four(
        source.quad(at: start, serial: 4 &* block),
        source.quad(at: start &+ quarter, serial: 4 &* block &+ 1),
        source.quad(at: start &+ 2 &* quarter, serial: 4 &* block &+ 2),
        source.quad(at: start &+ 3 &* quarter, serial: 4 &* block &+ 3))
      let z1 = y1 * factors[3 &* block]
      let z2 = y2 * factors[3 &* block &+ 1]
      let z3 = y3 * factors[3 &* block &+ 2]
      let real = SIMD4.transpose(y0.real, z1.real, z2.real, z3.real)
      let imaginary = SIMD4.transpose(y0.imaginary, z1.imaginary, z2.imaginary, z3.imaginary)
      result[start] = ComplexQuad(real: real.0, imaginary: imaginary.0)
      result[start &+ 1] = ComplexQuad(real: real.1, imaginary: imaginary.1)
      result[start &+ 2] = ComplexQuad(real: real.2, imaginary: imaginary.2)
      result[start &+ 3] = ComplexQuad(real: real.3, imaginary: imaginary.3)
    }
  }

  /// One later pass, from ``work`` through ``other`` back to ``work``.
  mutating func run(_ pass: Pass) {
    FFT.run(pass, work, twiddles, &other)
    swap(&work, &other)
  }

  private static func run(
    _ pass: Pass, _ numbers: [ComplexQuad], _ twiddles: [ComplexQuad], _ destination: inout [ComplexQuad]
  ) {
    let source = numbers.span
    let factors = twiddles.span
    var result = destination.mutableSpan
    switch pass.radix {
    case 4 where pass.stride == 1 && pass.groups > 1: neighbouringFours(source, factors, pass, &result)
    case 4: fours(source, factors, pass, &result)
    case 5: fives(source, factors, pass, &result)
    case 3: threes(source, factors, pass, &result)
    default: twos(source, factors, pass, &result)
    }
  }

  /// Radix 4 where every butterfly has twiddle factors of its own.
  private static func neighbouringFours(
    _ source: Span<ComplexQuad>, _ factors: Span<ComplexQuad>, _ pass: Pass,
    _ result: inout MutableSpan<ComplexQuad>
  ) {
    let groups = pass.groups
    let first = pass.firstTwiddle
    for group in 0..<groups {
      let (y0, y1, y2, y3) = Butterfly.four(
        source[group], source[group &+ groups], source[group &+ 2 &* groups], source[group &+ 3 &* groups])
      let factor = first &+ 3 &* group
      result[4 &* group] = y0
      result[4 &* group &+ 1] = y1 * factors[factor]
      result[4 &* group &+ 2] = y2 * factors[factor &+ 1]
      result[4 &* group &+ 3] = y3 * factors[factor &+ 2]
    }
  }

  private static func fours(
    _ source: Span<ComplexQuad>, _ factors: Span<ComplexQuad>, _ pass: Pass,
    _ result: inout MutableSpan<ComplexQuad>
  ) {
    let stride = pass.stride
    let leg = stride &* pass.groups
    let turns = pass.groups > 1
    for group in 0..<pass.groups {
      let factor = pass.firstTwiddle &+ 3 &* group
      let w1 = turns ? factors[factor] : ComplexQuad.zero
      let w2 = turns ? factors[factor &+ 1] : ComplexQuad.zero
      let w3 = turns ? factors[factor &+ 2] : ComplexQuad.zero
      let from = stride &* group
      let to = 4 &* from
      for block in 0..<stride {
        let (y0, y1, y2, y3) = Butterfly.four(
          source[from &+ block], source[from &+ block &+ leg], source[from &+ block &+ 2 &* leg],
          source[from &+ block &+ 3 &* leg])
        result[to &+ block] = y0
        result[to &+ block &+ stride] = turns ? y1 * w1 : y1
        result[to &+ block &+ 2 &* stride] = turns ? y2 * w2 : y2
        result[to &+ block &+ 3 &* stride] = turns ? y3 * w3 : y3
      }
    }
  }

  private static func fives(
    _ source: Span<ComplexQuad>, _ factors: Span<ComplexQuad>, _ pass: Pass,
    _ result: inout MutableSpan<ComplexQuad>
  ) {
    let stride = pass.stride
    let leg = stride &* pass.groups
    let turns = pass.groups > 1
    for group in 0..<pass.groups {
      let factor = pass.firstTwiddle &+ 4 &* group
      let from = stride &* group
      let to = 5 &* from
      for block in 0..<stride {
        let (y0, y1, y2, y3, y4) = Butterfly.five(
          source[from &+ block], source[from &+ block &+ leg], source[from &+ block &+ 2 &* leg],
          source[from &+ block &+ 3 &* leg], source[from &+ block &+ 4 &* leg])
        result[to &+ block] = y0
        result[to &+ block &+ stride] = turns ? y1 * factors[factor] : y1
        result[to &+ block &+ 2 &* stride] = turns ? y2 * factors[factor &+ 1] : y2
        result[to &+ block &+ 3 &* stride] = turns ? y3 * factors[factor &+ 2] : y3
        result[to &+ block &+ 4 &* stride] = turns ? y4 * factors[factor &+ 3] : y4
      }
    }
  }

  private static func threes(
    _ source: Span<ComplexQuad>, _ factors: Span<ComplexQuad>, _ pass: Pass,
    _ result: inout MutableSpan<ComplexQuad>
  ) {
    let stride = pass.stride
    let leg = stride &* pass.groups
    let turns = pass.groups > 1
    for group in 0..<pass.groups {
      let factor = pass.firstTwiddle &+ 2 &* group
      let from = stride &* group
      let to = 3 &* from
      for block in 0..<stride {
        let (y0, y1, y2) = Butterfly.three(
          source[from &+ block], source[from &+ block &+ leg], source[from &+ block &+ 2 &* leg])
        result[to &+ block] = y0
        result[to &+ block &+ stride] = turns ? y1 * factors[factor] : y1
        result[to &+ block &+ 2 &* stride] = turns ? y2 * factors[factor &+ 1] : y2
      }
    }
  }

  private static func twos(
    _ source: Span<ComplexQuad>, _ factors: Span<ComplexQuad>, _ pass: Pass,
    _ result: inout MutableSpan<ComplexQuad>
  ) {
    let stride = pass.stride
    let leg = stride &* pass.groups
    let turns = pass.groups > 1
    for group in 0..<pass.groups {
      let factor = pass.firstTwiddle &+ group
      let from = stride &* group
      let to = 2 &* from
      for block in 0..<stride {
        let a = source[from &+ block]
        let b = source[from &+ block &+ leg]
        result[to &+ block] = a + b
        result[to &+ block &+ stride] = turns ? (a - b) * factors[factor] : a - b
      }
    }
  }
}

/// Fourier transforms of two to five numbers, four at a time.
enum Butterfly {
  @inline(__always)
  static func four(
    _ a: ComplexQuad, _ b: ComplexQuad, _ c: ComplexQuad, _ d: ComplexQuad
  ) -> (ComplexQuad, ComplexQuad, ComplexQuad, ComplexQuad) {
    let even = a + c
    let evenDifference = a - c
    let odd = b + d
    let oddDifference = b - d
    let y1 = ComplexQuad(
      real: evenDifference.real + oddDifference.imaginary, imaginary: evenDifference.imaginary - oddDifference.real)
    let y3 = ComplexQuad(
      real: evenDifference.real - oddDifference.imaginary, imaginary: evenDifference.imaginary + oddDifference.real)
    return (even + odd, y1, even - odd, y3)
  }

  @inline(__always)
  static func three(
    _ a: ComplexQuad, _ b: ComplexQuad, _ c: ComplexQuad
  ) -> (ComplexQuad, ComplexQuad, ComplexQuad) {
    let sum = b + c
    let middle = a - sum * 0.5
    let turned = (b - c) * 0.866_025_403_784_438_6
    let y1 = ComplexQuad(
      real: middle.real + turned.imaginary, imaginary: middle.imaginary - turned.real)
    let y2 = ComplexQuad(
      real: middle.real - turned.imaginary, imaginary: middle.imaginary + turned.real)
    return (a + sum, y1, y2)
  }

  /// The constants are cosine and sine of 72° and 144°.
  @inline(__always)
  static func five(
    _ a: ComplexQuad, _ b: ComplexQuad, _ c: ComplexQuad, _ d: ComplexQuad, _ e: ComplexQuad
  ) -> (ComplexQuad, ComplexQuad, ComplexQuad, ComplexQuad, ComplexQuad) {
    let outer = b + e
    let inner = c + d
    let outerDifference = b - e
    let innerDifference = c - d
    let middle1 = a + outer * 0.309_016_994_374_947_4 - inner * 0.809_016_994_374_947_4
    let middle2 = a - outer * 0.809_016_994_374_947_4 + inner * 0.309_016_994_374_947_4
    let turned1 = outerDifference * 0.951_056_516_295_153_6 + innerDifference * 0.587_785_252_292_473_1
    let turned2 = outerDifference * 0.587_785_252_292_473_1 - innerDifference * 0.951_056_516_295_153_6
    let y1 = ComplexQuad(
      real: middle1.real + turned1.imaginary, imaginary: middle1.imaginary - turned1.real)
    let y4 = ComplexQuad(
      real: middle1.real - turned1.imaginary, imaginary: middle1.imaginary + turned1.real)
    let y2 = ComplexQuad(
      real: middle2.real + turned2.imaginary, imaginary: middle2.imaginary - turned2.real)
    let y3 = ComplexQuad(
      real: middle2.real - turned2.imaginary, imaginary: middle2.imaginary + turned2.real)
    return (a + outer + inner, y1, y2, y3, y4)
  }
}
