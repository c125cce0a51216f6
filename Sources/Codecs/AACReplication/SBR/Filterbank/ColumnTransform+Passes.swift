import Transforms

// Holds throughout: tables and spans have the transform's own size.

/// A number of bands that the compiler knows, so that loops have neither checks nor addresses to be worked out.
protocol ColumnBandCount {
  static var value: Int { get }
}

/// 64 bands.
enum SixtyFour: ColumnBandCount {
  @inline(__always)
  static var value: Int { 64 }
}

/// 32 bands.
enum ThirtyTwo: ColumnBandCount {
  @inline(__always)
  static var value: Int { 32 }
}

extension ColumnTransform {
  /// Computes z[q] · e^(−iπq/2N), then radix 4.
  @inline(never)
  static func firstPassOfAnalysis<Size: ColumnBandCount>(
    _ size: Size.Type, _ numbers: [Numbers], _ tables: FirstPass, _ destination: inout [Numbers]
  ) {
    let groups = Size.value / 4
    let source = numbers.span.extracting(0..<Size.value)
    let turns = tables.rotations.span.extracting(0..<Size.value)
    let factors = tables.twiddles.span.extracting(0..<(3 &* groups))
    var target = destination.mutableSpan
    var result = target._mutatingExtracting(0..<Size.value)
    for group in 0..<groups {
      let (second, third, fourth) = (group &+ groups, group &+ 2 &* groups, group &+ 3 &* groups)
      let (y0, y1, y2, y3) = Butterfly.four(
        (
          source[group] * turns[group], source[second] * turns[second], source[third] * turns[third],
          source[fourth] * turns[fourth]
        ))
      result[4 &* group] = y0
      result[4 &* group &+ 1] = y1 * factors[3 &* group]
      result[4 &* group &+ 2] = y2 * factors[3 &* group &+ 1]
      result[4 &* group &+ 3] = y3 * factors[3 &* group &+ 2]
    }
  }

  /// Runs the first pass on rotated bands: even bands to the lower half, odd bands, mirrored and conjugated, to the
  /// upper half; then radix 4.
  ///
  /// Real and imaginary parts are exchanged, which makes the inverse transform of the forward one.
  @inline(never)
  static func firstPassOfSynthesis<Size: ColumnBandCount>(
    _ size: Size.Type, _ bands: [Numbers], _ tables: FirstPass, _ destination: inout [Numbers]
  ) {
    let groups = Size.value / 4
    let source = bands.span.extracting(0..<Size.value)
    let turns = tables.rotations.span.extracting(0..<Size.value)
    let factors = tables.twiddles.span.extracting(0..<(3 &* groups))
    var target = destination.mutableSpan
    var result = target._mutatingExtracting(0..<Size.value)
    for group in 0..<groups {
      let (second, third, fourth) = (group &+ groups, group &+ 2 &* groups, group &+ 3 &* groups)
      let (y0, y1, y2, y3) = Butterfly.four(
        (
          evenBand(source[2 &* group], turns[group]), evenBand(source[2 &* second], turns[second]),
          oddBand(source[2 &* (Size.value &- third) &- 1], turns[third]),
          oddBand(source[2 &* (Size.value &- fourth) &- 1], turns[fourth])
        ))
      result[4 &* group] = y0
      result[4 &* group &+ 1] = y1 * factors[3 &* group]
      result[4 &* group &+ 2] = y2 * factors[3 &* group &+ 1]
      result[4 &* group &+ 3] = y3 * factors[3 &* group &+ 2]
    }
  }

  /// Returns X · rotation with its parts exchanged.
  @inline(__always)
  private static func evenBand(_ band: Numbers, _ turn: Numbers) -> Numbers {
    Numbers(
      real: band.real * turn.imaginary + band.imaginary * turn.real,
      imaginary: band.real * turn.real - band.imaginary * turn.imaginary)
  }

  /// Returns the conjugate of X · rotation with its parts exchanged.
  @inline(__always)
  private static func oddBand(_ band: Numbers, _ turn: Numbers) -> Numbers {
    Numbers(
      real: Lanes(repeating: 0) - band.real * turn.imaginary - band.imaginary * turn.real,
      imaginary: band.real * turn.real - band.imaginary * turn.imaginary)
  }

  @inline(never)
  static func middlePass<Size: ColumnBandCount>(
    _ size: Size.Type, _ numbers: [Numbers], _ twiddles: [Numbers], _ destination: inout [Numbers]
  ) {
    let leg = Size.value / 4
    let groups = Size.value / 16
    let source = numbers.span.extracting(0..<Size.value)
    let factors = twiddles.span.extracting(0..<(3 &* groups))
    var target = destination.mutableSpan
    var result = target._mutatingExtracting(0..<Size.value)
    for group in 0..<groups {
      let (w1, w2, w3) = (factors[3 &* group], factors[3 &* group &+ 1], factors[3 &* group &+ 2])
      for block in 0..<4 {
        let from = 4 &* group &+ block
        let to = 16 &* group &+ block
        let (y0, y1, y2, y3) = Butterfly.four(
          (source[from], source[from &+ leg], source[from &+ 2 &* leg], source[from &+ 3 &* leg]))
        result[to] = y0
        result[to &+ 4] = y1 * w1
        result[to &+ 8] = y2 * w2
        result[to &+ 12] = y3 * w3
      }
    }
  }

  /// Runs the last pass, then moves results of the lower half to even bands, and conjugated results of the upper half
  /// to odd bands in reverse order.
  @inline(never)
  static func lastPassOfAnalysis<Size: ColumnBandCount>(
    _ size: Size.Type, _ numbers: [Numbers], _ rotations: [Numbers], _ destination: inout [Numbers]
  ) {
    let source = numbers.span.extracting(0..<Size.value)
    let turns = rotations.span.extracting(0..<Size.value)
    var target = destination.mutableSpan
    var result = target._mutatingExtracting(0..<Size.value)
    for block in 0..<16 {
      if Size.value == 64 {
        let (y0, y1, y2, y3) = Butterfly.four(
          (source[block], source[block &+ 16], source[block &+ 32], source[block &+ 48]))
        result[2 &* block] = y0 * turns[block]
        result[2 &* block &+ 32] = y1 * turns[block &+ 16]
        result[63 &- 2 &* block] = conjugated(y2, turns[block &+ 32])
        result[31 &- 2 &* block] = conjugated(y3, turns[block &+ 48])
      } else {
        let (a, b) = (source[block], source[block &+ 16])
        result[2 &* block] = (a + b) * turns[block]
        result[31 &- 2 &* block] = conjugated(a - b, turns[block &+ 16])
      }
    }
  }

  /// Returns the conjugate of a number, rotated.
  @inline(__always)
  private static func conjugated(_ number: Numbers, _ turn: Numbers) -> Numbers {
    Numbers(
      real: number.real * turn.real + number.imaginary * turn.imaginary,
      imaginary: number.real * turn.imaginary - number.imaginary * turn.real)
  }

  /// Runs the last pass, then takes the real parts of the results times e^(iπq/2N) as real parts, and those of the
  /// results times −i e^(iπq/2N) as imaginary parts.
  @inline(never)
  static func lastPassOfSynthesis<Size: ColumnBandCount>(
    _ size: Size.Type, _ numbers: [Numbers], _ rotations: [Numbers], _ destination: inout [Numbers]
  ) {
    let source = numbers.span.extracting(0..<Size.value)
    let turns = rotations.span.extracting(0..<Size.value)
    var target = destination.mutableSpan
    var result = target._mutatingExtracting(0..<Size.value)
    for block in 0..<16 {
      if Size.value == 64 {
        let (y0, y1, y2, y3) = Butterfly.four(
          (source[block], source[block &+ 16], source[block &+ 32], source[block &+ 48]))
        result[block] = turnedBack(y0, turns[block])
        result[block &+ 16] = turnedBack(y1, turns[block &+ 16])
        result[block &+ 32] = turnedBack(y2, turns[block &+ 32])
        result[block &+ 48] = turnedBack(y3, turns[block &+ 48])
      } else {
        let (a, b) = (source[block], source[block &+ 16])
        result[block] = turnedBack(a + b, turns[block])
        result[block &+ 16] = turnedBack(a - b, turns[block &+ 16])
      }
    }
  }

  /// Rotates back a number whose parts are exchanged.
  @inline(__always)
  private static func turnedBack(_ exchanged: Numbers, _ turn: Numbers) -> Numbers {
    Numbers(
      real: exchanged.imaginary * turn.real + exchanged.real * turn.imaginary,
      imaginary: exchanged.imaginary * turn.imaginary - exchanged.real * turn.real)
  }
}
